// @ts-check
// Filling in, whatever the puzzle: what a click, a stroke or a key does follows from the values of an unknown and from
// its place on the picture. The server draws; until its picture is there, what changed is shown as a ghost.

import { h, refill } from "./dom.js";
import { ask, call } from "./api.js";
import { bar, capital, copyButton } from "./notice.js";
import { Desk } from "./desk.js";
import { centre, extent } from "./picture.js";
import { gesture, more, next, Plan, textOf, toward, unknownsOf } from "./strokes.js";
/** @import {Answer, Box, Hands, Looking, Meant, Picture, Shape, SheetHow, SheetView, Spot} from "./types.js" */
/** @import {Unknown, Unknowns, Values} from "./types.js" */

const OPEN = "Everything is filled in.";
const MOST_KEYS = 25; // on the pad
const MOST_LISTED = 400; // unknowns without a place
const MOST_WATCHED = 5000; // unknowns of a sheet that is checked unasked
/** @type {Record<string, Record<string, string>>} */
const WORDS = {
  mark: { ".": "empty", "#": "shaded", "*": "marked" },
  link: { 0: "no line", 1: "a line", 2: "a double line" },
};
/** @type {Record<string, string>} */
const HELP = {
  mark: "Click a cell: it is marked, gets a dot (surely not), is open again. Drag to paint.",
  number: "Click a cell and type, or use the pad; click again to count up.",
  area: "Drag from a cell over others to add them to its area, or from open cells to it.",
  link: "Drag along points to draw or erase; click a link: a line, no line, open. With arrow keys, Shift draws a line "
    + "and Ctrl or Alt rules it out.",
  "mark number area link": "The right button goes the other way. Arrow keys move, Space changes, Backspace opens.",
};

export class Sheet extends Desk {
  /** @type {Map<number, string>} how unknowns are lit up */
  lit = new Map();
  /** @type {Values | undefined} what all solutions have in common */
  known;
  /** @type {Spot | undefined} */
  cursor;
  /** @type {Unknown | undefined} what keys write into, if not where the cursor is */
  aim;
  /** @type {(() => void)[]} */
  keys = [];
  version = 0;
  /** The version that was found to be a solution. */
  solved = -1;
  /** Did the solver fill it in? */
  helped = false;
  busy = false;
  asking = new AbortController();

  /** @param {SheetHow} how */
  constructor({ view, changed = () => {} }) {
    super(view);
    const sheet = /** @type {Unknowns} */ (view.sheet);
    const { answer, picture } = sheet.answer;
    const load = async () => this.adopt(await this.read(this.text.value));
    this.changed = changed;
    this.regions = sheet.regions;
    this.unknowns = unknownsOf(sheet);
    this.plan = new Plan(this.unknowns);
    /** All values before the present step. */
    this.state = this.values;
    this.text = h("textarea", { rows: 3, spellcheck: "false", "aria-label": "Answer as text" }, answer);
    this.asks = h("fieldset", { class: "row" }, this.tool("Check", () => this.check(), { class: "primary" }),
      this.tool("Hint", () => this.force(true), { title: "Fill in a value that follows" }),
      this.tool("Forced", () => this.force(), { title: "Fill in what is the same in all solutions" }),
      this.tool("Solution", () => this.solve()));
    const help = Object.keys(HELP).filter((kinds) => this.having(...kinds.split(" ")).length);
    const texts = [...new Set(this.having("number", "area").flatMap(({ values }) => values))];
    const listed = this.having("listed");
    this.board.classList.toggle("strokes", !this.having("number").length);
    this.element = h("div", { class: "sheet" }, this.board,
      texts.length <= MOST_KEYS && h("div", { class: "sheet-pad", role: "group", "aria-label": "Values" },
        this.pad(texts.sort((a, b) => Number(a) - Number(b) || 0), () => this.here)),
      h("div", { class: "sheet-list" }, listed.slice(0, MOST_LISTED).map((each) => h("div",
        { class: "row", role: "group", "aria-label": each.name }, each.name, this.pad(each.values, () => each)))),
      listed.length > MOST_LISTED && h("p", { class: "muted" }, "Fill in the others as text."),
      h("div", { class: "row tools", role: "toolbar", "aria-label": "Sheet" },
        h("div", { class: "row" }, this.undoing, this.redoing, this.tool("Clear", () => this.adopt({}))),
        this.asks),
      this.said, this.spoken,
      help.length > 0 && h("details", null, h("summary", null, "Mouse and keys"),
        help.map((kinds) => h("p", { class: "small" }, HELP[kinds]))),
      h("details", null, h("summary", null, "Answer as text"), this.text,
        h("div", { class: "row" }, this.tool("Load", load), copyButton("Copy", () => this.text.value))));
    this.box = picture.box;
    this.show(picture, ...this.unknowns.flatMap(({ area }) => (area ? [extent(area)] : [])));
  }

