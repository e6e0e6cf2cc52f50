// @ts-check
// The page of a system: its rules, a board to play on, to fill in and to edit, and its questions. Whoever changes the
// position tells the page, which writes the address and tells the others. Parts are made when their tab is opened, and
// again after the position was changed elsewhere.

/** @import {Part, Place, PositionView, System} from "./types.js" */

import { h, refill } from "./dom.js";
import { call, get, sentence } from "./api.js";
import { amend, go, placed, under } from "./address.js";
import { capital, copyButton, field, template, toast } from "./notice.js";
import { playersText } from "./catalogue.js";
import { Questions } from "./question.js";
import { Play } from "./play.js";
import { Sheet } from "./sheet.js";
import { Editor } from "./editor.js";

/** What makes the part of a tab. @type {Record<string, (how: any) => Part>} */
const MAKERS = {
  play: (how) => new Play(how),
  fill: (how) => new Sheet(how),
  edit: (how) => new Editor(how),
  ask: ({ questions }) => questions,
};
/** Where there is room, questions stand beside the board. */
const wide = matchMedia("(min-width: 1000px)");
/** Addresses whose question was asked already: going back does not ask again. */
const seen = new Set();

/** @param {string} key @param {URL} url */
export async function systemPage(key, { href, searchParams: query }) {
  /** @type {System} */
  const system = await get("systems/" + key);
  const answer = query.get("s") ?? undefined;
  const given = { system: key, position: query.get("p") ?? "", options: under(query, "o.", system.options), answer };
  const page = new SystemPage(system, await call("position", given), query.get("tab"));
  if (query.has("q")) page.questions.given(query, !seen.has(href));
  return page;
}

export class SystemPage {
  /** @type {Record<string, Part>} */
  parts = {};
  /** What stands on the sheet, if anything. */
  filled = "";
  /** Moves made in a row are one step of the history. */
  moving = false;

  /** @param {System} system @param {PositionView} view @param {string | null} tab */
  constructor(system, view, tab) {
    const { element, part } = template("system");
    const there = { play: system.played, fill: system.posed, edit: true, ask: true };
    this.tabs = Object.entries(there).map(([name, used]) => {
      const [button, panel] = ["#tab-", "#panel-"].map((kind) => part(kind + name));
      button.addEventListener("click", () => this.open(name, true));
      if (!used) for (const each of [button, panel]) each.remove();
      return { name, used, button, panel };
    }).filter(({ used }) => used);
    this.tab = this.tabs.find(({ name }) => name === tab)?.name ?? this.tabs[0].name;
    this.title = system.name;
    this.system = system;
    this.view = view;
    this.element = element;
    this.variants = part(".variants .row");
    this.take(view);
    this.questions = new Questions(this);
    part(".tabs").addEventListener("keydown", (/** @type {KeyboardEvent & {target: any}} */ { key, target }) => {
      const next = { ArrowRight: target.nextElementSibling, ArrowLeft: target.previousElementSibling }[key];
      if (!next?.offsetParent) return;
      next.focus();
      next.click();
    });
    describe(system, part);
    part(".variants").open = Object.keys(view.options).length > 0;
    this.vary();
    this.open(this.tab);
    wide.onchange = () => this.open(this.tab);
  }

  left() {
    for (const part of Object.values(this.parts)) part.left?.();
  }

  /** @param {PositionView} view */
  take(view) {
    const answer = view.sheet?.answer;
    this.view = view;
    this.filled = answer?.draft.length ? answer.answer : "";
  }

  /** @param {Record<string, any>} [more] */
  address(more) {
    return placed(this.view, { s: this.filled, tab: this.tab === this.tabs[0].name ? "" : this.tab, ...more });
  }

  /** Open a tab, perhaps as the reader's choice. @param {string} tab */
  open(tab, chosen = false) {
    this.tab = tab;
    const shown = wide.matches && tab === "ask" ? this.tabs[0].name : tab;
    for (const { name, button, panel } of this.tabs) {
      button.ariaSelected = String(name === shown);
      panel.hidden = name !== shown && !(wide.matches && name === "ask");
      if (panel.hidden || this.parts[name]) continue;
      const changed = (/** @type {any} */ next) => (name === "fill" ? this.fill(next) : this.changed(next, name));
      this.parts[name] = MAKERS[name]({ ...this, changed });
      refill(panel, this.parts[name].element);
    }
    if (chosen) amend(this.address());
  }

