// @ts-check
// The catalogue: a card for every system, found by words and by filters. What was chosen is in the address, and each
// filter tells how many systems it would leave. Pictures are fetched when their card comes near.

/** @import {Entry} from "./types.js" */

import { h, refill } from "./dom.js";
import { call, get } from "./api.js";
import { amend, go, placed } from "./address.js";
import { button, capital, drawn, spaced, template, trouble } from "./notice.js";

/** The address of a puzzle, pasted. */
const ADDRESS = /^\S*(https?:|puzz\.link|pzv\.jp|pzprxs)\S*$/i;

/** @param {number} players */
export const playersText = (players) => ["no player", "one player", "two players"][players] ?? `${players} players`;

/** @param {URL} url */
export async function cataloguePage({ searchParams: query }) {
  /** @type {(Entry & Record<string, any>)[]} */
  const systems = await get("systems");
  const { element, part } = template("catalogue");
  const [form, offer, list, count, clear] = ["form", ".offer", ".cards", "[role=status]", ".found button"].map(part);
  /** @type {[HTMLInputElement, ...HTMLSelectElement[]]} */
  const [search, ...selects] = form.elements;
  const near = new IntersectionObserver(reveal, { rootMargin: "300px" });
  const entries = systems.map((entry) => ({
    card: card(entry),
    text: [entry.name, entry.key, entry.aliases, entry.section, entry.about].join("\n").toLowerCase(),
    values: selects.map(({ name }) => [entry[name]].flat().map(String)),
  }));

  function update() {
    const text = search.value.trim();
    const words = text.toLowerCase().split(/\s+/);
    const wanted = selects.map((select) => select.value);
    const named = entries.filter((entry) => words.every((word) => entry.text.includes(word)));
    /** What passes all filters, or all but one. @param {number} [but] */
    const passing = (but) =>
      named.filter(({ values }) => wanted.every((value, i) => !value || i === but || values[i].includes(value)));
    // The sooner a text comes to the word, the more it is about it; the name comes first.
    const found = passing().sort((a, b) => a.text.indexOf(words[0]) - b.text.indexOf(words[0]));
    selects.forEach((select, i) => {
      /** @type {Map<string, number>} */
      const counts = new Map(wanted[i] ? [[wanted[i], 0]] : []);
      const left = passing(i).flatMap(({ values }) => values[i]);
      for (const value of left) counts.set(value, (counts.get(value) ?? 0) + 1);
      const choices = [...counts].sort((a, b) => b[1] - a[1]).map(([value, many]) => {
        const said = select.name === "players" ? playersText(Number(value)) : spaced(value);
        return h("option", { value, selected: value === wanted[i] }, `${capital(said)} (${many})`);
      });
      refill(select, h("option", { value: "" }, "Any"), choices);
    });
    const chosen = [...new FormData(form)].filter(([, value]) => value);
    refill(offer, ADDRESS.test(text) && button("Open this puzzle", () => {
      call("position", { position: text }).then((view) => go(placed(view)), (error) => refill(offer, trouble(error)));
    }, "primary"));
    refill(list, found.map((entry) => entry.card));
    clear.hidden = !chosen.length;
    count.textContent = clear.hidden ? `${found.length} systems` : `${found.length} of ${entries.length} systems`;
    amend("/" + (chosen.length ? "?" + new URLSearchParams(/** @type {string[][]} */ (chosen)) : ""));
  }

  search.value = query.get("find") ?? "";
  for (const select of selects) refill(select, h("option", null, query.get(select.name) ?? ""));
  form.addEventListener("input", update);
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    if (search.value.trim()) (offer.querySelector("button") ?? list.querySelector("a"))?.click();
  });
  clear.addEventListener("click", () => {
    for (const field of form.elements) field.value = "";
    update();
    search.focus();
  });
  for (const entry of entries) near.observe(entry.card);
  update();
  return { title: "", element };
}

/** @param {Entry} entry */
function card({ key, name, about, players, complexity }) {
  const { element, part } = template("card");
  element.dataset.key = key;
  part("a").href = "/s/" + key;
  refill(part("a"), name);
  refill(part("p"), about);
  refill(part("ul"), [playersText(players), ...complexity.slice(0, 3)].map((each) => h("li", { class: "chip" }, each)));
  return element;
}

/** @type {IntersectionObserverCallback} */
function reveal(changes, observer) {
  for (const { target } of changes.filter((change) => change.isIntersecting)) {
    observer.unobserve(target);
    get(`systems/${target.getAttribute("data-key")}/picture`)
      .then((picture) => target.querySelector(".thumb")?.append(drawn(picture).element), () => null);
  }
}
