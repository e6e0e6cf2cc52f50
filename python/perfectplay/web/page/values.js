// @ts-check
// The calculator: expressions in the notation of the field, their values, and how several compare. The expressions are
// in the address, so that a calculation can be kept and sent.

import { amend } from "./address.js";
import { call } from "./api.js";
import { h, refill } from "./dom.js";
import { bar, template, trouble } from "./notice.js";
import { thermograph } from "./thermograph.js";
import { notation, valueAddress, valuePanel } from "./value.js";

/** @import {Calculated, Mistake} from "./types.js" */

/** @type {Record<string, string>} */
const RELATIONS = {
  "=": "equals", "<": "is less than", ">": "is greater than", "|": "is confused with", "?": "was not compared with",
};

export function valuesPage() {
  const { element, part } = template("values");
  const [field, found, status] = ["textarea", ".values-found", "[role=status]"].map(part);
  const given = new URLSearchParams(location.search).getAll("e");
  field.value = given.join("\n") || "{3||2|1}";
  field.rows = Math.max(2, given.length);
  part("details").open = matchMedia("(min-width: 1000px)").matches;
  let running = new AbortController();

  /** @returns {string[]} */
  const lines = () => field.value.split("\n").map((/** @type {string} */ line) => line.trim()).filter(Boolean);

  async function evaluate() {
    running.abort();
    const { signal } = running = new AbortController();
    const slow = setTimeout(() => refill(found, bar("Calculating")), 250);
    try {
      /** @type {Calculated} */
      const { values, order } = await call("value", { expressions: lines() }, { signal });
      const read = values.flatMap((each) => ("error" in each ? [] : [each]));
      const names = read.map(({ pretty }) => pretty);
      const walled = read.flatMap((each) => (each.thermograph ? [{ ...each, walls: each.thermograph }] : []));
      const several = read.length > 1;
      refill(found, values.map((each) => "error" in each && mistake(each)),
        several && h("section", { class: "panel stack" }, h("h2", null, "Compared"), comparison(names, order),
          walled.length > 0 && thermograph(walled.map(({ walls }) => walls), walled.map(({ pretty }) => pretty))),
        read.map((each) => h("div", { class: "panel" }, valuePanel(each, { heading: "h2", open: !several }))));
      status.textContent = read.map(({ pretty, sentence }) => `${pretty}: ${sentence}.`).join(" ");
    } catch (error) {
      if (!signal.aborted) refill(found, trouble(error));
    } finally {
      clearTimeout(slow);
    }
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    amend(valueAddress(...lines()), true);
    void evaluate();
  }

  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) submit(event);
  });
  part("form").addEventListener("submit", submit);
  void evaluate();
  return element;
}

/** With a mark where it could not be read further. @param {Mistake} mistake */
function mistake({ expression, error: { message, column } }) {
  const at = (column ?? 81) - 1;
  return trouble(new Error(message), h("pre", null, expression.slice(Math.max(0, at - 80), at),
    column ? [h("mark", null, expression[at] ?? " "), expression.slice(at + 1)] : []));
}

/** @param {string[]} names @param {string[][]} order */
const comparison = (names, order) =>
  h("div", { class: "values-table", tabindex: 0, role: "group", "aria-label": "Table of comparisons" }, h("table", null,
    h("tr", null, h("td"), names.map((name) => h("th", { scope: "col" }, notation(name)))),
    names.map((name, i) => h("tr", null, h("th", { scope: "row" }, notation(name)), order[i].map((sign, j) => {
      const words = `${name} ${RELATIONS[sign]} ${names[j]}`;
      return h("td", { title: words, "aria-label": words }, sign.replace("|", "∥"));
    })))));
