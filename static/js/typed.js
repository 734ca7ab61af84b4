// Moves in letters: "wA1 -bQ", "A1 left of black queen", "where bB1", "moves A1".

import { bugName, pieceName, placeWords, reference } from "bikupa/say";

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
