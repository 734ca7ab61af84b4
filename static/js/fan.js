// A stack fanned out: every piece with its name, top to ground. For reading only; it closes on Esc, a tap or a move.

import { slab } from "bikupa/draw";
import { pieceName, t, words } from "bikupa/say";

const box = document.getElementById("fan");

export const fanOpen = () => !box.hidden;

/** Show the stack beside a point of the table, in pixels. */
export function openFan(pieces, sprite, [x, y]) {
  box.replaceChildren(
    ...[...pieces].reverse().map((piece, index) => {
      const row = document.createElement("div");
      const tags = [index === 0 && words.onTopTag, index === pieces.length - 1 && words.groundTag].filter(Boolean).join(" · ");
      row.innerHTML = `<svg class="tl" viewBox="-45 -50 90 109" aria-hidden="true">${slab(piece, sprite, { pips: true })}</svg><span><b></b><span></span></span>`;
      row.querySelector("b").textContent = pieceName(piece);
      row.querySelector("span span").textContent = tags;
      return row;
    }),
  );
  box.hidden = false;
  const table = box.parentElement;
  const left = x + 60 + box.offsetWidth > table.clientWidth ? x - 60 - box.offsetWidth : x + 60;
  box.style.left = `${Math.max(6, left)}px`;
  box.style.top = `${Math.max(6, Math.min(y - box.offsetHeight / 2, table.clientHeight - box.offsetHeight - 6))}px`;
}

export function closeFan() {
  const was = !box.hidden;
  box.hidden = true;
  return was;
}

/** What a screen reader hears of it. */
export const fanWords = (pieces) => `${t("stackOf")}: ${[...pieces].reverse().map(pieceName).join(", ")}.`;
