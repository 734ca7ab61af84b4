// What stays on this device: a placing that was not sent, and how a board is turned. Storage may be off; then nothing stays.

const read = (name) => {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
};
const write = (name, value) => {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Not kept for next time, then.
  }
};

/** Keep the placed move of a game with its key, or forget it (`pick` null). */
export function keep(state, pick) {
  const value = pick?.placed ? { ply: state.ply, move: pick.placed.move, key: pick.key } : null;
  write(`placed.${state.id}`, value);
}

/** The kept move, if the game still stands where it was made. */
export function kept(state) {
  const saved = read(`placed.${state.id}`);
  return saved?.ply === state.ply ? saved : null;
}

export const keptTurn = (id) => (Number(read(`turn.${id}`)) || 0) % 6;
export const keepTurn = (id, turn) => write(`turn.${id}`, turn || null);
