// @ts-check
// A line of moves, stepped through: a slider, buttons, keys, and play. The positions are fetched as they are needed,
// some hundred at a time.

import { h, refill } from "./dom.js";
import { call, sentence } from "./api.js";
import { Drawing } from "./picture.js";
/** @import {Frame, LineView} from "./types.js" */

const CHUNK = 200;
const SPEEDS = { slow: 1500, normal: 750, fast: 280 }; // milliseconds
/** @type {Record<string, [label: string, by: number]>} */
const STEPS = {
  Home: ["First position", -Infinity],
  ArrowLeft: ["Previous move", -1],
  ArrowRight: ["Next move", 1],
  End: ["Last position", Infinity],
};

/** @param {string} look  names its icon @param {string} label @param {() => void} onclick */
const button = (look, label, onclick) =>
  h("button", { type: "button", class: look, "aria-label": label, title: label, onclick });

export class Stepper {
  /** @param {LineView} line */
  constructor(line) {
    this.line = line;
    this.length = line.moves.length;
    this.at = 0;
    this.frames = /** @type {Frame[]} */ ([]);
    this.loading = /** @type {Promise<void> | null} */ (null);
    this.playing = false;
    this.clock = 0;
    this.drawing = new Drawing();
    this.where = h("p", { class: "where", "aria-live": "polite" });
    const oninput = () => this.#step(this.slider.valueAsNumber - this.at);
    this.slider = h("input", { type: "range", max: this.length, value: 0, "aria-label": "Move", oninput });
    this.buttons = Object.entries(STEPS).map(([key, [label, by]]) => button(key, label, () => this.#step(by)));
    this.toggle = button("play", "Play", () => this.#play(!this.playing));
    this.speed = h("select", { "aria-label": "Speed" }, Object.entries(SPEEDS).map(([name, value]) =>
      h("option", { value, selected: name === "normal" }, name)));
    const controls = h("div", { class: "controls" }, this.buttons.toSpliced(2, 0, this.toggle), this.speed);
    const onkeydown = (/** @type {KeyboardEvent} */ event) => {
      const own = event.target === this.slider || event.target === this.speed;
      if (!STEPS[event.key] || own || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      this.#step(STEPS[event.key][1]);
    };
    this.element = h("div", { class: "stepper", role: "group", "aria-label": line.title || "Moves", onkeydown },
      h("div", { class: "sight" }, this.drawing.element), this.where, this.length > 0 && [this.slider, controls]);
    void this.go(0);
  }

  /** Show the position after so many moves. @param {number} index */
  async go(index) {
    const at = (this.at = Math.max(0, Math.min(this.length, index)));
    this.slider.value = String(at);
    try {
      while (!this.frames[at]) await (this.loading ??= this.#load().finally(() => (this.loading = null)));
    } catch (error) {
      void this.#play(false);
      return refill(this.where, h("span", { class: "bad" }, sentence(error)));
    }
    if (this.at !== at) return;
    const { shown, moves, cost, metric } = this.line;
    const { picture, move } = this.frames[at];
    const start = this.length ? `The start, ${cost} ${metric}` : "No move is needed";
    const text = shown.length === moves.length ? shown[at - 1] : move;
    this.drawing.show(picture, { animate: true });
    refill(this.where, at ? [`Move ${at} of ${this.length}: `, h("b", null, text)] : start);
    this.slider.setAttribute("aria-valuetext", this.where.textContent ?? "");
    this.buttons.forEach((each, i) => (each.ariaDisabled = String(at === (i < 2 ? 0 : this.length))));
  }

  /** Fetch the next frames. */
  async #load() {
    const { start, moves, player } = this.line;
    const have = this.frames.length;
    const { position } = this.frames[have - 1] ?? start;
    const next = moves.slice(Math.max(0, have - 1)).slice(0, CHUNK);
    const { frames } = await call("line", { ...start, position, moves: next, player });
    this.frames.push(...frames.slice(have ? 1 : 0));
  }

  /** @param {number} by */
  #step(by) {
    void this.#play(false);
    void this.go(this.at + by);
  }

  /** Begin to play, or stop. @param {boolean} on */
  async #play(on) {
    this.playing = on;
    this.toggle.ariaPressed = String(on);
    this.where.ariaLive = on ? "off" : "polite";
    clearTimeout(this.clock);
    if (!on) return;
    await this.go(this.at === this.length ? 0 : this.at + 1);
    clearTimeout(this.clock);
    if (this.at === this.length || !this.element.isConnected) void this.#play(false);
    else if (this.playing) this.clock = setTimeout(() => this.#play(true), Number(this.speed.value));
  }
}
