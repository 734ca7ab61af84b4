// What the keyboard and the view buttons can ask of the board.

import { describe, joined, moveWords, pieceName, say, stackName, t } from "bikupa/say";
import { fanWords, openFan } from "bikupa/fan";
import { cellOf, keyOf } from "bikupa/hexes";
import { keepTurn } from "bikupa/kept";

/** Fan the stack on a cell; false when there is none. */
export function showFan(table, key) {
  const pieces = key && table.view.stacks.get(key);
  if (!pieces || pieces.length < 2) return false;
  table.fanKey = key;
  openFan(pieces, table.sprite, table.pixelsOf(key));
  return true;
}

/** The commands of a game, by name; `typing` opens the line for a move in letters. */
export function commandsOf(game, typing) {
  const { table } = game;

  function cycle(list, direction) {
    if (!list.length) return;
    const index = list.indexOf(table.focusKey);
    table.focus(list[(index + direction + list.length) % list.length] ?? list[0]);
  }

  function nextPiece(direction) {
    const { stacks } = table.view;
    const keys = [...stacks.keys()].filter((key) => game.pick.canMove(stacks.get(key).at(-1)));
    if (keys.length) cycle(keys, direction);
    else reserve();
  }

  const reserve = () => (document.querySelector(".you .tray button") ?? document.querySelector(".tray button"))?.focus();

  function stack() {
    const pieces = table.view.stacks.get(table.focusKey);
    if (!pieces) return;
    showFan(table, table.focusKey);
    say(pieces.length > 1 ? fanWords(pieces) : describe(table.view.stacks, table.focusKey, cellOf(table.focusKey), game.turn));
  }

  function lastMove() {
    const move = game.state.moves[game.review.ply - 1];
    say(move ? t("lastMove", { move: moveWords(move, game.turn) }) : t("noMoveYet"));
    if (move?.to) table.focus(keyOf(move.to));
  }

  function queens() {
    const [white, black] = ["white", "black"].map((side) => {
      const piece = pieceName(`${side[0]}Q`);
      const covered = game.state.position.queen_neighbours[side];
      return covered === null ? t("queenMissing", { piece }) : t("queenOpen", { piece, open: 6 - covered });
    });
    say(t("queens", { white, black }));
  }

  function rows() {
    const byRow = new Map();
    for (const element of table.tiles.querySelectorAll("[data-cell]")) {
      const y = /translate\(\S+ (\S+)\)/.exec(element.getAttribute("transform"))[1];
      byRow.set(y, [...(byRow.get(y) ?? []), stackName(table.view.stacks.get(element.dataset.cell))]);
    }
    say([...byRow.values()].map((list, index) => t("row", { n: index + 1, list: joined(list) })).join(". ") || t("emptyHive"));
  }

  function turn() {
    game.turn = (game.turn + 5) % 6;
    keepTurn(game.state.id, game.turn);
    game.draw();
    table.fit();
  }

  function spread() {
    game.spread = !game.spread;
    document.querySelector("[data-view=spread]").setAttribute("aria-pressed", String(game.spread));
    game.draw();
    say(t(game.spread ? "spread" : "unspread"));
  }

  return {
    step: (direction) => table.walk(direction),
    choose: () => game.tap(table.keyboardKey() ?? table.focusKey, true),
    back: () => game.back(),
    nextPiece,
    nextPlace: (direction) => cycle(table.view.places.map((place) => keyOf(place.to)), direction),
    reserve,
    stack,
    lastMove,
    clocks: () => game.clocks.say(),
    queens,
    rows,
    review: (where) => game.review.move(where),
    zoom: (factor) => table.camera.zoom(factor),
    fit: () => table.fit(),
    turn,
    spread,
    type: typing,
    help: () => document.getElementById("keys-help").showModal(),
  };
}
