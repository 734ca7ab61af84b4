// The bars over the table: hint, confirmation, trouble, lost line.

import { escape, slab } from "bikupa/draw";

const byId = (id) => document.getElementById(id);

/** The dark bar at the bottom. `rest` and `count` are quieter than `title`; `why` marks a reason. */
export function hint({ piece = null, title, rest = "", count = "", why = false, sprite }) {
  const bar = byId("hint");
  bar.classList.toggle("why", why);
  const icon = `<svg class="ic i20" aria-hidden="true"><use href="${sprite}#i-pin"/></svg>`;
  bar.querySelector(".hint-chip").innerHTML = why
    ? icon
    : piece
      ? `<svg class="tl" viewBox="-45 -50 90 109" aria-hidden="true">${slab(piece, sprite, { small: true })}</svg>`
      : "";
  bar.querySelector(".hint-text").innerHTML =
    `<b>${escape(title)}</b> <span class="mm">${escape(rest)}</span>${count ? `<span class="mm n">${escape(count)}</span>` : ""}`;
  bar.hidden = false;
}

export function noHint() {
  byId("hint").hidden = true;
}

export function confirmBar(text) {
  byId("confirm-text").textContent = text;
  byId("confirm").hidden = false;
}

export function noConfirm() {
  byId("confirm").hidden = true;
}

export function busy(on) {
  byId("confirm-play").setAttribute("aria-disabled", String(on));
  byId("confirm").setAttribute("aria-busy", String(on));
}

/** The red bar: what went wrong, what is safe, what to do. */
export function trouble(text) {
  const bar = byId("trouble");
  bar.querySelector("span").textContent = text;
  bar.hidden = false;
}

export function noTrouble() {
  byId("trouble").hidden = true;
}

/** Whether the line is broken. */
export function line(text) {
  const bar = byId("line");
  bar.querySelector("span").textContent = text;
  bar.hidden = !text;
}

/** The chip that says how many moves came while the reader looked back; a press goes to them. */
export function newMoves(text, go) {
  let bar = byId("new-moves");
  if (!bar) {
    bar = document.createElement("div");
    bar.id = "new-moves";
    bar.className = "bar";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "link";
    button.addEventListener("click", go);
    bar.append(button);
    byId("trouble").before(bar);
  }
  bar.hidden = !text;
  bar.firstChild.textContent = text;
}
