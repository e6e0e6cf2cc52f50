// @ts-check
// Changing the position itself: letters are put on the picture, texts, addresses and files are loaded, and it goes out
// again in all its forms. Letters that make no position yet (two players of Sokoban) wait for those that mend it.

import { h, refill } from "./dom.js";
import { ApiError, call, sentence } from "./api.js";
import { Desk } from "./desk.js";
import { copyButton, download, spaced } from "./notice.js";
import { centre, distance } from "./picture.js";
import { cheapest, toward } from "./strokes.js";
/** @import {EditorHow, Hands, Point, PositionView, Stop} from "./types.js" */

const MOST_BYTES = 1 << 18;
/** @type {Record<string, string>} */
const ENDINGS = { dimacs: "cnf", graph6: "g6", sparse6: "s6", svg: "svg" };

export class Editor extends Desk {
  /** @type {Map<number, string>} letters on places that make no position yet */
  pending = new Map();
  queue = Promise.resolve();
  /** @type {string[]} */
  letters = [];
  letter = "";
  /** @type {Stop[]} */
  places = [];
  cursor = -1;
  palette = h("div", { class: "palette", role: "group", "aria-label": "Letters" });
  text = h("textarea", { spellcheck: "false", autocapitalize: "off" });
  forms = h("div", { class: "stack" });
  export = h("details", { ontoggle: () => this.exports() }, h("summary", null, "Export"), this.forms);

