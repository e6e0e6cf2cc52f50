// @ts-check
// Thermographs to look into, of one value or of several on top of each other. Temperatures go upwards from -1, values
// from right to left as the field draws them, on equal scales. Numbers are exact, and only what is in sight is drawn:
// so none is too large or too small.

import { h, refill, s } from "./dom.js";
import { inShort, read, unitFor, wellRead, written } from "./fraction.js";

/** @import {Corner, Walls} from "./types.js" */

const [LEFT, TOP, RIGHT, BOTTOM] = [66, 12, 24, 30];
const STEP = 1.6;
const HINT = "Thermograph: up and down read off, Page up and down go to corners, left and right move, + - 0 zoom";

/** The value of a wall, whose slopes are whole, at a temperature. @param {Corner[]} wall @param {bigint} t */
export function wallAt(wall, t) {
  const next = wall.findIndex((corner) => corner.t > t);
  if (next < 1) return wall[next < 0 ? wall.length - 1 : 0].x;
  const [low, high] = [wall[next - 1], wall[next]];
  return low.x + ((high.x - low.x) * (t - low.t)) / (high.t - low.t);
}

/** @param {...bigint} numbers */
const ascending = (...numbers) => numbers.sort((a, b) => Number(a - b));
/** @param {bigint} a @param {bigint} b */
const larger = (a, b) => (a > b ? a : b);

