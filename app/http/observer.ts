import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log, Services } from "#platform/context.ts";
import type { CurrentRequest } from "#platform/http/request/current-request.ts";
import type { Callers } from "./callers.ts";
import type { StaticFiles } from "./static-files.ts";
import { kindOf, outcomeOf, type Watch } from "./watch.ts";

/** What an observer looks things up in. */
interface Parts {
  callers: Callers;
  statics: StaticFiles;
  /** Counts requests; null: nobody asks for figures. */
  watch: Watch | null;
}

/** Sees how requests end: counts them, and logs those that were slow. */
export class Observer {
  readonly #log: Log;
  readonly #slowMs: number | null;
  readonly #parts: Parts;
  /** Whether anybody wants to know when requests arrive and end. */
  readonly isOn: boolean;

  constructor({ log, config }: Pick<Services, "log" | "config">, parts: Parts) {
    this.#log = log;
    this.#slowMs = config.slowMs;
    this.#parts = parts;
    this.isOn = parts.watch !== null || config.slowMs !== null;
  }

  /** What a request is known by: the id that a trusted proxy gave it, or one of its own. */
  open(req: IncomingMessage): CurrentRequest {
    return {
      id: this.#parts.callers.requestId(req) ?? randomBytes(9).toString("base64url"),
      spent: { queue: 0, database: 0, render: 0 },
      answeredAt: null,
    };
  }

  /**
   * A page from memory was handed over. Its time of leaving counts only where slow requests are
   * logged: for the figures, most requests would wait for an event.
   */
  noteKept(req: IncomingMessage, res: ServerResponse, arrivedAt: number): void {
    const now = performance.now();
    this.#parts.watch?.note("page", res.statusCode === 304 ? "3xx" : "2xx", now - arrivedAt);
    if (this.#slowMs === null) return;
    const request = this.open(req);
    request.answeredAt = now;
    res.once("close", () => this.#noteSlow(request, req, res, arrivedAt));
  }

  /** A request is about to be answered: its end is noted when it comes. */
  follow(
    request: CurrentRequest,
    req: IncomingMessage,
    res: ServerResponse,
    arrivedAt: number,
  ): void {
    if (!this.isOn) return;
    request.spent.queue = performance.now() - arrivedAt;
    res.once("close", () => {
      this.#parts.watch?.note(this.#kind(req, res), outcomeOf(res), performance.now() - arrivedAt);
      this.#noteSlow(request, req, res, arrivedAt);
    });
  }

  #kind(req: IncomingMessage, res: ServerResponse) {
    const path = pathOf(req.url ?? "");
    return kindOf(path, res, this.#parts.statics.has(path));
  }

  /**
   * One line of a request that was slow: how long it took, and what the time went into. What is
   * neither waiting in a line, nor the database, rendering or sending is the rest: the program
   * itself, and the body that came in.
   */
  #noteSlow(
    { id: requestId, spent, answeredAt }: CurrentRequest,
    req: IncomingMessage,
    res: ServerResponse,
    arrivedAt: number,
  ): void {
    const now = performance.now();
    const all = now - arrivedAt;
    if (this.#slowMs === null || all < this.#slowMs) return;
    const { queue, database, render } = spent;
    const send = answeredAt === null ? 0 : now - answeredAt;
    this.#log.warn(
      {
        requestId,
        kind: this.#kind(req, res),
        method: req.method,
        path: pathOf(req.url ?? ""),
        status: res.statusCode,
        ms: rounded(all),
        queueMs: rounded(queue),
        databaseMs: rounded(database),
        renderMs: rounded(render),
        sendMs: rounded(send),
        restMs: rounded(Math.max(0, all - queue - database - render - send)),
      },
      "slow request",
    );
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** A target without its query. */
export function pathOf(target: string): string {
  const at = target.indexOf("?");
  return at === -1 ? target : target.slice(0, at);
}
