"""What each viewer is told, and how it is numbered (scenarios 1–4, DESIGN: protocol)."""

from tests.table.builder import NAMES, joined, playing
from truco.table.events import MemberLeft, RoomOpened
from truco.table.log import REMEMBERED
from truco.table.wishes import Join, Leave, SetReady, Sit


def test_a_version_only_grows():
    at = playing()
    seen = at.table.version("Ana")
    for move in ("0 call truco", "1 vote quiero", "3 vote no-quiero", "1 vote no-quiero"):
        at.does(move)
        assert at.table.version("Ana") >= seen
        seen = at.table.version("Ana")


def test_a_version_grows_also_when_its_owner_changes_chairs_between_games():
    at = playing()
    at.does("0 call truco", "1 vote quiero", "1 vote no-quiero", "1 vote quiero", "3 vote quiero")
    seen = {name: at.table.version(name) for name in NAMES}
    at.wish("Ana", Leave())
    at.wish("Beto", Sit(0))
    assert at.table.version("Beto") > seen["Beto"]
    assert at.table.version("Caro") > seen["Caro"]


def test_who_comes_back_gets_the_facts_missed_of_this_hand_in_order():
    """Scenario 4"""
    at = playing()
    seen = at.table.version("Dani")
    facts = [at.table.frame("Dani", at.now, at.does(move))["facts"] for move in ("0 play 6e", "1 play 4b")]
    frame = at.table.since("Dani", seen, at.now)
    assert frame["facts"] == [fact for part in facts for fact in part]
    assert frame["version"] == at.table.version("Dani")


def test_the_partners_hidden_votes_are_among_the_missed_facts_and_the_others_are_not():
    at = playing()
    at.does("0 call truco")
    seen = {name: at.table.version(name) for name in NAMES}
    at.does("1 vote quiero")
    assert at.table.since("Dani", seen["Dani"], at.now)["facts"] == [
        {"fact": "vote_cast", "seat": 1, "word": "quiero"}
    ]
    assert at.table.since("Ana", seen["Ana"], at.now)["facts"] == []
    assert at.table.version("Ana") == seen["Ana"]


def test_who_names_no_version_or_an_old_or_a_wrong_one_gets_the_view_alone():
    at = playing()
    at.does("0 play 6e")
    for version in (None, 0, at.table.version("Ana"), at.table.version("Ana") + 5):
        assert at.table.since("Ana", version, at.now)["facts"] == []


def test_the_deal_shows_ones_own_cards_only():
    """Scenario 32"""
    at = joined()
    for name in NAMES[:3]:
        at.wish(name, SetReady(True))
    facts = at.wish("Dani", SetReady(True))
    dealt = {who: at.table.frame(who, at.now, facts)["facts"][-1] for who in (*NAMES, None)}
    assert dealt["Ana"]["cards"] == ("1e", "7e", "6e")
    assert dealt["Dani"]["cards"] == ("1b", "5c", "10o")
    assert dealt[None] == {"fact": "dealt", "hand": 1, "dealer": 3, "mano": 0, "turned": None, "cards": ()}


def test_the_opening_and_the_looks_of_names_are_for_nobody():
    at = joined()
    opening = at.rows[0].facts[0]
    assert isinstance(opening, RoomOpened)
    facts = at.wish("Eva", Join("Eva", "eva"))
    frame = at.table.frame("Ana", at.now, [opening, *facts])
    assert frame["facts"] == [
        {"fact": "room_opened"},
        {"fact": "member_joined", "member": "Eva", "name": "Eva"},
    ]


def test_a_member_who_leaves_and_joins_again_begins_anew():
    at = playing()
    at.does("0 call truco", "1 vote quiero")
    assert MemberLeft("Dani") in at.wish("Dani", Leave())
    at.wish("Dani", Join("Dani", "dani"))
    assert at.table.version("Dani") == at.table.version(None)


def test_the_facts_kept_are_bounded():
    at = joined()
    seen = at.table.version("Ana")
    for _ in range(REMEMBERED):
        at.wish("Ana", SetReady(True))
        at.wish("Ana", SetReady(False))
    assert at.table.since("Ana", seen, at.now)["facts"] == []
    assert len(at.table.since("Ana", at.table.version("Ana") - 10, at.now)["facts"]) == 10


def test_the_pair_sees_its_own_votes_in_the_view_also_the_absents():
    """B9.5, B9.6"""
    at = playing()
    at.does("0 call truco", "1 vote quiero")
    at.drop("Beto")
    assert at.game("Dani")["question"]["votes"] == {"1": "no-quiero"}
    assert at.game("Ana")["question"]["votes"] == {}
    assert at.game(None)["question"]["votes"] == {}


def test_a_member_without_a_seat_sees_the_public_view():
    at = playing()
    at.wish("Eva", Join("Eva", "eva"))
    eva, stranger = at.view("Eva"), at.view(None)
    assert eva["game"] == stranger["game"]
    assert eva["game"]["held"] == ()
    assert eva["game"]["tanto"] is None


def test_the_best_card_is_lit_and_the_reason_told():
    """The client knows no rules: the view says which card is best, and why a round was won."""
    at = playing()
    at.does("0 play 6e", "1 play 4b")
    assert at.game("Ana")["rounds"] == [
        {
            "cards": [(0, "6e"), (1, "4b")],
            "best": (0,),
            "done": False,
            "side": None,
            "seat": None,
            "why": None,
        }
    ]
    at.does("2 play 2c", "3 play 5c")
    assert at.game("Ana")["rounds"][0]["why"] == {"code": "highest", "rule": "B4.3"}


def test_every_word_carries_its_worth():
    at = playing()
    legal = {(one["do"], one.get("word")): one for one in at.game("Ana")["legal"]}
    assert legal["call", "falta-envido"] == {
        "do": "call",
        "word": "falta-envido",
        "accepted": 30,
        "refused": 1,
    }
    at.does("0 call truco")
    legal = {(one["do"], one.get("word")): one for one in at.game("Beto")["legal"]}
    assert legal["vote", "retruco"] == {"do": "vote", "word": "retruco", "accepted": 3, "refused": 2}
    assert legal["vote", "no-quiero"]["refused"] == 1
    assert legal["call", "real-envido"]["accepted"] == 3
