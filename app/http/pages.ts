import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";
import type {
  CacheHint,
  RefusedAnswer,
  RequestHost,
  Services,
  VerifiedDomains,
} from "#platform/context.ts";
import type { QueryRules } from "#values/page-query.ts";
import { noteAnswered, spending } from "#platform/http/request/current-request.ts";
import { hasOwnCookie } from "#platform/http/request/cookies.ts";
import type { Callers } from "./callers.ts";
import { type Answer, Framework } from "./framework.ts";
import { QuickCheck } from "./quick-path.ts";
import { pathOutside } from "./hosts.ts";
import { type CachedPage, PageCache, type PageCacheFigures, type Place } from "./page-cache.ts";
import { PageRoutes } from "./page-routes.ts";
import { isApiPath, problemInstead } from "./refusal.ts";
import { EMPTY_POLICY } from "./security-headers.ts";
import { KeptAnswers } from "./kept-answers.ts";
import { type AskedBy, isVisit, PageViews } from "./page-views.ts";
import { type Packed, pack, send, sendPage } from "./send.ts";
import { SharedRenders } from "./shared-renders.ts";
import { type Asked, isRead, StrangersLine, subnetOf } from "./strangers-line.ts";
import { PREVIEW_PARAMETERS } from "#model/visibility/previewed.ts";

/** A page for everyone: where it is kept, and the address that it is rendered from. */
interface Shared {
  place: Place;
  rules: QueryRules;
  /** Its path in one spelling, and of its query what it is made of. */
  inside: string;
}

/**
 * What the product answers: from the page cache, or from the framework, whose anonymous pages the
 * cache keeps.
 *
 * A page that may be kept is asked for as everyone gets it: by its reduced address, without any
 * header of the visitor's. So nothing of one visitor's can be in what others get. Whatever else
 * strangers ask for waits its turn, fair by network; kept pages and people who are signed in don't.
 */
export class Pages {
  readonly #services: Services;
  readonly #callers: Callers;
  readonly #cache: PageCache;
  readonly #framework: Framework;
  readonly #routes: PageRoutes;
  readonly #line: StrangersLine;
  readonly #renders: SharedRenders;
  readonly #quickCheck = new QuickCheck();
  readonly #answers = new KeptAnswers();
  readonly #views: PageViews;

