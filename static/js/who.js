// Names of seats and sides, from the viewer's chair.
import { list, t } from "./i18n/index.js";

/** @typedef {import("./types.js").GameView} GameView */

/** @param {GameView} game @param {number} seat */
export const seatOf = (game, seat) => game.seats.find((one) => one.seat === seat);

/** "Vos", or the name. @param {GameView} game @param {number} seat */
export const seatName = (game, seat) => (seat === game.seat ? t("seat.you") : nameOf(game, seat));

/** @param {GameView} game @param {number} seat */
export const nameOf = (game, seat) => seatOf(game, seat)?.name ?? "";

/** The side that is drawn round and blue: one's own; for one who watches, side 0. @param {GameView} game @param {number} side */
export const tone = (game, side) => (side === (game.side ?? 0) ? "us" : "them");

/** Whose it is, for the choice of a sentence. One who watches is on no side. @param {GameView} game @param {number} side @returns {"us"|"them"|"named"} */
export const whose = (game, side) => (game.side === null ? "named" : side === game.side ? "us" : "them");

/** "nosotros", "ellos", or the names for one who watches. @param {GameView} game @param {number} side */
export function sideName(game, side) {
  if (game.side === null) return sideNames(game, side);
  return t(side === game.side ? "us" : "them");
}

/** With a capital. @param {GameView} game @param {number} side */
export function sideTitle(game, side) {
  if (game.side === null) return sideNames(game, side);
  return t(side === game.side ? "Us" : "Them");
}

/** "Ana y Caro". @param {GameView} game @param {number} side */
export const sideNames = (game, side) =>
  list(game.seats.filter((seat) => seat.side === side).map((seat) => seat.name));

/** "Beto y Dani" for the side of Ana and Caro. @param {GameView} game @param {number} side */
export const otherNames = (game, side) =>
  list(game.seats.filter((seat) => seat.side !== side).map((seat) => seat.name));

/** First letter of a name, as drawn on a face. @param {string} name */
export const initial = (name) => (Array.from(name)[0] ?? "?").toLocaleUpperCase();

/** Sides in the order they are drawn: one's own first. @param {GameView} game */
export function sides(game) {
  const own = game.side ?? 0;
  return game.score.map((_, side) => side).sort((a, b) => Number(b === own) - Number(a === own) || a - b);
}

/**
 * Where a seat is drawn, counted anticlockwise from the bottom of the table.
 * @param {number} seat @param {number|null} own @param {number} seats
 */
export const turned = (seat, own, seats) => (seat - (own ?? 0) + seats) % seats;

/** The seats in the order of play, from one of them on. @param {GameView} game @param {number|null} first */
export function seatsFrom({ seats }, first) {
  /** @param {number} seat */
  const turn = (seat) => turned(seat, first, seats.length);
  return [...seats].sort((a, b) => turn(a.seat) - turn(b.seat));
}

/** Names of the places round the cloth for a number of seats; a table of another size is drawn as a list. @type {Record<number, string[]>} */
const PLACES = {
  2: ["bottom", "top"],
  3: ["bottom", "right", "left"],
  4: ["bottom", "right", "top", "left"],
};

/** @param {number} seat @param {number|null} own @param {number} seats */
export const place = (seat, own, seats) => PLACES[seats]?.[turned(seat, own, seats)] ?? "listed";

/** What a room is called; one that bears the name of somebody in it, as a quick match's does, is that person's table.
 * @param {import("./types.js").RoomView|import("./types.js").Listing} room */
export function roomTitle(room) {
  const people = "members" in room ? room.members : room.chairs;
  return people.some((one) => one?.name === room.name)
    ? t("open.name_default", { name: room.name })
    : room.name;
}
