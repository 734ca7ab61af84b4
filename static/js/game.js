// The game page: makes the game and ties pointer, keyboard, buttons and live news to it.

import { watchActions } from "bikupa/actions";
import * as bars from "bikupa/bars";
import { commandsOf, showFan } from "bikupa/commands";
import { closeFan, fanOpen } from "bikupa/fan";
import { keyOf } from "bikupa/hexes";
import { watchKeys } from "bikupa/keys";
import { follow } from "bikupa/live";
import { GUARD, Game } from "bikupa/play";
import { watchPointer } from "bikupa/pointer";
import { t } from "bikupa/say";
import { watchTyping } from "bikupa/typed";

const game = new Game();
const { table } = game;
const commands = commandsOf(game, watchTyping(game));

watchKeys(table.svg, commands);
watchPointer(table.svg, table.camera, {
  tap: (element, x, y, byKey) => {
    const key = byKey ? (element?.dataset.place ?? element?.dataset.cell ?? null) : table.keyAt(element, x, y);
    game.tap(key, byKey);
  },
  hold: (x, y) => showFan(table, table.keyAt(null, x, y)),
  rest: (x, y) => !game.pick.piece && showFan(table, table.keyAt(null, x, y)),
  hover: (x, y, target) => {
    const key = table.keyAt(target.closest?.("[data-cell],[data-place]"), x, y);
    table.setHot(key);
    if (key !== table.fanKey) closeFan();
  },
  leave: () => table.setHot(null),
  moved: () => closeFan(),
  fit: () => table.fit(),
});

document.querySelector(".ctl").addEventListener("click", (event) => {
  const button = event.target.closest("[data-view]");
  if (!button) return;
  closeFan();
  ({
    in: () => commands.zoom(1.25),
    out: () => commands.zoom(0.8),
    fit: commands.fit,
    turn: commands.turn,
    spread: commands.spread,
    keys: commands.help,
  })[button.dataset.view]();
});

document.addEventListener("click", (event) => {
  const slot = event.target.closest(".tray button[data-piece]");
  if (!slot || Date.now() < game.quietUntil || game.pick.sending) return;
  bars.noTrouble();
  game.choose(slot.dataset.piece);
  // Where the keyboard picked, the keyboard goes on: to the first legal place.
  if (event.detail === 0 && table.view.places.length) table.focus(keyOf(table.view.places[0].to));
});

const play = document.getElementById("confirm-play");
play.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.repeat || Date.now() - game.placedAt < GUARD)) event.preventDefault();
});
play.addEventListener("click", () => game.send());
document.getElementById("confirm-back").addEventListener("click", () => game.back());
document.getElementById("hint-close").addEventListener("click", () => game.putBack());
document.querySelector("#trouble button").addEventListener("click", () => bars.noTrouble());
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open], details[open][data-menu]")) return;
  if (fanOpen() || game.pick.piece) game.back();
});

watchActions(game.state.id, { done: () => game.refresh(), failed: (answer) => game.refused(answer) });
if (game.state.status === "in_progress") {
  follow(game.state.id, game.state.url, () => game.state.version, {
    version: () => game.refresh(),
    line: (ok) => bars.line(ok ? "" : t("reconnecting")),
  });
}
