// @ts-check
// An answer: in words, then its witness, whatever that is: lines, sheets, strategies, a value, positions, broken rules,
// files. At the foot what makes it more than a claim: verify it, take it home, or ask the same in Python or a terminal.

/** @import {Answer, Asked, Broken, LineView, Question, Shelf, Verdict} from "./types.js" */

import { h, refill } from "./dom.js";
import { ApiError, ask, call, sentence } from "./api.js";
import { placed } from "./address.js";
import { bar, button, capital, clipped, copyButton, download, drawn, spaced, template, trouble } from "./notice.js";
import { Stepper } from "./stepper.js";
import { thermograph } from "./thermograph.js";
import { valuePanel } from "./value.js";

/** @param {Answer} answer @param {Asked} asked @param {Shelf} shelf */
export function answerCard(answer, asked, shelf) {
  const { text, reason, move, broken, strategies, positions, value } = answer;
  const lines = [...answer.lines];
  if (move) {
    const moves = [move.text];
    lines.unshift({ ...move, start: asked.place, moves, shown: moves, cost: 1, metric: "moves", title: "the move" });
  }
  return card(asked, reason || text,
    broken?.length ? faults(broken, asked) : !value && said(answer, lines.length > 0),
    answer.sheets.length > 0 && sheets(answer.sheets),
    lines.length > 0 && stepped(lines),
    value ? valuePanel(value) : answer.thermograph && thermograph(answer.thermograph),
    h("ul", { class: "plain" }, strategies.map(({ player, starter, promise }) =>
      h("li", { class: "row" }, h("span", null, h("strong", { class: player.toLowerCase() }, player),
        ` ${promise === "win" ? "wins" : "draws at least"} when ${starter} starts`),
      button("Play against it", () => void shelf.page?.against(player, starter, asked.place))))),
    h("ul", { class: "places" }, positions.map(({ title, ...place }) => {
      const thumb = h("span", { class: "thumb" });
      call("picture", place).then((picture) => thumb.append(drawn(picture).element), () => thumb.remove());
      return h("li", null, h("a", { href: placed(place) }, thumb,
        capital(spaced(title || "open this position")), h("code", null, place.position)));
    })),
    foot(answer, asked));
}

/** There is no answer, and why. @param {unknown} error @param {Asked} asked @param {Shelf} shelf */
export function errorCard(error, asked, shelf) {
  if (!(error instanceof ApiError) || error.kind !== "limit") return card(asked, sentence(error), trouble(error));
  const { limit, best, message } = error;
  const { element, part } = template("limit");
  const { limits, ...body } = asked.body;
  const more = limits[limit]?.replace(/[\d.]+/, (/** @type {string} */ number) => String(4 * Number(number)));
  const raised = { ...asked, body: { ...body, limits: { ...limits, [limit]: more } } };
  refill(part(".why"), capital(message));
  refill(part(".best strong"), best);
  part(".best").hidden = !best;
  part(".most").hidden = !!more;
  if (more) element.append(button(`Ask again with ${more}`, () => shelf.page?.questions.again(raised), ""));
  return card(asked, "no answer within the limits", element);
}

/** @param {Asked} asked @param {string} glimpse @param {...any} parts */
const card = (asked, glimpse, ...parts) => h("details", { class: "panel answer", open: true },
  h("summary", null,
    h("h3", null, capital(spaced(asked.question.name))), h("span", { class: "glimpse" }, clipped(glimpse, 120))),
  h("div", { class: "stack" }, ...parts));

/** The answer in words; its pictures, unless something below has them. @param {Answer} answer @param {boolean} lined */
const said = ({ words, reason, sheets }, lined) => h("div", { class: ["said", reason && "reason"] },
  words.map((line) => ("parts" in line
    ? h("p", null, line.parts.map(([part, style]) => (style ? h("strong", { class: style }, part) : part)))
    : !lined && !sheets.length && drawn(line.picture).element)));

