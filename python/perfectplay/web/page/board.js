// @ts-check
// A position that is played on, whatever its game. A move shows itself by the shapes that it removes and adds; its
// places are those shapes, or the cells that they lie in. A click picks the moves with the nearest places, the next one
// tells them apart; where pieces move, places come in stages: the piece, its goal, the rest. Where moves only take away,
// the least is meant, else that on the side of the click. What no place tells apart is offered as a list of words.

import { h } from "./dom.js";
import { apart, BACKGROUND, centre, distance, Drawing, extent, least, mean, minus, paired } from "./picture.js";
/** @import {Drag, Move, Plan, Point, PositionView, Shape} from "./types.js" */

const REACH = 0.45;
const TIE = 0.05;
const SIDE = 0.3; // what is nearer by this much is meant
const MOST = 24; // places that are marked
/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @template T @param {T[]} items */
const unique = (items) => [...new Set(items)];
/** @template K, V @param {(key: K) => V} make @returns {(key: K) => V} */
const kept = (make, known = new Map()) => (key) => known.get(key) ?? known.set(key, make(key)).get(key);
/** @param {Plan} plan */
const length = (plan) => Math.hypot(...plan.step);
/** @param {Plan} plan */
const placesOf = (plan) => plan.stages.flat();
/** @param {Plan[]} plans */
const texts = (plans) => unique(plans.map(({ move }) => move.text));
/** What all these moves have. @template T @param {Plan[]} plans @param {(plan: Plan) => T[]} of */
const shared = (plans, of) =>
  plans.slice(0, 1).flatMap(of).filter((each) => plans.every((plan) => of(plan).includes(each)));

/** @param {Point} way @returns {(plan: Plan) => boolean} */
const stepping = (way) => ({ step }) => apart(step, way) < 0.1;

/** What tells where a move is: rather shapes than text, rather pieces than ground. @param {Shape} shape */
const rank = (shape) => (shape[0] === "label" ? 2 : 0) + (BACKGROUND.has(shape[1]) ? 1 : 0);

/** Is it no larger than a cell? @param {Shape} shape */
function isSmall(shape) {
  const [left, top, right, bottom] = extent(shape);
  return shape[0] !== "stroke" && right - left <= 1.6 && bottom - top <= 1.6;
}

/** A board to play on. Dispatches `move` with the move as detail. */
export class Board extends EventTarget {
  drawing = new Drawing();
  plans = /** @type {Plan[]} */ ([]);
  /** Those that are left after clicks. */
  picked = /** @type {Plan[]} */ ([]);
  enabled = true;
  /** Is this a puzzle? */
  alone = false;
  /** Do places come in stages? */
  staged = false;
  /** Do arrow keys make moves? */
  steps = false;
  cursor = /** @type {Point | null} */ (null);
  list = /** @type {HTMLElement | null} */ (null);
  drag = /** @type {Drag | null} */ (null);

