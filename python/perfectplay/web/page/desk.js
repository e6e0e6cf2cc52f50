// @ts-check
// A picture that is written on, by pointer or by keys alone. Whoever extends a desk has hands (types.d.ts), which say
// what presses and keys do; the desk sees to pointers, focus, undo, and words for those who do not see the picture.

import { h, refill, s } from "./dom.js";
import { sentence } from "./api.js";
import { capital } from "./notice.js";
import { apart, draw, Drawing } from "./picture.js";
/** @import {Attributes, Gesture, Point, PositionView, Shape} from "./types.js" */

/** @type {Record<string, Point>} */
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const PAUSE = 1000; // milliseconds within which another letter belongs to the same word
const STILL = 0.25; // cells that a pointer may stray during a click
const SAMPLE = 0.2; // cells between two looks at where a stroke is

export class Desk {
  undoing = this.tool("Undo", () => this.travel(false), { title: "Ctrl+Z" });
  redoing = this.tool("Redo", () => this.travel(true), { title: "Ctrl+Y" });
  over = s("g", { class: "sheet-over" });
  said = h("div", { class: "sheet-said", role: "status" });
  spoken = h("p", { class: "unseen", role: "status" });
  /** @type {any[]} states to go back to */
  past = [];
  /** @type {any[]} */
  future = [];
  typed = "";
  pause = 0;
  frame = 0;

  /** @param {PositionView} view */
  constructor(view) {
    this.view = view;
    this.drawing = new Drawing({ label: view.name });
    this.drawing.element.append(this.over);
    this.board = h("div", { class: "sheet-board", tabindex: 0, role: "application", "aria-label": view.name },
      h("div", { class: "sight" }, this.drawing.element));
    this.follow(this.drawing.element);
    this.board.addEventListener("keydown", (event) => {
      const { key, shiftKey, altKey } = event;
      const command = event.ctrlKey || event.metaKey;
      this.hold(true);
      if (command && /^[yz]$/i.test(key)) void this.travel(shiftKey || /y/i.test(key));
      else if (WAYS[key]) this.step(WAYS[key], shiftKey || (command || altKey ? false : undefined));
      else if (command || altKey || !this.key(key, shiftKey)) return;
      event.preventDefault();
    });
    this.board.addEventListener("focus", () => this.board.matches(".pointed") || this.step([0, 0]));
    this.board.addEventListener("blur", () => this.board.classList.remove("pointed"));
  }

  get place() {
    const { system, position, options } = this.view;
    return { system, position, options };
  }

  /** Make gestures of what pointers do. @param {SVGSVGElement} svg */
  follow(svg) {
    /** @type {Gesture | null} */
    let gesture = null;
    /** @type {Point} */
    let last = [0, 0];
    let moved = false;
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("pointerdown", (event) => {
      if (event.button === 1) return;
      event.preventDefault();
      svg.setPointerCapture(event.pointerId);
      this.hold(false);
      [moved, last] = [false, this.drawing.point(event)];
      gesture?.drop(); // a second finger scrolls or zooms the page
      gesture = event.isPrimary ? this.press(last, event.button || event.ctrlKey ? -1 : 1, event.pointerType) : null;
    });
    const move = (/** @type {PointerEvent} */ event) => {
      if (!gesture || !event.isPrimary) return;
      const [[x, y], to] = [last, this.drawing.point(event)];
      const far = apart(last, to);
      moved ||= far > STILL;
      for (let part = SAMPLE / far; moved && part < 1; part += SAMPLE / far) {
        gesture.move([x + part * (to[0] - x), y + part * (to[1] - y)]);
      }
      if (moved) gesture.move((last = to));
      if (event.type === "pointermove") return;
      if (event.type === "pointerup") gesture.end(moved);
      else gesture.drop();
      gesture = null;
    };
    for (const type of /** @type {const} */ (["pointermove", "pointerup", "pointercancel"])) {
      svg.addEventListener(type, move);
    }
  }

  /** @param {boolean} keyed */
  hold(keyed) {
    this.board.classList.toggle("pointed", !keyed);
    this.board.focus({ preventScroll: true });
  }

  /** A letter with those typed just before, and alone. @param {string} key */
  words(key) {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => (this.typed = ""), PAUSE);
    return [this.typed + key, key];
  }

  /** The step that follows can be taken back. */
  keep() {
    this.past.push(this.state);
    this.future = [];
  }

  /** @param {boolean} forth */
  async travel(forth) {
    const [from, to] = forth ? [this.future, this.past] : [this.past, this.future];
    const { state } = this;
    if (!from.length) return;
    await this.adopt(from.at(-1), true);
    to.push(state);
    from.pop();
  }

  /** Show what has changed, soon. */
  paint() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.over.replaceChildren();
      this.undoing.disabled = !this.past.length;
      this.redoing.disabled = !this.future.length;
      this.overlay();
    });
  }

  /** Lay a shape over the picture. @param {Shape} shape @param {string} [look] */
  put(shape, look) {
    const part = draw(shape);
    if (look) part.setAttribute("class", look);
    this.over.append(part);
  }

  /** A button; what goes wrong is said. @param {string} text @param {() => unknown} act @param {Attributes} [more] */
  tool(text, act, more) {
    const onclick = () => (async () => act())().catch((error) => this.fail(error));
    return h("button", { type: "button", onclick, ...more }, text);
  }

  /** @param {string} text */
  say(text, look = "") {
    refill(this.said, h("p", { class: look, role: look === "bad" && "alert" }, text));
  }

  /** @param {unknown} error */
  fail(error, more = "") {
    this.say(`${capital(sentence(error))}.${more}`, "bad");
  }

  /** For those who hear. @param {string} text */
  speak(text) {
    this.spoken.textContent = text;
  }
}
