// Going back and forward in the game: which ply is looked at, and what the lists of moves show of it.

export class Review {
  constructor(onChange) {
    this.ply = 0;
    this.last = 0;
    this.onChange = onChange;
    document.addEventListener("click", (event) => {
      const link = event.target.closest("a[data-ply]");
      if (link) {
        event.preventDefault();
        this.go(Number(link.dataset.ply));
        return;
      }
      const button = event.target.closest("[data-go]");
      if (button) this.move(button.dataset.go);
      const notation = event.target.closest("[data-notation]");
      if (notation) this.notation(notation.dataset.notation);
    });
    try {
      this.notation(localStorage.getItem("notation") || "words");
    } catch {
      this.notation("words");
    }
  }

  get latest() {
    return this.ply >= this.last;
  }

  /** Take a new length of the game; a reader who looks back stays where they are. Returns whether they do. */
  take(last) {
    const stays = this.last > 0 && !this.latest;
    this.last = last;
    if (!stays) this.ply = last;
    this.show();
    return stays;
  }

  move(where) {
    const target = { first: 0, back: this.ply - 1, on: this.ply + 1, last: this.last }[where];
    this.go(target);
  }

  go(ply) {
    const wanted = Math.max(0, Math.min(this.last, ply));
    if (wanted === this.ply) return;
    this.ply = wanted;
    this.show();
    this.onChange();
  }

  show() {
    document.querySelector(".g").classList.toggle("reviewing", !this.latest);
    const list = document.getElementById("ml");
    for (const link of list.querySelectorAll("a[data-ply]")) {
      const current = Number(link.dataset.ply) === this.ply;
      link.classList.toggle("cur", current);
      if (current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    const current = list.querySelector(".cur");
    if (this.latest) list.scrollTop = list.scrollHeight;
    else if (current) list.scrollTop += current.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
    else list.scrollTop = 0;
    this.ticker(list);
    for (const button of document.querySelectorAll("[data-go]")) {
      const back = ["first", "back"].includes(button.dataset.go);
      button.setAttribute("aria-disabled", String(back ? this.ply === 0 : this.latest));
    }
  }

  /** The line of moves on a phone: the four up to the one looked at. */
  ticker(list) {
    const strip = document.getElementById("tk");
    const links = [...list.querySelectorAll("a[data-ply]")].filter((link) => Number(link.dataset.ply) <= Math.max(1, this.ply)).slice(-4);
    if (links.length === 0) return;
    strip.replaceChildren(
      ...links.map((link) => {
        const copy = link.cloneNode(true);
        copy.removeAttribute("id");
        copy.querySelector("time")?.remove();
        return copy;
      }),
    );
    const edge = strip.getBoundingClientRect().left;
    while (strip.children.length > 1 && strip.firstElementChild.getBoundingClientRect().left < edge) strip.firstElementChild.remove();
  }

  notation(which) {
    document.getElementById("moves").classList.toggle("uhp", which === "uhp");
    for (const button of document.querySelectorAll("[data-notation]")) {
      button.setAttribute("aria-pressed", String(button.dataset.notation === which));
    }
    try {
      localStorage.setItem("notation", which);
    } catch {
      // Not kept for next time, then.
    }
  }
}
