"""Four people at a table, over real sockets."""

from tests.server.house import House, playing


async def test_a_card_is_acked_to_its_player_and_told_to_all(house: House) -> None:
    _, (ana, *others) = await playing(house)
    card = ana.wire.last["view"]["game"]["held"][0]
    frame = await ana.wire.act("play", card=card)
    assert frame["ack"] == {"aid": frame["ack"]["aid"], "dup": False}
    for player in others:
        told = await player.wire.fact("card_played")
        assert told["facts"] == [{"fact": "card_played", "seat": 0, "card": card}]
        assert "ack" not in told
        assert told["view"]["game"]["turn"] == 1
