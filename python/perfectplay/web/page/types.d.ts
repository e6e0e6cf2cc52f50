// What the server sends, for editors and type checkers: no code, and never loaded by a browser. The server describes
// the same in /api/v1/openapi.json.

export type Point = [number, number];
export type Polygon = ["polygon", string, Point[]];
/** Centre, radius, hollow. */
export type Disc = ["disc", string, Point, number, boolean];
/** Points, width, curved, dashed. */
export type Stroke = ["stroke", string, Point[], number, boolean, boolean];
/** Centre, text, size, upon. */
export type Label = ["label", string, Point, string, number, boolean];
export type Shape = Polygon | Disc | Stroke | Label;
/** Left, top, right, bottom. */
export type Box = [number, number, number, number];
export interface Picture {
  title: string;
  box: Box;
  /** The same for a terminal. */
  lines: string[];
  shapes: Shape[];
}

export type Side = "Left" | "Right";
/** Where a position is found. */
export interface Place {
  system: string;
  position: string;
  options: Record<string, any>;
}
export interface Option {
  name: string;
  default: any;
  type: "flag" | "number" | "text";
}
export interface Argument {
  name: string;
  help: string;
  /** An answer is what was filled in, or moves. */
  type: "flag" | "number" | "choice" | "text" | "answer";
  choices: string[];
  default: any;
}
export interface Question {
  name: string;
  help: string;
  about: "position" | "system";
  limited: boolean;
  methods: boolean;
  arguments: Argument[];
  outputs: { name: string; help: string }[];
  options: Option[];
}
export interface Claim {
  id: string;
  title: string;
  question: string;
  status: string;
  source: string;
  open: boolean;
  changed: boolean;
}
export interface Entry {
  key: string;
  name: string;
  aliases: string[];
  kind: string;
  players: number;
  section: string;
  questions: string[];
  complexity: string[];
  about: string;
  played: boolean;
  posed: boolean;
}
export interface System {
  key: string;
  name: string;
  kind: string;
  players: number;
  section: string;
  systems: string[];
  source: string;
  rules: string;
  example: string;
  complexity: Claim[];
  sample: string;
  samples: Record<string, string>;
  options: Option[];
  questions: Question[];
  metrics: string[];
  played: boolean;
  posed: boolean;
  /** A text such as 4x6 is understood. */
  sized: boolean;
  /** Of other programs, for export. */
  forms: string[];
}

export interface Move {
  text: string;
  /** Empty: either, or there is one player only. */
  player: Side | "";
  /** Shapes of the picture that it removes. */
  gone: number[];
  /** Shapes of the pool that it adds. */
  come: number[];
  /** The same player moves on. */
  again: boolean;
  points: number;
}
export interface Moves {
  list: Move[];
  shapes: Shape[];
  more: number;
}
export interface Edit {
  letters: string[];
  typed: boolean;
  places: [string, Shape][];
}
export interface Broken {
  sentence: string;
  unknowns: number[];
}
export interface SheetView {
  answer: string;
  /** Unknowns and the numbers of their values. */
  draft: [number, number][];
  picture: Picture;
  open: number;
  broken: Broken[] | null;
  solved: boolean | null;
}
export interface Unknowns {
  /** Name, domain, where it is on the picture. */
  unknowns: [string, number, Shape | null][];
  domains: string[][];
  /** The values are names of areas. */
  regions: boolean;
  answer: SheetView;
}
export interface Over {
  winner: Side | "Draw";
  why: string;
}
export interface PositionView extends Place {
  name: string;
  picture: Picture;
  winner: Side | "Draw" | null;
  to_move: Side | null;
  impartial: boolean;
  /** Who has won a play that never ends. */
  endless: Side | "Draw" | null;
  moves: Moves | null;
  /** Is play over, if this player is to move? Null where there are no moves. */
  over: { Left: Over | null; Right: Over | null } | null;
  questions: string[];
  methods: Record<string, string[]>;
  edit: Edit | null;
  sheet: Unknowns | null;
  forms: string[];
}
export interface Played extends PositionView {
  played: { move: string; player: string; points: number; again: boolean };
  next: Side | null;
  /** Left's points less Right's. */
  lead: number;
}

