// Mouse and touch on the table: tap, pan, pinch, wheel, hold, hover. It finds the nearest cell; what that means is not its business.

const SLOP = 8;
const HOLD = 450;
const REST = 600;

export function watchPointer(svg, camera, on) {
  const down = new Map();
  let moved = false;
  let held = false;
  let timer = 0;
  let spread = 0;
  let resting = 0;

  const stopHold = () => {
    clearTimeout(timer);
    timer = 0;
  };
  const distance = () => {
    const [a, b] = [...down.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };

  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    clearTimeout(resting);
    down.set(event.pointerId, { x: event.clientX, y: event.clientY, x0: event.clientX, y0: event.clientY });
    stopHold();
    if (down.size === 1) {
      moved = false;
      held = false;
      timer = setTimeout(() => {
        held = on.hold(event.clientX, event.clientY);
      }, HOLD);
    } else {
      moved = true;
      spread = distance();
    }
  });

  svg.addEventListener("pointermove", (event) => {
    const finger = down.get(event.pointerId);
    if (!finger) {
      if (event.pointerType !== "mouse") return;
      const { clientX, clientY, target } = event;
      on.hover(clientX, clientY, target);
      clearTimeout(resting);
      resting = setTimeout(() => on.rest(clientX, clientY), REST);
      return;
    }
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    if (!moved && Math.hypot(event.clientX - finger.x0, event.clientY - finger.y0) > SLOP) {
      moved = true;
      stopHold();
      svg.setPointerCapture(event.pointerId);
      svg.classList.add("panning");
    }
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (!moved) return;
    if (down.size === 1) camera.pan(dx, dy);
    else if (down.size === 2) {
      const now = distance();
      const [a, b] = [...down.values()];
      if (spread > 0) camera.zoom(now / spread, (a.x + b.x) / 2, (a.y + b.y) / 2);
      spread = now;
    }
    on.moved();
  });

  const up = (event) => {
    stopHold();
    down.delete(event.pointerId);
    if (down.size === 0) svg.classList.remove("panning");
  };
  svg.addEventListener("pointerup", up);
  svg.addEventListener("pointercancel", up);
  svg.addEventListener("pointerleave", (event) => {
    clearTimeout(resting);
    if (!down.has(event.pointerId)) on.leave();
  });

  // A click comes from mouse, finger and assistive technology alike; after a drag or a hold it is not meant.
  svg.addEventListener("click", (event) => {
    if (event.detail !== 0 && (moved || held)) return;
    on.tap(event.target.closest("[data-cell],[data-place]"), event.clientX, event.clientY, event.detail === 0);
  });

  svg.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      camera.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), event.clientX, event.clientY);
      on.moved();
    },
    { passive: false },
  );

  svg.addEventListener("dblclick", (event) => {
    if (!event.target.closest("[data-cell],[data-place]")) on.fit();
  });
}
