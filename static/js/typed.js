// Moves in letters: "wA1 -bQ", "A1 left of black queen", "where bB1", "moves A1".

import { cellOf, keyOf } from "bikupa/hexes";
import { find } from "bikupa/position";
import { bugName, describe, joined, pieceName, placeWords, reference, say, t } from "bikupa/say";

const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replace(/[,.]/g, " ").replace(/\s+/g, " ").trim();

/** The names a reader may call a piece by. */
const names = (piece) => [piece, piece.slice(1), bugName(piece), pieceName(piece), reference(piece), reference(piece).replace(/^\S+ /, "")].map(plain);

/** Read what was typed: { place } a legal move, { where } or { moves } a piece asked about, or {} for neither. */
export function readTyped(text, places, pieces, side, turn) {
  const line = plain(text);
  const question = /^(where|moves) (.+)$/.exec(line);
  const own = [...pieces].sort((a, b) => Number(b[0] === side) - Number(a[0] === side));
  if (question) {
    const piece = own.find((candidate) => names(candidate).includes(question[2]));
    return piece ? { [question[1]]: piece } : {};
  }
  const exact = places.find((place) => plain(place.move) === line);
  if (exact) return { place: exact };
  const place = places.find((candidate) => {
    const where = plain(placeWords(candidate.move, turn));
    return names(candidate.piece).some((name) => line === (where ? `${name} ${where}` : name));
  });
  return place ? { place } : {};
}

/** Answer what was typed: place the move, or say where a piece is or where it may go. */
function answer(game, text) {
  const { table, pick, turn } = game;
  const { stacks } = table.view;
  const pieces = new Set([...stacks.values()].flat());
  for (const place of game.state.places) pieces.add(place.piece);
  const read = readTyped(text, game.live ? pick.places : [], pieces, game.state.you?.[0], turn);
  if (read.place) {
    pick.pick(read.place.piece);
    game.place(read.place, true);
  } else if (read.where) {
    sayWhere(game, read.where);
  } else if (read.moves) {
    const list = pick.placesOf(read.moves).map((place) => placeWords(place.move, turn));
    say(list.length ? t("movesOf", { piece: pieceName(read.moves), list: joined(list) }) : t("cannotPlain", { piece: pieceName(read.moves) }));
  } else {
    say(t("typedUnknown", { text }));
  }
}

function sayWhere({ table, turn }, piece) {
  const { stacks } = table.view;
  const spot = find(stacks, piece);
  if (!spot) return void say(t("whereReserve", { piece: pieceName(piece) }));
  const key = keyOf(spot.cell);
  table.focus(key);
  if (spot.level < spot.height - 1) say(t("whereUnder", { piece: pieceName(piece), other: pieceName(stacks.get(key).at(-1)) }));
  else say(describe(stacks, key, cellOf(key), turn));
}

/** Watch the line for typed moves; returns what opens it. */
export function watchTyping(game) {
  const form = document.getElementById("typed");
  const input = form.querySelector("input");
  const close = () => {
    form.hidden = true;
    input.value = "";
    game.table.focus(game.table.focusKey);
  };
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    close();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input.value;
    close();
    answer(game, text);
  });
  return () => {
    form.hidden = false;
    input.focus();
  };
}