/** @param {Walls | Walls[]} walls @param {string[]} names  of several */
export function thermograph(walls, names = []) {
  const all = [walls].flat();
  const unit = unitFor(all.flatMap(({ mean, temperature, left_wall, right_wall }) =>
    [mean, temperature, ...left_wall.flat(), ...right_wall.flat()]));
  /** @param {string[]} corner */
  const corner = ([t, x]) => ({ t: read(t, unit), x: read(x, unit) });
  const graphs = all.map(({ mean, temperature, left_wall, right_wall }) => {
    const top = corner([temperature, mean]);
    return { top, walls: [left_wall, right_wall].map((wall) => [...wall.map(corner), top]) };
  });
  const corners = graphs.flatMap((graph) => graph.walls.flat());
  const values = ascending(...corners.map(({ x }) => x));
  const temperatures = ascending(-unit, 0n, ...corners.map(({ t }) => t));
  const [least, most, highest] = [values[0], values[values.length - 1], temperatures[temperatures.length - 1]];

  // Of values (axis 0) and temperatures (axis 1): what is in the middle, and in pixels the size of the drawing and
  // where the pointer was. The grain is how many units a pixel has; the walls are read off at t.
  let centre = [0n, 0n];
  let room = [0, 0];
  let last = [0, 0];
  let grain = 1n;
  let zoom = 1;
  let t = graphs[0].top.t;
  /** @param {number} pixels */
  const length = (pixels) => (grain * BigInt(Math.round(pixels * 256))) / 256n;
  /** @param {number} pixels */
  const step = (pixels) => wellRead(length(pixels), unit);
  /** @param {number} axis @param {number} pixel */
  const numberAt = (axis, pixel) => centre[axis] + length(room[axis] / 2 - pixel);
  /** @param {number} axis @param {bigint} number */
  const pixelOf = (axis, number) => room[axis] / 2 - Number(((number - centre[axis]) * 256n) / grain) / 256;
  /** @param {bigint} number */
  const text = (number, most = 24) =>
    inShort(written(number, unit).replace(/(000){2,}$/, ({ length }) => `e${length}`), most);

  function draw() {
    const { width, height } = svg.getBoundingClientRect();
    const [wide, high] = room = [width - LEFT - RIGHT, height - TOP - BOTTOM].map((each) => Math.max(40, each | 0));
    const fitting = larger(larger(most - least, unit) / BigInt(wide), (highest + unit) / BigInt(high));
    grain = (((fitting * 5n) / 4n) << 32n) / BigInt(Math.round(zoom * 2 ** 32));
    const low = length(high / 2) - unit;
    const [x, y] = zoom > 1 ? centre : [(least + most) / 2n, low];
    centre = [ascending(least, x, most)[1], ascending(low, y, larger(low, highest))[1]];
    t = larger(t, -unit);
    figure.classList.toggle("zoomed", zoom > 1);
    refill(svg, s("g", { transform: `translate(${LEFT} ${TOP})` },
      s("rect", { class: "thermo-paper", width: wide, height: high }), ticks(0, 64), ticks(1, 28),
      s("svg", { width: wide, height: high }, s("path", { class: "thermo-zero", d: `M0 ${pixelOf(1, 0n)}H${wide}` }),
        s("path", { class: "thermo-level", d: `M0 ${pixelOf(1, t)}H${wide}` }), drawn())));
    said.textContent = `t = ${text(t)}: ` + graphs.map(({ top, walls }, i) => {
      const [left, right] = walls.map((wall) => text(wallAt(wall, t)));
      return (names[i] ? `${names[i]}: ` : "") + (t < top.t ? `Left wall ${left}, Right wall ${right}`
        : `mast (mean ${left}, temperature ${text(top.t)})`);
    }).join("; ");
  }

  /** Lines and their numbers. @param {number} axis @param {number} apart  pixels, at least */
  function ticks(axis, apart) {
    const [wide, high] = room;
    const by = step(apart);
    const parts = [];
    for (let number = (numberAt(axis, room[axis]) / by) * by; number <= numberAt(axis, 0); number += by) {
      const at = pixelOf(axis, number);
      if (at <= room[axis]) parts.push(s("g", { class: `thermo-axis-${axis}` },
        s("path", { d: axis ? `M-5 ${at}H${wide}` : `M${at} 0V${high + 5}` }),
        s("text", axis ? { x: -9, y: at + 4 } : { x: at, y: high + 18 }, text(number, 8))));
    }
    return parts;
  }

  /** The thermographs as far as they are in sight: browsers draw very long lines badly. */
  const drawn = () => graphs.map(({ walls, top }, i) => {
    const [low, high] = [numberAt(1, room[1] + 9), numberAt(1, -9)];
    const [left, right] = walls.map((wall) => {
      const inside = wall.map((each) => each.t).filter((each) => low < each && each < high);
      return [low, ...inside, high].map((each) => [pixelOf(0, wallAt(wall, each)), pixelOf(1, each)]);
    });
    const foot = pixelOf(1, top.t);
    return s("g", { class: `thermo-c${i}` },
      s("polygon", { class: "thermo-inside", points: [...left, ...right.toReversed()] }),
      s("polyline", { class: "thermo-wall right", points: right }),
      s("polyline", { class: "thermo-wall left", points: left }),
      foot > 0 && s("path", { class: "thermo-mast", d: `M${pixelOf(0, top.x)} ${foot}V2l-5 8m10 0l-5 -8` }),
      walls.map((wall, side) => s("circle", {
        class: ["thermo-dot", side ? "right" : "left"], cx: pixelOf(0, wallAt(wall, t)), cy: pixelOf(1, t), r: 4,
      })));
  });

  /** @param {number[]} by  pixels to the right and down */
  function pan(by) {
    centre = centre.map((number, axis) => number + length(by[axis]));
    draw();
  }

  /** @param {number} factor @param {number[]} [about]  the pixel that stays: where the first wall is read off */
  function zoomBy(factor, about = [pixelOf(0, wallAt(graphs[0].walls[0], t)), pixelOf(1, t)]) {
    const before = zoom;
    zoom = Math.max(1, Math.min(1e9, zoom * factor));
    pan(room.map((each, axis) => (each / 2 - about[axis]) * (1 - before / zoom)));
  }

  /** Read off at another temperature, and bring it into sight. */
  function go(to = t) {
    t = to;
    const at = pixelOf(1, t);
    pan([0, Math.max(12, Math.min(room[1], at)) - at]);
  }

  /** @param {MouseEvent} event */
  function placeOf({ clientX, clientY }) {
    const { left, top } = svg.getBoundingClientRect();
    return [clientX - left - LEFT, clientY - top - TOP];
  }

  /** Drag, and read off at the pointer, which corners attract. @param {PointerEvent} event */
  function point(event) {
    if (!event.isPrimary) return;
    const at = placeOf(event);
    if (event.type === "pointerdown") svg.setPointerCapture(event.pointerId);
    else if (event.buttons) pan(at.map((pixel, axis) => pixel - last[axis]));
    last = at;
    const there = numberAt(1, at[1]);
    t = temperatures.find((each) => Math.abs(pixelOf(1, each) - at[1]) < 5) ?? there - (there % step(4));
    draw();
  }

  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowUp: () => go(t + step(6)),
    ArrowDown: () => go(t - step(6)),
    PageUp: () => go(temperatures.find((each) => each > t)),
    PageDown: () => go(temperatures.findLast((each) => each < t)),
    ArrowLeft: () => pan([40, 0]),
    ArrowRight: () => pan([-40, 0]),
    "+": () => zoomBy(STEP),
    "-": () => zoomBy(1 / STEP),
    0: () => zoomBy(0),
  };
  const svg = s("svg", {
    class: "thermo-drawing", role: "application", tabindex: 0, "aria-label": HINT,
    onpointerdown: point, onpointermove: point,
  });
  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !svg.matches(":focus")) return;
    event.preventDefault();
    zoomBy(2 ** (-event.deltaY / 300), placeOf(event));
  });
  const said = h("output", { class: "thermo-said" });
  /** @param {string} sign @param {string} name @param {number} factor */
  const button = (sign, name, factor) =>
    h("button", { type: "button", class: "quiet", "aria-label": name, onclick: () => zoomBy(factor) }, sign);
  const figure = h("figure", { class: ["thermo", names[1] && "thermo-several"] },
    h("div", { class: "thermo-bar" }, said,
      button("−", "Zoom out", 1 / STEP), button("+", "Zoom in", STEP), button("Reset", "Reset", 0)),
    svg,
    names[1] && h("ul", { class: "thermo-legend" }, names.map((name, i) => h("li", { class: `thermo-c${i}` },
      s("svg", null, s("path", { class: "thermo-wall", d: "M2 5H32" })), name))));
  new ResizeObserver(draw).observe(svg);
  return figure;
}
