import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";
import { StorageUnavailable } from "#db/store.ts";
import { withinOneWait } from "#db/write-queue.ts";
import { looksLikeKey } from "#auth/access-keys/rules/key-text.ts";
import type { Services } from "#platform/context.ts";
import { type CurrentRequest, withinRequest } from "#platform/http/request/current-request.ts";
import { Busy } from "#platform/jobs/semaphore.ts";
import { BodyTimes, type BodyLimits } from "./body-times.ts";
import { Callers, type Address } from "./callers.ts";
import { answerBeforehand, asksBeforehand, openToSites } from "./cross-origin.ts";
import { answerDoctor } from "./doctor-echo.ts";
import { Hosts, pathInside, type HostKind } from "./hosts.ts";
import { LoopTurns } from "./loop-turns.ts";
import { type MetricsDoor, mayAskMetrics, sendMetrics } from "./metrics-door.ts";
import { pageRoutesOf } from "./page-routes.ts";
import { Pages } from "./pages.ts";
import { isApiPath, linger, redirect, refuse } from "./refusal.ts";
import { EMPTY_POLICY, securityHeaders } from "./security-headers.ts";
import { Observer, pathOf } from "./observer.ts";
import type { StaticFiles } from "./static-files.ts";
import { Left } from "./strangers-line.ts";
import type { Watch } from "./watch.ts";
import { BodyTooLarge, bodyLimit, MAX_URL } from "./web-request.ts";

/** Health checks, and a proxy that asks for a certificate's sake, come by any name, and by none. */
const BY_ANY_NAME: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/api/domains/allowed"]);
const READ_METHODS = ["GET", "HEAD"];
const PAGE_METHODS = ["GET", "HEAD", "POST"];
const API_METHODS = [...PAGE_METHODS, "PUT", "PATCH", "DELETE", "OPTIONS"];
const TOO_LARGE = "The request is larger than the server accepts.";

/** What a listener is opened with beside what it serves. */
export interface ListenerParts {
  bodyLimits?: Partial<BodyLimits> | undefined;
  /** Counts requests; null: nobody asks for figures. */
  watch?: Watch | null;
  /** Answers `/metrics`; null: there is no such address. */
  metrics?: MetricsDoor | null;
}

/**
 * The listener: from a Node request to the answer. In order: kept pages, form of the request, the
 * host's tenant, static files, same-site check, size, method, the product. Security headers are on every answer.
 */
