// @ts-check
// How the page speaks with the server. `get` and `call` wait for an answer; `ask` starts a job, tells how it goes, and
// cancels it when it is no longer wanted. Whatever goes wrong becomes an ApiError with one sentence for the reader.

/** @import {Following, Job, Told} from "./types.js" */

const ROOT = "/api/v1/";
const CLIENT = "page-" + Math.random().toString(36).slice(2);

/** What the server said no to, or that it said nothing. */
export class ApiError extends Error {
  kind = "internal";
  limit = "";
  /** @type {string | null} what is known so far */
  best = null;
  row = 0;
  column = 0;

  /** @param {Told} told */
  constructor(told) {
    super();
    Object.assign(this, told);
  }
}

const cancelled = () => new ApiError({ kind: "cancelled", message: "cancelled" });

/** @param {string} method @param {string} path @param {object} [body] @param {AbortSignal} [signal] */
async function request(method, path, body, signal) {
  const headers = { "X-Client": CLIENT, "Content-Type": "application/json" };
  const sent = { method, headers, signal, body: body && JSON.stringify(body) };
  const response = await fetch(ROOT + path, sent).catch(() => null);
  const told = await response?.json().catch(() => null);
  if (signal?.aborted) throw cancelled();
  if (told && response?.ok) return told;
  throw new ApiError(told?.error ?? { kind: "network", message: "the server does not answer" });
}

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/** Fetch what does not change while the page is open; it is kept, unless it failed. @param {string} path */
export function get(path) {
  const coming = kept.get(path) ?? request("GET", path);
  kept.set(path, coming);
  coming.catch(() => kept.delete(path));
  return coming;
}

/** Carry out an operation. @param {string} operation @param {object} body @param {{signal?: AbortSignal}} [how] */
export const call = (operation, body, { signal } = {}) => request("POST", operation, body, signal);

/** Carry out an operation as a job. @param {string} operation @param {object} body @param {Following} [how] */
export async function ask(operation, body, how = {}) {
  const begun = await request("POST", "jobs", { operation, body });
  const { state, error, answer } = ended(begun) ? begun : await follow(begun, how);
  if (how.signal?.aborted || state === "cancelled") throw cancelled();
  if (error) throw new ApiError(error);
  return answer;
}

/** @param {Job} job */
const ended = ({ state }) => state !== "waiting" && state !== "running";

/** Listen to a job until it ends. @param {Job} job @param {Following} how */
function follow(job, { progress = () => {}, signal }) {
  const path = "jobs/" + job.id;
  const events = new EventSource(`${ROOT}${path}/events`);
  /** @type {Promise<Job>} */
  const end = new Promise((resolve, reject) => {
    const told = (/** @type {Job} */ now) => (ended(now) ? resolve(now) : progress(now));
    const stop = () => {
      request("DELETE", path).catch(() => null);
      reject(cancelled());
    };
    for (const kind of ["state", "progress", "end"]) {
      events.addEventListener(kind, ({ data }) => told(JSON.parse(data)));
    }
    // A broken connection opens again by itself, unless the server is gone or has forgotten the job.
    events.onerror = () => void request("GET", path).then(told, reject);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
    told(job);
  });
  return end.finally(() => events.close());
}

/** The sentence for the reader, whatever was thrown. @param {unknown} error */
export const sentence = (error) => (error instanceof Error ? error.message : String(error));
