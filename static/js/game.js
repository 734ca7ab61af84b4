// The game page: ties state, board, keyboard, bars and server together. It judges no rule: the server says what may move.

import { watchActions } from "bikupa/actions";
import * as bars from "bikupa/bars";
import { Clocks } from "bikupa/clocks";
import { closeFan, fanOpen, fanWords, openFan } from "bikupa/fan";
import { cellOf, keyOf, same } from "bikupa/hexes";
import { watchKeys } from "bikupa/keys";
import { keep, kept, keptTurn, keepTurn } from "bikupa/kept";
import { follow } from "bikupa/live";
import { fetchPage, makeKey, post } from "bikupa/net";
import { markReserve, pressReserve, remember, swap } from "bikupa/panels";
import { Pick } from "bikupa/pick";
import { watchPointer } from "bikupa/pointer";
import { find, topAt } from "bikupa/position";
import { Review } from "bikupa/review";
import { bugName, describe, joined, moveWords, pieceName, placeWords, reference, say, sayNow, stackName, t, words } from "bikupa/say";
import { Table } from "bikupa/table";
import { readTyped } from "bikupa/typed";
import { buildView } from "bikupa/view";

const GUARD = 400;

class Game {
  constructor() {
    this.state = JSON.parse(document.getElementById("game-state").textContent);
    this.table = new Table();
    this.pick = new Pick();
    this.clocks = new Clocks(() => this.refresh());
    this.review = new Review(() => this.onReview());
    this.turn = keptTurn(this.state.id);
    this.spread = false;
    this.why = null;
    this.quietUntil = 0;
    this.placedAt = 0;
    this.refreshing = null;
    this.take(this.state);
    this.restore();
    this.draw();
    remember();
    document.querySelector(".ctl").hidden = false;
  }

  get mayMove() {
    return this.state.actions.includes("move");
  }

  get live() {
    return this.mayMove && this.review.latest;
  }

  /** Take a state from the server; returns whether the piece in hand had to be dropped. */
  take(state) {
    this.state = state;
    this.clocks.take(state);
    this.review.take(state.ply);
    return this.pick.renew(this.mayMove ? state.places : []);
  }

  draw() {
    const view = buildView(this);
    this.table.draw(view);
    const last = this.state.moves[this.review.ply - 1] ?? null;
    markReserve(this.pick.placed ? null : last);
    pressReserve(this.pick.piece);
    const count = [...view.stacks.values()].reduce((sum, pieces) => sum + pieces.length, 0);
    this.table.svg.setAttribute("aria-label", t("boardLabel", { count, turn: this.turnWords() }));
    if (this.pick.placed) bars.confirmBar(this.playWords(this.pick.placed));
    else bars.noConfirm();
    this.clocks.setNote(this.pick.placed ? t("notSent") : "");
  }

  turnWords() {
    if (!this.state.to_move) return t("gameOver");
    if (this.state.to_move === this.state.you) return t("yourMove");
    return t(this.state.to_move === "white" ? "whiteToMove" : "blackToMove");
  }

  // ---- choosing

  /** A cell of the board was tapped, clicked or entered; null is bare table. `byKey`: no pointer was used. */
  tap(key, byKey = false) {
    if (Date.now() < this.quietUntil || this.pick.sending) return;
    bars.noTrouble();
    if (closeFan() && !byKey) return;
    const place = key && this.live ? this.pick.placeAt(cellOf(key)) : null;
    if (place) return void this.place(place, byKey);
    const stacks = this.table.view.stacks;
    const piece = key ? topAt(stacks, cellOf(key)) : null;
    if (!piece) return void this.putBack();
    this.choose(piece, key);
  }

  /** A piece was chosen, on the board or in the reserve (key null). */
  choose(piece, key = null) {
    this.why = null;
    if (!this.live) return void this.look(piece, key);
    if (this.pick.piece === piece && !this.pick.placed) return void this.putBack();
    if (this.pick.placed?.piece === piece) return;
    if (!this.pick.canMove(piece)) return void this.explain(piece, key);
    this.pick.pick(piece);
    const list = this.pick.placesOf(piece);
    const places = t("nPlaces", { n: list.length });
    this.draw();
    this.pickHint(piece, list, places);
    say(t("pickedSay", { piece: pieceName(piece), places }));
    keep(this.state, null);
  }

  pickHint(piece, list, places) {
    const own = piece[0] === this.state.you[0];
    const thrown = list.every((place) => place.by) ? list[0].by : null;
    const rest = thrown ? t("thrownBy", { piece: reference(thrown) }) : find(this.table.view.stacks, piece) ? words.ways[piece[1]] : t("fromReserve");
    bars.hint({ piece, title: own ? bugName(piece) : pieceName(piece), rest, count: places, sprite: this.table.sprite });
  }

