// What the table should show, worked out from the state, the ply looked at and the piece in hand.

import { cellOf, keyOf, neighbours } from "bikupa/hexes";
import { apply, find, lastMoveAt, looseWithout, stacksAt } from "bikupa/position";
import { describe, placeWords, reference, splitMove, stackName, t, touching, joined } from "bikupa/say";

export function buildView(game) {
  const { state, pick, review, turn, spread } = game;
  const stacks = stacksAt(state, review.ply);
  const before = new Map([...stacks].map(([key, pieces]) => [key, [...pieces]]));
  const placed = review.latest ? pick.placed : null;
  const list = review.latest && pick.piece && !pick.sending ? pick.placesOf(pick.piece) : [];
  const last = placed ? null : lastMoveAt(state, review.ply);
  const spot = pick.piece ? find(before, pick.piece) : null;
  if (placed) apply(stacks, placed);

  const view = {
    stacks,
    resting: before,
    turn,
    spread,
    last: last ? keyOf(last.to) : null,
    // Looking back, each move shows the way it took: what one asks when a move is disputed.
    played: review.latest ? null : last,
    from: placed?.from ?? (last?.from && keyOf(last.from) !== keyOf(last.to) ? last.from : null),
    picked: !placed && spot && review.latest ? keyOf(spot.cell) : null,
    ghost: placed ? keyOf(placed.to) : null,
    places: placed ? [] : list,
    throwers: [],
    throwable: [],
    pinned: null,
    checked: [],
    dim: null,
  };
  addThrowers(view, game, before, list, placed, last);
  addReasons(view, game);
  addEnd(view, game);
  view.label = (key, pieces) => tileLabel(view, game, key, pieces);
  view.placeLabel = (place) => placeLabel(place, before, turn);
  return view;
}

/** Ring who throws (or threw), and mark what may be thrown while it is your move. */
function addThrowers(view, game, before, list, placed, last) {
  const rings = new Set();
  for (const place of placed ? [placed] : list) if (place.by) rings.add(place.by);
  if (last?.by) rings.add(last.by);
  for (const piece of rings) {
    const spot = find(view.stacks, piece);
    if (spot && spot.level === spot.height - 1) view.throwers.push(spot.cell);
  }
  if (!game.live || game.pick.piece) return;
  for (const piece of new Set(game.pick.places.filter((place) => place.by).map((place) => place.piece))) {
    const spot = find(before, piece);
    if (spot) view.throwable.push(spot.cell);
  }
}

/** A pinned piece wears red dashes, and what would hang loose is dimmed. */
function addReasons(view, game) {
  if (!game.why) return;
  view.pinned = game.why.cell;
  if (game.why.code === "pinned") view.dim = looseWithout(view.stacks, game.why.cell);
}

/** At the end the surrounded queens are ringed and only the tiles around them stay bright. */
function addEnd(view, game) {
  const { state, review } = game;
  if (!["surrounded", "both_surrounded"].includes(state.ending) || !review.latest) return;
  const bright = new Set();
  for (const piece of ["wQ", "bQ"]) {
    const spot = find(view.stacks, piece);
    const near = spot ? neighbours(spot.cell).map(keyOf) : [];
    if (near.length !== 6 || !near.every((key) => view.stacks.has(key))) continue;
    view.checked.push(spot.cell);
    bright.add(keyOf(spot.cell));
    for (const key of near) bright.add(key);
  }
  if (bright.size) view.dim = new Set([...view.stacks.keys()].filter((key) => !bright.has(key)));
}

function tileLabel(view, game, key, pieces) {
  const parts = [describe(view.stacks, key, cellOf(key), view.turn)];
  if (view.picked === key) parts.push(t("picked"));
  else if (game.live && game.pick.canMove(pieces.at(-1))) parts.push(t("canMove"));
  else if (game.live && game.state.stuck?.[pieces.at(-1)]) parts.push(game.state.stuck[pieces.at(-1)].reason);
  return parts.join(" ");
}

function placeLabel(place, before, turn) {
  const pieces = before.get(keyOf(place.to));
  const thrown = place.by ? `, ${t("thrownBy", { piece: reference(place.by) })}` : "";
  if (pieces) return t("climb", { piece: stackName(pieces) }) + thrown;
  const where = placeWords(place.move, turn);
  if (!where) return t("placeFirst");
  const { neighbour } = splitMove(place.move);
  const without = new Map(before);
  if (place.from && without.get(keyOf(place.from))?.length === 1) without.delete(keyOf(place.from));
  const near = touching(without, place.to, turn).filter((text) => !text.startsWith(`${reference(neighbour)} `));
  return (near.length ? t("placeTouches", { place: where, list: joined(near) }) : t("place", { place: where })) + thrown;
}
