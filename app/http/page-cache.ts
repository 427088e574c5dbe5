import { createHash } from "node:crypto";
import type { CacheHint } from "#platform/context.ts";
import type { Store } from "#db/store.ts";
import type { QueryRules } from "#values/page-query.ts";
import { BackgroundWork } from "./background-work.ts";
import { encode, type Encoding } from "./response-bodies.ts";
import { MAX_URL } from "./web-request.ts";

/**
 * Anonymous pages, rendered once a revision and served from memory in front of the framework.
 * An entry is good while its org's revision is the one it was rendered at and its
 * `validUntil` has not come; when nothing was written anywhere since the last look, that costs one
 * comparison.
 */
export interface CachedPage {
  bodies: Map<Encoding, CachedBody>;
  size: number;
  hint: CacheHint;
  /** Something that people look at: no feed, no file. */
  isDocument: boolean;
  validUntil: number;
  generation: number;
  place: Place;
  /** Asked for since it was last considered for leaving. */
  used: boolean;
  /**
   * Makes the best compression; null once it is under way: a page that nobody asks for again isn't
   * worth it.
   */
  compress: (() => Promise<void>) | null;
}

/** What is kept for one host. */
interface Host {
  pages: Map<string, CachedPage>;
  /** What the pages of a path are made of, so that the short way finds them by any query. */
  rules: Map<string, QueryRules>;
}

/** Paths of a host whose rules are remembered. */
const MAX_PATHS = 2_000;

export interface CachedBody {
  bytes: Uint8Array;
  etag: string;
  /**
   * Names and values in turn, as writeHead takes them; the length first, because a 304 leaves it
   * out.
   */
  headers: string[];
}

/** Where a page is kept, and for whose host. */
export interface Place {
  /** Scheme and host as the browser sees them. */
  origin: string;
  /** Its path on that host, in one spelling, and of its query what it is made of. */
  key: string;
  path: string;
  /** The org whose own domain the host was: a domain can move. */
  domainOrgSlug: string | null;
}

/** What was rendered, and what it was rendered from. */
export interface Rendered {
  hint: CacheHint;
  /** The store's generation before the first question to it. */
  generation: number;
  headers: ReadonlyArray<readonly [string, string]>;
  body: Uint8Array;
}

export interface PageCacheFigures {
  pages: number;
  bytes: number;
  /** Answers from memory. */
  hits: number;
  /** Pages that had to be rendered to be kept. */
  misses: number;
}

export class PageCache {
  readonly #store: Store;
  readonly #now: () => Date;
  readonly #common: ReadonlyArray<readonly [string, string]>;
  readonly #maxBytes: number;
  /**
   * By host, then by key: two look-ups of texts that exist already, where one would need a new
   * text.
   */
  readonly #hosts = new Map<string, Host>();
  /** All pages, the longest kept first. */
  readonly #pages = new Set<CachedPage>();
  /** The best compression takes a thread that passwords and files need too: one page at a time. */
  readonly #compression = new BackgroundWork<CachedPage>();
  #bytes = 0;
  #hits = 0;
  #misses = 0;

  /** @param common headers that every answer of the server carries */
  constructor(
    store: Store,
    now: () => Date,
    common: ReadonlyArray<readonly [string, string]>,
    maxBytes = 64 * 1024 * 1024,
  ) {
    this.#store = store;
    this.#common = common;
    this.#now = now;
    this.#maxBytes = maxBytes;
  }

  /** What is kept, how often it was what was asked for, and how often it was not. */
  figures(): PageCacheFigures {
    return {
      pages: this.#pages.size,
      bytes: this.#bytes,
      hits: this.#hits,
      misses: this.#misses,
    };
  }

  /**
   * A page that is known to be what the database would give; the database isn't asked.
   * @param target path and query as they were sent
   */
  fresh(origin: string, target: string): CachedPage | undefined {
    const host = this.#hosts.get(origin);
    if (host === undefined) return undefined;
    const at = target.indexOf("?");
    const key = at === -1 ? target : keyOf(host, target, at);
    const page = key === null ? undefined : host.pages.get(key);
    if (
      page === undefined ||
      page.generation !== this.#store.generation() ||
      page.validUntil <= this.#now().getTime()
    )
      return undefined;
    this.#noteUse(page);
    return page;
  }