export function createListener(
  services: Services,
  build: ServerBuild,
  statics: StaticFiles,
  { bodyLimits = {}, watch = null, metrics = null }: ListenerParts = {},
) {
  const { config, log } = services;
  const callers = new Callers(config);
  const hosts = new Hosts(services);
  const headers = securityHeaders(config);
  const bodies = new BodyTimes(bodyLimits);
  const routes = pageRoutesOf(build);
  const pages = new Pages(services, build, { routes, callers, domains: hosts }, headers);
  const ownAddress: Address = { host: new URL(config.origin).host, origin: config.origin };
  const observer = new Observer(services, { callers, statics, watch });
  if (watch !== null) watch.pageCache = () => pages.cacheFigures();

  const turns = new LoopTurns();

  return function listener(req: IncomingMessage, res: ServerResponse): void {
    const arrivedAt = observer.isOn ? performance.now() : 0;
    if (pages.sendKept(req, res)) {
      if (observer.isOn) observer.noteKept(req, res, arrivedAt);
      return;
    }
    turns.begin(() => {
      // Who left while waiting is not answered.
      if (!res.destroyed) void answerSafely(req, res, arrivedAt);
    });
  };

  function answerSafely(req: IncomingMessage, res: ServerResponse, arrivedAt: number) {
    const request = observer.open(req);
    observer.follow(request, req, res, arrivedAt);
    return withinRequest(request, () => answerOrFail(req, res, request));
  }

  async function answerOrFail(
    req: IncomingMessage,
    res: ServerResponse,
    { id: requestId, spent }: CurrentRequest,
  ): Promise<void> {
    const started = performance.now();
    bodies.watch(req);
    for (const [name, value] of headers) res.setHeader(name, value);
    res.setHeader("X-Request-Id", requestId);
    let clientLeft = false;
    res.once("close", () => {
      clientLeft = !res.writableEnded;
    });
    try {
      await withinOneWait(() => answer(req, res, requestId), spent);
    } catch (error) {
      if (clientLeft || error instanceof Left) return;
      fail(req, res, error, requestId);
    }
    linger(req);
    if (res.statusCode >= 500 && !clientLeft) {
      // A 502 is the answer of somebody else's server, such as to a link that leads nowhere there.
      const isTheirs = res.statusCode === 502;
      log[isTheirs ? "warn" : "error"](
        {
          requestId,
          method: req.method,
          path: pathOf(req.url ?? ""),
          status: res.statusCode,
          ms: Math.round(performance.now() - started),
        },
        isTheirs ? "a provider gave no answer that can be used" : "request failed",
      );
    }
  }

  async function answer(
    req: IncomingMessage,
    res: ServerResponse,
    requestId: string,
  ): Promise<void> {
    const target = req.url ?? "/";
    if (target.length > MAX_URL) return refuse(req, res, 414, "This address is too long.");
    if (!target.startsWith("/")) return refuse(req, res, 400, "The request has no valid path.");
    const pathname = pathOf(target);
    if (!isPlain(target, pathname))
      return refuse(req, res, 400, "This address is not well formed.");
    if (isApiPath(pathname) && hasKey(target.slice(pathname.length)))
      return refuse(req, res, 400, "Send the key in the Authorization header.");
    const known = isApiPath(pathname) ? API_METHODS : PAGE_METHODS;
    const isAsking = asksBeforehand(req) && !isApiPath(pathname);
    if (!known.includes(req.method ?? "") && !isAsking) {
      res.setHeader("Allow", known.join(", "));
      return refuse(req, res, 405, "This address doesn’t support that method.");
    }
    if (pathname === "/healthz" && answerDoctor(services, callers, req, res)) return;
    const { host, origin } = BY_ANY_NAME.has(pathname) ? ownAddress : callers.address(req);
    if (host === null || namesTwoHosts(req))
      return refuse(req, res, 400, "The request has no valid Host header.");
    const tenant = await hosts.find(host);
    // What reads figures asks by any name of the machine; a company's domain has its pages alone.
    if (metrics !== null && tenant.kind !== "domain" && mayAskMetrics(metrics, req))
      return sendMetrics(metrics, req, res);
    if (tenant.kind === "alias")
      return redirect(req, res, config.origin + target.replace(/^\/+/, "/"));
    const inside = insideOf(tenant, pathname);
    if (isAsking) return answerSite(req, res, routes.says("forSites", inside));
    if (tenant.kind !== "unknown" && statics.serve(pathname, req, res)) return;
    const isOpen = () =>
      (req.method === "POST" && routes.says("anySite", inside)) ||
      (hasBearer(req) && routes.says("keyCall", inside));
    if (!isSameSite(req, origin, isOpen))
      return refuse(req, res, 403, "This form was sent from another site. Nothing was changed.");
    const isOpenToSites =
      isApiPath(pathname) && openToSites(req, res, inside, routes.says("keyCall", inside));
    const most = bodyLimit(req, inside, routes);
    if (Number(req.headers["content-length"] ?? 0) > most) return refuse(req, res, 413, TOO_LARGE);
    const methods = isApiPath(pathname) ? routes.methods(inside) : null;
    if (methods !== null && !methods.includes(req.method ?? "")) {
      res.setHeader("Allow", [...methods, "OPTIONS"].join(", "));
      if (isOpenToSites && asksBeforehand(req)) answerBeforehand(res, methods);
      if (req.method === "OPTIONS") return tellMethods(res);
      return refuse(req, res, 405, wrongMethod(methods));
    }
    const domainOrgSlug = tenant.kind === "domain" ? tenant.slug : null;
    await pages.show(
      req,
      res,
      { host, origin, ip: callers.ip(req), beside: callers.beside(req), domainOrgSlug, requestId },
      inside + target.slice(pathname.length),
    );
  }

  /** What a browser is told that asks beforehand for a page of a portal. */
  function answerSite(req: IncomingMessage, res: ServerResponse, isOpen: boolean): void {
    if (!isOpen) {
      res.setHeader("Allow", PAGE_METHODS.join(", "));
      return refuse(req, res, 405, "This address doesn’t support that method.");
    }
    res.setHeader("Access-Control-Allow-Origin", "*");
    answerBeforehand(res, READ_METHODS);
    tellMethods(res);
  }

  function fail(
    req: IncomingMessage,
    res: ServerResponse,
    error: unknown,
    requestId: string,
  ): void {
    const isExpected =
      error instanceof BodyTooLarge || error instanceof StorageUnavailable || error instanceof Busy;
    if (!isExpected)
      log.error(
        {
          requestId,
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        },
        "unexpected error",
      );
    if (res.headersSent) {
      // Half an answer must not look like a whole one.
      res.destroy();
      return;
    }
    if (error instanceof BodyTooLarge) return refuse(req, res, 413, TOO_LARGE);
    if (!(error instanceof StorageUnavailable || error instanceof Busy))
      return refuse(req, res, 500, "Sorry, an error has occurred");
    res.setHeader("Retry-After", String(error.retryAfterSeconds));
    refuse(req, res, error.status, error.message);
  }
}

