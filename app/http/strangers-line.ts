import type { IncomingMessage, ServerResponse } from "node:http";
import { isIPv4 } from "node:net";
import { availableParallelism } from "node:os";
import { onDatabaseWait } from "#db/write-queue.ts";
import { presentsKey } from "#auth/access-keys/presented-key.server.ts";
import { memberTokensOf } from "#auth/member-cookie.ts";
import { isAnyoneSignedIn } from "#auth/store/signed-in.server.ts";
import type { RequestHost, Services } from "#platform/context.ts";
import { type BusyAnswer, Semaphore, type SemaphoreLimits } from "#platform/jobs/semaphore.ts";
import type { PageRoutes } from "./page-routes.ts";
import { noteQueued } from "#platform/http/request/current-request.ts";
import { cookieValue, hasOwnCookie } from "#platform/http/request/cookies.ts";
import { networkOf } from "#platform/http/request/rate-limit.ts";

/** Work for strangers, by network. */
const STRANGERS: SemaphoreLimits = {
  running: availableParallelism(),
  runningPerKey: 2,
  waitingPerKey: 10,
  waiting: 2_000,
  holdMs: 500,
};
const TOO_MUCH: BusyAnswer = {
  words: "Too many requests from your network. Wait a moment, then try again.",
  status: 429,
};

/** A request that the application is to answer. */
export interface Asked {
  req: IncomingMessage;
  res: ServerResponse;
  door: RequestHost;
  /** Path and query as they were sent, as the application knows them. */
  inside: string;
}

/** Whoever asked has left before their turn came; nothing was done. */
export class Left extends Error {}

/** Where strangers wait for what is made for them alone, fair by network. */
export class StrangersLine {
  readonly #services: Services;
  readonly #routes: PageRoutes;
  readonly #queue = new Semaphore(STRANGERS, TOO_MUCH);

  constructor(services: Services, routes: PageRoutes) {
    this.#services = services;
    this.#routes = routes;
  }

  /**
   * Does a piece of work for whoever asks: at once for those who are signed in, and for calls with a
   * key that opens something; in turn for strangers.
   * @throws Busy, Left, and what the work throws
   */
  async inTurn<T>(asked: Asked, work: () => Promise<T>): Promise<T> {
    const { req, res, door, inside } = asked;
    const at = inside.indexOf("?");
    const path = at === -1 ? inside : inside.slice(0, at);
    if (
      this.#routes.says("unqueued", path) ||
      (await this.#isSignedIn(req, door)) ||
      (await this.#hasKey(req, path, door))
    )
      return work();
    if (res.destroyed) throw new Left();
    const gone = new AbortController();
    const left = (): void => gone.abort(new Left());
    res.once("close", left);
    try {
      const since = performance.now();
      // What is sent was typed by somebody: it waits however long the line is.
      const inPlace = (release: () => void) => {
        noteQueued(performance.now() - since);
        onDatabaseWait(release);
        return work();
      };
      return await this.#queue.run(subnetOf(door.ip), inPlace, {
        gone: gone.signal,
        patient: !isRead(req),
      });
    } finally {
      res.off("close", left);
    }
  }

  /** Programs share networks with many others: a key has limits of its own. */
  async #hasKey({ headers }: IncomingMessage, path: string, door: RequestHost): Promise<boolean> {
    return (
      headers.authorization !== undefined &&
      this.#routes.says("keyCall", path) &&
      presentsKey(this.#services, headers.authorization, { path, door })
    );
  }

  async #isSignedIn(req: IncomingMessage, door: RequestHost): Promise<boolean> {
    const { config, store, now } = this.#services;
    const header = req.headers.cookie;
    if (!hasOwnCookie(header, config)) return false;
    const staff = cookieValue(header, config, "otc_staff");
    return isAnyoneSignedIn(
      store.read,
      { staff: staff === null ? [] : [staff], members: memberTokensOf(header, config) },
      door.host,
      now(),
    );
  }
}

/** Whether a request asks for something and sends nothing. */
export function isRead(req: IncomingMessage): boolean {
  return req.method === "GET" || req.method === "HEAD";
}

/**
 * The network that an address is one of: an IPv4 address' /24, an IPv6 one's /64. What is no
 * address stands for itself.
 */
export function subnetOf(ip: string): string {
  const network = networkOf(ip);
  return isIPv4(network) ? `${network.slice(0, network.lastIndexOf("."))}.0/24` : network;
}