  /** A page that is still what the database would give, after a look at the org's revision. */
  async find({ origin, key, domainOrgSlug }: Place): Promise<CachedPage | undefined> {
    const page = this.#hosts.get(origin)?.pages.get(key);
    if (page === undefined) return undefined;
    const generation = this.#store.generation();
    const isGood =
      page.place.domainOrgSlug === domainOrgSlug &&
      page.validUntil > this.#now().getTime() &&
      (page.generation === generation ||
        page.hint.orgId === null ||
        (await this.#revision(page.hint.orgId)) === page.hint.revision);
    if (isGood) {
      page.generation = generation;
      this.#noteUse(page);
      return page;
    }
    this.#drop(page);
    return undefined;
  }

  /**
   * Keeps a rendered page: plain, gzip and brotli 5 at once, brotli 11 when there is time for a
   * page that is asked for again.
   */
  async keep(
    place: Place,
    rules: QueryRules,
    { hint, generation, headers, body }: Rendered,
  ): Promise<CachedPage> {
    // Whoever waits for the render that another began misses nothing more.
    this.#misses += 1;
    const [gzip, br] = await Promise.all([encode(body, "gzip"), encode(body, "br")]);
    const tag = createHash("sha256").update(body).digest("base64url").slice(0, 22);
    const shared = [
      ...this.#common,
      ...headers,
      ["Cache-Control", "no-cache"],
      ["Vary", "Accept-Encoding, Cookie"],
    ].flat();
    const cached = (encoding: Encoding, bytes: Uint8Array): [Encoding, CachedBody] => {
      const etag = encoding === "identity" ? `"${tag}"` : `"${tag}-${encoding}"`;
      const own = encoding === "identity" ? [] : ["Content-Encoding", encoding];
      return [
        encoding,
        {
          bytes,
          etag,
          headers: ["Content-Length", String(bytes.byteLength), ...own, "ETag", etag, ...shared],
        },
      ];
    };
    const page: CachedPage = {
      place,
      used: false,
      compress: null,
      hint,
      isDocument: headers.some(
        ([name, value]) => name.toLowerCase() === "content-type" && value.startsWith("text/html"),
      ),
      generation,
      validUntil: hint.validUntil === null ? Infinity : Date.parse(hint.validUntil),
      bodies: new Map([cached("identity", body), cached("gzip", gzip), cached("br", br)]),
      size: body.byteLength + gzip.byteLength + br.byteLength,
    };
    page.compress = async () => {
      page.bodies.set(...cached("br", await encode(body, "br", "best")));
    };
    this.#add(page, rules);
    return page;
  }

  #noteUse(page: CachedPage): void {
    page.used = true;
    this.#hits += 1;
    if (page.compress === null) return;
    this.#compression.add(page, page.compress);
    page.compress = null;
  }

  async #revision(orgId: string): Promise<number | undefined> {
    const row = await this.#store.read
      .selectFrom("orgs")
      .select("revision")
      .where("id", "=", orgId)
      .executeTakeFirst();
    return row?.revision;
  }

  #add(page: CachedPage, rules: QueryRules): void {
    const { origin, key, path } = page.place;
    const host = this.#hosts.get(origin) ?? { pages: new Map(), rules: new Map() };
    this.#hosts.set(origin, host);
    if (host.rules.size >= MAX_PATHS) host.rules.clear();
    host.rules.set(path, rules);
    const { pages } = host;
    const old = pages.get(key);
    if (old !== undefined) this.#drop(old);
    pages.set(key, page);
    this.#pages.add(page);
    this.#bytes += page.size;
    // The longest kept leave first, but a page that was asked for meanwhile stays for another
    // round: no flood of addresses that nobody asks for twice pushes the others out.
    for (const oldest of this.#pages) {
      if (this.#bytes <= this.#maxBytes || oldest === page) break;
      if (oldest.used) {
        oldest.used = false;
        this.#pages.delete(oldest);
        this.#pages.add(oldest);
      } else this.#drop(oldest);
    }
  }

  #drop(page: CachedPage): void {
    if (!this.#pages.delete(page)) return;
    this.#bytes -= page.size;
    this.#compression.cancel(page);
    const { origin, key } = page.place;
    const pages = this.#hosts.get(origin)?.pages;
    if (pages?.get(key) === page) pages.delete(key);
  }
}

/** The key of an address with a query, if pages of its path are kept; null otherwise. */
function keyOf({ rules }: Host, target: string, at: number): string | null {
  const path = target.slice(0, at);
  const known = rules.get(path);
  if (known === undefined || target.length > MAX_URL || target.includes("#")) return null;
  const { text, own } = known.reduce(target.slice(at + 1));
  if (own) return null;
  return text === "" ? path : `${path}?${text}`;
}
