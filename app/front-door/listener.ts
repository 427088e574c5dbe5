import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { StorageUnavailable } from "../../db/store.ts";
import { cacheHintContext, doorContext, servicesContext, type CacheHint, type Door, type Services } from "../context.ts";
import { Hosts, pathInside } from "./hosts.ts";
import { cacheKey, hasOwnCookie, PageCache } from "./page-cache.ts";
import { callerReader, type Caller } from "./proxy.ts";
import { isSameSite } from "./same-site.ts";
import { securityHeaders } from "./security-headers.ts";
import { plain, send, sendPage } from "./send.ts";
import type { StaticFiles } from "./static-files.ts";
import { BodyTooLarge, MAX_BODY_BYTES, webRequest } from "./web-request.ts";

const MAX_URL = 8_192;

/**
 * The front door: from a Node request to the framework's answer and back. In order: static files, the
 * host's tenant, same-site check, the page cache, the framework, compression. Security headers are on
 * every answer.
 */
export function createListener(services: Services, build: ServerBuild, statics: StaticFiles) {
  const { config, store, now } = services;
  const readCaller = callerReader(config);
  const hosts = new Hosts(store, config.origin);
  const headers = securityHeaders(config);
  const cache = new PageCache(store, now, headers);
  const framework = createRequestHandler(build, config.production ? "production" : "development");

  return async function listener(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (sendKept(req, res)) return;
    for (const [name, value] of headers) res.setHeader(name, value);
    const started = performance.now();
    const requestId = randomBytes(9).toString("base64url");
    res.setHeader("X-Request-Id", requestId);
    try {
      await answer(req, res, requestId);
    } catch (error) {
      fail(res, error, requestId);
    }
    if (res.statusCode >= 500) {
      services.log.error({ requestId, method: req.method, path: pathOf(req), status: res.statusCode, ms: Math.round(performance.now() - started) }, "request failed");
    }
  };

  /** The short way: an anonymous page that is in memory and known to be fresh, without another question. */
  function sendKept(req: IncomingMessage, res: ServerResponse): boolean {
    if ((req.method !== "GET" && req.method !== "HEAD") || hasOwnCookie(req.headers.cookie)) return false;
    const { host, protocol } = readCaller(req);
    const url = req.url ?? "/";
    const at = url.indexOf("?");
    const key = cacheKey(`${protocol}//${host}`, at === -1 ? url : url.slice(0, at), at === -1 ? "" : url.slice(at));
    const page = key === null ? undefined : cache.find(key);
    if (page === undefined || page instanceof Promise) return false;
    sendPage(page, req, res);
    return true;
  }

  async function answer(req: IncomingMessage, res: ServerResponse, requestId: string): Promise<void> {
    const raw = req.url ?? "/";
    if (raw.length > MAX_URL) return plain(res, 414, "This address is too long.");
    if (!raw.startsWith("/")) return plain(res, 400, "This request names no path.");
    const caller = readCaller(req);
    if (caller.host === null) return plain(res, 400, "This request names no host.");
    const ownOrigin = `${caller.protocol}//${caller.host}`;

    const at = raw.indexOf("?");
    const pathname = at === -1 ? raw : raw.slice(0, at);
    const search = at === -1 ? "" : raw.slice(at);
    if (pathname !== "/healthz" && pathname !== "/readyz" && (await turnedAway(req, res, caller, raw))) return;
    if (statics.serve(pathname, req, res)) return;
    if (!isSameSite(req, ownOrigin)) return plain(res, 403, "This form was sent from another site. Nothing was changed.");
    if (Number(req.headers["content-length"] ?? 0) > MAX_BODY_BYTES) {
      res.setHeader("Connection", "close");
      return plain(res, 413, "This is more than the server accepts.");
    }

    const host = await hosts.find(caller.host);
    const slug = host.kind === "domain" ? host.slug : null;
    const door: Door = { host: caller.host, origin: ownOrigin, ip: caller.ip, domainOrgSlug: slug, requestId };
    const inside =
      host.kind === "domain" ? pathInside(host.slug, pathname) : host.kind === "unknown" && !isHealth(pathname) ? "/-/unknown-host" : pathname;

    const isRead = req.method === "GET" || req.method === "HEAD";
    const key = isRead && !hasOwnCookie(req.headers.cookie) && host.kind !== "unknown" ? cacheKey(ownOrigin, pathname, search) : null;
    if (key === null) return render(req, res, door, inside + search, null);
    const found = cache.find(key);
    const page = found instanceof Promise ? await found : found;
    if (page !== undefined) return sendPage(page, req, res);
    const first = await cache.alone(key, () => render(req, res, door, inside + search, key));
    if (first) return;
    const again = await cache.find(key);
    return again === undefined ? render(req, res, door, inside + search, key) : sendPage(again, req, res);
  }

  /** Hosts that are only another name of this one redirect; unknown ones go on to a 404. */
  async function turnedAway(req: IncomingMessage, res: ServerResponse, caller: Caller, raw: string): Promise<boolean> {
    const host = await hosts.find(caller.host ?? "");
    if (host.kind !== "alias") return false;
    res.writeHead(req.method === "GET" || req.method === "HEAD" ? 302 : 307, { Location: config.origin + raw.replace(/^\/+/, "/") });
    res.end();
    return true;
  }

  async function render(req: IncomingMessage, res: ServerResponse, door: Door, target: string, key: string | null): Promise<void> {
    const generation = store.generation();
    const context = new RouterContextProvider();
    const place: { hint: CacheHint | null } = { hint: null };
    context.set(servicesContext, services);
    context.set(doorContext, door);
    context.set(cacheHintContext, place);
    const response = await framework(webRequest(req, res, door.origin + target), context);
    if (key !== null && place.hint !== null && response.status === 200 && !response.headers.has("Set-Cookie")) {
      const body = new Uint8Array(await response.arrayBuffer());
      const kept: [string, string][] = [...response.headers].filter(([name]) => name !== "content-length" && name !== "cache-control");
      return sendPage(await cache.keep(key, place.hint, generation, kept, body), req, res);
    }
    await send(response, req, res);
  }

  function fail(res: ServerResponse, error: unknown, requestId: string): void {
    if (res.headersSent) {
      res.destroy();
      return;
    }
    if (error instanceof BodyTooLarge) return plain(res, 413, "This is more than the server accepts.");
    if (error instanceof StorageUnavailable) {
      res.setHeader("Retry-After", String(error.retryAfterSeconds));
      return plain(res, error.status, error.message);
    }
    services.log.error({ requestId, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }, "unexpected error");
    plain(res, 500, "Sorry, an error has occurred");
  }
}

function isHealth(pathname: string): boolean {
  return pathname === "/healthz" || pathname === "/readyz";
}

function pathOf(req: IncomingMessage): string {
  return (req.url ?? "").split("?")[0] ?? "";
}
