// One game on the screen: the state, the piece in hand, what is sent and what comes back. It judges no rule: the server says what may move.

import * as bars from "bikupa/bars";
import { Clocks } from "bikupa/clocks";
import { closeFan } from "bikupa/fan";
import { cellOf, keyOf } from "bikupa/hexes";
import { keep, kept, keptTurn } from "bikupa/kept";
import { fetchPage, makeKey, post } from "bikupa/net";
import { markReserve, pressReserve, remember, swap } from "bikupa/panels";
import { Pick } from "bikupa/pick";
import { find, topAt } from "bikupa/position";
import { Review } from "bikupa/review";
import { bugName, describe, moveWords, pieceName, placeWords, reference, say, sayNow, stackName, t, words } from "bikupa/say";
import { Table } from "bikupa/table";
import { buildView } from "bikupa/view";

export const GUARD = 400;

export class Game {
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
    if (this.state.paused_at) return t("pausedGame");
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
    else if (state.paused_at) rest = t("pausedGame");
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
    else if (!key) text = t(this.whyNotPlaced(piece), { piece: pieceName(piece) });
    this.why = key && reason ? { cell: cellOf(key), code: reason.code } : null;
    this.draw();
    bars.hint({ title: text, why: true, sprite: this.table.sprite });
    say(text);
  }

  /** Why a piece of the reserve has no place, read off the rules of the game and the places there are. */
  whyNotPlaced(piece) {
    const { ply, rules } = this.state;
    const { places } = this.pick;
    if (piece[1] === "Q" && ply < 2 && rules.opening === "no_queen_first") return "noQueenFirst";
    if (places.length && places.every((place) => place.piece === `${this.state.you[0]}Q` && !place.from)) return "queenNow";
    return places.some((place) => !place.from) ? "notNow" : "noRoom";
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
    if (status === 409 && data.code === "game_paused") {
      await this.fail(data.detail, true);
    } else if (status === 409) {
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
    else if (Boolean(state.paused_at) !== Boolean(before.paused_at)) sentences.push(t(state.paused_at ? "pausedGame" : "resumed"));
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
