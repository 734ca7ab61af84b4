// What is drawn around the tiles: legal places, paths, throwers, pinned and surrounded pieces, the focus ring.

import { cellOf, centre, keyOf, number } from "bikupa/hexes";
import { escape, liftOf } from "bikupa/draw";

const BADGE =
  "M-2.6 -12.5Q0 -14 2.6 -12.5L9.53 -8.5Q12.12 -7 12.12 -4L12.12 4Q12.12 7 9.53 8.5L2.6 12.5Q0 14 -2.6 12.5" +
  "L-9.53 8.5Q-12.12 7 -12.12 4L-12.12 -4Q-12.12 -7 -9.53 -8.5Z";

const at = (x, y) => `transform="translate(${number(x)} ${number(y)})"`;
const throwBadge = (x, y) =>
  `<g class="tbadge" ${at(x, y)}><path d="${BADGE}"/><path class="g" d="M-5.5 4.5 C-5.5 -3 -1 -5 4.5 -3 M0.5 -6.5 L5 -2.6 L0 1"/></g>`;

/** Where the top of a cell is on the screen: x, y of its face. */
export function faceOf(view, cell) {
  const [x, y] = centre(cell, view.turn);
  const pieces = view.stacks.get(keyOf(cell));
  return [x, y - (pieces ? liftOf(pieces, view.spread) : 0)];
}

/** Legal places: dashed hexagons for the ground layer, rings with a chevron for the layer over the tiles. */
export function places(view, list, { hot, label }) {
  const many = list.length >= 25 ? " many" : "";
  let ground = "";
  let roof = "";
  for (const place of list) {
    const key = keyOf(place.to);
    const pieces = view.stacks.get(key);
    const [x, y] = faceOf(view, place.to);
    const warm = hot === key ? " hot" : "";
    const common = `data-place="${key}" role="button" tabindex="-1" aria-label="${escape(label(place))}" ${at(x, y)}`;
    const thrown = place.by ? throwBadge(-27, pieces ? 20 : 24) : "";
    if (pieces) {
      roof += `<g class="target top ${pieces.at(-1)[0]}${warm}" ${common}><use href="${view.sprite}#hxr"/><path d="M-9 -33.5 L0 -42 L9 -33.5" class="chev"/>${thrown}</g>`;
    } else {
      ground += `<g class="target${many}${warm}" ${common}><use href="${view.sprite}#hxi"/><circle r="${many ? 5 : 7}"/>${thrown}</g>`;
    }
  }
  return { ground, roof };
}

/** The way of a piece, from cell to cell, with an arrow head at its end; `look` may add a class. */
export function way(view, place, look = "") {
  if (!place.from) return "";
  let cells = place.path?.length ? [...place.path] : [];
  if (!cells.length || keyOf(cells[0]) !== keyOf(place.from)) cells.unshift(place.from);
  if (keyOf(cells.at(-1)) !== keyOf(place.to)) cells.push(place.to);
  const points = cells.map((cell) => faceOf(view, cell));
  if (points.length < 2) return "";
  const [ax, ay] = points.at(-2);
  const [bx, by] = points.at(-1);
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const tip = [bx - ux * 8, by - uy * 8];
  const line = points.map(([x, y], i) => `${i ? "L" : "M"}${number(x)} ${number(y)}`).join(" ");
  const cut = line.replace(/L[^L]*$/, `L${number(tip[0])} ${number(tip[1])}`);
  const wing = (side) => `${number(tip[0] - ux * 14 + side * uy * 10)} ${number(tip[1] - uy * 14 - side * ux * 10)}`;
  const path = `${cut} M${wing(1)} L${number(tip[0])} ${number(tip[1])} L${wing(-1)}`;
  return `<path class="arc k${look}" d="${path}" pathLength="1"/><path class="arc${look}" d="${path}" pathLength="1"/>`;
}

const ring = (view, cell, classes, inner) => {
  const [x, y] = faceOf(view, cell);
  return `<g class="mark ${classes}" ${at(x, y)}>${inner}</g>`;
};

export const thrower = (view, cell, colour) => ring(view, cell, `thrower ${colour}`, `<use href="${view.sprite}#hxr"/>`);
export const pinned = (view, cell) => ring(view, cell, "pin", `<use href="${view.sprite}#hxr"/>`);
export const surrounded = (view, cell) => ring(view, cell, "check", `<use href="${view.sprite}#hxr"/>`);
export const throwable = (view, cell) => {
  const [x, y] = faceOf(view, cell);
  return throwBadge(x - 30, y + 26);
};

/** A white ring inside a dark one, outside the tile, wherever the keyboard is. */
export const focus = (view, key) =>
  ring(view, cellOf(key), "focus", `<use href="${view.sprite}#hxo" class="k"/><use href="${view.sprite}#hxo"/>`);
