// @ts-check
// What the address says, and how it changes. A position is /s/KEY?p=TEXT&o.NAME=VALUE; a question about it adds
// q=QUESTION&a.ARGUMENT=VALUE&m=METHOD. An entry of the history keeps how far down the reader was on leaving it.

/** @import {Place} from "./types.js" */

/** @param {string} href */
function push(href) {
  history.replaceState({ height: window.scrollY }, "");
  history.pushState(null, "", href);
}

/** Go to another page of the site. @param {string} href */
export function go(href) {
  push(href);
  window.dispatchEvent(new Event("go"));
}

/** Change the address of the page on view, perhaps as a step that the Back button undoes. @param {string} href */
export function amend(href, step = false) {
  if (href === location.pathname + location.search) return;
  if (step) push(href);
  else history.replaceState(history.state, "", href);
}

/** The address of a position, and what else it says. @param {Place} place @param {Record<string, any>} [more] */
export function placed({ system, position, options }, more) {
  const entries = Object.entries({ p: position, ...prefixed("o.", options), ...more });
  const query = new URLSearchParams(entries.filter(([, value]) => String(value ?? "")));
  // What may stand in a query as it is stays readable there.
  const text = String(query).replace(/%(2C|3A|2F|40|3B)/g, decodeURIComponent);
  return `/s/${encodeURIComponent(system)}${text && "?" + text}`;
}

/** @param {string} prefix @param {Record<string, any>} pairs */
export const prefixed = (prefix, pairs) =>
  Object.fromEntries(Object.entries(pairs).map(([name, value]) => [prefix + name, value]));

/**
 * The same back from a query, in the types that were declared.
 * @param {URLSearchParams} query @param {string} prefix @param {{name: string, type: string}[]} declared
 */
export function under(query, prefix, declared) {
  return Object.fromEntries([...query].filter(([name]) => name.startsWith(prefix)).map(([name, text]) => {
    const plain = name.slice(prefix.length);
    const type = declared.find((each) => each.name === plain)?.type;
    return [plain, type === "flag" ? text !== "false" : type === "number" ? Number(text) : text];
  }));
}