  /** @param {string} answer */
  fill(answer) {
    this.filled = answer;
    this.questions.refilled();
    amend(this.address());
  }

  /** The position is another one now; the part that changed it knows. @param {PositionView} view @param {string} by */
  changed(view, by) {
    if (view.system !== this.system.key) return go(placed(view));
    this.take(view);
    for (const [name, part] of Object.entries(this.parts)) {
      if (name === by || name === "ask") continue;
      part.left?.();
      delete this.parts[name];
    }
    if (this.address() !== location.pathname + location.search) {
      amend(this.address(), by === "play" && !this.moving);
      this.moving = by === "play";
    }
    this.questions.show();
    this.open(this.tab);
    if (by !== "variants") this.vary();
  }

  /** The options of the rules. */
  vary() {
    const options = { ...this.view.options };
    refill(this.variants, this.system.options.map((option) => field(option, options, async () => {
      const { system, position } = this.view;
      try {
        this.changed(await call("position", { system, position, options }), "variants");
      } catch (error) {
        toast(capital(sentence(error)));
        this.vary();
      }
    })));
  }

  /** A question is asked, which belongs to the address. @param {Record<string, any>} question */
  asked(question) {
    amend(this.address(question));
    seen.add(location.href);
    if (!wide.matches) this.open("ask");
  }

  /** Play against an answer's strategy. @param {string} player @param {string} starter @param {Place} place */
  async against(player, starter, place) {
    if (placed(place) !== placed(this.view)) this.changed(await call("position", place), "");
    this.open("play", true);
    const { starters, partners, element } = /** @type {Play} */ (this.parts.play);
    for (const [field, value] of /** @type {const} */ ([[starters, starter], [partners, player]])) {
      field.value = value;
      field.dispatchEvent(new Event("change"));
    }
    element.scrollIntoView({ block: "nearest" });
  }
}

/** What a system says about itself. @param {System} system @param {(selector: string) => any} part */
function describe({ key, section, name, rules, players, kind, complexity, options, source, example }, part) {
  const paragraphs = rules.split(/\n\n|\n(?=[A-Z][a-z]+(?: [a-z]+)?: )/).map((text) => text.replace(/\s+/g, " "));
  const [lead] = paragraphs[0].match(/^.{50,}?[.!?](?=\s|$)/) ?? paragraphs;
  const statuses = new Set(complexity.map(({ status }) => status.split(" -> ")[0]));
  const chip = (/** @type {string} */ by, /** @type {any} */ value, text = value) =>
    h("li", null, h("a", { class: "chip", href: `/?${by}=${encodeURIComponent(value)}` }, text));
  part(".crumbs").append(copyButton("Copy link", () => location.href));
  refill(part(".section"), capital(key.startsWith("own-") ? "own games" : section));
  refill(part("h1"), name);
  refill(part(".lead"), marked(lead));
  refill(part(".meta .chips"), chip("players", players, playersText(players)), chip("kind", kind),
    [...statuses].slice(0, 4).map((status) => chip("complexity", status)));
  refill(part(".rules"), paragraphs.map((text) => h("p", null, marked(text))));
  refill(part("tbody"), complexity.map(({ title, question, status, open, source: by }) => {
    const now = status.replace(" -> ", ", since ") + (open && status !== "open" ? " (partly open)" : "");
    return h("tr", null, [title, question, now, by].map((text) => h("td", null, text)));
  }));
  refill(part(".source p"), source);
  refill(part(".source code"), example);
  part(".describe details").open = wide.matches;
  const there = { claims: complexity.length, source: source + example, variants: options.length };
  for (const [name, some] of Object.entries(there)) part("." + name).hidden = !some;
}

/** Text with its code spans. @param {string} text */
const marked = (text) => text.split("``").map((part, i) => (i % 2 ? h("code", null, part) : part));
