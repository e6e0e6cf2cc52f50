// @ts-check
// Playing by hand, or against the library, which plays perfectly as long as it finds a best move in time and says so
// when it had to guess. The record can be walked back and forth; a move on the way cuts off what came after.

import { h, refill } from "./dom.js";
import { ask, call, sentence } from "./api.js";
import { button } from "./notice.js";
import { Board } from "./board.js";
/** @import {Answer, Children, Moment, Move, Over, PositionView, Side} from "./types.js" */

const PATIENCE = 20; // seconds
const MANY = 40; // moves that need a filter
const MOST = 400; // moves that are listed
const REPEATED = 3;

/** @param {number} n */
const moves = (n) => `${n} move${n === 1 ? "" : "s"}`;
/** @param {PositionView} view */
const placeOf = ({ system, position, options }) => ({ system, position, options });
/** @param {Record<string, string>} options @param {() => void} onchange */
const choice = (options, onchange) =>
  h("select", { onchange }, Object.entries(options).map(([value, text]) => h("option", { value }, text)));
/** An answer in words; of a move only what it leads to. @param {Answer} answer */
const said = ({ words, move }) => words.slice(0, move ? 1 : Infinity).map((line) => "parts" in line && h("p", null, line.parts.map(([text, style]) =>
  (style ? h("strong", { class: style }, text) : text))));

/** A list that can be folded and filled anew; the focus stays in it. @param {object} how @param {Children} more */
function fold(how, ...more) {
  const [title, list] = [h("summary"), h("ol", { class: "list" })];
  const element = h("details", how, title, ...more, list);
  const show = (/** @type {string} */ name, /** @type {HTMLElement[]} */ items, note = "") => {
    const focused = list.contains(document.activeElement);
    refill(title, name);
    refill(list, items.map((item) => h("li", null, item)), note);
    if (focused) (items.find((item) => item.ariaCurrent) ?? title).focus();
  };
  return { element, show };
}

