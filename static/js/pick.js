// The states of choosing a move: looking, picked, placed, sent. Pure: it knows the legal places and nothing else.

import { keyOf, same } from "bikupa/hexes";

export class Pick {
  constructor() {
    this.places = [];
    this.clear();
  }

  /** Back to looking. */
  clear() {
    this.piece = null;
    this.placed = null;
    this.key = null;
    this.sending = false;
  }

  /** Take the legal places of a new position; drops what is no longer legal. Returns whether something was dropped. */
  renew(places) {
    this.places = places;
    const { piece, placed, key } = this;
    if (!piece) return false;
    const still = placed && places.find((place) => place.move === placed.move);
    const lost = placed ? !still : !this.canMove(piece);
    this.clear();
    if (lost) return true;
    this.piece = piece;
    this.placed = still || null;
    this.key = key;
    return false;
  }

  get state() {
    if (this.sending) return "sent";
    if (this.placed) return "placed";
    return this.piece ? "picked" : "looking";
  }

  canMove(piece) {
    return this.places.some((place) => place.piece === piece);
  }

  /** The places of a piece, each cell once: walking before throwing, as the position is the same. */
  placesOf(piece) {
    const found = new Map();
    for (const place of this.places) {
      if (place.piece !== piece) continue;
      const key = keyOf(place.to);
      if (!found.has(key) || (found.get(key).by && !place.by)) found.set(key, place);
    }
    return [...found.values()];
  }

  placeAt(cell) {
    return this.piece ? this.placesOf(this.piece).find((place) => same(place.to, cell)) ?? null : null;
  }

  pick(piece) {
    this.clear();
    this.piece = piece;
  }

  place(place) {
    if (this.placed?.move !== place.move) this.key = null;
    this.piece = place.piece;
    this.placed = place;
  }

  /** One step back: from placed to picked, from picked to looking. Returns the piece that was held. */
  back() {
    const { piece } = this;
    this.key = null;
    if (this.placed) this.placed = null;
    else this.piece = null;
    return piece;
  }

  /** Begin sending; the key is made once per move and stays for every retry. */
  send(makeKey) {
    this.key ??= makeKey();
    this.sending = true;
    return { move: this.placed.move, key: this.key };
  }
}
