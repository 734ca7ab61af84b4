// What part of the table is seen: fits itself until the reader pans or zooms, then stays theirs.

const LEAST = [760, 520];

export class Camera {
  /** `inset()` says how many pixels at each edge are covered by bars: { left, top, right, bottom }. */
  constructor(svg, inset) {
    this.svg = svg;
    this.inset = inset;
    this.box = null;
    this.own = false;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    new ResizeObserver(() => this.resize()).observe(svg);
  }

  get size() {
    return [this.svg.clientWidth || 1, this.svg.clientHeight || 1];
  }

  fitScale() {
    const [width, height] = this.size;
    const { left, top, right, bottom } = this.inset();
    const least = width < 600 ? [430, 430] : LEAST;
    const across = Math.max(this.box.right - this.box.left + 176, least[0]);
    const down = Math.max(this.box.bottom - this.box.top + 116, least[1]);
    return Math.min((width - left - right) / across, (height - top - bottom) / down, 1.12);
  }

  /** Show the whole box; from then on the camera fits itself again. */
  fit(box = this.box) {
    this.box = box;
    this.own = false;
    const [width, height] = this.size;
    const { left, top, right, bottom } = this.inset();
    this.scale = this.fitScale();
    this.x = (box.left + box.right) / 2 + (right - left) / 2 / this.scale;
    this.y = (box.top + box.bottom) / 2 + (bottom - top) / 2 / this.scale;
    this.show(width, height);
  }

  /** Tell what there is to see; fits only while the view is not the reader's own. */
  see(box) {
    this.box = box;
    if (!this.own) this.fit(box);
  }

  resize() {
    if (!this.box) return;
    if (this.own) this.show(...this.size);
    else this.fit();
  }

  show(width, height) {
    const w = width / this.scale;
    const h = height / this.scale;
    this.svg.setAttribute("viewBox", `${this.x - w / 2} ${this.y - h / 2} ${w} ${h}`);
  }

  /** Pixels of the page to units of the drawing. */
  unitsAt(clientX, clientY) {
    const frame = this.svg.getBoundingClientRect();
    return [
      this.x + (clientX - frame.left - frame.width / 2) / this.scale,
      this.y + (clientY - frame.top - frame.height / 2) / this.scale,
    ];
  }

  /** Units of the drawing to pixels inside the table. */
  pixelsAt(x, y) {
    const [width, height] = this.size;
    return [(x - this.x) * this.scale + width / 2, (y - this.y) * this.scale + height / 2];
  }

  pan(dx, dy) {
    this.own = true;
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.show(...this.size);
  }

  /** Zoom about a point of the page, between 0.4 and 3 times fit. */
  zoom(factor, clientX, clientY) {
    const frame = this.svg.getBoundingClientRect();
    const px = clientX ?? frame.left + frame.width / 2;
    const py = clientY ?? frame.top + frame.height / 2;
    const [x, y] = this.unitsAt(px, py);
    const fit = this.fitScale();
    this.own = true;
    this.scale = Math.min(Math.max(this.scale * factor, fit * 0.4), fit * 3);
    const [nx, ny] = this.unitsAt(px, py);
    this.x += x - nx;
    this.y += y - ny;
    this.show(...this.size);
  }

  /** Move by the least needed so that a point in units is in sight. */
  nudge(x, y) {
    if (!this.own) return;
    const [px, py] = this.pixelsAt(x, y);
    const [width, height] = this.size;
    const edge = 50 * this.scale;
    const dx = px < edge ? edge - px : px > width - edge ? width - edge - px : 0;
    const dy = py < edge ? edge - py : py > height - edge ? height - edge - py : 0;
    if (dx || dy) this.pan(dx, dy);
  }
}
