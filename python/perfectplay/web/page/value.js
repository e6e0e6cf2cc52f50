// @ts-check
// Everything about one value: its canonical form as the books print it, who wins, the figures, the options and what a
// move to them gains, the tree and the thermograph. Options are links that open them in the calculator.

import { h } from "./dom.js";
import { inShort } from "./fraction.js";
import { capital, copyButton, drawn } from "./notice.js";
import { thermograph } from "./thermograph.js";

/** @import {Picture, ValueView} from "./types.js" */

/** @type {Record<string, string>} */
const FIGURES = {
  mean: "Mean: what each of many copies is worth",
  temperature: "Temperature: the tax at which nobody cares to move",
  left_stop: "Left stop: the number that is reached when Left starts",
  right_stop: "Right stop: the number that is reached when Right starts",
  confusion: "Confused with: the numbers that are neither less nor greater",
  birthday: "Birthday: the depth of the canonical form",
  atomic_weight: "Atomic weight: how many ups it behaves like",
  onside: "Onside: its value if infinite plays are won by Left",
  offside: "Offside: its value if infinite plays are won by Right",
  degree: "Degree of loopiness: the onside of the value less itself",
  reduced: "Reduced form: the simplest value that is infinitesimally close",
};

/** The address of the calculator. @param {...string} expressions */
export const valueAddress = (...expressions) =>
  "/values?" + new URLSearchParams(expressions.map((each) => ["e", each]));

/** With the G of tiny-G as an index. @param {string} pretty */
export const notation = (pretty) => pretty.split(/_([\d/]+|\([^()]*\)|\{(?:[^{}]|\{[^{}]*\})*\})/)
  .map((part, i) => (i % 2 ? h("sub", null, part) : part));

/** @param {ValueView} view @param {{links?: boolean, heading?: "h2" | "h3", open?: boolean}} [how]  open: the tree */
export function valuePanel(view, { links = true, heading = "h3", open = true } = {}) {
  const { pretty, text, latex, expression, outcome, tree } = view;
  /** @param {"left" | "right"} side @param {string} what @param {string[]} texts */
  const list = (side, what, texts) => [
    h(heading === "h2" ? "h3" : "h4", { class: ["value-title", side] }, `${capital(side)}’s ${what}`),
    // What was abbreviated cannot be read back.
    h("ul", { class: "chips" }, texts.map((each) => h("li", null, h("a", {
      class: ["value-chip", side], href: links && !each.includes("…") && valueAddress(each),
    }, notation(each))))),
    !texts.length && h("p", { class: "muted" }, "–"),
  ];
  const sides = /** @type {const} */ (["left", "right"]).map((side) => h("div", null,
    list(side, "options", view[side]), list(side, "incentives", view[`${side}_incentives`])));
  return h("section", { class: "value", "aria-label": `The value ${pretty}` },
    expression && ![text, pretty].includes(expression) && h("p", { class: "mono muted" }, `${expression} =`),
    h(heading, { class: ["value-form", pretty.length < 26 && "large"] }, notation(pretty)),
    h("p", { class: "lead" },
      h("strong", { class: `outcome outcome-${outcome}` }, outcome), `${capital(view.sentence)}.`),
    h("div", { class: "row" }, copyButton("Copy", () => text), copyButton("Copy as LaTeX", () => latex)),
    h("div", { class: "value-body" },
      h("div", { class: "stack" },
        h("dl", { class: "value-figures" }, Object.entries(view.figures).flatMap(([name, figure]) => {
          const [title, help] = (FIGURES[name] ?? name).split(": ");
          return figure ? [h("dt", { title: help }, title), h("dd", null, notation(inShort(figure, 60)))] : [];
        })),
        h("div", { class: "value-facts" }, view.facts.map((fact) => h("p", null, `${capital(fact)}.`))),
        h("div", { class: "value-sides" }, sides)),
      view.thermograph && thermograph(view.thermograph)),
    tree && treeOf(tree, open));
}

/** A tree in its own size, which may be scrolled; its root is in sight. @param {Picture} tree @param {boolean} open */
function treeOf(tree, open) {
  const [left, , right] = tree.box;
  const scrolled = { class: "value-tree", tabindex: 0, role: "group", "aria-label": tree.title };
  const box = h("div", scrolled, drawn(tree).element);
  const ontoggle = () => box.scrollTo((box.scrollWidth * -left) / (right - left) - box.clientWidth / 2, 0);
  return h("details", { open, ontoggle }, h("summary", null, "Tree of options"), box);
}
