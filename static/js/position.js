// Positions of a game: the latest as the server sent it, an earlier one by replaying cells. No rules are needed here.

import { keyOf, neighbours } from "bikupa/hexes";

/** A copy of the stacks, as a Map from cell key to pieces, ground to top. */
export function stacksNow(state) {
  return new Map(state.position.stacks.map((stack) => [keyOf(stack.cell), [...stack.pieces]]));
}

/** The stacks after `ply` moves. */
export function stacksAt(state, ply) {
  if (ply >= state.ply) return stacksNow(state);
  const stacks = new Map();
  for (const move of state.moves.slice(0, ply)) apply(stacks, move);
  return stacks;
}

/** Carry one move out on the stacks. A pass changes nothing. */
export function apply(stacks, move) {
  if (!move.to) return;
  if (move.from) {
    const pieces = stacks.get(keyOf(move.from));
    pieces.pop();
    if (pieces.length === 0) stacks.delete(keyOf(move.from));
  }
  const there = stacks.get(keyOf(move.to));
  if (there) there.push(move.piece);
  else stacks.set(keyOf(move.to), [move.piece]);
}

/** Where a piece lies: { cell, level, height }; null while it is in the reserve. */
export function find(stacks, piece) {
  for (const [key, pieces] of stacks) {
    const level = pieces.indexOf(piece);
    if (level >= 0) return { cell: key.split(",").map(Number), level, height: pieces.length };
  }
  return null;
}

export const topAt = (stacks, cell) => stacks.get(keyOf(cell))?.at(-1) ?? null;

/** The cells that would hang loose if the piece on `cell` went: every part but the largest. */
export function looseWithout(stacks, cell) {
  const left = new Set([...stacks.keys()].filter((key) => key !== keyOf(cell) || stacks.get(key).length > 1));
  const parts = [];
  while (left.size > 0) {
    const part = [];
    const open = [left.values().next().value];
    left.delete(open[0]);
    while (open.length > 0) {
      const key = open.pop();
      part.push(key);
      for (const near of neighbours(key.split(",").map(Number)).map(keyOf)) {
        if (left.delete(near)) open.push(near);
      }
    }
    parts.push(part);
  }
  parts.sort((a, b) => b.length - a.length);
  return new Set(parts.slice(1).flat());
}

/** The last move before `ply` that put a piece somewhere, or null (start of the game, or a pass). */
export function lastMoveAt(state, ply) {
  const move = state.moves[ply - 1];
  return move?.to ? move : null;
}