  constructor() {
    super();
    this.live = h("p", { class: "unseen", "aria-live": "polite" });
    const hears = {
      onpointerdown: this.#down, onpointermove: this.#over, onpointerup: this.#up,
      onpointercancel: () => {
        this.drag = null;
        this.clear();
      },
      onpointerleave: () => this.drag || this.cursor || this.#paint(),
      // A finger on a piece drags it, and does not scroll; the touch comes after its pointer.
      ontouchstart: (/** @type {Event} */ event) => this.drag?.plans.some(length) && event.preventDefault(),
    };
    const onfocusout = (/** @type {any} */ { relatedTarget }) => this.element.contains(relatedTarget) || this.clear();
    this.element = h("div", { class: "board", role: "application", tabindex: 0, onkeydown: this.#key, onfocusout },
      h("div", { class: "sight", ...hears }, this.drawing.element), this.live);
  }

  /**
   * Show a position; `player` may move.
   * @param {PositionView} view @param {{player?: string | null, animate?: boolean}} [how]
   */
  show(view, { player, animate } = {}) {
    this.drawing.show(view.picture, { animate });
    this.#plan(view, player ?? "");
    this.clear();
    const { plans, drag } = this;
    if (drag) drag.plans = this.#near(drag.from, plans).plans;
    const steps = Object.values(ARROWS).flatMap((way) => plans.filter(stepping(way)).slice(0, 1));
    this.alone = !view.impartial && plans.every(({ move }) => !move.player);
    this.steps = this.alone && steps.length === plans.length &&
      [0, 1].some((stage) => shared(plans, ({ stages }) => stages[stage]).length);
    const help = this.steps ? "make a move." : "go to a place, Enter chooses it, Escape clears the choice.";
    this.element.ariaLabel = `${view.name}, board. Arrow keys ${help}`;
  }

  /** @param {PositionView} view @param {string} player */
  #plan({ picture: { shapes }, moves }, player) {
    const cells = shapes.filter((shape) => shape[0] !== "label" && isSmall(shape));
    const pieces = shapes.filter((shape) => rank(shape) === 0);
    /** @type {Map<string, Point>} */
    const names = new Map();
    for (const shape of shapes.toReversed()) if (shape[0] === "label" && shape[1] === "faint") names.set(shape[3], shape[2]);
    /** The place that a word names: a node that it is written beside, or a row and a column. */
    const spot = kept((/** @type {string} */ word) => {
      const [, column, row] = /^([a-z]+)(\d+)$/.exec(word) ?? [];
      const at = names.get(word) ?? /** @type {Point} */ ([names.get(column)?.[0], names.get(row)?.[1]]);
      const cell = cells.length > 0 && least(cells, (each) => apart(centre(each), at));
      return cell && distance(cell, at) < 0.25 && cell;
    });
    /** @type {Shape[]} */
    const places = [];
    const place = kept((/** @type {Shape} */ shape) => {
      const cell = (isSmall(shape) && cells.find((each) => apart(centre(each), centre(shape)) < SIDE)) || shape;
      const same = places.find((each) => apart(centre(each), centre(cell)) < TIE &&
        (cell[0] !== "stroke" || String(each[2]) === String(cell[2])));
      if (!same) places.push(cell);
      return same ?? cell;
    });
    const mine = (moves?.list ?? []).filter((move) => !player || !move.player || move.player === player);
    const raw = mine.flatMap((move) => {
      const [removed, added] = [move.gone.map((i) => shapes[i]), move.come.map((i) => moves?.shapes[i] ?? shapes[0])];
      const best = Math.min(...[...removed, ...added].map(rank));
      const [gone, come] = [removed, added].map((some) => some.filter((shape) => rank(shape) === best));
      const all = [...gone, ...come];
      const spots = move.text.split(/[^A-Za-z0-9]+/).map(spot).filter((each) => !!each);
      return all.length ? { move, added, gone, come, all, spots, pairs: paired(gone, come) } : [];
    });
    const spoken = raw.every(({ spots }) => spots.length);
    /** Does each move begin with the name of a piece that goes away, as far as is told? */
    const ordered = raw.some(({ spots }) => spots.length > 1) && raw.every(({ gone, come, pairs, spots: [first] }) => {
      const holds = (/** @type {Shape[]} */ some) => !!first && some.some((shape) => !distance(first, centre(shape)));
      return holds(pieces) && (!gone.length || (holds(gone) && (pairs.size > 0 || !holds(come))));
    });
    const moving = raw.some(({ pairs }) => pairs.size) &&
      raw.every(({ come, pairs }) => !come.length || (pairs.size > 0 && pairs.size <= 3));
    this.staged = ordered || moving;
    this.plans = raw.map(({ move, added, come, all, spots, pairs }) => {
      const [sources, goals] = [[...pairs.values()], [...pairs.keys()]];
      const [source, goal] = ordered ? spots : [sources[0], goals[0]];
      const moved = this.staged && pairs.size > 0 && !!goal;
      const near = (/** @type {Shape} */ shape) => apart(centre(shape), mean(spots.map(centre))) < TIE;
      const plain = spoken ? [...spots, ...all.filter(near)] : all;
      const shown = ordered ? spots.map((each) => [each]) : moved ? [sources, goals] : [plain];
      const stages = shown.map((some) => unique(some.map(place)));
      stages.push(unique(all.map(place)).filter((each) => !stages.flat().includes(each)));
      const middle = moved ? centre(goal) : mean(all.map(centre));
      const step = moved ? minus(middle, centre(source)) : /** @type {Point} */ ([0, 0]);
      const taken = this.staged || spoken || come.length ? [] : stages[0];
      return { move, come: added.filter((shape) => shape[1] !== "empty"), stages, middle, step, taken };
    });
  }

  /** Forget what was picked. */
  clear() {
    if (this.list?.contains(document.activeElement)) this.element.focus();
    this.list?.remove();
    this.list = this.cursor = null;
    this.picked = [];
    this.drawing.element.classList.remove("ready");
    this.#paint();
  }

  /** Show what a move would do; without a move, no longer. @param {Move | null} move @param {string} [look] */
  preview(move, look) {
    this.#paint(this.plans.filter((plan) => plan.move.text === move?.text), look);
  }

