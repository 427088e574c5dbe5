import type { IncomingMessage } from "node:http";

export interface BodyLimits {
  /** What every body may take, in milliseconds. */
  graceMs: number;
  /** What it must bring on average beyond that, in bytes a second. */
  bytesPerSecond: number;
}

const LIMITS: BodyLimits = { graceMs: 10 * 60_000, bytesPerSecond: 50_000 };
const LOOK_EVERY_MS = 2_000;

interface Watched {
  since: number;
  bytesBefore: number;
}

/**
 * Ends bodies that trickle. Silence ends a connection sooner (web-request); this is for those who
 * send a byte now and then. A body may take ten minutes, and longer only by what has come of it: an
 * announced length costs its sender nothing.
 */
export class BodyTimes {
  readonly #limits: BodyLimits;
  readonly #watched = new Map<IncomingMessage, Watched>();
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: Partial<BodyLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Watches a request until its body is whole, or its connection closed. */
  watch(req: IncomingMessage): void {
    if (!hasBody(req)) return;
    this.#watched.set(req, { since: performance.now(), bytesBefore: req.socket.bytesRead });
    req.once("close", () => this.#watched.delete(req));
    this.#timer ??= setInterval(
      () => this.#look(),
      Math.min(LOOK_EVERY_MS, this.#limits.graceMs / 2),
    ).unref();
  }

  #look(): void {
    const now = performance.now();
    for (const [req, { since, bytesBefore }] of this.#watched) {
      const { graceMs, bytesPerSecond } = this.#limits;
      const earned = ((req.socket.bytesRead - bytesBefore) / bytesPerSecond) * 1_000;
      if (req.complete) this.#watched.delete(req);
      else if (now - since > graceMs + earned) req.socket.destroy();
    }
    if (this.#watched.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}
