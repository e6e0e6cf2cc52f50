// @ts-check
// Pictures as the library gives them, shapes in units of one cell with roles instead of colours (those are in
// board.css), drawn as SVG. From one picture to the next, shapes that stay keep their elements; one that vanished and
// one of the same look that appeared are taken for a piece that moved, and it glides; the rest fades.

import { s } from "./dom.js";
/** @import {Box, Picture, Point, Shape} from "./types.js" */

const SCALE = 40; // a unit inside the SVG: browsers handle text of size 0.5 badly
const MOTION = { duration: 220, easing: "cubic-bezier(0.3, 0, 0.2, 1)" };
const MOST_GLIDING = 24;
export const BACKGROUND = new Set(["paper", "empty", "wall", "faint"]);

/** @param {number} value */
const scaled = (value) => Math.round(value * SCALE * 100) / 100;
/** @param {Point[]} points */
const path = (points) => points.map((point) => point.map(scaled).join(" "));
/** @type {(a: Point, b: Point) => Point} */
export const minus = ([x, y], [u, v]) => [x - u, y - v];
/** @type {(a: Point, b: Point) => number} */
export const apart = (a, b) => Math.hypot(...minus(a, b));
/** @type {(a: Point, b: Point, part: number) => Point} */
const between = ([x, y], [u, v], part) => [x + part * (u - x), y + part * (v - y)];
/** @type {(points: Point[]) => Point} */
export const mean = (points) => points.reduce((middle, point, i) => between(middle, point, 1 / (i + 1)));
/** @template T @param {T[]} items @param {(item: T) => number} cost */
export const least = (items, cost) => items.reduce((best, item) => (cost(item) < cost(best) ? item : best));

/** The element of a shape. @param {Shape} shape @returns {SVGElement} */
export function draw(shape) {
  const look = `role-${shape[1]}`;
  if (shape[0] === "polygon") return s("polygon", { class: look, points: path(shape[2]).join(" ") });
  if (shape[0] === "stroke") {
    const [, , points, width, curved, dashed] = shape;
    const [start, ...rest] = path(points);
    const d = `M${start}${curved ? "Q" : "L"}${rest.join(" ")}`;
    return s("path", { class: look, d, "stroke-width": scaled(width), "stroke-dasharray": dashed && scaled(0.12) });
  }
  const [x, y] = shape[2].map(scaled);
  const size = scaled(shape[0] === "disc" ? shape[3] : shape[4]);
  if (shape[0] === "disc") return s("circle", { class: [look, shape[4] && "hollow"], cx: x, cy: y, r: size });
  const where = { x, y, dy: "0.35em", "font-size": size, "text-anchor": "middle" };
  return s("text", { class: shape[5] ? `on-${shape[1]}` : look, ...where }, shape[3]);
}

/** The points of a shape's outline or line; a curve is sampled. @param {Shape} shape @returns {Point[]} */
function corners(shape) {
  if (shape[0] === "stroke" && shape[4]) {
    const [a, b, c] = shape[2];
    return Array.from({ length: 17 }, (_, i) => between(between(a, b, i / 16), between(b, c, i / 16), i / 16));
  }
  if (shape[0] === "polygon" || shape[0] === "stroke") return shape[2];
  const [x, y] = shape[2];
  const high = shape[0] === "disc" ? shape[3] : shape[4] / 2;
  const wide = shape[0] === "disc" ? high : Math.max(high, 0.3 * shape[4] * shape[3].length);
  return [[x - wide, y - high], [x + wide, y - high], [x + wide, y + high], [x - wide, y + high]];
}

