// @ts-check
// In a notebook, what the page would ask a server is asked of the kernel, by messages with numbers. Each widget has its
// own copy of this, and so its own connection.

/** @import {Job} from "../web/page/types.js" */
/** @typedef {{resolve: (answer: any) => void, reject: (error: Error) => void, progress?: (job: any) => void}} Asked */

/** @type {any} */
let model = null;
let count = 0;
/** @type {Map<number, Asked>} */
const waiting = new Map();

/** What the kernel said no to. */
export class ApiError extends Error {
  /** @param {{kind?: string, message?: string, row?: number, column?: number, limit?: string, best?: any}} told */
  constructor(told) {
    super(told.message || "the kernel gave no reason");
    this.kind = told.kind ?? "internal";
    this.row = told.row ?? null;
    this.column = told.column ?? null;
    this.limit = told.limit ?? "";
    this.best = told.best ?? null;
  }
}

/**
 * Speak through the model of a widget.
 * @param {any} widget
 */
export function connect(widget) {
  model = widget;
  model.on("msg:custom", hear);
}

export function disconnect() {
  model.off("msg:custom", hear);
  for (const number of waiting.keys()) model.send({ number, cancel: true });
  waiting.clear();
}

/** @param {{number: number, progress?: any, answer?: any, error?: any}} message */
function hear({ number, progress, answer, error }) {
  const mine = waiting.get(number);
  if (!mine) return;
  if (progress) return mine.progress?.({ state: "running", progress });
  waiting.delete(number);
  if (error) mine.reject(new ApiError(error));
  else mine.resolve(answer);
}

/**
 * @param {string} operation
 * @param {object} body
 * @param {{progress?: (job: Job) => void, signal?: AbortSignal}} [how]
 * @returns {Promise<any>}
 */
export function ask(operation, body, { progress, signal } = {}) {
  return new Promise((resolve, reject) => {
    const number = ++count;
    waiting.set(number, { resolve, reject, progress });
    const cancel = () => {
      if (!waiting.delete(number)) return;
      model.send({ number, cancel: true });
      reject(new ApiError({ kind: "cancelled", message: "cancelled" }));
    };
    if (signal?.aborted) return cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    model.send({ number, operation, body });
  });
}

export const call = ask;

/** @param {unknown} error */
export const sentence = (error) => (error instanceof Error ? error.message : String(error));
