// @ts-check
// Games of one's own. Python text can do whatever its reader may do on that machine, so a server runs it only if its
// owner said so. The browser keeps the text for the session.

import { refill } from "./dom.js";
import { call, get } from "./api.js";
import { go } from "./address.js";
import { bar, button, template, trouble } from "./notice.js";

export async function ownPage() {
  const { trust } = await get("status");
  const { element, part } = template("own");
  const [form, text, use, said] = ["form", "textarea", "[type=submit]", "#said"].map(part);
  part("#example").textContent = text.value;
  part(trust ? ".refused" : "form").remove();
  text.value = sessionStorage.own ?? text.value;
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    use.disabled = true;
    const source = (sessionStorage.own = text.value);
    const reading = new AbortController();
    refill(said, bar("Reading the game"), button("Cancel", () => reading.abort()));
    await call("own", { source }, reading).then(({ key }) => go("/s/" + key), (error) => refill(said, trouble(error)));
    use.disabled = false;
  });
  return { title: "Own games", element };
}