/** @param {Shape} shape @returns {Box} */
export function extent(shape) {
  const [xs, ys] = [0, 1].map((k) => corners(shape).map((point) => point[k]));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** A shape's middle; that of a stroke is on its line. @param {Shape} shape */
export function centre(shape) {
  const points = corners(shape);
  const half = (points.length - 1) / 2;
  return mean(shape[0] === "stroke" ? points.slice(Math.floor(half), Math.ceil(half) + 1) : points);
}

/** How far a point is from a shape; 0 upon it, inside a ring too. @param {Shape} shape @param {Point} point */
export function distance(shape, point) {
  if (shape[0] === "disc") return Math.max(0, apart(point, shape[2]) - shape[3]);
  const points = corners(shape);
  let inside = false;
  const far = points.map((b, i) => {
    const a = points[(i || points.length) - 1];
    const [[u, v], [x, y]] = [minus(b, a), minus(point, a)];
    if (y < 0 !== y < v) inside = inside !== x < (y / v) * u;
    const part = (x * u + y * v) / (u * u + v * v || 1);
    return apart(point, between(a, b, Math.max(0, Math.min(1, part))));
  });
  if (shape[0] === "stroke") return Math.max(0, Math.min(...far.slice(1)) - shape[3] / 2);
  return inside ? 0 : Math.min(...far);
}

/** Kind, role, size and text, wherever the shape is. @param {Shape} shape */
function look(shape) {
  const points = corners(shape);
  const form = points.map((point) => minus(point, points[0]).map((value) => Math.round(64 * value)));
  return JSON.stringify([shape[0], shape[1], form, shape.slice(3)]);
}

/**
 * For new shapes, the vanished one that has moved there: the one that jumps over another, or the nearest.
 * @param {Shape[]} gone @param {Shape[]} come
 */
export function paired(gone, come) {
  /** @type {Map<Shape, Shape>} */
  const pairs = new Map();
  if (gone.length * come.length > 5000) return pairs;
  let left = gone.map((shape) => ({ shape, at: centre(shape), look: look(shape) }));
  const places = left.map(({ at }) => at);
  for (const shape of come.filter((each) => !BACKGROUND.has(each[1]))) {
    const [end, wanted] = [centre(shape), look(shape)];
    const far = (/** @type {{at: Point}} */ { at }) =>
      places.some((over) => apart(over, mean([at, end])) < 0.01) ? 0 : apart(at, end);
    const alike = left.filter((each) => each.look === wanted);
    if (!alike.length) continue;
    const best = least(alike, far);
    pairs.set(shape, best.shape);
    left = left.filter((each) => each !== best);
  }
  return pairs;
}

/** A picture on the page. */
export class Drawing {
  /** @param {{label?: string}} [how] */
  constructor({ label = "" } = {}) {
    this.label = label;
    /** The frame, which may be larger than the picture's. */
    this.box = /** @type {Box} */ ([0, 0, 1, 1]);
    this.items = /** @type {{shape: Shape, part: SVGElement}[]} */ ([]);
    this.about = s("desc");
    this.layers = { base: s("g"), ghosts: s("g", { class: "ghosts" }), marks: s("g") };
    this.element = s("svg", { class: "drawing", role: "img" }, this.about, Object.values(this.layers));
  }

  /**
   * Show a picture; with `animate` as what became of the one before, in a frame that only grows.
   * @param {Picture} picture @param {{animate?: boolean}} [how]
   */
  show({ title, box, lines, shapes }, { animate = false } = {}) {
    const old = this.items;
    const known = new Map(old.map((item) => [JSON.stringify(item.shape), item]));
    this.items = shapes.map((shape) => known.get(JSON.stringify(shape)) ?? { shape, part: draw(shape) });
    this.layers.base.replaceChildren(...this.items.map(({ part }) => part));
    this.layers.marks.replaceChildren();
    this.ghosts([]);
    const follows = animate && old.length > 0;
    const grown = box.map((edge, i) => (follows ? (i < 2 ? Math.min : Math.max)(edge, this.box[i]) : edge));
    const [left, top, right, bottom] = (this.box = /** @type {Box} */ (grown));
    const [wide, high] = [right - left, bottom - top];
    this.element.setAttribute("viewBox", [left, top, wide, high].map(scaled).join(" "));
    this.element.style.cssText = `--wide: ${wide}; --high: ${high}`;
    this.element.ariaLabel = this.label || title || "board";
    this.about.textContent = lines.map((line) => line.trim()).join("; ").slice(0, 400);
    if (follows && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.#animate(old);
  }

  /** @param {Drawing["items"]} old */
  #animate(old) {
    const gone = old.filter((item) => !this.items.includes(item));
    const come = this.items.filter((item) => !old.includes(item));
    const pairs = paired(gone.map(({ shape }) => shape), come.map(({ shape }) => shape));
    if (pairs.size > MOST_GLIDING) pairs.clear();
    const moved = [...pairs.values()];
    for (const { part } of gone.filter(({ shape }) => !moved.includes(shape))) {
      this.layers.base.append(part);
      part.animate({ opacity: [1, 0] }, MOTION).onfinish = () => part.remove();
    }
    for (const { shape, part } of come) {
      const [x, y] = minus(centre(pairs.get(shape) ?? shape), centre(shape)).map(scaled);
      const glide = { transform: [`translate(${x}px, ${y}px)`, "none"] };
      part.animate(pairs.has(shape) ? glide : { opacity: [0, 1] }, MOTION);
    }
  }

  /** Where on the picture the pointer is. @param {MouseEvent} event @returns {Point} */
  point({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.element.getScreenCTM()?.inverse());
    return [x / SCALE, y / SCALE];
  }

  /** A place of the picture on the screen. @param {Point} point */
  screen([x, y]) {
    return new DOMPoint(x * SCALE, y * SCALE).matrixTransform(this.element.getScreenCTM() ?? undefined);
  }

  /** Translucent shapes that would come; dimmed, those that would go. @param {Shape[]} come @param {number[]} [gone] */
  ghosts(come, gone = []) {
    this.layers.ghosts.replaceChildren(...come.map(draw));
    this.items.forEach(({ part }, i) => part.classList.toggle("dimmed", gone.includes(i)));
  }

  /** Outline places in the manner of a class, and no others. @param {Shape[]} shapes @param {string} look */
  mark(shapes, look) {
    for (const old of this.layers.marks.querySelectorAll(`.${look}`)) old.remove();
    for (const shape of shapes) {
      const part = draw(shape[0] === "label" ? ["polygon", "", corners(shape)] : shape);
      part.setAttribute("class", `mark ${look}`);
      this.layers.marks.append(part);
    }
  }
}
