// @ts-check
// What a widget shows: a position to play on or a sheet to fill in, lines to step through, values, thermographs,
// pictures, and words.

import { h } from "../web/page/dom.js";
import { connect, disconnect } from "./api.js";
import { Drawing } from "../web/page/picture.js";
import { Play } from "../web/page/play.js";
import { Sheet } from "../web/page/sheet.js";
import { Stepper } from "../web/page/stepper.js";
import { thermograph } from "../web/page/thermograph.js";
import { valuePanel } from "../web/page/value.js";

/** @import {LineView, Picture, PositionView, ValueView, Walls} from "../web/page/types.js" */
/**
 * @typedef {object} Shown
 * @property {PositionView} [position]
 * @property {string} [partner]  whom the library plays
 * @property {string} [starter]
 * @property {LineView[]} [lines]
 * @property {ValueView} [value]
 * @property {Walls} [thermograph]
 * @property {Picture[]} [pictures]
 * @property {[string, string][][]} [words]
 */

/**
 * @param {any} model
 * @returns {{element: HTMLElement, left: () => void}}
 */
export function render(model) {
  connect(model);
  const view = /** @type {Shown} */ (model.get("view"));
  /** @param {Record<string, string>} now */
  const tell = (now) => {
    model.set("now", { ...model.get("now"), ...now });
    model.save_changes();
  };
  const parts = [
    !!view.words?.length && h("div", { class: "said" }, view.words.map((line) => h("p", null, line.map(spoken)))),
    view.position && position(view.position, view, tell),
    view.lines?.map((line) => new Stepper(line).element),
    view.value && valuePanel(view.value, { links: false }),
    view.thermograph && thermograph(view.thermograph),
    !!view.pictures?.length && h("div", { class: "sheets" }, view.pictures.map(drawn)),
  ];
  return { element: h("div", { class: "stack" }, parts.flat()), left: disconnect };
}

/**
 * @param {PositionView} view
 * @param {Shown} how
 * @param {(now: Record<string, string>) => void} tell
 */
function position(view, { partner, starter }, tell) {
  if (view.sheet) return new Sheet({ view, changed: (answer) => tell({ answer }) }).element;
  if (!view.moves) return drawn(view.picture);
  const play = new Play({ view, changed: (now) => tell({ position: now.position }) });
  if (starter) choose(play.starters, starter);
  if (partner) choose(play.partners, partner);
  return play.element;
}

/** @param {HTMLSelectElement} select @param {string} value */
function choose(select, value) {
  select.value = value;
  select.dispatchEvent(new Event("change"));
}

/** @param {[string, string]} part */
function spoken([text, style]) {
  return style ? h("strong", { class: style === "bold" ? null : style }, text) : text;
}

/** @param {Picture} picture */
function drawn(picture) {
  const drawing = new Drawing();
  drawing.show(picture);
  return drawing.element;
}
