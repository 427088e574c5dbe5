import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";
import type { CacheHint, Door, Services } from "../context.ts";
import { cacheKey, hasOwnCookie } from "./cache-key.ts";
import type { Callers } from "./callers.ts";
import { Framework, type Answer } from "./framework.ts";
import { Glance } from "./glance.ts";
import { OneAtATime } from "./one-at-a-time.ts";
import { PageCache, type CachedPage, type Place } from "./page-cache.ts";
import { isApiPath, problemInstead } from "./refusal.ts";
import { EMPTY_POLICY } from "./security-headers.ts";
import { send, sendPage } from "./send.ts";

/** What the product answers: from the page cache, or from the framework, whose anonymous pages the cache keeps. */
export class Pages {
  readonly #callers: Callers;
  readonly #cache: PageCache;
  readonly #framework: Framework;
  readonly #renders = new OneAtATime();
  readonly #glance = new Glance();

  /** @param common headers that every answer of the server carries */
  constructor(
    services: Services,
    build: ServerBuild,
    callers: Callers,
    common: ReadonlyArray<readonly [string, string]>,
  ) {
    this.#callers = callers;
    this.#cache = new PageCache(services.store, services.now, common);
    this.#framework = new Framework(services, build);
  }

  /**
   * The short way: sends an anonymous page that is in memory and known to be fresh. Most requests end
   * here, so it makes no promise, no closure and no new text.
   * @returns false when there is more to ask; nothing was sent then
   */
  sendKept(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.method !== "GET" && req.method !== "HEAD") return false;
    const glance = this.#glance;
    glance.read(req.rawHeaders);
    if (hasOwnCookie(glance.cookie)) return false;
    const key = cacheKey(req.url ?? "/");
    const page =
      key === null
        ? undefined
        : this.#cache.fresh(this.#callers.address(req, glance.host).origin, key);
    if (page === undefined) return false;
    sendPage(page, req, res, glance);
    return true;
  }

  /**
   * Answers a request of any kind.
   * @param inside path and query as the application knows them
   */
  async show(req: IncomingMessage, res: ServerResponse, door: Door, inside: string): Promise<void> {
    const place = placeOf(req, door);
    const page =
      place === null ? undefined : await this.#findOrRender(req, res, door, inside, place);
    if (page !== undefined && !(page instanceof Response)) {
      sendPage(page, req, res, {
        acceptEncoding: req.headers["accept-encoding"],
        ifNoneMatch: req.headers["if-none-match"],
      });
      return;
    }
    await send(page ?? (await this.#ask(req, res, door, inside)).response, req, res);
  }

  /** The kept page, rendered once for all who ask at the same time; a response when it may not be kept. */
  async #findOrRender(
    req: IncomingMessage,
    res: ServerResponse,
    door: Door,
    inside: string,
    place: Place,
  ): Promise<CachedPage | Response | undefined> {
    const found = await this.#cache.find(place);
    if (found !== undefined) return found;
    const first = await this.#renders.run(`${place.origin} ${place.key}`, () =>
      this.#render(req, res, door, inside, place),
    );
    return first ?? this.#cache.find(place);
  }

  async #render(
    req: IncomingMessage,
    res: ServerResponse,
    door: Door,
    inside: string,
    place: Place,
  ): Promise<CachedPage | Response> {
    const asked = await this.#ask(req, res, door, inside);
    if (!mayBeKept(asked)) return asked.response;
    // A HEAD leaves no body to keep.
    const whole = req.method === "HEAD" ? await this.#ask(req, res, door, inside, "GET") : asked;
    if (!mayBeKept(whole)) return whole.response;
    const { response, hint, generation } = whole;
    if (!response.headers.has("Content-Security-Policy"))
      response.headers.set("Content-Security-Policy", EMPTY_POLICY);
    const headers = [...response.headers].filter(
      ([name]) => name !== "content-length" && name !== "cache-control",
    );
    return this.#cache.keep(place, {
      hint,
      generation,
      headers,
      body: new Uint8Array(await response.arrayBuffer()),
    });
  }

  /** Machines read no error pages: an API path's error is a problem document, unless a route wrote its own. */
  async #ask(
    req: IncomingMessage,
    res: ServerResponse,
    door: Door,
    inside: string,
    method?: string,
  ): Promise<Answer> {
    const answer = await this.#framework.ask(req, res, door, inside, method);
    const { response, failed } = answer;
    if (response.status < 400 || !isApiPath(req.url ?? "")) return answer;
    const isJson = /^application\/(?:problem\+)?json/.test(
      response.headers.get("Content-Type") ?? "",
    );
    return isJson && !failed ? answer : { ...answer, response: problemInstead(response) };
  }
}

function mayBeKept(answer: Answer): answer is Answer & { hint: CacheHint } {
  return (
    answer.hint !== null &&
    answer.response.status === 200 &&
    !answer.response.headers.has("Set-Cookie")
  );
}

/** Where the answer would be kept; null for everything that is not an anonymous reader's. */
function placeOf(req: IncomingMessage, door: Door): Place | null {
  if ((req.method !== "GET" && req.method !== "HEAD") || hasOwnCookie(req.headers.cookie))
    return null;
  const key = cacheKey(req.url ?? "/");
  return key === null ? null : { origin: door.origin, key, domainOrgSlug: door.domainOrgSlug };
}
