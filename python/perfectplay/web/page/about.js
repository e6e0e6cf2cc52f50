// @ts-check
// What this is, why an answer can be trusted, and how a program asks: prose, and two facts about this server.

import { get } from "./api.js";
import { template } from "./notice.js";

export function aboutPage() {
  const { element, part } = template("about");
  const code = part("pre code");
  code.textContent = code.textContent.replace("ORIGIN", location.origin);
  get("status").then(({ version }) => part("#version").append(`This server runs perfectplay ${version}.`), () => null);
  return { title: "About", element };
}