  /** In a frame with room for all unknowns, which only grows. @param {Picture} picture @param {Box[]} more */
  show(picture, ...more) {
    const boxes = [this.box, picture.box, ...more];
    this.box = /** @type {Box} */ (this.box.map((_, side) =>
      Math[side < 2 ? "min" : "max"](...boxes.map((box) => box[side]))));
    this.drawing.show({ ...picture, box: this.box });
    this.paint();
  }

  /** It is no longer shown: nobody waits for an answer. */
  left() {
    this.changed = () => {};
    this.asking.abort();
  }

  /** @param {string[]} kinds */
  having(...kinds) {
    return this.unknowns.filter(({ kind }) => kinds.includes(kind));
  }

  get values() {
    return this.unknowns.map(({ value }) => value);
  }

  /** What keys write into. */
  get here() {
    return this.aim ?? this.cursor?.unknown;
  }

  /** Keys for values; the one that is pressed opens again. @param {string[]} texts @param {Meant} meant */
  pad(texts, meant) {
    return texts.map((text) => {
      const key = this.tool(text, () => {
        const unknown = /** @type {Unknown} */ (meant());
        this.write(unknown, textOf(unknown) === text ? undefined : unknown.values.indexOf(text));
      });
      this.keys.push(() => {
        const unknown = meant();
        key.disabled = !unknown?.values.includes(text);
        key.ariaPressed = String(!!unknown && textOf(unknown) === text);
      });
      return key;
    });
  }

  // Writing

  /** @param {Unknown} unknown @param {number} [value] */
  set(unknown, value) {
    if (unknown.kind === "given" || unknown.value === value) return;
    unknown.value = value;
    this.version++;
    this.paint();
    void this.sync();
  }

  /** A step is over, which can be taken back unless that is what it does. */
  close(back = false) {
    const changed = this.unknowns.filter(({ number, value }) => value !== this.state[number]);
    if (!changed.length) return;
    if (!back) this.keep();
    this.state = this.values;
    this.helped = false;
    refill(this.said);
    this.mark([]);
    this.speak(changed.length > 1 ? `${changed.length} values changed` : told(changed[0]));
    void this.sync();
  }

  /** A step of its own. @param {Unknown} unknown @param {number} [value] */
  write(unknown, value) {
    if (unknown.kind === "given") return this.speak(`${unknown.name} is given.`);
    this.set(unknown, value);
    this.close();
  }

  /** Write these values and no others. @param {Values} values */
  adopt(values, back = false) {
    for (const unknown of this.unknowns) this.set(unknown, values[unknown.number]);
    this.close(back);
  }

  // Asking

  /** How the server sees an answer. @param {Looking} what @returns {Promise<SheetView>} */
  look(what) {
    return call("sheet", { ...this.place, ...what });
  }

  /** @param {string} answer @returns {Promise<Values>} */
  async read(answer) {
    return Object.fromEntries((await this.look({ answer })).draft);
  }

  /** Have the server draw what is there now: one request at a time, and the last state wins. */
  async sync() {
    if (this.busy) return;
    this.busy = true;
    try {
      await null; // what else changes at this moment
      for (let drawn = -1; drawn !== this.version; ) {
        const { values } = this;
        drawn = this.version;
        const seen = await this.look({ draft: draftOf(values) });
        for (const unknown of this.unknowns) unknown.shown = values[unknown.number];
        this.show(seen.picture);
        this.settle(seen.answer);
      }
    } catch (error) {
      return this.fail(error);
    } finally {
      this.busy = false;
    }
    const { version } = this;
    if (!this.past.length || this.unknowns.length > MOST_WATCHED) return;
    setTimeout(() => version === this.version && this.solves().catch(() => null), 350);
  }

