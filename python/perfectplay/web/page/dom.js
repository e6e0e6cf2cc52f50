// @ts-check
// Elements in one line each. Attributes are set as attributes, except that functions named on… become listeners and
// `class` may be a list; what is null, undefined or false is left out. Nothing here ever makes HTML out of text.

/** @import {Attributes, Children, Maker} from "./types.js" */
/** @typedef {import("./types.js").Child} Child */

/** @type {Maker<HTMLElementTagNameMap>} */
export const h = (tag, attributes, ...children) => dress(document.createElement(tag), attributes, children);

/** @type {Maker<SVGElementTagNameMap>} */
export const s = (tag, attributes, ...children) =>
  dress(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

/** @param {unknown} value */
const isThere = (value) => (value ?? false) !== false;

/** @template {Element} E @param {E} element @param {Attributes} attributes @param {Children} children */
function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {}).filter((each) => isThere(each[1]))) {
    const text = value === true ? "" : Array.isArray(value) ? value.filter(Boolean).join(" ") : value;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, text);
  }
  refill(element, ...children);
  return element;
}

/** Put children in the place of all that an element had. @param {Element} element @param {Children} children */
export function refill(element, ...children) {
  element.replaceChildren(.../** @type {Node[]} */ (children.flat().filter(isThere)));
}
