// Axial cells [q, r], pointy-top. Pure: no page, no rules. Units are those of the drawing: a tile has radius 50.

export const WIDTH = 50 * Math.sqrt(3);
export const ROW = 75;
export const SLAB = 9;

// E NE NW W SW SE: counter-clockwise, so a turn of the board by one step adds one.
export const DIRECTIONS = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];

export const keyOf = ([q, r]) => `${q},${r}`;
export const cellOf = (key) => key.split(",").map(Number);
export const same = (a, b) => Boolean(a && b) && a[0] === b[0] && a[1] === b[1];
export const step = ([q, r], direction) => [q + DIRECTIONS[direction][0], r + DIRECTIONS[direction][1]];
export const neighbours = (cell) => DIRECTIONS.map((_, direction) => step(cell, direction));

/** Turn a cell about the origin by so many steps of 60 degrees, counter-clockwise. */
export function turned([q, r], steps) {
  for (let left = ((steps % 6) + 6) % 6; left > 0; left -= 1) [q, r] = [q + r, -q];
  return [q, r];
}

/** The middle of a ground cell, as it lies on the screen after a turn. */
export function centre(cell, turn = 0) {
  const [q, r] = turned(cell, turn);
  return [WIDTH * (q + r / 2), ROW * r];
}

/** A coordinate with at most two decimals, halves upwards, as games/board_svg.py writes it. */
export const number = (value) => String(Math.floor(value * 100 + 0.5) / 100 || 0);