  /**
   * The moves with the places nearest to a point, at the first stage that has any, or that leaves less of those picked.
   * @param {Point} point @param {Plan[]} among @param {boolean} [narrowing]
   */
  #near(point, among, narrowing) {
    const far = kept((/** @type {Shape} */ place) => distance(place, point));
    const places = unique(among.flatMap(placesOf));
    const limit = Math.min(REACH, ...places.map(far));
    const met = new Set(places.filter((place) => far(place) <= Math.max(TIE, limit + 0.01)));
    for (const stage of narrowing ? [0, 1, 2, 3] : [0, 1]) {
      const plans = among.filter(({ stages }) => stages[stage]?.some((place) => met.has(place)));
      if (plans.length && !(narrowing && plans.length === among.length)) return { plans, stage, met };
    }
    return { plans: narrowing && met.size ? among : [], stage: 0, met };
  }

  /** Those of them that a point means. @param {Point} point @param {Plan[]} among @param {boolean} [narrowing] */
  #meant(point, among, narrowing) {
    const { plans, stage, met } = this.#near(point, among, narrowing);
    if (plans.length < 2 || plans === among) return plans;
    if (this.staged) {
      const cost = (/** @type {Plan} */ plan) => apart(plan.middle, point) + length(plan) / 10;
      const [best, source] = [Math.min(...plans.map(cost)), shared(plans, ({ stages }) => stages[0])];
      return stage === 1 && source.length ? plans.filter((plan) => cost(plan) < best + TIE) : plans;
    }
    const small = least(plans, ({ taken }) => taken.length || Infinity);
    const common = shared(plans, ({ taken }) => taken);
    if (common.length && common.length === small.taken.length) return [small];
    const far = (/** @type {Plan} */ { middle, stages }) => {
      const [here] = stages[stage].filter((place) => met.has(place)).map(centre);
      const off = Math.min(...stages[0].map((place) => distance(place, point)));
      return off + apart(middle, point) - apart(middle, here);
    };
    const [first, second] = plans.map(far).sort((a, b) => a - b);
    return second - first > SIDE ? [least(plans, far)] : plans;
  }

  /** The moves that a click leaves: some of those picked, or else of all. @param {Point} point */
  #clicked(point) {
    const left = this.#meant(point, this.picked, true);
    return left.length && left.length < this.picked.length ? left : this.#meant(point, this.plans);
  }

  /** Where a drag leads: a piece goes as far, or this is the next click. @param {Drag} drag @param {Point} to */
  #dragged({ from, plans }, to) {
    const [way, far, moving] = [minus(to, from), apart(to, from), plans.filter(length)];
    const best = Math.min(...moving.map(({ step }) => apart(step, way)));
    const most = Math.min(best + TIE, far, 0.75 * Math.max(1, far));
    if (moving.length) return moving.filter(({ step }) => apart(step, way) < most);
    const left = this.#meant(to, plans, true);
    return left.length < plans.length || plans.length === 1 ? left : [];
  }

  /** Make the only move, ask which, or forget what was picked already. @param {Plan[]} plans @param {Point} point */
  #choose(plans, point) {
    const again = plans.length === this.picked.length && this.picked.includes(plans[0]);
    const { cursor } = this;
    this.clear();
    if (!plans.length || again) return;
    if (texts(plans).length === 1) return this.#make(plans[0].move);
    this.picked = plans;
    const places = this.#telling();
    const told = plans.every((plan) => placesOf(plan).some((place) => places.includes(place)));
    if (!told || (places.length > MOST && !this.staged)) this.#open(point);
    else this.cursor = cursor;
    this.#paint();
    this.#say(plans);
  }

  /** @param {Move} detail */
  #make(detail) {
    this.clear();
    this.dispatchEvent(new CustomEvent("move", { detail }));
  }

  /** The places that tell apart what was picked, at the first stage where any does. */
  #telling() {
    for (const stage of [0, 1, 2, 3]) {
      const at = (/** @type {Plan} */ { stages }) => stages[stage] ?? [];
      const common = shared(this.picked, at);
      const places = unique(this.picked.flatMap(at)).filter((place) => !common.includes(place));
      if (places.length) return places;
    }
    return [];
  }

  /** What those moves have in common that are looked at, or picked. @param {Plan[]} [seen] @param {string} [look] */
  #paint(seen = [], look = "hover") {
    const one = texts(seen).length === 1;
    const shown = one ? seen.slice(0, 1) : this.picked;
    this.drawing.ghosts(shared(shown, ({ come }) => come), shared(shown, ({ move }) => move.gone));
    const places = shared(one ? shown : seen, placesOf);
    const clear = places.length > MOST || (one && look === "hover" && seen[0].come.length);
    for (const each of ["hover", "hinted"]) this.drawing.mark(each === look && !clear ? places : [], each);
    this.drawing.mark(one || this.list ? [] : this.#telling(), "choice");
    this.drawing.mark(this.list ? [] : shared(this.picked, placesOf), "picked");
    this.drawing.mark(this.cursor ? [["disc", "", this.cursor, 0.3, true]] : [], "cursor");
  }

  /** @param {Plan[]} plans */
  #say(plans) {
    const all = texts(plans);
    this.live.textContent = (all.length > 1 ? `${all.length} moves: ` : "") + all.slice(0, 6).join(", ");
  }

  /** Offer what was picked as words. @param {Point} point */
  #open(point) {
    const list = h("div", { class: "choices", role: "group", "aria-label": "Which move?" });
    for (const text of texts(this.picked)) {
      const plans = this.picked.filter(({ move }) => move.text === text);
      const [onclick, onfocus] = [() => this.#make(plans[0].move), () => this.#paint(plans)];
      list.append(h("button", { type: "button", onclick, onfocus, onpointerenter: onfocus }, text));
    }
    this.list = list;
    this.element.append(list);
    const [at, box] = [this.drawing.screen(point), this.element.getBoundingClientRect()];
    list.style.left = `${Math.max(0, Math.min(at.x - box.left - 20, box.width - list.offsetWidth))}px`;
    list.style.top = `${at.y - box.top + 14}px`;
    list.querySelector("button")?.focus();
  }

  #down = (/** @type {PointerEvent} */ event) => {
    if (!this.enabled || event.button) return;
    const from = this.drawing.point(event);
    const { plans } = this.#near(from, this.picked, true);
    this.drag = { from, plans: plans.length ? plans : this.#near(from, this.plans).plans, far: false };
    this.cursor = null;
    if (this.drag.plans.some(length)) this.drawing.element.setPointerCapture(event.pointerId);
  };

  #over = (/** @type {PointerEvent} */ event) => {
    if (!this.enabled || this.list) return;
    const { drag } = this;
    const point = this.drawing.point(event);
    if (drag) drag.far ||= apart(point, drag.from) > SIDE;
    const plans = drag?.far ? this.#dragged(drag, point) : this.#clicked(point);
    if (drag?.far && this.alone && plans.length === 1 && length(plans[0]) <= Math.min(1.1, apart(point, drag.from))) {
      const [{ move, step: [x, y] }] = plans; // one step after the other
      drag.from = [drag.from[0] + x, drag.from[1] + y];
      return this.#make(move);
    }
    this.drawing.element.classList.toggle("ready", plans.length > 0);
    this.#paint(plans);
  };

  #up = (/** @type {PointerEvent} */ event) => {
    const { drag } = this;
    this.drag = null;
    if (!this.enabled || !drag) return;
    const point = this.drawing.point(event);
    this.#choose(this.list ? [] : drag.far ? this.#dragged(drag, point) : this.#clicked(point), point);
  };

  #key = (/** @type {KeyboardEvent} */ event) => {
    const { key } = event;
    const way = ARROWS[key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (key === "Escape" && (this.picked.length || this.cursor)) this.clear();
    else if (!this.enabled || this.list || !(way || key === "Enter" || key === " ")) return;
    else if (way && this.steps) for (const { move } of this.plans.filter(stepping(way))) this.#make(move);
    else if (way || !this.cursor) this.#go(way ?? [0, 1]);
    else this.#choose(this.#clicked(this.cursor), this.cursor);
    event.preventDefault();
  };

  /** @param {Point} way */
  #go(way) {
    const places = this.picked.length ? this.#telling() : unique(this.plans.flatMap(({ stages }) => stages[0]));
    const [left, top, right, bottom] = this.drawing.box;
    const cost = (/** @type {Point} */ stop) => {
      if (!this.cursor) return apart(stop, [(left + right) / 2, (top + bottom) / 2]);
      const [x, y] = minus(stop, this.cursor);
      const along = x * way[0] + y * way[1];
      return along < 0.04 ? Infinity : along + 2 * Math.abs(x * way[1] - y * way[0]);
    };
    const next = places.length && least(places.map(centre), cost);
    if (!next || cost(next) === Infinity) return;
    this.cursor = next;
    this.#paint(this.#clicked(next));
    this.#say(this.#clicked(next));
  }
}