export interface Walls {
  mean: string;
  temperature: string;
  /** Temperature and value of each corner. */
  left_wall: [string, string][];
  right_wall: [string, string][];
  /** Walls may have other slopes than those of games without kos. */
  ko?: boolean;
}
export interface ValueView {
  expression: string;
  text: string;
  pretty: string;
  latex: string;
  outcome: string;
  sentence: string;
  figures: Record<string, string | null>;
  number: boolean;
  thermograph: Walls | null;
  tree: Picture | null;
  left: string[];
  right: string[];
  left_incentives: string[];
  right_incentives: string[];
  facts: string[];
}

export type Said = { parts: [string, string][] } | { picture: Picture };
export interface LineView {
  start: Place;
  moves: string[];
  shown: string[];
  cost: number;
  metric: string;
  title: string;
  player: string;
}
export interface Answer {
  result: Record<string, any>;
  found: boolean;
  reason: string;
  text: string;
  words: Said[];
  method: string;
  stats: { positions: number; seconds: number; memory: number };
  lines: LineView[];
  sheets: { answer: string; picture: Picture }[];
  value: ValueView | null;
  thermograph: Walls | null;
  strategies: { player: string; starter: string; promise: string }[];
  positions: (Place & { title: string })[];
  move: { text: string; player: Side } | null;
  broken: Broken[] | null;
  files: { name: string; text: string }[];
  /** The same question for Python and for a terminal, by title. */
  same: Record<string, string>;
}
export interface Finding {
  status: string;
  how: string;
}
export interface Verdict {
  verdict: string;
  text: string;
  fields: Record<string, Finding>;
  aside: Record<string, Finding>;
}
export interface Progress {
  positions: number;
  seconds: number;
  depth: number;
}
export interface Job {
  id: string;
  state: "waiting" | "running" | "done" | "failed" | "cancelled";
  progress: Progress | null;
  ahead: number;
  answer?: any;
  error?: { kind: string; message: string };
}

// dom.js
export type Child = Node | string | number | null | undefined | false;
export type Children = (Child | Child[])[];
export type Attributes = Record<string, any> | null | undefined;
export type Maker<Tags> = <K extends keyof Tags>(tag: K, attributes?: Attributes, ...children: Children) => Tags[K];

// thermograph.js and values.js
/** A temperature and a value, in units. */
export interface Corner {
  t: bigint;
  x: bigint;
}
export interface Mistake {
  expression: string;
  error: { message: string; row?: number; column?: number };
}
export interface Calculated {
  values: (ValueView | Mistake)[];
  /** Of those that were read, each with each. */
  order: string[][];
}

// stepper.js
/** Of a line: the position after a move. */
export interface Frame {
  move: string;
  player: string;
  picture: Picture;
  position: string;
}

// board.js
/** A move and where it shows. */
export interface Plan {
  move: Move;
  /** What it adds, if that is known. */
  come: Shape[];
  /** Places: the piece, its goal, the rest; or all of them. */
  stages: Shape[][];
  middle: Point;
  /** How far the piece goes that moves, if any. */
  step: Point;
  /** Places that it empties, if it does nothing else. */
  taken: Shape[];
}
export interface Drag {
  from: Point;
  plans: Plan[];
  far: boolean;
}

// desk.js, strokes.js, sheet.js and editor.js

