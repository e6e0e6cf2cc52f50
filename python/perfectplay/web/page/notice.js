// @ts-check
// Small things that every page needs: remarks, pictures, fields, buttons that copy or download, and the templates of
// index.html.

/** @import {Entered, Field, Picture} from "./types.js" */

import { h } from "./dom.js";
import { sentence } from "./api.js";
import { Drawing } from "./picture.js";

/** Say something in passing; screen readers read it out. @param {string} text */
export function toast(text) {
  const said = h("p", null, text);
  document.getElementById("toasts")?.replaceChildren(said);
  setTimeout(() => said.remove(), 4000);
}

/** What went wrong, in its one sentence. @param {unknown} error @param {...Node} more */
export const trouble = (error, ...more) =>
  h("div", { class: "notice bad", role: "alert" }, h("p", null, capital(sentence(error))), more);

/** @param {string} text */
export const capital = (text) => (text.startsWith("http") ? text : text.charAt(0).toUpperCase() + text.slice(1));

/** @param {string} name */
export const spaced = (name) => name.replaceAll("_", " ");

/** @param {string} text @param {number} most */
export const clipped = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);

/** A help without its remarks in parentheses, which are for a terminal. @param {string} help */
export const hinted = (help) => capital(help.replace(/\s*\([^)]*\)/g, ""));

/** @param {Picture} picture */
export function drawn(picture) {
  const drawing = new Drawing();
  drawing.show(picture);
  return drawing;
}

/** Something is under way. @param {string} label */
export const bar = (label) => h("div", { class: "bar", role: "progressbar", "aria-label": label });

/** @param {string} label @param {() => void} onclick */
export const button = (label, onclick, look = "quiet") => h("button", { type: "button", class: look, onclick }, label);

/** @param {string} label @param {() => string} text */
export const copyButton = (label, text) => button(label, async () => {
  const done = await navigator.clipboard?.writeText(text()).then(() => "Copied.", () => ""); // none without HTTPS
  toast(done || "The browser does not allow copying here.");
});

/** A text to take home as a file. @param {string} label @param {string} name @param {string} text */
export const download = (label, name, text, type = "text/plain") => button(label, () => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
});

/** A field for what was declared, and an entry of what was entered. @param {Field} declared @param {Entered} entered */
export function field(declared, entered, changed = () => {}) {
  const { name, type, label = name, help = "", choices = [], default: usual } = declared;
  const [title, hint] = [capital(spaced(label)), hinted(help)];
  const value = entered[name] ?? usual ?? "";
  const onchange = () => {
    const { checked, value: text } = input;
    entered[name] = type === "flag" ? checked : type === "number" && text ? Number(text) : text;
    changed();
  };
  /** @type {any} */
  const input = type === "answer" ? h("textarea", { rows: 4, spellcheck: "false", required: true, onchange }, value)
    : type === "flag" ? h("input", { type: "checkbox", checked: value === true, onchange })
    : type !== "choice" ? h("input", { type, value, placeholder: "automatic", onchange })
    : h("select", { onchange }, (usual ? choices : ["", ...choices]).map((each) =>
      h("option", { value: each, selected: each === value }, each || "automatic")));
  if (type === "flag") return h("label", { class: "check wide" }, input, hint || title);
  return h("label", { class: ["field", hint.length > 40 && "wide"] },
    h("span", null, title), input, hint && h("span", { class: "hint" }, hint));
}

/** A copy of a template, whose parts are found by selectors. @param {string} id */
export function template(id) {
  const { content } = /** @type {HTMLTemplateElement} */ (document.getElementById(id));
  const element = /** @type {HTMLElement} */ (document.importNode(content, true).firstElementChild);
  return { element, part: (/** @type {string} */ selector) => /** @type {any} */ (element.querySelector(selector)) };
}