  /** @param {string} answer */
  settle(answer) {
    this.text.value = answer;
    this.changed(answer);
  }

  /** Is it a solution, with what is open taken for nothing? After the last line nobody wants to rule out the rest. */
  async solves() {
    const { version } = this;
    const draft = draftOf(this.unknowns.map(({ value, blank }) => value ?? blank));
    const seen = draft.length < this.unknowns.length ? null : await this.look({ draft, check: true });
    if (!seen?.solved || version !== this.version) return false;
    this.solved = version;
    this.mark([]);
    this.settle(seen.answer);
    this.say(this.helped ? "This is a solution." : "Solved!", "good solved");
    return true;
  }

  async check() {
    const { version } = this;
    this.helped = false;
    if (await this.solves()) return;
    const { open, broken } = await this.look({ draft: draftOf(this.values), check: true });
    const faults = (broken ?? []).filter(({ sentence }) => sentence !== OPEN);
    if (version !== this.version) return;
    this.mark(faults.flatMap(({ unknowns }) => unknowns));
    if (!faults.length) return this.say(`Nothing is wrong so far, ${open} open.`);
    this.say("These rules are broken:", "bad");
    this.said.append(h("ul", { class: "broken" }, faults.map(({ sentence, unknowns }) =>
      h("li", null, this.tool(sentence, () => this.mark(unknowns))))));
  }

  /** Light up some of the unknowns, and no others. @param {number[]} unknowns */
  mark(unknowns, look = "fault") {
    this.lit = new Map(unknowns.map((number) => [number, look]));
    this.paint();
  }

  /** Ask what may take long. @param {string} question */
  async wait(question) {
    const { signal } = (this.asking = new AbortController());
    const cancel = this.tool("Cancel", () => this.asking.abort());
    const timer = setTimeout(() => refill(this.said, bar("Searching …"), cancel), 250);
    this.asks.disabled = true;
    try {
      /** @type {Answer} */
      const answer = await ask("ask/" + question, this.place, { signal });
      if (!answer.found) throw new Error(answer.reason || "there is no solution");
      return await this.read(answer.sheets[0].answer);
    } finally {
      clearTimeout(timer);
      this.asks.disabled = false;
    }
  }

  /** Fill in what all solutions share, or one value of it: mistakes first, what is ruled out last. */
  async force(one = false) {
    const known = (this.known ??= await this.wait("forced"));
    const missing = this.unknowns.flatMap((unknown) => {
      const value = known[unknown.number] ?? unknown.value;
      const rank = unknown.value !== undefined ? 0 : value === unknown.blank ? 2 : 1;
      return value === unknown.value ? [] : [{ unknown, value, rank }];
    });
    if (!missing.length) return this.say("Everything that is the same in all solutions is filled in.", "good");
    const filled = missing.sort((a, b) => a.rank - b.rank).slice(0, one ? 1 : undefined);
    for (const { unknown, value } of filled) this.set(unknown, value);
    this.close();
    this.mark(filled.filter(({ rank }) => rank < 2).map((each) => each.unknown.number), "forced");
    this.helped = !one;
    const [{ unknown, rank }] = filled;
    if (one) this.stand(unknown.spot, unknown);
    this.say((one ? `${capital(told(unknown).replace(":", " must be"))}.` : `Filled in: ${filled.length}.`)
      + (rank ? "" : " There was a mistake."), rank ? "good" : "bad");
  }

  async solve() {
    const found = await this.wait("solve");
    for (const { number, blank } of this.unknowns) if (found[number] === blank) delete found[number];
    this.adopt(found);
    this.helped = true;
  }

  // What lies over the picture

