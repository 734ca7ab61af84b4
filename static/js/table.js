// The board on the screen: draws a view, finds cells under the pointer, holds the keyboard's place on it.

import { Camera } from "bikupa/camera";
import { bounds, scene } from "bikupa/draw";
import { cellOf, keyOf, neighbours } from "bikupa/hexes";
import * as marks from "bikupa/marks";

export class Table {
  constructor() {
    this.frame = document.getElementById("table");
    this.svg = document.getElementById("board");
    this.sprite = this.frame.dataset.sprite;
    [this.under, this.tiles, this.over] = ["under", "tiles", "over"].map((name) => this.svg.querySelector(`g.${name}`));
    this.camera = new Camera(this.svg, () => this.inset());
    this.focusKey = null;
    this.hot = null;
    this.fanKey = null;
    this.view = null;
    this.svg.addEventListener("focusin", (event) => {
      const element = event.target.closest("[data-cell],[data-place]");
      if (!element) return;
      this.focusKey = element.dataset.place ?? element.dataset.cell;
      this.marks();
    });
    this.svg.addEventListener("focusout", () => queueMicrotask(() => this.marks()));
  }

  /** What bars cover at each edge, in pixels. */
  inset() {
    const phone = this.frame.clientWidth < 620;
    const bar = this.frame.querySelector(".banners");
    const below = bar.offsetHeight ? bar.offsetTop + bar.offsetHeight : 0;
    const [top, bottom] = phone ? [50, 40] : [14, 62];
    return { left: phone ? 4 : 10, right: phone ? 4 : 56, top: Math.max(top, below), bottom };
  }

  /**
   * Draw a view: { stacks, resting (stacks without what is in hand), turn, spread, last, from, picked, ghost, dim, label(key, pieces), places, placeLabel(place),
   * throwers: [cell], throwable: [cell], pinned: cell, checked: [cell] }.
   */
  draw(view) {
    const hadFocus = this.svg.contains(document.activeElement) && document.activeElement !== this.svg;
    this.view = { ...view, sprite: this.sprite };
    const drawn = scene(view.stacks, this.view);
    const targets = marks.places(this.view, view.places, { hot: null, label: view.placeLabel });
    this.under.innerHTML = drawn.under + targets.ground;
    this.tiles.innerHTML = drawn.tiles;
    this.roof = targets.roof;
    this.marks();
    if (!this.element(this.focusKey)) this.focusKey = this.firstKey();
    this.rove();
    if (hadFocus) this.focus(this.focusKey);
    this.extent = bounds(view.resting, view.turn, view.spread);
    this.camera.see(this.extent);
  }

  firstKey() {
    const { last, stacks, places } = this.view;
    if (last && stacks.has(last)) return last;
    return [...stacks.keys()].at(-1) ?? (places.length ? keyOf(places[0].to) : null);
  }

  /** Redraw only what lies over the tiles. */
  marks() {
    const { view } = this;
    if (!view) return;
    let over = "";
    for (const cell of view.throwable) over += marks.throwable(view, cell);
    for (const cell of view.throwers) over += marks.thrower(view, cell, view.stacks.get(keyOf(cell)).at(-1)[0]);
    if (view.pinned) over += marks.pinned(view, view.pinned);
    for (const cell of view.checked) over += marks.surrounded(view, cell);
    over += this.roof;
    const hot = this.hotKey();
    const place = hot && view.places.find((candidate) => keyOf(candidate.to) === hot);
    if (place) over += marks.way(view, place);
    else if (view.played) over += marks.way(view, view.played, " played");
    const focused = this.keyboardKey();
    if (focused) over += marks.focus(view, focused);
    this.setOver(over);
    for (const target of this.svg.querySelectorAll(".target")) target.classList.toggle("hot", target.dataset.place === hot);
  }

  /** Elements that hold the focus must live on: the roof is redrawn only when it differs. */
  setOver(html) {
    const roofHasFocus = this.over.contains(document.activeElement);
    if (this.shownOver === html) return;
    this.shownOver = html;
    const key = roofHasFocus ? document.activeElement.dataset.place : null;
    this.over.innerHTML = html;
    if (key) {
      const element = this.element(key);
      element?.setAttribute("tabindex", "0");
      element?.focus({ preventScroll: true });
    }
  }

  keyboardKey() {
    const focused = this.svg.querySelector("[data-cell]:focus-visible, [data-place]:focus-visible");
    return focused ? (focused.dataset.place ?? focused.dataset.cell) : null;
  }

  hotKey() {
    const key = this.hot ?? this.keyboardKey();
    return key && this.view.places.some((place) => keyOf(place.to) === key) ? key : null;
  }

  setHot(key) {
    if (key === this.hot) return;
    this.hot = key;
    this.marks();
  }

  element(key) {
    if (!key) return null;
    return this.svg.querySelector(`[data-place="${key}"]`) ?? this.svg.querySelector(`[data-cell="${key}"]`);
  }

  /** One stop for Tab: the tile the keyboard was on last, or the whole board while it is empty. */
  rove() {
    for (const other of this.svg.querySelectorAll("[tabindex='0']")) other.setAttribute("tabindex", "-1");
    const element = this.element(this.focusKey);
    if (element) {
      element.setAttribute("tabindex", "0");
      this.svg.removeAttribute("tabindex");
    } else {
      this.svg.setAttribute("tabindex", "0");
    }
  }

  focus(key) {
    this.focusKey = key;
    this.rove();
    (this.element(key) ?? this.svg).focus({ preventScroll: true });
    if (key) this.camera.nudge(...marks.faceOf(this.view, cellOf(key)));
    this.marks();
  }

  /** Walk to the neighbour in a direction of the screen; false when nothing is there. */
  walk(direction) {
    if (!this.focusKey) return false;
    const turn = this.view.turn % 6;
    const key = keyOf(neighbours(cellOf(this.focusKey))[(direction - turn + 6) % 6]);
    if (!this.element(key)) return false;
    this.focus(key);
    return true;
  }

  /** The cell meant by a point of the page: what was hit, else the nearest place or tile in reach. */
  keyAt(element, clientX, clientY) {
    if (element?.dataset.place) return element.dataset.place;
    const [x, y] = this.camera.unitsAt(clientX, clientY);
    let best = null;
    let least = 46;
    const look = (key, [fx, fy]) => {
      const away = Math.hypot(fx - x, fy - y);
      if (away < least) [best, least] = [key, away];
    };
    for (const place of this.view.places) look(keyOf(place.to), marks.faceOf(this.view, place.to));
    for (const key of this.view.stacks.keys()) look(key, marks.faceOf(this.view, cellOf(key)));
    return element?.dataset.cell && least > 30 ? element.dataset.cell : best ?? element?.dataset.cell ?? null;
  }

  pixelsOf(key) {
    return this.camera.pixelsAt(...marks.faceOf(this.view, cellOf(key)));
  }

  /** Bring an opponent's move into sight. */
  nudge(cell) {
    if (cell) this.camera.nudge(...marks.faceOf(this.view, cell));
  }

  fit() {
    this.camera.fit(this.extent);
  }
}
