import { createHash } from "node:crypto";
import type { CacheHint } from "../context.ts";
import type { Store } from "../../db/store.ts";
import { encode, type Encoding } from "./response-bodies.ts";

/**
 * Anonymous pages, rendered once a revision and served from memory in front of the framework (design
 * §2.5). An entry is good while its org's revision is the one it was rendered at and its `validUntil`
 * has not come; when nothing was written anywhere since the last look, that costs one comparison.
 */
export interface CachedPage {
  bodies: Map<Encoding, CachedBody>;
  size: number;
  hint: CacheHint;
  validUntil: number;
  generation: number;
}

interface CachedBody {
  bytes: Uint8Array;
  etag: string;
  /** Names and values in turn, as writeHead takes them; the length first, because a 304 leaves it out. */
  headers: string[];
}

/** The query parameters that change what an anonymous visitor sees; all others are left out of the key. */
const KEYED = new Set([
  "card", "documents", "edit", "itemName", "itemUid", "loginRequest", "page", "product", "productId",
  "requestAccess", "show", "source", "subscribe", "subscribeStatus", "tab", "tcuUid", "updates",
]);

/** Parameters whose pages are never kept: tokens, free text, and one visitor's own. */
const NEVER = new Set(["unsubscribeToken", "inviteToken", "byoidJwt", "token", "q", "inviteColleagues"]);

/** Cookies of ours; a request with one of them bypasses the cache, so that flash messages and rights show. */
const OWN_COOKIE = /(?:^|;\s*)(?:__Host-)?otc_/;

export function hasOwnCookie(header: string | undefined): boolean {
  return header !== undefined && OWN_COOKIE.test(header);
}

/** The cache key of a URL, or null when its page is never kept. Parameters are sorted, unknown ones dropped. */
export function cacheKey(origin: string, path: string, search: string): string | null {
  if (search === "" || search === "?") return `${origin} ${path}`;
  const kept: string[] = [];
  for (const [name, value] of new URLSearchParams(search)) {
    if (NEVER.has(name)) return null;
    if (KEYED.has(name)) {
      if (value.length > 200) return null;
      kept.push(`${name}=${encodeURIComponent(value)}`);
    }
  }
  return `${origin} ${path}?${kept.sort().join("&")}`;
}

export class PageCache {
  readonly #store: Store;
  readonly #now: () => Date;
  readonly #common: ReadonlyArray<readonly [string, string]>;
  readonly #maxBytes: number;
  readonly #pages = new Map<string, CachedPage>();
  readonly #rendering = new Map<string, Promise<unknown>>();
  #bytes = 0;

  /** @param common headers that every answer of the server carries */
  constructor(store: Store, now: () => Date, common: ReadonlyArray<readonly [string, string]>, maxBytes = 64 * 1024 * 1024) {
    this.#store = store;
    this.#common = common;
    this.#now = now;
    this.#maxBytes = maxBytes;
  }

  /** The page under a key, if it is still what the database would give. Synchronous while nothing was written. */
  find(key: string): CachedPage | undefined | Promise<CachedPage | undefined> {
    const page = this.#pages.get(key);
    if (page === undefined) return undefined;
    if (page.validUntil <= this.#now().getTime()) {
      this.#drop(key, page);
      return undefined;
    }
    const generation = this.#store.generation();
    if (page.generation === generation) return page;
    return this.#recheck(key, page, generation);
  }

  /** Runs one render at a time a key: those who come meanwhile wait and then find the page. */
  async alone(key: string, render: () => Promise<void>): Promise<boolean> {
    const running = this.#rendering.get(key);
    if (running !== undefined) {
      await running.catch(() => undefined);
      return false;
    }
    const promise = render();
    this.#rendering.set(key, promise);
    try {
      await promise;
      return true;
    } finally {
      this.#rendering.delete(key);
    }
  }

  /** Keeps a rendered page: plain, gzip and brotli 5 at once, brotli 11 when there is time. */
  async keep(
    key: string,
    hint: CacheHint,
    generation: number,
    headers: ReadonlyArray<readonly [string, string]>,
    body: Uint8Array,
  ): Promise<CachedPage> {
    const [gzip, br] = await Promise.all([encode(body, "gzip"), encode(body, "br", 5)]);
    const tag = createHash("sha256").update(body).digest("base64url").slice(0, 22);
    const shared = [...this.#common, ...headers, ["Cache-Control", "no-cache"], ["Vary", "Accept-Encoding, Cookie"]].flat();
    const cached = (encoding: Encoding, bytes: Uint8Array): [Encoding, CachedBody] => {
      const etag = encoding === "identity" ? `"${tag}"` : `"${tag}-${encoding}"`;
      const own = encoding === "identity" ? [] : ["Content-Encoding", encoding];
      return [encoding, { bytes, etag, headers: ["Content-Length", String(bytes.byteLength), ...own, "ETag", etag, ...shared] }];
    };
    const page: CachedPage = {
      hint,
      generation,
      validUntil: hint.validUntil === null ? Infinity : Date.parse(hint.validUntil),
      bodies: new Map([cached("identity", body), cached("gzip", gzip), cached("br", br)]),
      size: body.byteLength + gzip.byteLength + br.byteLength,
    };
    const old = this.#pages.get(key);
    if (old !== undefined) this.#drop(key, old);
    this.#pages.set(key, page);
    this.#bytes += page.size;
    for (const [oldestKey, oldest] of this.#pages) {
      if (this.#bytes <= this.#maxBytes || oldest === page) break;
      this.#drop(oldestKey, oldest);
    }
    void encode(body, "br", 11).then((bytes) => page.bodies.set(...cached("br", bytes)));
    return page;
  }

  async #recheck(key: string, page: CachedPage, generation: number): Promise<CachedPage | undefined> {
    const row = await this.#store.read
      .selectFrom("orgs")
      .select("revision")
      .where("id", "=", page.hint.orgId)
      .executeTakeFirst();
    if (row?.revision === page.hint.revision) {
      page.generation = generation;
      return page;
    }
    this.#drop(key, page);
    return undefined;
  }

  #drop(key: string, page: CachedPage): void {
    if (this.#pages.delete(key)) this.#bytes -= page.size;
  }
}