  /**
   * @param ways which routes there are, who is calling, and which hosts are companies'
   * @param common headers that every answer of the server carries
   */
  constructor(
    services: Services,
    build: ServerBuild,
    {
      routes,
      callers,
      domains,
    }: { routes: PageRoutes; callers: Callers; domains: VerifiedDomains },
    common: ReadonlyArray<readonly [string, string]>,
  ) {
    this.#services = services;
    this.#callers = callers;
    this.#cache = new PageCache(services.store, services.now, common);
    this.#framework = new Framework(services, build, routes, domains);
    this.#routes = routes;
    this.#views = new PageViews(services);
    this.#line = new StrangersLine(services, routes);
    this.#renders = new SharedRenders(this.#cache, this.#line, {
      generation: () => services.store.generation(),
      now: services.now,
    });
  }

  cacheFigures(): PageCacheFigures {
    return this.#cache.figures();
  }

  /**
   * The short way: sends an anonymous page that is in memory and known to be fresh. Most requests
   * end here, so it makes no promise, no closure and, without a query, no new text.
   * @returns false when there is more to ask; nothing was sent then
   */
  sendKept(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.method !== "GET" && req.method !== "HEAD") return false;
    const quickCheck = this.#quickCheck;
    quickCheck.read(req.rawHeaders);
    if (quickCheck.hasBody || hasOwnCookie(quickCheck.cookie, this.#services.config)) return false;
    const { origin } = this.#callers.address(req, quickCheck.host);
    const page = this.#cache.fresh(origin, req.url ?? "/");
    if (page === undefined) return false;
    sendPage(page, req, res, quickCheck);
    this.#count(page, req, quickCheck);
    return true;
  }

  /** Counts a page that somebody opened. */
  #count(page: CachedPage, { method }: IncomingMessage, by: AskedBy): void {
    const { orgId } = page.hint;
    if (orgId !== null && page.isDocument && method === "GET" && isVisit(by))
      this.#views.note(orgId);
  }

  /** Answers a request of any kind. */
  async show(
    req: IncomingMessage,
    res: ServerResponse,
    door: RequestHost,
    inside: string,
  ): Promise<void> {
    const asked: Asked = { req, res, door, inside };
    const kept = this.#answers.take(req, door.host);
    if (kept !== null) return send(kept, req, res);
    const shared = this.#sharedPage(asked);
    const page =
      shared === null
        ? undefined
        : await this.#renders.page(asked, shared.place, () => this.#render(asked, shared));
    if (page !== undefined && "bodies" in page) {
      noteAnswered();
      sendPage(page, req, res, {
        acceptEncoding: req.headers["accept-encoding"],
        ifNoneMatch: req.headers["if-none-match"],
      });
      const { "user-agent": userAgent, "sec-fetch-dest": destination } = req.headers;
      const purpose = req.headers["sec-purpose"];
      this.#count(page, req, { userAgent, destination, purpose: purpose?.toString() });
      return;
    }
    const answer = page ?? (await this.#line.inTurn(asked, () => this.#packed(asked)));
    noteAnswered();
    await send(answer, req, res);
  }

  /**
   * The page for everyone that a request asks for; null when its answer is the visitor's own, or
   * never kept.
   */
  #sharedPage({ req, door, inside }: Asked): Shared | null {
    if (!isRead(req) || hasOwnCookie(req.headers.cookie, this.#services.config)) return null;
    const at = inside.indexOf("?");
    const page = this.#routes.find(at === -1 ? inside : inside.slice(0, at));
    if (page === null) return null;
    const query = page.rules.reduce(at === -1 ? "" : inside.slice(at + 1));
    if (query.own) return null;
    const { origin, domainOrgSlug } = door;
    // A page of no organization is kept where it is at home.
    if (domainOrgSlug !== null && !this.#routes.isOfPortal(page.path)) return null;
    const path = domainOrgSlug === null ? page.path : pathOutside(domainOrgSlug, page.path);
    const search = query.text === "" ? "" : `?${query.text}`;
    return {
      place: { origin, path, key: path + search, domainOrgSlug },
      rules: page.rules,
      inside: page.path + search,
    };
  }

  /** The page as everyone gets it, which is kept; an answer of the visitor's own where it may not be. */
  async #render(asked: Asked, shared: Shared): Promise<CachedPage | Packed> {
    const { inside } = shared;
    const answer = await this.#ask(asked, { inside, forEveryone: true, method: "GET" });
    const { response, hint, generation } = answer;
    if (!mayBeKept(answer)) {
      // What leads elsewhere takes along what the visitor brought.
      const leads = response.status >= 300 && response.status < 400;
      if (!leads && asked.req.method === "GET")
        return spending("render", pack(response, asked.req));
      await response.body?.cancel();
      return this.#packed(asked);
    }
    if (!response.headers.has("Content-Security-Policy"))
      response.headers.set("Content-Security-Policy", EMPTY_POLICY);
    const headers = [...response.headers].filter(
      ([name]) => name !== "content-length" && name !== "cache-control",
    );
    const kept = this.#cache.keep(shared.place, shared.rules, {
      hint: hint as CacheHint,
      generation,
      headers,
      body: new Uint8Array(await response.arrayBuffer()),
    });
    return spending("render", kept);
  }

  async #packed(asked: Asked): Promise<Packed> {
    const { req, door } = asked;
    const { response, failed } = await this.#ask(asked);
    const packed = await spending("render", pack(response, req));
    // An error page has nothing of what was typed: the script keeps the form.
    if (failed && response.status >= 500) return packed;
    return this.#answers.forScript(req, packed, door.host, subnetOf(door.ip));
  }

  /**
   * A page that says what an address without pages refused, with the frame that is around its
   * neighbors.
   */
  async #refusedPage(
    { req, res, door, inside }: Asked,
    refused: RefusedAnswer,
    headers: Headers,
  ): Promise<Answer> {
    const { pathname: path, searchParams } = new URL(inside, "http://host");
    const at = this.#routes.isOfPortal(path)
      ? `/${path.split("/")[1]}/refused`
      : "/account/refused";
    // The frame around it is seen through the same eyes.
    const preview = new URLSearchParams(
      [...searchParams].filter(([name]) => PREVIEW_PARAMETERS.includes(name)),
    );
    const answer = await this.#framework.ask(req, res, door, `${at}?${preview}`, {
      method: req.method === "HEAD" ? "HEAD" : "GET",
      forEveryone: false,
      refused,
    });
    const again = headers.get("Retry-After");
    if (again !== null) answer.response.headers.set("Retry-After", again);
    return answer;
  }

  /**
   * Machines read no error pages: an API path's error is a problem document, unless a route wrote
   * its own.
   */
  async #ask(
    { req, res, door, inside }: Asked,
    as: { inside: string; forEveryone: true; method: "GET" } | undefined = undefined,
  ): Promise<Answer> {
    const answer = await this.#framework.ask(req, res, door, as?.inside ?? inside, {
      method: as?.method ?? req.method ?? "GET",
      forEveryone: as?.forEveryone ?? false,
    });
    const { response, failed } = answer;
    if (response.status < 400) return answer;
    if (!isApiPath(req.url ?? "")) {
      const refused = await refusalForPeople(req, response);
      return refused === null
        ? answer
        : this.#refusedPage({ req, res, door, inside }, refused, response.headers);
    }
    const isJson = /^application\/(?:[\w-]+\+)?json/.test(
      response.headers.get("Content-Type") ?? "",
    );
    return isJson && !failed ? answer : { ...answer, response: problemInstead(response) };
  }
}

/** How the framework tells what a route that is no page threw. */
const FRAMEWORK_JSON = "application/json";

/**
 * What was refused to somebody who opened an address that answers with a file, which the framework
 * tells as JSON; null for pages, for scripts that ask, and for what a route wrote by itself.
 */
async function refusalForPeople(
  req: IncomingMessage,
  response: Response,
): Promise<RefusedAnswer | null> {
  const [path = ""] = (req.url ?? "").split("?", 1);
  const { accept = "", "sec-fetch-dest": destination = "document" } = req.headers;
  const [type = ""] = (response.headers.get("Content-Type") ?? "").split(";", 1);
  if (
    type !== FRAMEWORK_JSON ||
    destination !== "document" ||
    /\.(?:data|json)$/.test(path) ||
    accept.includes("json")
  )
    return null;
  // A question for the head alone has no body, and gets the head of the same page.
  const text = await response.clone().text();
  const said: unknown = text === "" ? null : JSON.parse(text);
  const isThrown = said === null || (typeof said === "object" && "kind" in said);
  if (!isThrown) return null;
  await response.body?.cancel();
  return { status: response.status, statusText: response.statusText, data: said };
}

function mayBeKept({ hint, response }: Answer): boolean {
  return hint !== null && response.status === 200 && !response.headers.has("Set-Cookie");
}
