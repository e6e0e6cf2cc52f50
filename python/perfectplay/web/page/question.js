// @ts-check
// Asking: the questions that mean something here, and for each a form that follows from its declaration. Each is a job,
// whose progress is shown; its answer goes on a shelf below the form, the latest on top.

/** @import {Asked, Entered, Field, Job, Question, Shelf} from "./types.js" */
/** @import {SystemPage} from "./system.js" */

import { h, refill } from "./dom.js";
import { ApiError, ask } from "./api.js";
import { prefixed, under } from "./address.js";
import { capital, clipped, drawn, field, hinted, spaced, template } from "./notice.js";
import { answerCard, errorCard } from "./answer.js";

const LIMITS = { time: "30s", memory: "2GB", positions: "5M" };
/** Limits hold until they are changed, for all systems. @type {Record<string, string>} */
const limits = {};
/** Answers outlive a new position, but not a new system. @type {Shelf} */
const shelf = { element: h("div", { class: "answers" }) };

/** What can be entered for a question; a file on request has a plus. @param {Question} question @returns {Field[]} */
const fieldsOf = ({ arguments: args, options, outputs }) =>
  [...args, ...options, ...outputs.map(({ name, help }) => ({ name: "+" + name, help, type: "flag" }))];

export class Questions {
  /** What was entered, by name; the method has none. @type {Entered} */
  entered = {};
  chosen = "";
  /** @type {AbortController | null} */
  running = null;

  /** @param {SystemPage} page */
  constructor(page) {
    const { element, part } = template("ask");
    this.page = page;
    this.element = element;
    this.part = part;
    part("form").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.ask();
    });
    part(".waiting button").addEventListener("click", () => this.left());
    part(".limits").open = Object.values(limits).some(Boolean);
    if (shelf.page?.system !== page.system) shelf.element.replaceChildren();
    shelf.page = page;
    element.append(shelf.element);
    this.show();
  }

  left() {
    this.running?.abort();
  }

  /** There is another position. */
  show() {
    const { system, view } = this.page;
    refill(this.part(".thumb"), drawn(view.picture).element);
    this.listed = system.questions.filter(({ name, about }) => about === "system" || view.questions.includes(name));
    if (!this.question) this.chosen = this.listed[0]?.name ?? "";
    refill(this.part(".chips"), this.listed.map(({ name }) => {
      const checked = name === this.chosen;
      const onchange = () => { this.chosen = name; this.build(); };
      return h("label", { class: "chip" },
        h("input", { type: "radio", name: "question", checked, onchange }), capital(spaced(name)));
    }));
    this.build();
  }

  get question() {
    return this.listed?.find(({ name }) => name === this.chosen);
  }

  /** The sheet was filled in: a question about an answer is about this one. */
  refilled() {
    for (const { name, type } of this.page.system.questions.flatMap(fieldsOf)) {
      if (type === "answer") delete this.entered[name];
    }
    this.build();
  }

  /** Take the question of an address, perhaps to ask it at once. @param {URLSearchParams} query @param {boolean} now */
  given(query, now) {
    this.chosen = query.get("q") ?? "";
    const { question } = this;
    Object.assign(this.entered, question && under(query, "a.", fieldsOf(question)), { "": query.get("m") });
    this.show();
    if (question && now) this.ask();
  }

  /** The form of the chosen question. */
  build() {
    const { question, entered, part, page: { view, filled } } = this;
    part("form").hidden = !question;
    if (!question) return;
    const methods = (question.methods && view.methods[question.name]) || [];
    if (!methods.includes(entered[""])) entered[""] = "";
    const about = { default: filled, ...(view.sheet
      ? { label: "Filled in", help: "As text; what stands on the sheet is taken over." }
      : { label: "Moves", help: "As text, in the order of play." }) };
    /** @type {Field[]} */
    const fields = [...fieldsOf(question), { name: "", label: "method", type: "choice", choices: methods }];
    part(".asked-for").textContent = hinted(question.help).replace(/(\w)$/, "$1.");
    refill(part(".fields"), fields.filter(({ type, choices = [] }) => type !== "choice" || choices.length > 1)
      .map((each) => field(each.type === "answer" ? { ...each, ...about } : each, entered)));
    part(".limits").hidden = !question.limited;
    refill(part(".limits .fields"), Object.entries(LIMITS).map(([name, example]) =>
      field({ name, type: "text", help: "such as " + example }, limits)));
  }

  /** Ask what the form says. */
  ask() {
    const { question, entered, page: { view: { system, position, options }, filled } } = this;
    const place = { system, position, options };
    if (this.running || !question || !this.part("form").reportValidity()) return;
    const given = Object.entries(question.limited ? limits : {}).filter(([, text]) => text);
    /** @type {Entered} */
    const body = question.about === "system" ? { system, options: {} } : { ...place };
    body.limits = Object.fromEntries(given);
    /** @type {Entered} */
    const said = {};
    for (const { name, type, default: usual = false } of fieldsOf(question)) {
      const value = entered[name] ?? (type === "answer" ? filled : "");
      if (value === "" || value === usual) continue;
      said[name] = value;
      if (name.startsWith("+")) body.outputs = [...(body.outputs ?? []), name.slice(1)];
      else if (question.options.some((option) => option.name === name)) body.options[name] = value;
      else body[name] = value;
    }
    if (entered[""]) body.method = entered[""];
    this.page.asked({ q: question.name, ...prefixed("a.", said), m: body.method });
    void this.run({ question, place, body });
  }

  /** Ask once more, with other limits. @param {Asked} asked */
  again(asked) {
    Object.assign(limits, asked.body.limits);
    this.build();
    void this.run(asked);
  }

  /** @param {Asked} asked */
  async run(asked) {
    const { question: { name }, body } = asked;
    const [button, waiting, state] = ["[type=submit]", ".waiting", ".state"].map(this.part);
    this.running?.abort();
    const { signal } = (this.running = new AbortController());
    waiting.hidden = false;
    state.textContent = "Asking …";
    button.ariaDisabled = "true"; // rather than disabled, which would lose the focus
    let card, said;
    try {
      const progress = (/** @type {Job} */ job) => { state.textContent = progressOf(job); };
      const answer = await ask("ask/" + name, body, { signal, progress });
      card = answerCard(answer, asked, shelf);
      said = clipped(answer.text, 200);
    } catch (error) {
      if (!(error instanceof ApiError)) console.error(error);
      if (!signal.aborted) card = errorCard(error, asked, shelf);
      said = card ? "no answer" : "cancelled";
    }
    if (this.running?.signal !== signal) return;
    this.running = null;
    waiting.hidden = true;
    button.ariaDisabled = null;
    this.part("[role=status]").textContent = `${capital(spaced(name))}: ${said}`;
    if (!card) return;
    for (const older of shelf.element.children) older.removeAttribute("open");
    shelf.element.prepend(card);
    const { top } = card.getBoundingClientRect();
    if (top < 0 || top > innerHeight - 120) card.scrollIntoView();
  }
}

/** @param {Job} job */
function progressOf({ state, ahead, progress }) {
  const { positions = 0, seconds = 0, depth = 0 } = progress ?? {};
  return state === "waiting" ? `Waiting, ${ahead} ahead`
    : `${seconds.toFixed(1)} s · ${positions.toLocaleString("en")} positions${depth ? ` · depth ${depth}` : ""}`;
}
