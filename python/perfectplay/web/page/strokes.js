// @ts-check
// The unknowns of a sheet, where they lie, and strokes over them. A cell is an area, a link joins two points; from that
// alone follow what a pointer hits, what a stroke passes, and where an arrow key leads.

import { apart, centre, distance } from "./picture.js";
/** @import {Cell, Cheapest, Gesture, Link, Point, Spot, Toward, Unknown, Unknowns} from "./types.js" */
/** @import {Sheet} from "./sheet.js" */

/** @type {(sheet: Unknowns) => Unknown[]} */
export function unknownsOf({ unknowns, domains, regions, answer }) {
  const written = new Map(answer.draft);
  return unknowns.map(([name, domain, area], number) => {
    const values = domains[domain];
    const kind = values.length < 2 ? "given" : !area ? "listed" : area[0] === "stroke" ? "link" : regions ? "area"
      : values[0] === "." && values.length <= 4 ? "mark" : "number";
    const blank = values[0] === "." || (values[0] === "0" && kind === "link") ? 0 : undefined;
    const value = kind === "given" ? 0 : written.get(number);
    return { number, name, area, values, kind, blank, value, shown: value };
  });
}

/** @param {Unknown} unknown */
export const textOf = ({ values, value = -1 }) => values[value] ?? "";

/** The value after this one, or before: open, all others, nothing. @param {Unknown} unknown @param {number} by */
export function next({ values, value, blank }, by) {
  const round = [undefined, ...values.keys()];
  if (blank === 0) round.push(...round.splice(1, 1));
  return round[(round.indexOf(value) + by + round.length) % round.length];
}

/** One line more on a link, or none; undefined if it is so already. @param {Unknown} link @param {boolean} line */
export const more = ({ values, value }, line) =>
  value === (line ? values.length - 1 : 0) ? undefined : line ? (value ?? 0) + 1 : 0;

/** The item that costs least, and less than a limit. @type {Cheapest} */
export const cheapest = (items, cost, limit = Infinity) => {
  let best;
  for (const item of items) {
    const now = cost(item);
    if (now < limit) [best, limit] = [item, now];
  }
  return best;
};

/** Where an arrow key leads. @type {Toward} */
export const toward = (items, [x, y], [dx, dy]) => cheapest(items, ({ at: [u, v] }) => {
  const ahead = (u - x) * dx + (v - y) * dy;
  return ahead > 0.05 ? ahead + 3 * Math.abs((u - x) * dy - (v - y) * dx) : Infinity;
});

/** Cells and links of a sheet, and the spots on which a cursor stands. */
export class Plan {
  /** @param {Unknown[]} unknowns */
  constructor(unknowns) {
    this.links = /** @type {Link[]} */ (unknowns.filter(({ area }) => area?.[0] === "stroke"));
    this.cells = /** @type {Cell[]} */ (unknowns.filter(({ area }) => area && area[0] !== "stroke"));
    /** @type {Map<string, Spot>} */
    const known = new Map();
    /** @type {(at: Point, unknown?: Unknown) => Spot} */
    const spot = (at, unknown) => {
      const name = at.map((part) => part.toFixed(2)).join();
      const found = known.get(name) ?? { at, unknown, links: new Map() };
      known.set(name, found);
      return found;
    };
    for (const cell of this.cells) cell.spot = spot(centre(cell.area), cell);
    // Where links lie askew, as those of a graph, a cursor walks from link to link rather than along them.
    const level = this.links.every(({ area: [, , [a, b, c]] }) => !c && (a[0] === b[0] || a[1] === b[1]));
    for (const link of this.links) {
      const [a, b] = level ? link.area[2].map((end) => spot(end)) : [spot(centre(link.area), link)];
      link.spot = a;
      if (b) a.links.set(b, link);
      if (b) b.links.set(a, link);
    }
    this.spots = [...known.values()];
  }

  /** @param {Point} point */
  cell(point) {
    return this.cells.find(({ area }) => !distance(area, point));
  }

  /** The link that a click is meant for; where cells are clicked too, near its middle. @param {Point} point */
  link(point) {
    const [near, clear] = this.cells.length ? [0.2, 0.3] : [0.4, 0.2];
    return cheapest(this.links, ({ area }) =>
      area[2].some((end) => apart(end, point) < clear) ? Infinity : distance(area, point), near);
  }

  /** The spot with links that is nearest to a point. @param {Point} point */
  spot(point) {
    return cheapest(this.spots, ({ at, links }) => (links.size ? apart(at, point) : Infinity));
  }
}

/**
 * From putting a pointer on a sheet to lifting it: a click; a stroke over cells, which all become what the first one
 * became; or a stroke along links, of which the first decides whether the stroke draws or erases.
 * @param {Sheet} sheet @param {Point} start @param {number} way @param {string} type @returns {Gesture}
 */
export function gesture(sheet, start, way, type) {
  const { plan } = sheet;
  const [cell, link] = [plan.cell(start), plan.link(start)];
  const counting = cell?.kind === "number" && type === "mouse" && (way < 0 || sheet.here === cell);
  const painting = cell?.kind === "mark" && (!plan.links.length || (way < 0 && !link));
  const cells = painting || (sheet.regions && cell);
  const value = painting ? next(cell, way) : undefined;
  /** @type {Set<Unknown>} */
  const passed = new Set();
  let [name, spot] = ["", plan.spot(start)];
  /** @type {boolean | undefined} */
  let erasing;

  const over = (/** @type {Unknown | undefined} */ each) => {
    if (!each || passed.has(each) || (painting && each.kind !== "mark")) return;
    passed.add(each);
    if (painting || way < 0) return sheet.set(each, value);
    name ||= textOf(each); // a stroke from open cells takes the first name that it meets
    for (const one of passed) if (one.values.includes(name)) sheet.set(one, one.values.indexOf(name));
  };

  const along = (/** @type {Spot | undefined} */ to) => {
    const link = to && spot?.links.get(to);
    if (link) spot = to;
    if (!link || passed.has(link)) return;
    passed.add(link);
    const drawn = more(link, way > 0);
    erasing ??= drawn === undefined;
    sheet.set(link, erasing ? undefined : drawn ?? link.value);
  };

  if (cells) over(cell);
  if (cell && cell.kind !== "mark") sheet.stand(cell.spot, cell);
  return {
    move: (point) => (cells ? over(plan.cell(point)) : along(plan.spot(point))),
    end(moved) {
      const target = moved || painting ? null : link ?? (counting || cell?.kind === "mark" ? cell : null);
      if (target) {
        sheet.set(target, next(target, way));
        sheet.stand(target.spot, target);
      } else if (!moved && spot && apart(spot.at, start) < 0.5) sheet.stand(spot);
      sheet.close();
    },
    drop: () => sheet.adopt(sheet.state),
  };
}
