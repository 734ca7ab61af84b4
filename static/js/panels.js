// Puts the panels of a freshly fetched page in place of those shown, and nothing where nothing changed.

const IDS = ["strip-white", "strip-black", "meta", "ml-list", "tk", "lists", "acts", "banners"];
// Tokens and keys differ in every answer and mean nothing to the eye.
const plain = (html) => html.replace(/(name="(?:csrfmiddlewaretoken|key)"[^>]*value=")[^"]*/g, "$1").replace(/\s+/g, " ");
const shown = new Map();

export function remember() {
  for (const id of IDS) shown.set(id, plain(document.getElementById(id)?.innerHTML ?? ""));
}

/** Swap every panel that differs; the focus stays with its control where that control is still there. */
export function swap(page) {
  for (const id of IDS) {
    const here = document.getElementById(id);
    const fresh = page.getElementById(id);
    if (!here || !fresh) continue;
    const html = plain(fresh.innerHTML);
    if (shown.get(id) === html) continue;
    shown.set(id, html);
    const focused = here.contains(document.activeElement) ? handle(document.activeElement) : "";
    here.innerHTML = fresh.innerHTML;
    if (focused) (here.querySelector(focused) ?? document.getElementById("table")).focus({ preventScroll: true });
  }
}

function handle(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.dataset.piece) return `[data-piece="${CSS.escape(element.dataset.piece)}"]`;
  if (element.dataset.ply) return `[data-ply="${CSS.escape(element.dataset.ply)}"]`;
  return "summary, button, a";
}

/** Mark the reserve slot the last move came from. */
export function markReserve(move) {
  for (const slot of document.querySelectorAll(".tray .last-from")) slot.classList.remove("last-from");
  if (!move || move.from || !move.piece) return;
  const side = move.piece[0] === "w" ? "white" : "black";
  document.querySelectorAll(`#strip-${side} .tray > *`)["QSBGAMLP".indexOf(move.piece[1])]?.classList.add("last-from");
}

/** Mark the reserve button of the piece that is picked. */
export function pressReserve(piece) {
  for (const button of document.querySelectorAll(".tray button[data-piece]")) {
    button.setAttribute("aria-pressed", String(button.dataset.piece === piece));
  }
}
