// The two clocks count down to the server's deadline; what they say is rounded up, and the local time stands beside it.

import { say, sayNow, span, t } from "bikupa/say";

const language = document.documentElement.lang || "en";
const DAY = 86400000;
const HOUR = 3600000;

export class Clocks {
  constructor(onFlag) {
    this.onFlag = onFlag;
    this.warned = new Set();
    this.note = "";
    setInterval(() => this.show(), 1000);
  }

  take(state) {
    this.state = state;
    this.offset = Date.parse(state.clocks.now) - Date.now();
    this.flagged = false;
    this.show();
  }

  /** A word instead of "Your move" on your own clock, such as "not sent yet"; empty for none. */
  setNote(note) {
    if (this.note === note) return;
    this.note = note;
    this.show();
  }

  left(side) {
    const { clocks, flag_at: flagAt } = this.state;
    if (clocks.running !== side || !flagAt) return clocks[side].remaining_ms;
    return Math.max(0, Date.parse(flagAt) - (Date.now() + this.offset));
  }

  say() {
    say(t("clocksSay", { white: span(this.left("white")), black: span(this.left("black")) }));
  }

  show() {
    if (!this.state) return;
    for (const box of document.querySelectorAll("[data-clock]")) this.showOne(box);
  }

  showOne(box) {
    const side = box.dataset.clock;
    const { state } = this;
    const left = this.left(side);
    const running = state.clocks.running === side;
    const total = Number(box.dataset.total) || left || 1;
    const low = running && left < Math.min(total * 0.15, 6 * HOUR);
    box.classList.toggle("on", running);
    box.classList.toggle("low", low);
    this.digits(box.querySelector(".t"), left);
    this.caption(box, side, running, low, left);
    const ring = box.closest(".strip").querySelector(".gv");
    ring?.setAttribute("stroke-dasharray", `${Math.min(100, Math.round((100 * left) / total))} 100`);
    ring?.classList.toggle("low", low);
    if (low && side === state.you) this.warn(left);
    if (running && left === 0 && !this.flagged) {
      this.flagged = true;
      this.onFlag();
    }
  }

  digits(place, left) {
    const parts = partsOf(left);
    const text = parts.map(([value, unit]) => `${value}${unit}`).join(" ");
    if (place.dataset.shown === text) return;
    place.dataset.shown = text;
    place.replaceChildren();
    for (const [value, unit] of parts) {
      const small = document.createElement("small");
      small.textContent = unit;
      place.append(String(value), small);
    }
  }

  caption(box, side, running, low, left) {
    const { state } = this;
    const mine = side === state.you;
    let word = t("stopped");
    if (state.paused_at) word = t("paused");
    else if (state.status === "in_progress") word = running ? t(mine ? "yourMoveShort" : "onMove") : t("waiting");
    if (running && low) word = t("hurry");
    if (running && mine && this.note) word = this.note;
    if (running && left === 0) word = t("timeUp");
    const place = box.querySelector(".word");
    if (place.textContent !== word) place.textContent = word;
    const when = box.querySelector(".when");
    if (when && running && state.flag_at) {
      const text = `· ${t("until", { when: localTime(state.flag_at) })}`;
      if (when.textContent !== text) when.textContent = text;
    }
  }

  warn(left) {
    const limit = [5000, 30000, 600000, 3600000].find((ms) => left <= ms) ?? Infinity;
    if (this.warned.has(limit) || left === 0) return;
    this.warned.add(limit);
    sayNow(t("lowTime", { time: span(left) }));
  }
}

function partsOf(left) {
  if (left >= DAY) {
    const hours = Math.ceil(left / HOUR);
    return [[Math.floor(hours / 24), t("d")], [hours % 24, t("h")]];
  }
  if (left > HOUR) {
    const minutes = Math.ceil(left / 60000);
    return [[Math.floor(minutes / 60), t("h")], [minutes % 60, t("min")]];
  }
  const seconds = Math.ceil(left / 1000);
  if (seconds > 600) return [[Math.ceil(seconds / 60), t("min")]];
  if (seconds >= 60) return [[Math.floor(seconds / 60), t("min")], [seconds % 60, t("sec")]];
  return [[seconds, t("sec")]];
}

function localTime(iso) {
  const when = new Date(iso);
  const far = when - Date.now() > 6 * DAY;
  const format = far ? { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } : { weekday: "short", hour: "2-digit", minute: "2-digit" };
  return new Intl.DateTimeFormat(language, { ...format, hourCycle: "h23" }).format(when);
}
