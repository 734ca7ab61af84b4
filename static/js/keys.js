// The keyboard on the board. Letters go by their place on the keyboard, so that other layouts work alike.

const STEPS = {
  KeyD: 0, ArrowRight: 0, Numpad6: 0, KeyE: 1, Numpad9: 1, KeyQ: 2, Numpad7: 2,
  KeyA: 3, ArrowLeft: 3, Numpad4: 3, KeyZ: 4, Numpad1: 4, KeyC: 5, Numpad3: 5,
};

/** Call the game's commands; `does` maps a command to a function, `step(direction)` walks. */
export function watchKeys(svg, does) {
  const plain = {
    KeyR: does.reserve, KeyS: does.stack, KeyL: does.lastMove, KeyK: does.clocks, KeyP: does.queens, KeyB: does.rows,
    KeyM: does.type, KeyF: does.fit, KeyG: does.turn,
    ArrowUp: () => does.review("back"), ArrowDown: () => does.review("on"),
    Home: () => does.review("first"), End: () => does.review("last"),
    Equal: () => does.zoom(1.25), NumpadAdd: () => does.zoom(1.25), Minus: () => does.zoom(0.8), NumpadSubtract: () => does.zoom(0.8),
  };
  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { code, key, shiftKey } = event;
    let run = null;
    if (key === "Enter" || key === " ") run = event.repeat ? () => {} : does.choose;
    else if (key === "Escape") run = does.back;
    else if (key === "?") run = does.help;
    else if (key === "+") run = () => does.zoom(1.25);
    else if (key === "-") run = () => does.zoom(0.8);
    else if (code in STEPS) run = () => does.step(STEPS[code]);
    else if (code === "KeyN") run = () => does.nextPiece(shiftKey ? -1 : 1);
    else if (code === "KeyT") run = () => does.nextPlace(shiftKey ? -1 : 1);
    else run = plain[code];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  });
}
