// Draw, resign, abort: the page's forms, sent without leaving the page.

import { post } from "bikupa/net";

/** `on.done()` after success, `on.failed(answer)` else. Forms that carry no data-act are sent as they are. */
export function watchActions(gameId, on) {
  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-act]");
    if (!form) return;
    event.preventDefault();
    const button = form.querySelector("[type=submit]");
    button.disabled = true;
    const answer = await post(gameId, form.dataset.act);
    button.disabled = false;
    form.closest("details")?.removeAttribute("open");
    if (answer.ok) on.done(form.dataset.act);
    else on.failed(answer);
  });
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.ask[open]")) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll("details.ask[open]")) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
}