  look(piece, key) {
    const { state } = this;
    const stacks = this.table.view.stacks;
    let rest = key ? describe(stacks, key, cellOf(key), this.turn).replace(`${stackName(stacks.get(key))}. `, "") : "";
    if (state.you && !this.review.latest && this.mayMove) rest = t("looking", { n: this.review.ply });
    else if (state.you && state.to_move && !this.mayMove) rest = t("notYourMove", { name: state[state.to_move].display_name });
    bars.hint({ piece, title: pieceName(piece), rest, sprite: this.table.sprite });
    say(`${pieceName(piece)}. ${rest}`);
  }

  explain(piece, key) {
    this.pick.clear();
    const reason = this.state.stuck?.[piece];
    const mine = piece[0] === this.state.you[0];
    let text = t("cannotPlain", { piece: pieceName(piece) });
    if (reason) text = t("cannot", { piece: pieceName(piece), reason: reason.reason });
    else if (!mine) text = t("theirs", { piece: pieceName(piece) });
    else if (!key) text = t("notNow", { piece: pieceName(piece) });
    this.why = key && reason ? { cell: cellOf(key), code: reason.code } : null;
    this.draw();
    bars.hint({ title: text, why: true, sprite: this.table.sprite });
    say(text);
  }

  place(place, byKey) {
    this.pick.place(place);
    this.placedAt = Date.now();
    this.table.hot = null;
    bars.noHint();
    this.draw();
    keep(this.state, this.pick);
    say(t("placed", { piece: pieceName(place.piece) }));
    if (byKey) document.getElementById("confirm-play").focus();
  }

  playWords(place) {
    const where = placeWords(place.move, this.turn);
    const piece = place.piece[0] === this.state.you?.[0] ? bugName(place.piece) : reference(place.piece);
    if (!where) return t("playFirst", { piece });
    return t(place.by ? "playThrow" : "play", { piece, place: where });
  }

  putBack() {
    this.why = null;
    bars.noHint();
    if (this.pick.piece) say(t("putBack", { piece: pieceName(this.pick.piece) }));
    const from = this.pick.piece;
    this.pick.clear();
    keep(this.state, null);
    this.draw();
    return from;
  }

  /** Esc and Back: one step to the left. Returns false when there was none. */
  back() {
    if (closeFan()) return true;
    if (this.pick.sending) return true;
    if (this.pick.placed) {
      const key = keyOf(this.pick.placed.to);
      const inBar = document.getElementById("confirm").contains(document.activeElement);
      this.pick.back();
      keep(this.state, null);
      this.draw();
      this.pickHint(this.pick.piece, this.pick.placesOf(this.pick.piece), t("nPlaces", { n: this.pick.placesOf(this.pick.piece).length }));
      if (inBar) this.table.focus(key);
      return true;
    }
    if (!document.getElementById("hint").hidden || this.pick.piece) {
      this.putBack();
      return true;
    }
    return false;
  }

  /** A placing that was not sent is still there when the page comes back. */
  restore() {
    const saved = kept(this.state);
    const place = saved && this.mayMove && this.state.places.find((candidate) => candidate.move === saved.move);
    if (!place) return;
    this.pick.place(place);
    this.pick.key = saved.key;
  }

  // ---- the server

  async send() {
    if (!this.pick.placed || this.pick.sending) return;
    bars.noTrouble();
    const inBar = document.getElementById("confirm").contains(document.activeElement);
    const { move, key } = this.pick.send(makeKey);
    keep(this.state, this.pick);
    bars.busy(true);
    say(t("sending"));
    const answer = await post(this.state.id, "moves", { move, ply: this.state.ply }, { "Idempotency-Key": key });
    bars.busy(false);
    this.pick.sending = false;
    if (answer.ok) {
      const target = keyOf(this.pick.placed.to);
      this.quietUntil = Date.now() + GUARD;
      keep(this.state, null);
      await this.refresh();
      this.pick.clear();
      this.draw();
      if (inBar) this.table.focus(target);
      return;
    }
    await this.refused(answer);
  }

  async refused(answer) {
    const { status, data } = answer;
    if (status === 409) {
      await this.fail(t("stale"), true);
    } else if (status === 422 || status === 400) {
      await this.fail(t("refused", { reason: data.detail || data.title || "" }), true);
    } else if (status === 401 || status === 403) {
      await this.fail(data.code === "not_authenticated" || status === 401 ? t("signedOut") : data.detail || t("signedOut"), false);
    } else if (status === 429) {
      await this.fail(t("tooFast"), false);
    } else {
      await this.fail(status === 0 ? t("offline") : t("serverTrouble"), false);
    }
  }