/**
 * The path that the application knows; that of a host nobody owns leads to its 'Company not found'.
 */
function insideOf(tenant: HostKind, pathname: string): string {
  if (tenant.kind === "unknown") return "/-/unknown-host";
  return tenant.kind === "domain" ? pathInside(tenant.slug, pathname) : pathname;
}

/** What is said to a method that the address of a call doesn't take. */
function wrongMethod(methods: readonly string[]): string {
  const [only, ...others] = methods.filter((method) => method !== "HEAD");
  return others.length === 0
    ? `This address takes only ${only}.`
    : "This address doesn’t take that method.";
}

/** The answer to OPTIONS: the methods stand in `Allow`. */
function tellMethods(res: ServerResponse): void {
  res.setHeader("Content-Security-Policy", EMPTY_POLICY);
  res.setHeader("Cache-Control", "private, no-store");
  res.writeHead(204);
  res.end();
}

/** RFC 9112 §3.2: what stands before this server may have believed the other one. */
function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === "host").length > 1;
}

/** Whether a request brings a key or a token of its own, which no other site could borrow. */
function hasBearer({ headers }: IncomingMessage): boolean {
  return headers.authorization?.slice(0, 7).toLowerCase() === "bearer ";
}

/** Whether a query carries a key: addresses stand in logs and histories, where no key belongs. */
function hasKey(query: string): boolean {
  return (
    query.includes("otc_") &&
    [...new URLSearchParams(query).values()].some((one) => looksLikeKey(one))
  );
}

/** Characters that readers of a path drop, or take for a slash. */
const MISREAD = /[\u0000-\u001f\u007f\\]/;

/**
 * Whether a target reads the same to everyone: no dot segments, no `//` in front, nothing after a
 * `#`, no control character or backslash in any spelling, no percent sign that encodes nothing.
 * Browsers send none of these; what is left can't mean one page here and another one further in.
 */
function isPlain(target: string, pathname: string): boolean {
  if (target.includes("#")) return false;
  try {
    return (
      !MISREAD.test(decodeURIComponent(pathname)) &&
      new URL(target, "http://host").pathname === pathname
    );
  } catch {
    return false;
  }
}

/**
 * Whether a request that changes something may come from where it says it comes from.
 * Browsers send Origin with every POST, and newer ones Sec-Fetch-Site; a foreign or `null` origin
 * and a cross-site fetch are refused. Text browsers and command-line tools send neither and carry
 * no ambient authority that another site could borrow.
 * @param anySite its route takes this from any site: a mail program that follows a List-Unsubscribe
 *   header posts from wherever it runs (RFC 8058), and what a key opens, no cookie opens
 */
function isSameSite(req: IncomingMessage, ownOrigin: string, anySite: () => boolean): boolean {
  const method = req.method ?? "GET";
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return true;
  if (anySite()) return true;
  const site = req.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const origin = req.headers.origin;
  return origin === undefined || origin.toLowerCase() === ownOrigin;
}
