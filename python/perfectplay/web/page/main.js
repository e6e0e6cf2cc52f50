// @ts-check
// The router. An address is a page: links are ordinary links, taken over where they stay on the site. A page's script
// is loaded when it is first needed; its heading receives the focus, and going back finds the reader where they left.

/** @import {Page} from "./types.js" */

import { h, refill } from "./dom.js";
import { ApiError } from "./api.js";
import { go } from "./address.js";
import { button, template, trouble } from "./notice.js";

/** By the first word of the path. @type {Record<string, (url: URL, key: string) => Promise<Page>>} */
const ROUTES = {
  "": async (url) => (await import("./catalogue.js")).cataloguePage(url),
  s: async (url, key) => (await import("./system.js")).systemPage(decodeURIComponent(key), url),
  values: async () => ({ title: "Values", element: (await import("./values.js")).valuesPage() }),
  own: async () => (await import("./own.js")).ownPage(),
  about: async () => (await import("./about.js")).aboutPage(),
};
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
let turn = 0;
/** @type {Page | null} */
let page = null;

async function show() {
  const url = new URL(location.href);
  const [, name, key] = url.pathname.split("/");
  const mine = ++turn;
  for (const link of document.querySelectorAll(".top nav a")) {
    link.ariaCurrent = link.getAttribute("href") === `/${name.replace(/^s$/, "")}` ? "page" : null;
  }
  main.ariaBusy = "true";
  /** @type {Page} */
  let next;
  try {
    next = Object.hasOwn(ROUTES, name) ? await ROUTES[name](url, key) : { title: "", ...template("missing") };
  } catch (error) {
    if (!(error instanceof ApiError)) console.error(error);
    next = { title: "No answer", element: h("div", { class: "prose stack" }, h("h1", null, "This did not work"),
      trouble(error, h("div", { class: "row" }, button("Try again", () => void show(), ""),
        url.search && h("a", { class: "button", href: url.pathname }, "Begin anew")))) };
  }
  if (mine !== turn) return next.left?.();
  page?.left?.();
  refill(main, next.element);
  main.ariaBusy = null;
  document.title = [next.title, "perfectplay"].filter(Boolean).join(" – ");
  const heading = main.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  if (page) heading?.focus({ preventScroll: true });
  page = next;
  window.scrollTo(0, history.state?.height ?? 0);
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a");
  if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.download) return;
  if (!Object.hasOwn(ROUTES, link.pathname.split("/")[1])) return;
  event.preventDefault();
  if (link.className === "skip") main.focus();
  else go(link.href);
});
window.addEventListener("go", () => void show());
window.addEventListener("popstate", () => void show());
history.scrollRestoration = "manual";
void show();
