import { AsyncLocalStorage } from "node:async_hooks";

/** The request that is being handled: how it is known, and what its time went into. */
export interface CurrentRequest {
  /** Stands in each of its lines of the log, in its answer's header and on the page of a failure. */
  readonly id: string;
  /** What it spent so far, in milliseconds. */
  readonly spent: Spent;
  /** When its answer began to leave, by the monotonic clock; null before that. */
  answeredAt: number | null;
}

export interface Spent {
  /** In lines: behind other requests, or for the render of the same page that another began. */
  queue: number;
  /** Its statements, and its waits for the database. */
  database: number;
  /** Making the page, and compressing it. */
  render: number;
}

const current = new AsyncLocalStorage<CurrentRequest>();

/** Does the work of one request; what it calls finds the request by `currentRequest`. */
export function withinRequest<T>(request: CurrentRequest, work: () => T): T {
  return current.run(request, work);
}

/** The request that is being handled here; null outside of one. */
export function currentRequest(): CurrentRequest | null {
  return current.getStore() ?? null;
}

/** The answer of the current request, if there is one, begins to leave. */
export function noteAnswered(): void {
  const request = currentRequest();
  if (request !== null) request.answeredAt ??= performance.now();
}

/** Adds to what the current request, if there is one, spent in lines. */
export function noteQueued(ms: number): void {
  const request = currentRequest();
  if (request !== null) request.spent.queue += ms;
}

/** Waits for something, and notes it as time that the current request spent with it. */
export async function spending<T>(what: keyof Spent, work: Promise<T>): Promise<T> {
  const request = currentRequest();
  if (request === null) return work;
  const since = performance.now();
  try {
    return await work;
  } finally {
    request.spent[what] += performance.now() - since;
  }
}