  overlay() {
    const { cursor, aim } = this;
    this.board.classList.toggle("solved", this.solved === this.version);
    for (const refresh of this.keys) refresh();
    const names = new Set([""]);
    for (const unknown of this.unknowns) {
      const { number, area, value, shown } = unknown;
      if (!area) continue;
      const name = this.regions ? textOf(unknown) : "";
      const [x, y] = centre(area);
      if (name) this.put(area, `tint tint-${(Number(name) || name.charCodeAt(0)) % 6}`);
      if (!names.has(name)) this.put(["label", "faint", [x - 0.34, y + 0.33], name, 0.26, false]);
      names.add(name);
      if (this.lit.has(number)) this.put(area, `mark ${this.lit.get(number)}`);
      if (value !== shown) this.ghost(unknown, area);
    }
    const keyed = this.board.matches(":focus:not(.pointed)");
    if (!cursor || !(keyed || /number|area/.test(cursor.unknown?.kind ?? ""))) return;
    if (aim?.area && aim !== cursor.unknown) this.put(aim.area, "cursor");
    this.put(cursor.unknown?.area ?? ["disc", "", cursor.at, 0.44, true], "cursor");
  }

  /** What the next picture will show. @param {Unknown} unknown @param {Shape} area */
  ghost(unknown, area) {
    const { kind, value, shown, blank } = unknown;
    const [at, text] = [centre(area), textOf(unknown)];
    if (shown !== undefined && kind !== "area") this.put(area, "ghost gone");
    if (kind === "number") this.put(["label", "left", at, text, text.length < 3 ? 0.6 : 0.4, false]);
    else if (kind === "mark" && value === blank) this.put(["disc", "", at, 0.08, false], "ghost dot");
    else if (text && value !== blank) this.put(area, `ghost ghost-${kind}`);
  }

  // Pointer and keys

  /** @type {Hands["press"]} */
  press(...how) {
    return gesture(this, ...how);
  }

  /** Put the cursor on a spot. @param {Spot} [spot] @param {Unknown} [aim] */
  stand(spot, aim) {
    this.typed = "";
    this.cursor = spot;
    this.aim = aim;
    this.paint();
    if (this.here) this.speak(told(this.here));
    else if (spot) this.speak(`point ${spot.at.join(", ")}`);
  }

  /** @type {Hands["step"]} */
  step(way, line) {
    const { cursor } = this;
    if (!cursor || !(way[0] || way[1])) return this.stand(cursor ?? this.plan.spots[0]);
    const near = toward(cursor.links.keys(), cursor.at, way);
    const link = near && cursor.links.get(near);
    if (line !== undefined) {
      if (!link) return this.speak("There is no link that way.");
      this.write(link, more(link, line));
    }
    const to = near ?? toward(this.plan.spots, cursor.at, way);
    if (to) this.stand(to, line === undefined && to.unknown ? undefined : link);
  }

  /** @type {Hands["key"]} */
  key(key, shift) {
    const { here } = this;
    if (key === "Home" || key === "End") this.stand(this.plan.spots.at(key === "Home" ? 0 : -1));
    else if (!here) return false;
    else if (key === " " || key === "Enter") this.write(here, next(here, shift ? -1 : 1));
    else if (key === "Backspace" || key === "Delete") this.write(here);
    else if (key.length === 1) this.enter(here, key);
    else return false;
    return true;
  }

  /** A letter was typed. @param {Unknown} unknown @param {string} letter */
  enter(unknown, letter) {
    const { values, blank } = unknown;
    const words = this.words(letter).flatMap((word) => [word, word.toLowerCase(), word.toUpperCase()]);
    const word = words.find((each) => values.some((text) => text.startsWith(each)));
    if (word && values.includes(word)) this.write(unknown, values.indexOf(word));
    else if (!word && /[0x-]/.test(letter)) this.write(unknown, letter === "x" ? blank : undefined);
    else if (!word) this.speak(`${letter} is none of ${values.join(", ")}`);
    this.typed = word ?? "";
  }
}

/** Pairs of an unknown and its value. @param {Values} values */
const draftOf = (values) =>
  Object.entries(values).flatMap(([n, value]) => (value === undefined ? [] : [[Number(n), value]]));

/** What stands where, in words. @param {Unknown} unknown */
function told(unknown) {
  const text = textOf(unknown);
  return `${unknown.name}: ${WORDS[unknown.kind]?.[text] ?? (text || "open")}`;
}