/** From putting a pointer down to lifting it; it is dropped if a second finger comes down. */
export interface Gesture {
  move(point: Point): void;
  end(moved: boolean): void;
  drop(): void;
}
/** What those who extend a desk do. */
export interface Hands {
  /** What is there now, to go back to. */
  state: any;
  adopt(state: any, back: boolean): void | Promise<void>;
  /** A pointer was put down; the way is 1 for the usual button, -1 for the other one. */
  press(point: Point, way: number, type: string): Gesture;
  /** An arrow key, with Shift for a line and with Ctrl or Alt for none. No way at all looks for a first place. */
  step(way: Point, line?: boolean): void;
  /** Any other key: does it mean something? */
  key(key: string, shift: boolean): boolean;
  /** Put what lies over the picture, and bring buttons up to date. */
  overlay(): void;
}
declare module "./desk.js" {
  interface Desk extends Hands {}
}
export type Cheapest = <T>(items: Iterable<T>, cost: (item: T) => number, limit?: number) => T | undefined;
export type Toward = <T extends { at: Point }>(items: Iterable<T>, from: Point, way: Point) => T | undefined;
/** One value only; marked or not; written; the name of an area; a line; without a place. */
export type Kind = "given" | "mark" | "number" | "area" | "link" | "listed";
export interface Unknown {
  number: number;
  name: string;
  area: Shape | null;
  values: string[];
  kind: Kind;
  /** The value for nothing, which it has in the end if it is left open. */
  blank?: number;
  /** The number of the value that is written there; undefined: open. */
  value?: number;
  /** The one that the picture shows. */
  shown?: number;
  /** Where a cursor stands for it. */
  spot?: Spot;
}
export interface Link extends Unknown {
  area: Stroke;
}
export interface Cell extends Unknown {
  area: Polygon | Disc | Label;
}
/** A stop of the cursor: a cell, a point, or the middle of a link that lies askew. */
export interface Spot {
  at: Point;
  unknown?: Unknown;
  /** By where they lead; none where links lie askew. */
  links: Map<Spot, Link>;
}
/** By the number of the unknown. */
export type Values = Record<number, number | undefined>;
export interface Looking {
  /** Pairs of an unknown and its value. */
  draft?: number[][];
  answer?: string;
  check?: boolean;
}
/** Which unknown a key on a pad is for. */
export type Meant = () => Unknown | undefined;
/** A place that can be edited. */
export interface Stop {
  name: string;
  area: Shape;
  number: number;
  at: Point;
}
export interface SheetHow {
  view: PositionView;
  /** Something else is filled in. */
  changed?: (answer: string) => void;
}
export interface EditorHow {
  view: PositionView;
  system: System;
  changed?: (view: PositionView) => void;
}

// api.js
/** What went wrong. */
export interface Told {
  kind: string;
  message: string;
  row?: number;
  column?: number;
  limit?: string;
  best?: string | null;
}
export interface Following {
  /** Is told of each change. */
  progress?: (job: Job) => void;
  /** Cancels the job. */
  signal?: AbortSignal;
}

// main.js and system.js
export interface Page {
  title: string;
  element: HTMLElement;
  /** It is no longer shown. */
  left?: () => void;
}
/** What a tab shows. */
export interface Part {
  element: Element;
  left?: () => void;
}

// question.js, answer.js and notice.js
/** Something to be entered. */
export interface Field {
  name: string;
  type: string;
  label?: string;
  help?: string;
  choices?: string[];
  default?: any;
}
/** By name. */
export type Entered = Record<string, any>;
/** What was asked, as an answer repeats it. */
export interface Asked {
  question: Question;
  place: Place;
  /** The request. */
  body: Entered;
}
export interface Shelf {
  element: HTMLElement;
  /** The page that it stands on now. */
  page?: import("./system.js").SystemPage;
}

// play.js
/** A position in the course of a play. */
export interface Moment {
  view: PositionView;
  next: Side | null;
  /** That led here. */
  move: string;
  player: string;
  score: { Left: number; Right: number };
}

// play.js
export interface Moment {
  view: PositionView;
  next: Side | null;
  /** That led here. */
  move: string;
  player: string;
  score: Record<Side, number>;
}