/** Lines, one at a time. @param {LineView[]} lines */
function stepped(lines) {
  const stage = h("div");
  const show = () => {
    const stepper = new Stepper(lines[choice.selectedIndex]);
    if (stepper.length === 1) void stepper.go(1);
    refill(stage, stepper.element);
  };
  const choice = h("select", { "aria-label": "Line", hidden: lines.length === 1, onchange: show },
    lines.map(({ title }, i) => h("option", null, capital(spaced(title || `solution ${i + 1}`)))));
  show();
  return [choice, stage];
}

/** Sheets beside each other, and what differs. @param {Answer["sheets"]} answers */
function sheets(answers) {
  const texts = answers.map(({ picture }) => picture.shapes.map((shape) => JSON.stringify(shape)));
  const figures = answers.map(({ picture }, i) => {
    const drawing = drawn(picture);
    const other = new Set(texts[i ? 0 : 1] ?? texts[i]);
    drawing.mark(picture.shapes.filter((_, j) => !other.has(texts[i][j])), "differs");
    return h("figure", null, texts.length > 1 && h("figcaption", null, `Solution ${i + 1}`), drawing.element);
  });
  return [h("div", { class: "sheets" }, figures),
    texts.length > 1 && h("p", { class: "fine" }, "What differs from the first is outlined.")];
}

/** Broken rules; each lights up its cells. @param {Broken[]} list @param {Asked} asked */
function faults(list, { question, place, body }) {
  const stage = h("div", { class: "sheets" });
  /** @type {(unknowns: number[]) => void} */
  let light = () => {};
  call("position", { ...place, answer: body[answerOf(question)] }).then(({ sheet }) => {
    const drawing = drawn(sheet.answer.picture);
    light = (unknowns) => drawing.mark(unknowns.map((i) => sheet.unknowns[i][2]).filter(Boolean), "fault");
    light(list.flatMap(({ unknowns }) => unknowns));
    stage.append(drawing.element);
  }, () => null);
  return [h("ul", { class: "broken" }, list.map(({ sentence: rule, unknowns }) => {
    const show = () => light(unknowns);
    return h("li", null, h("button", { type: "button", onmouseenter: show, onfocus: show, onclick: show }, rule));
  })), stage];
}

/** How it was found, and what can be done with it. @param {Answer} answer @param {Asked} asked */
function foot({ method, stats: { positions, seconds }, result, files, same }, asked) {
  const { question, place } = asked;
  const { element, part } = template("foot");
  const link = question.about === "position" && h("a", { href: placed(place) }, clipped(place.position, 40));
  const spent = [method && `by ${method}`, `${Number(seconds.toPrecision(2))} s`,
    positions && `${positions.toLocaleString("en")} positions`, link && "for "];
  const data = { name: `${question.name}.json`, text: JSON.stringify(result, null, 1) };
  refill(part(".fine"), capital(spent.filter(Boolean).join(" · ")), link);
  refill(part(".row"), button("Verify", async () => {
    refill(part(".verdict"), bar("Verifying"));
    refill(part(".verdict"), await ask("verify", { result }).then(judged, trouble));
  }), [data, ...files].map(({ name, text }) => download("Download " + name, name, text)));
  part("details").hidden = place.system.startsWith("own-");
  part("details").append(h("div", { class: "stack" }, snippets(same)));
  return element;
}

/** @param {Verdict} verdict */
function judged({ verdict, text, fields, aside }) {
  const rows = Object.entries({ ...fields, ...aside }).map(([name, { status, how }]) => h("tr", null,
    h("th", { scope: "row" }, spaced(name)), h("td", { class: status }, status), h("td", null, how)));
  return h("div", { class: "notice" },
    h("p", null, h("strong", { class: verdict }, capital(verdict)), text.slice(verdict.length)),
    h("details", null, h("summary", { class: "small" }, "Field by field"), h("table", null, h("tbody", null, rows))));
}

/** The question as the library and the command line have it. @param {Answer["same"]} same */
const snippets = (same) => Object.entries(same).map(([title, text]) => h("figure", { class: "snippet" },
  h("figcaption", null, title, copyButton("Copy", () => text)), h("pre", { tabindex: 0 }, h("code", null, text))));

/** The argument that is what was filled in, or moves. @param {Question} question */
const answerOf = (question) => question.arguments.find(({ type }) => type === "answer")?.name ?? "";