  async fail(text, drop) {
    if (drop) {
      this.pick.clear();
      keep(this.state, null);
      await this.refresh(true);
    }
    this.draw();
    bars.trouble(text);
    sayNow(text);
  }

  /** Fetch the page anew and show what changed. Several calls at once become one. */
  refresh(quiet = false) {
    this.refreshing ??= this.fetchAndShow(quiet).finally(() => {
      this.refreshing = null;
    });
    return this.refreshing;
  }

  async fetchAndShow(quiet) {
    const fresh = await fetchPage(this.state.url);
    if (!fresh) return void bars.line(this.state.status === "in_progress" ? t("reconnecting") : "");
    bars.line("");
    const before = this.state;
    if (fresh.state.version < before.version) return;
    swap(fresh.page);
    const sent = this.pick.placed && fresh.state.moves[before.ply]?.move === this.pick.placed.move;
    if (sent) this.pick.clear();
    const dropped = this.take(fresh.state);
    this.clocks.show();
    this.review.show();
    if (fresh.state.version !== before.version) this.onNews(before, quiet, dropped);
    this.draw();
  }

  onNews(before, quiet, dropped) {
    const { state } = this;
    closeFan();
    this.why = null;
    const news = state.moves.slice(before.ply);
    bars.newMoves(this.review.latest || !news.length ? "" : t("newMoves", { n: state.ply - this.review.ply }), () => this.review.move("last"));
    if (this.review.latest && !this.pick.piece) bars.noHint();
    const sentences = news.map((move) => moveWords(move, this.turn));
    if (state.status !== "in_progress") sentences.push(state.result_text);
    else if (news.length) sentences.push(this.turnWords());
    if (sentences.length) say(sentences.join(" "));
    if (dropped && !quiet) {
      keep(state, null);
      bars.noHint();
      bars.trouble(t("pickGone"));
      sayNow(t("pickGone"));
    }
    const last = state.moves.at(-1);
    if (last?.to && news.length && this.review.latest) queueMicrotask(() => this.table.nudge(last.to));
  }

  onReview() {
    closeFan();
    bars.noHint();
    this.why = null;
    if (this.review.latest) bars.newMoves("", () => {});
    this.draw();
    const move = this.state.moves[this.review.ply - 1];
    say(move ? `${this.review.ply}. ${moveWords(move, this.turn)}` : t("emptyHive"));
  }
}

const game = new Game();
export { GUARD, game };

const { table } = game;

function showFan(key) {
  const pieces = key && table.view.stacks.get(key);
  if (!pieces || pieces.length < 2) return false;
  openFan(pieces, table.sprite, table.pixelsOf(key));
  return true;
}

// ---- pointer
watchPointer(table.svg, table.camera, {
  tap: (element, x, y, byKey) => {
    const key = byKey ? (element?.dataset.place ?? element?.dataset.cell ?? null) : table.keyAt(element, x, y);
    game.tap(key, byKey);
  },
  hold: (x, y) => showFan(table.keyAt(null, x, y)),
  hover: (x, y, target) => table.setHot(table.keyAt(target.closest?.("[data-cell],[data-place]"), x, y)),
  leave: () => table.setHot(null),
  moved: () => closeFan(),
  fit: () => table.fit(),
});

// ---- keyboard
const notify = (text) => say(text);
function cycle(list, direction) {
  if (!list.length) return;
  const index = list.indexOf(table.focusKey);
  table.focus(list[(index + direction + list.length) % list.length] ?? list[0]);
}
const commands = {
  step: (direction) => table.walk(direction),
  choose: () => game.tap(table.keyboardKey() ?? table.focusKey, true),
  back: () => game.back(),
  nextPiece: (direction) => {
    const { stacks } = table.view;
    const keys = [...stacks.keys()].filter((key) => game.pick.canMove(stacks.get(key).at(-1)));
    if (keys.length) cycle(keys, direction);
    else commands.reserve();
  },
  nextPlace: (direction) => cycle(table.view.places.map((place) => keyOf(place.to)), direction),
  reserve: () => (document.querySelector(".you .tray button") ?? document.querySelector(".tray button"))?.focus(),
  stack: () => {
    const pieces = table.view.stacks.get(table.focusKey);
    if (!pieces) return;
    showFan(table.focusKey);
    notify(pieces.length > 1 ? fanWords(pieces) : describe(table.view.stacks, table.focusKey, cellOf(table.focusKey), game.turn));
  },
  lastMove: () => {
    const move = game.state.moves[game.review.ply - 1];
    notify(move ? t("lastMove", { move: moveWords(move, game.turn) }) : t("noMoveYet"));
    if (move?.to) table.focus(keyOf(move.to));
  },
  clocks: () => game.clocks.say(),
  queens: () => {
    const [white, black] = ["white", "black"].map((side) => {
      const piece = `${side[0]}Q`;
      const covered = game.state.position.queen_neighbours[side];
      return covered === null ? t("queenMissing", { piece: pieceName(piece) }) : t("queenOpen", { piece: pieceName(piece), open: 6 - covered });
    });
    notify(t("queens", { white, black }));
  },
  rows: () => {
    const rows = new Map();
    for (const element of table.tiles.querySelectorAll("[data-cell]")) {
      const y = /translate\(\S+ (\S+)\)/.exec(element.getAttribute("transform"))[1];
      rows.set(y, [...(rows.get(y) ?? []), stackName(table.view.stacks.get(element.dataset.cell))]);
    }
    notify([...rows.values()].map((list, index) => t("row", { n: index + 1, list: joined(list) })).join(". ") || t("emptyHive"));
  },
  review: (where) => game.review.move(where),
  zoom: (factor) => table.camera.zoom(factor),
  fit: () => table.fit(),
  turn: () => turnBoard(),
  type: () => openTyped(),
  help: () => document.getElementById("keys-help").showModal(),
};
watchKeys(table.svg, commands);