export class Play {
  board = new Board();
  now = 0;
  asking = new AbortController();
  turn = h("p", { class: "turn", role: "status" });
  message = h("div", { class: "message", "aria-live": "polite" });
  back = button("Take back", () => this.#go(Math.max(0, this.record.findLastIndex(({ next }, i) =>
    i < this.now && next !== this.partners.value))), "");
  hint = button("Hint", () => this.moment.next
    ? this.#help("best", "Looking for a best move") : this.#help("solve", "Looking for a solution"), "");
  wins = button("Who wins?", () =>
    this.#help(this.moment.view.questions.includes("outcome") ? "outcome" : "score", "Looking who wins"), "");
  /** Whom the library plays. */
  partners = choice({ "": "nobody (both sides)", Right: "perfection, as Right", Left: "perfection, as Left" },
    () => this.#go(this.now, true));
  starters = choice({ Left: "Left", Right: "Right" }, () => this.#begin());
  filter = h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter", oninput: () => this.#list() });
  moves = fold({ ontoggle: () => this.#list() }, this.filter);
  played = fold({ open: true });

  /** @param {{view: PositionView, changed?: (view: PositionView) => void}} how */
  constructor({ view, changed = () => {} }) {
    this.changed = changed;
    this.record = /** @type {Moment[]} */ ([{ view, next: null, move: "", player: "", score: { Left: 0, Right: 0 } }]);
    this.board.addEventListener("move", (event) => this.#make(/** @type {CustomEvent} */ (event).detail.text));
    this.element = h("div", { class: "play" }, this.turn, this.board.element, this.message,
      h("div", { class: "controls" }, this.back, this.hint, this.wins),
      view.endless && h("div", { class: "partners" }, h("label", null, "Opponent", this.partners),
        !view.to_move && h("label", null, "Starts", this.starters)),
      this.moves.element, this.played.element);
    this.#begin();
  }

  get moment() {
    return this.record[this.now];
  }

  /** Who has won, and why, or null while the play goes on. @returns {Over | null} */
  get over() {
    const { view, next } = this.moment;
    const same = this.record.filter((each, i) =>
      i <= this.now && each.view.position === view.position && each.next === next);
    if (view.over?.[next ?? "Left"]) return view.over[next ?? "Left"];
    if (!next) return view.moves?.list.length ? null : { winner: "Draw", why: "" };
    const why = `this position has come up ${REPEATED} times`;
    return same.length < REPEATED ? null : { winner: view.endless ?? "Draw", why };
  }

  /** The moves that can be made, each text once. @returns {Move[]} */
  get legal() {
    const { view, next } = this.moment;
    const mine = (view.moves?.list ?? []).filter(({ player }) => !next || !player || player === next);
    return this.over ? [] : [...new Map(mine.map((move) => [move.text, move])).values()];
  }

  /** Is it the library's turn? */
  get theirs() {
    return this.moment.next === this.partners.value && !this.over;
  }

  #begin() {
    const [start] = this.record;
    const { endless, to_move } = start.view;
    this.record = [{ ...start, next: endless && (to_move ?? /** @type {Side} */ (this.starters.value)) }];
    this.#go(0);
  }

  /** Show a moment of the record; the library may have to wait then. @param {number} index */
  #go(index, resumes = index === 0) {
    const before = this.moment?.view;
    this.left();
    this.now = index;
    const { view } = this.moment;
    this.#tell();
    this.#render(view !== before);
    if (view !== before) this.changed(view);
    if (resumes) void this.#answer();
    else if (this.theirs) this.#tell("", "It is perfection's turn.", button("Let it move", () => this.#answer()));
  }

  /** Nothing that was asked is wanted any longer. */
  left() {
    this.asking.abort();
  }

  #failed = (/** @type {any} */ error) => {
    if (error.kind === "cancelled") return;
    this.#render(false);
    this.#tell("bad", sentence(error));
  };

  /** @param {string} text */
  async #make(text) {
    const { moment, now } = this;
    const { next, score } = moment;
    this.left();
    this.board.enabled = false;
    const body = { ...placeOf(moment.view), move: text, player: next ?? "", lead: score.Left - score.Right };
    const view = await call("play", body).catch(this.#failed);
    if (!view || moment !== this.moment) return;
    const { move, player, points } = view.played;
    const sum = { ...score, [player]: score[/** @type {Side} */ (player)] + points };
    this.record.splice(now + 1, Infinity, { view, next: view.next, move, player: next ? player : "", score: sum });
    this.#go(now + 1, true);
  }

  /**
   * Ask about the position that is shown; null if that was given up or failed.
   * @param {string} question @param {string} words @param {(error: any) => {text: string}} [rescue]
   */
  async #ask(question, words, rescue) {
    const { view, next } = this.moment;
    this.left();
    this.asking = new AbortController();
    const stop = button("Stop", () => this.#go(this.now, false));
    const soon = setTimeout(() => this.#tell("", h("span", null, `${words} …`), stop), 250);
    const body = { ...placeOf(view), ...(question === "best" && { player: next }), limits: { time: PATIENCE } };
    const coming = ask(`ask/${question}`, body, { signal: this.asking.signal });
    const answer = await coming.catch(rescue).catch(this.#failed);
    clearTimeout(soon);
    return answer;
  }

  /** Let the library move, if it is its turn. */
  async #answer() {
    let why = "";
    if (!this.theirs) return;
    const answer = await this.#ask("best", `Perfection thinks about ${this.moment.next}'s move`, (error) => {
      if (error.kind !== "limit" && error.kind !== "not_applicable") throw error;
      why = sentence(error);
      return this.legal[Math.floor(Math.random() * this.legal.length)];
    });
    if (answer) await this.#make(answer.text);
    if (why) this.#tell("", `A guess: ${answer.text} was played at random (${why}).`);
  }

  /** @param {string} question @param {string} meanwhile */
  async #help(question, meanwhile) {
    const answer = await this.#ask(question, meanwhile);
    if (!answer) return;
    const { lines: [line], reason } = answer;
    const move = this.legal.find(({ text }) => text === (question === "solve" ? line?.moves[0] : answer.move?.text));
    const words = question !== "solve" ? said(answer) : move
      ? [h("strong", null, line.shown[0]), `${line.metric} to go: ${line.cost}`] : `There is no solution from here. ${reason}`;
    if (move) this.board.preview(move);
    this.#tell("", words, move && button("Play it", () => this.#make(move.text)));
  }

  /** @param {string} [look] @param {Children} words */
  #tell(look, ...words) {
    refill(this.message, words.length > 0 && h("div", { class: ["notice", look] }, ...words));
  }

  /** @param {boolean} animate */
  #render(animate) {
    const { over, now, record, moment: { view, next, score } } = this;
    const has = (/** @type {string[]} */ ...names) => names.some((name) => view.questions.includes(name));
    this.board.show(view, { player: next, animate });
    this.board.enabled = !over && !this.theirs;
    const tally = (has("score") || score.Left !== score.Right) && `Left ${score.Left} : ${score.Right} Right`;
    const aside = next ? [over?.why, tally] : [moves(now)];
    this.turn.classList.toggle("over", !!over);
    refill(this.turn, this.#headline(), aside.map((text) => text && h("span", { class: "score" }, text)));
    this.back.ariaDisabled = String(now === 0);
    this.hint.hidden = !has(next ? "best" : "solve");
    this.hint.disabled = !!over;
    this.wins.hidden = !next || !has("outcome", "score");
    this.filter.value = "";
    this.moves.element.open ||= this.legal.some(({ gone, come }) => !gone.length && !come.length); // a pass, say
    this.#list();
    this.played.element.hidden = record.length < 2;
    this.played.show(`Record (${moves(record.length - 1)})`, record.map(({ move, player }, i) => {
      const each = button(i ? `${i}. ${move}` : "Start", () => this.#go(i), player + (i > now ? " later" : ""));
      if (i === now) each.ariaCurrent = "step";
      return each;
    }));
  }

  #headline() {
    const { over, legal, moment: { view, next } } = this;
    const [who, partner] = [over ? over.winner : next, this.partners.value];
    if (!next) return over ? (who === "Draw" ? "No move is left" : h("span", { class: "good" }, "Solved!")) : "Your move";
    if (!who || who === "Draw") return "A draw";
    const roles = legal.flatMap(({ come }) => come.map((i) => view.moves?.shapes[i][1]));
    const colour = ["black", "white"].filter((role) => roles.includes(role)).join(); // of the pieces, if there is one
    const aside = [partner && (who === partner ? "perfection" : "you"), colour].filter(Boolean).join(", ");
    const look = `who role-${colour || who.toLowerCase()}`;
    return h("span", { class: look }, `${who}${aside && ` (${aside})`} ${over ? "wins" : "to move"}`);
  }

  #list() {
    const { legal, moment: { view, next } } = this;
    const more = view.moves?.more ?? 0;
    const wanted = this.filter.value.trim().toLowerCase();
    const found = this.moves.element.open ? legal.filter(({ text }) => text.toLowerCase().includes(wanted)) : [];
    const items = found.slice(0, MOST).map((move) => {
      const each = button(move.text, () => this.#make(move.text), "");
      each.disabled = !this.board.enabled;
      each.onfocus = each.onpointerenter = () => this.board.preview(move);
      each.onblur = each.onpointerleave = () => this.board.preview(null);
      return each;
    });
    const left = found.length - items.length + more;
    const whose = next && !view.impartial ? ` of ${next}` : "";
    this.filter.hidden = legal.length <= MANY;
    this.moves.show(`Legal moves${whose} (${legal.length + more})`, items, left ? `and ${left} more` : "");
  }
}
