// All sentences of the page, from the block that the server rendered; two regions that a screen reader listens to.

import { keyOf, neighbours } from "bikupa/hexes";

export const words = JSON.parse(document.getElementById("game-words").textContent);
const language = document.documentElement.lang || "en";
const plurals = new Intl.PluralRules(language);
const polite = document.getElementById("say-polite");
const urgent = document.getElementById("say-now");

/** Fill the slots of a sentence. */
export function fill(sentence, slots = {}) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in slots ? String(slots[name]) : whole));
}

/** A sentence by its name; a plural one chooses its form by `n`. */
export function t(name, slots = {}) {
  const entry = words[name];
  if (typeof entry === "string") return fill(entry, slots);
  return fill(entry[plurals.select(slots.n)] ?? entry.other, slots);
}

const numbered = (name, piece) => (piece.length > 2 ? `${name} ${piece.slice(2)}` : name);
export const bugName = (piece) => numbered(words.bugs[piece[1]], piece);
export const pieceName = (piece) => numbered(words.pieces[piece.slice(0, 2)], piece);
export const reference = (piece) => numbered(words.references[piece.slice(0, 2)], piece);

/** Take a canonical UHP move apart: piece, direction (0-5 or null), neighbour. */
export function splitMove(text) {
  const [piece, where] = text.split(" ");
  if (!where) return { piece, direction: null, neighbour: null };
  const before = { "-": 3, "/": 4, "\\": 2 }[where[0]];
  if (before !== undefined) return { piece, direction: before, neighbour: where.slice(1) };
  const after = { "-": 0, "/": 1, "\\": 5 }[where.at(-1)];
  if (after !== undefined) return { piece, direction: after, neighbour: where.slice(0, -1) };
  return { piece, direction: null, neighbour: where };
}

/** "left of black Queen", by the directions of the screen. */
export function placeWords(text, turn = 0) {
  const { direction, neighbour } = splitMove(text);
  if (!neighbour) return "";
  if (direction === null) return fill(words.onTop, { piece: reference(neighbour) });
  return fill(words.places[(direction + turn) % 6], { piece: reference(neighbour) });
}

/** A played move as a sentence. */
export function moveWords(move, turn = 0) {
  const text = move.move;
  if (text === "pass") return move.ply % 2 ? t("passWhite") : t("passBlack");
  const place = placeWords(text, turn);
  return place ? t("moveSay", { piece: pieceName(move.piece), place }) : t("moveFirstSay", { piece: pieceName(move.piece) });
}

const list = (parts) => new Intl.ListFormat(language, { type: "conjunction" }).format(parts);
export const joined = list;

export function stackName(pieces) {
  const name = pieceName(pieces.at(-1));
  return pieces.length > 1 ? t("stack", { piece: name, count: pieces.length }) : name;
}

/** What touches a cell: ["white Queen left", ...] by the directions of the screen. */
export function touching(stacks, cell, turn) {
  const parts = [];
  neighbours(cell).forEach((near, direction) => {
    const pieces = stacks.get(keyOf(near));
    if (pieces) parts.push(`${reference(pieces.at(-1))} ${words.directions[(direction + turn) % 6]}`);
  });
  return parts;
}

/** A tile as a screen reader should hear it. */
export function describe(stacks, key, cell, turn) {
  const parts = touching(stacks, cell, turn);
  const open = 6 - parts.length;
  const near = parts.length ? t("touching", { list: list(parts) }) : t("touchingNothing");
  return `${stackName(stacks.get(key))}. ${near} ${t("sidesOpen", { n: open })}`;
}

/** A span of time in words, in its two largest units, rounded up to the last one shown. */
export function span(ms) {
  const left = Math.max(0, ms);
  if (left >= 86400000) return t("dh", { d: Math.floor(Math.ceil(left / 3600000) / 24), h: Math.ceil(left / 3600000) % 24 });
  if (left > 3600000) return t("hm", { h: Math.floor(Math.ceil(left / 60000) / 60), m: Math.ceil(left / 60000) % 60 });
  if (left > 60000) return t("m", { m: Math.ceil(left / 60000) });
  return t("s", { s: Math.ceil(left / 1000) });
}

let flip = false;
/** Say something when the reader has time for it. The blank makes the same sentence twice be heard twice. */
export function say(text) {
  flip = !flip;
  polite.textContent = flip ? text : `${text}\u00a0`;
}

/** Say something at once: a refused move, little time, a lost line. */
export function sayNow(text) {
  urgent.textContent = "";
  urgent.textContent = text;
}
