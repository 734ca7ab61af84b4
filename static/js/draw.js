// The picture of a position as SVG text: the same drawing, letter by letter, as games/board_svg.py makes on the server.

import { SLAB, cellOf, centre, number, turned } from "bikupa/hexes";

const BADGE =
  "M-2.6 -12.5Q0 -14 2.6 -12.5L9.53 -8.5Q12.12 -7 12.12 -4L12.12 4Q12.12 7 9.53 8.5L2.6 12.5Q0 14 -2.6 12.5" +
  "L-9.53 8.5Q-12.12 7 -12.12 4L-12.12 -4Q-12.12 -7 -9.53 -8.5Z";
export const SPREAD = 42;

export const escape = (text) =>
  text.replace(/[&<>"']/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" })[c]);

/** One tile, `lift` units above the table; only a top one shows its bug. */
export function slab(piece, sprite, { lift = 0, top = true, pips = true, small = false } = {}) {
  const [colour, bug] = piece;
  const move = lift ? ` transform="translate(0 ${-lift})"` : "";
  let out = `<g class="slab ${colour} bug-${bug}"${move}><use href="${sprite}#hxs" class="side"/><use href="${sprite}#hx" class="face"/>`;
  if (!top) return `${out}<rect class="tick" x="12" y="40.6" width="15" height="4.6" rx="2.3" transform="rotate(-30 19.5 43)"/></g>`;
  if (small) return `${out}<use href="${sprite}#bug-${bug}-s" x="-33" y="-33" width="66" height="66"/></g>`;
  const dots = pips ? Number(piece.slice(2) || 0) : 0;
  out += `<use href="${sprite}#hxi" class="bev"/><use href="${sprite}#bug-${bug}" x="-31" y="${dots ? "-34.5" : "-31"}" width="62" height="62"/>`;
  for (let i = 0; i < dots; i += 1) out += `<circle class="pip" cx="${number((i - (dots - 1) / 2) * 8.5)}" cy="37.5" r="2.7"/>`;
  return `${out}</g>`;
}

/** How high the top slab of a stack lies. */
export const liftOf = (pieces, spread = false) => (pieces.length - 1) * (spread ? SPREAD : SLAB);

function tile(key, pieces, look) {
  const cell = cellOf(key);
  const [x, y] = centre(cell, look.turn);
  const top = pieces.at(-1);
  const picked = look.picked === key;
  const raise = picked ? 7 : 0;
  const gap = look.spread ? SPREAD : SLAB;
  const classes = ["tile", picked && "sel", look.dim?.has(key) && "dim", look.ghost === key && "ghost"].filter(Boolean).join(" ");
  let out =
    `<g class="${classes}" transform="translate(${number(x)} ${number(y)})" data-cell="${key}" data-piece="${top}"` +
    ` role="button" tabindex="-1" aria-label="${escape(look.label(key, pieces))}">`;
  pieces.forEach((piece, level) => {
    const isTop = level === pieces.length - 1;
    const lift = level * gap + (isTop ? raise : 0);
    if (isTop && picked) out += `<g transform="translate(0 ${-lift})"><use href="${look.sprite}#hxo" class="selkey"/></g>`;
    out += slab(piece, look.sprite, { lift, top: isTop || look.spread });
  });
  const lift = liftOf(pieces, look.spread) + raise;
  const shift = lift ? ` y="${-lift}"` : "";
  if (look.last === key) out += `<use href="${look.sprite}#hxr"${shift} class="lm-to ${top[0]}"/>`;
  if (picked || look.ghost === key) out += `<use href="${look.sprite}#hxr"${shift} class="selring"/>`;
  if (pieces.length > 1) out += `<g class="sbadge" transform="translate(31 ${-27 - lift})"><path d="${BADGE}"/><text y="5.2">${pieces.length}</text></g>`;
  return `${out}</g>`;
}

/** Sorted back to front, as they lie on the screen. */
function backToFront(stacks, turn) {
  const order = [...stacks].map(([key, pieces]) => [turned(cellOf(key), turn), key, pieces]);
  order.sort((a, b) => a[0][1] - b[0][1] || a[0][0] - b[0][0]);
  return order.map(([, key, pieces]) => [key, pieces]);
}

/**
 * What lies on the table: { under, tiles }.
 * look: sprite, turn, spread, label(key, pieces), last (cell key), from (cell), picked, ghost (cell keys), dim (Set).
 */
export function scene(stacks, look) {
  const order = backToFront(stacks, look.turn);
  let shadow = "";
  for (const [key, pieces] of order) {
    const [x, y] = centre(cellOf(key), look.turn);
    shadow += `<use href="${look.sprite}#hxs" x="${number(x)}" y="${number(y + 3 + 3 * pieces.length)}"/>`;
  }
  let under = `<g class="shadow">${shadow}</g>`;
  if (order.length === 0 && !look.places?.length) under += `<g class="slot"><use href="${look.sprite}#hxi"/></g>`;
  if (look.from) {
    const [x, y] = centre(look.from, look.turn);
    under += `<use href="${look.sprite}#hxi" x="${number(x)}" y="${number(y)}" class="lm-from"/>`;
  }
  return { under, tiles: order.map(([key, pieces]) => tile(key, pieces, look)).join("") };
}

/** The box in units that all tiles fill: { left, top, right, bottom }. */
export function bounds(stacks, turn, spread, also = []) {
  const spots = [...stacks].map(([key, pieces]) => [...centre(cellOf(key), turn), liftOf(pieces, spread)]);
  for (const cell of also) spots.push([...centre(cell, turn), 0]);
  if (spots.length === 0) spots.push([0, 0, 0]);
  return {
    left: Math.min(...spots.map(([x]) => x)) - 44,
    right: Math.max(...spots.map(([x]) => x)) + 44,
    top: Math.min(...spots.map(([, y, lift]) => y - lift)) - 50,
    bottom: Math.max(...spots.map(([, y]) => y)) + 59,
  };
}