function turnBoard() {
  game.turn = (game.turn + 5) % 6;
  keepTurn(game.state.id, game.turn);
  closeFan();
  game.draw();
  table.fit();
}

function toggleSpread(button) {
  game.spread = !game.spread;
  button.setAttribute("aria-pressed", String(game.spread));
  closeFan();
  game.draw();
  say(t(game.spread ? "spread" : "unspread"));
}

// ---- buttons
document.querySelector(".ctl").addEventListener("click", (event) => {
  const button = event.target.closest("[data-view]");
  if (!button) return;
  ({
    in: () => table.camera.zoom(1.25),
    out: () => table.camera.zoom(0.8),
    fit: () => table.fit(),
    turn: turnBoard,
    spread: () => toggleSpread(button),
    keys: commands.help,
  })[button.dataset.view]();
});
document.addEventListener("click", (event) => {
  const slot = event.target.closest(".tray button[data-piece]");
  if (!slot || Date.now() < game.quietUntil || game.pick.sending) return;
  bars.noTrouble();
  game.choose(slot.dataset.piece);
  // Where the keyboard picked, the keyboard goes on: to the first legal place.
  if (event.detail === 0 && table.view.places.length) table.focus(keyOf(table.view.places[0].to));
});
const play = document.getElementById("confirm-play");
play.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.repeat || Date.now() - game.placedAt < GUARD)) event.preventDefault();
});
play.addEventListener("click", () => game.send());
document.getElementById("confirm-back").addEventListener("click", () => game.back());
document.getElementById("hint-close").addEventListener("click", () => game.putBack());
document.querySelector("#trouble button").addEventListener("click", () => bars.noTrouble());
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open], details[open][data-menu]")) return;
  if (fanOpen() || game.pick.piece) game.back();
});

// ---- a move in letters
const typed = document.getElementById("typed");
function openTyped() {
  typed.hidden = false;
  typed.querySelector("input").focus();
}
function closeTyped() {
  typed.hidden = true;
  typed.querySelector("input").value = "";
  table.focus(table.focusKey);
}
typed.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  closeTyped();
});
typed.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = typed.querySelector("input").value;
  const { stacks } = table.view;
  const pieces = new Set([...stacks.values()].flat());
  for (const place of game.state.places) pieces.add(place.piece);
  const read = readTyped(text, game.live ? game.pick.places : [], [...pieces], game.state.you?.[0], game.turn);
  closeTyped();
  if (read.place) {
    game.pick.pick(read.place.piece);
    game.place(read.place, true);
  } else if (read.where) {
    const spot = find(stacks, read.where);
    if (!spot) return notify(t("whereReserve", { piece: pieceName(read.where) }));
    table.focus(keyOf(spot.cell));
    notify(describe(stacks, keyOf(spot.cell), spot.cell, game.turn));
  } else if (read.moves) {
    const list = game.pick.placesOf(read.moves).map((place) => placeWords(place.move, game.turn));
    notify(list.length ? t("movesOf", { piece: pieceName(read.moves), list: joined(list) }) : t("cannotPlain", { piece: pieceName(read.moves) }));
  } else {
    notify(t("typedUnknown", { text }));
  }
});

// ---- draw, resign, abort; news from the server
watchActions(game.state.id, { done: () => game.refresh(), failed: (answer) => game.refused(answer) });
if (game.state.status === "in_progress") {
  follow(game.state.id, game.state.url, () => game.state.version, {
    version: () => game.refresh(),
    line: (ok) => bars.line(ok ? "" : t("reconnecting")),
  });
}