  /** @param {EditorHow} how */
  constructor({ view, system, changed = () => {} }) {
    super(view);
    this.changed = changed;
    const load = () => this.load(this.text.value);
    const file = h("input", { type: "file", hidden: true, onchange: () => this.open(file.files) });
    const size = h("input", { class: "size", value: "6x6", "aria-label": "Size" });
    const samples = Object.entries({ ...(system.sample && { sample: system.sample }), ...system.samples });
    const choice = h("select", { "aria-label": "Samples", onchange: () => this.load(choice.value) },
      h("option", { disabled: true, selected: true }, "Samples …"),
      samples.map(([name, value]) => h("option", { value }, spaced(name))));
    const drop = (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      if (event.type === "drop") void this.open(event.dataTransfer?.files);
    };
    this.element = h("div", { class: "editor", ondragover: drop, ondrop: drop }, this.board, this.palette,
      h("div", { class: "row" }, this.undoing, this.redoing,
        system.sized && [size, this.tool("New", () => this.load(size.value))], samples.length > 0 && choice),
      this.said, this.spoken,
      h("label", { class: "field" }, "Position: text, an address of puzz.link, or a file", this.text),
      h("div", { class: "row" }, this.tool("Load", load, { title: "Ctrl+Enter", class: "primary" }),
        this.tool("Open a file …", () => file.click(), { title: "Or drop it here" }), file,
        copyButton("Copy", () => this.text.value)),
      this.export);
    this.text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void load();
    });
    this.show(view);
  }

  /** @param {PositionView} view */
  show(view) {
    const { edit, position } = view;
    const { letters, places } = edit ?? { letters: [], places: [] };
    this.view = view;
    this.state = this.place;
    if (String(letters) !== String(this.letters)) this.offer(letters);
    this.places = places.map(([name, area], number) => ({ name, area, number, at: centre(area) }));
    this.pending.clear();
    this.drawing.show(view.picture);
    this.board.tabIndex = edit ? 0 : -1;
    this.board.classList.toggle("strokes", !!edit);
    this.text.value = edit ? position.replaceAll("|", "\n") : position;
    this.text.rows = Math.min(24, this.text.value.split("\n").length + 1);
    this.paint();
    void this.exports();
  }

  /** @param {string[]} letters */
  offer(letters) {
    const choose = (/** @type {string} */ letter) => {
      this.letter = letter;
      this.paint();
    };
    const other = h("input", { placeholder: "other", "aria-label": "Other clue", oninput: () => choose(other.value) });
    const keys = letters.map((letter) => this.tool(letter === " " ? "␣" : letter, () => choose(letter),
      { value: letter, "aria-label": `letter ${letter}` }));
    this.letters = letters;
    this.letter = letters[1] ?? letters[0];
    refill(this.palette, keys, this.view.edit?.typed && !/\d/.test(letters.join()) && other);
  }

  /** @type {Hands["adopt"]} */
  async adopt(place, back) {
    this.take(await call("position", place), back);
  }

  /** @param {boolean} forth */
  async travel(forth) {
    if (this.pending.size && !forth) this.take(this.view);
    else this.later(() => super.travel(forth));
  }

  /** One after the other. @param {() => Promise<void>} act */
  later(act) {
    this.queue = this.queue.then(act).catch((error) => this.fail(error));
  }

  /** @param {PositionView} view */
  take(view, back = false) {
    if (!back && view.position !== this.state.position) this.keep();
    refill(this.said);
    this.show(view);
    this.changed(view);
  }

  // Text

  /** Any text that the library reads; an address may be of another system. @param {string} text */
  async load(text) {
    const { system, options } = this.view;
    try {
      this.take(await call("position", { position: text, ...(/^\s*https?:/.test(text) ? {} : { system, options }) }));
      this.say("Loaded.", "good");
    } catch (error) {
      this.fail(error);
      if (error instanceof ApiError && error.row && text === this.text.value) this.caret(error.row, error.column ?? 1);
    }
  }

  /** Mark what cannot be read: a letter, or a word between spaces. @param {number} row @param {number} column */
  caret(row, column) {
    const { edit } = this.view;
    const line = [...this.text.value.matchAll(edit ? /[^|\n]+/g : /.+/g)][row - 1];
    if (!line) return;
    const cells = [...line[0].matchAll(edit?.typed && /\S\s+\S/.test(line[0]) ? /\S+/g : /./g)];
    const { index, 0: { length } } = cells[column - 1] ?? { ...line, index: 0 };
    this.text.focus();
    this.text.setSelectionRange(line.index + index, line.index + index + length);
  }

  /** @param {FileList | null | undefined} files */
  async open(files) {
    const file = files?.[0];
    if (!file) return;
    if (file.size > MOST_BYTES) return this.say("The file is larger than 256 kB.", "bad");
    this.text.value = await file.text();
    await this.load(this.text.value);
  }

  // Letters

  /** Put a letter on places. @param {number[]} places @param {string} letter */
  set(places, letter) {
    for (const each of places) this.pending.set(each, letter);
    this.paint();
    this.later(async () => {
      try {
        this.take(await call("edit", { ...this.place, places, letter, before: [...this.pending] }));
      } catch (error) {
        const wait = error instanceof ApiError && error.kind === "parse" && !/^unexpected/i.test(error.message);
        for (const each of wait ? [] : places) this.pending.delete(each);
        this.fail(error, this.pending.size ? " The letters wait for others that mend it, or for Undo." : "");
        this.paint();
      }
    });
  }

  /** @type {Hands["press"]} */
  press(point, way) {
    const letter = way < 0 ? this.letters[0] : this.letter;
    /** @type {Set<number>} */
    const passed = new Set();
    const move = (/** @type {Point} */ at) => {
      const place = cheapest(this.places, ({ area }) => distance(area, at), 0.15);
      if (!place) return;
      passed.add((this.cursor = place.number));
      this.pending.set(place.number, letter);
      this.paint();
    };
    move(point);
    return { move, end: () => void (passed.size && this.set([...passed], letter)), drop: () => this.show(this.view) };
  }

  /** @type {Hands["step"]} */
  step(way) {
    const here = this.places[this.cursor];
    const to = here ? toward(this.places, here.at, way) : this.places[0];
    if (!to) return;
    this.cursor = to.number;
    this.typed = "";
    this.paint();
    this.speak(to.name);
  }

  /** @type {Hands["key"]} */
  key(key) {
    const { letters, cursor } = this;
    const words = this.words(key);
    const word = words.find((each) => letters.includes(each)) ?? (this.view.edit?.typed ? words[0] : "");
    const letter = key === "Backspace" || key === "Delete" ? letters[0] : key === "Enter" ? this.letter
      : key.length === 1 ? word : "";
    if (!letter || !this.places[cursor]) return false;
    this.typed = key.length === 1 ? letter : "";
    this.set([cursor], letter);
    return true;
  }

  overlay() {
    this.undoing.disabled &&= !this.pending.size;
    for (const key of this.palette.querySelectorAll("button")) key.ariaPressed = String(key.value === this.letter);
    for (const [place, letter] of this.pending) {
      const { area, at } = this.places[place];
      this.put(area, "ghost gone");
      this.put(["label", "left", at, letter, Math.min(0.6, 1.4 / letter.length), false]);
    }
    if (this.places[this.cursor]) this.put(this.places[this.cursor].area, "cursor");
  }

  // All forms of the position, once somebody wants to see them

  async exports() {
    const { view, place } = this;
    if (!this.export.open) return;
    const fields = await Promise.all([...view.forms, "svg"].map(async (form) => {
      /** @type {{text: string}} */
      const { text } = await call("export", { ...place, form }).catch((error) => ({ text: sentence(error) }));
      return h("div", { class: "field" }, form === "url" ? "address" : form,
        h("textarea", { readonly: true, rows: Math.min(8, text.split("\n").length), "aria-label": form }, text),
        h("div", { class: "row" }, copyButton("Copy", () => text),
          download("Download", `${view.system}.${ENDINGS[form] ?? "txt"}`, text),
          /^http/.test(text) && h("a", { href: text, target: "_blank", rel: "noopener" }, "Open")));
    }));
    if (view !== this.view) return;
    refill(this.forms, fields);
  }
}
