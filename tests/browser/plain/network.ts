import { EventEmitter } from "node:events";
import http from "node:http";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { CookieJar } from "jsdom";

/** Requests as a browser makes them: hosts that lead to this machine, cookies, `Referer`, `Origin`, `Sec-Fetch-*`. */

const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/147.0.0.0 Safari/537.36";

const ACCEPT: Record<ResourceType, string> = {
  document:
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8",
  stylesheet: "text/css,*/*;q=0.1",
  fetch: "*/*",
};
const DESTINATION = { document: "document", stylesheet: "style", fetch: "empty" } as const;

/** So many redirects are followed, as in Chromium. */
const MOST_REDIRECTS = 20;

export type ResourceType = "document" | "stylesheet" | "fetch";

/** What is asked for. */
export interface Asked {
  url: string;
  method?: string;
  body?: Buffer;
  headers?: Record<string, string>;
  type: ResourceType;
  /** The page that asks, and its policy of saying so; none where somebody typed the address. */
  from?: { url: string; policy: string };
  /** Redirects that are followed: fewer is an error, except for 0, where the redirect itself is the answer. */
  maxRedirects?: number;
}

/** A request as Playwright tells of it. */
export class PlainRequest {
  readonly #asked: Asked;
  readonly #frame: unknown;

  constructor(asked: Asked, frame: unknown) {
    this.#asked = asked;
    this.#frame = frame;
  }

  url = (): string => this.#asked.url;
  method = (): string => this.#asked.method ?? "GET";
  resourceType = (): ResourceType => this.#asked.type;
  isNavigationRequest = (): boolean => this.#asked.type === "document";
  frame = (): unknown => this.#frame;
  postData = (): string | null => this.#asked.body?.toString() ?? null;
  failure = (): { errorText: string } | null => null;
}

/** An answer as Playwright tells of it. */
export class PlainResponse {
  readonly #request: PlainRequest;
  readonly #status: number;
  readonly #headers: Record<string, string>;
  readonly #body: Buffer;

  constructor(
    request: PlainRequest,
    status: number,
    headers: Record<string, string>,
    body: Buffer,
  ) {
    this.#request = request;
    this.#status = status;
    this.#headers = headers;
    this.#body = body;
  }

  url = (): string => this.#request.url();
  status = (): number => this.#status;
  ok = (): boolean => this.#status >= 200 && this.#status < 300;
  headers = (): Record<string, string> => this.#headers;
  request = (): PlainRequest => this.#request;
  body = async (): Promise<Buffer> => this.#body;
  text = async (): Promise<string> => this.#body.toString("utf8");
  json = async (): Promise<unknown> => JSON.parse(this.#body.toString("utf8"));
}

/** A cookie as Playwright takes and gives it. */
export interface PlainCookie {
  name: string;
  value: string;
  url?: string;
  domain?: string;
  path?: string;
  expires?: number;
  httpOnly?: boolean;
  secure?: boolean;
  sameSite?: "Strict" | "Lax" | "None";
}

/** Tells of requests and answers: `request`, `response`, `requestfailed`. */
export class Network extends EventEmitter {
  #jar = new CookieJar();
  readonly #agent = new http.Agent({ keepAlive: true });
  readonly #extra: Record<string, string>;

  constructor(extraHeaders: Record<string, string> = {}) {
    super();
    this.#extra = {};
    this.addHeaders(extraHeaders);
  }

  /** Headers that every request carries from now on. */
  addHeaders(headers: Record<string, string>): void {
    for (const [name, value] of Object.entries(headers)) this.#extra[name.toLowerCase()] = value;
  }

  /** Asks, follows redirects, and tells of each answer. @param frame what the requests belong to */
  async ask(asked: Asked, frame: unknown = null): Promise<PlainResponse> {
    let next = asked;
    for (let followed = 0; followed <= (asked.maxRedirects ?? MOST_REDIRECTS); followed += 1) {
      const response = await this.#askOnce(next, frame);
      const location = response.headers().location;
      const isRedirect = [301, 302, 303, 307, 308].includes(response.status());
      if (!isRedirect || location === undefined || asked.maxRedirects === 0) return response;
      next = redirected(next, response.status(), location);
    }
    throw new Error(`net::ERR_TOO_MANY_REDIRECTS at ${asked.url}`);
  }

  async #askOnce(asked: Asked, frame: unknown): Promise<PlainResponse> {
    const request = new PlainRequest(asked, frame);
    // Requests beside the pages are nobody's but the test's own.
    const tell = (name: string, event: unknown) => asked.type !== "fetch" && this.emit(name, event);
    tell("request", request);
    const url = new URL(asked.url);
    const headers = { ...headersOf(asked, url), ...this.#extra, ...asked.headers };
    const cookies = await this.#jar.getCookieString(trusted(url), {
      sameSiteContext: sameSiteContext(asked, url),
    });
    if (cookies !== "" && headers.cookie === undefined) headers.cookie = cookies;
    try {
      const {
        status,
        headers: got,
        cookies: set,
        body,
      } = await exchange(url, asked, headers, this.#agent);
      for (const cookie of set)
        await this.#jar.setCookie(cookie, trusted(url), { ignoreError: true });
      const response = new PlainResponse(request, status, got, body);
      tell("response", response);
      return response;
    } catch (error) {
      const errorText = error instanceof Error ? error.message : String(error);
      request.failure = () => ({ errorText });
      tell("requestfailed", request);
      throw error;
    }
  }

  async addCookie(cookie: PlainCookie): Promise<void> {
    const { name, value, url, domain, path = "/", httpOnly, secure, sameSite, expires } = cookie;
    const at = url ?? `https://${(domain ?? "").replace(/^\./, "")}${path}`;
    const text = [
      `${name}=${value}`,
      `Path=${path}`,
      ...(url === undefined && domain?.startsWith(".") ? [`Domain=${domain}`] : []),
      ...(httpOnly ? ["HttpOnly"] : []),
      ...(secure ? ["Secure"] : []),
      ...(sameSite === undefined ? [] : [`SameSite=${sameSite}`]),
      ...(expires === undefined || expires < 0
        ? []
        : [`Expires=${new Date(expires * 1_000).toUTCString()}`]),
    ].join("; ");
    await this.#jar.setCookie(text, trusted(new URL(at)));
  }

  async cookies(): Promise<Required<Omit<PlainCookie, "url">>[]> {
    const { cookies } = await this.#jar.serialize();
    return cookies.map(({ key, value, domain, path, expires, httpOnly, secure, sameSite }) => ({
      name: String(key),
      value: String(value),
      domain: String(domain),
      path: String(path ?? "/"),
      expires:
        typeof expires === "string" && expires !== "Infinity" ? Date.parse(expires) / 1_000 : -1,
      httpOnly: httpOnly === true,
      secure: secure === true,
      sameSite: sameSite === "strict" ? "Strict" : sameSite === "none" ? "None" : "Lax",
    }));
  }

  async clearCookies({ name }: { name?: string } = {}): Promise<void> {
    const kept =
      name === undefined ? [] : (await this.cookies()).filter((one) => one.name !== name);
    this.#jar = new CookieJar();
    for (const cookie of kept) await this.addCookie(cookie);
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Cookies take these addresses for those of `https`, as Chromium does of the tests' own hosts. */
function trusted(url: URL): string {
  return `https://${url.host}${url.pathname}${url.search}`;
}

/** Two names of one machine are two sites; only `localhost` and the tests' domains lead anywhere. */
function isHere(host: string): boolean {
  return host === "localhost" || host === "127.0.0.1" || host.endsWith(".example");
}

function headersOf(asked: Asked, url: URL): Record<string, string> {
  const { type, from, method = "GET" } = asked;
  const referrer = from === undefined ? "" : refererOf(from, url);
  return {
    host: url.host,
    "user-agent": USER_AGENT,
    accept: ACCEPT[type],
    "accept-language": "en-US",
    "accept-encoding": "gzip, deflate, br",
    ...(type === "document" ? { "upgrade-insecure-requests": "1" } : {}),
    ...(referrer === "" ? {} : { referer: referrer }),
    ...(from !== undefined && method !== "GET" && method !== "HEAD"
      ? { origin: originSent(from, url) }
      : {}),
    ...(type === "fetch" ? {} : fetchMetadata(asked, url)),
  };
}

/** What a browser says of a request's reason. */
function fetchMetadata({ type, from }: Asked, url: URL): Record<string, string> {
  const isSame = from !== undefined && new URL(from.url).origin === url.origin;
  return {
    "sec-fetch-site":
      from === undefined ? "none" : isSame ? "same-origin" : siteWord(from.url, url),
    "sec-fetch-mode": type === "document" ? "navigate" : "no-cors",
    ...(type === "document" && from !== undefined ? { "sec-fetch-user": "?1" } : {}),
    "sec-fetch-dest": DESTINATION[type],
  };
}

function siteWord(from: string, to: URL): string {
  return siteOf(new URL(from)) === siteOf(to) ? "same-site" : "cross-site";
}

/** The part of a host that makes a site: its last two labels. */
function siteOf({ hostname }: URL): string {
  return hostname.split(".").slice(-2).join(".");
}

function sameSiteContext(
  { from, method = "GET", type }: Asked,
  url: URL,
): "strict" | "lax" | "none" {
  if (from === undefined || siteOf(new URL(from.url)) === siteOf(url)) return "strict";
  return type === "document" && method === "GET" ? "lax" : "none";
}

/** What a page's policy lets the next one know of it. */
export function refererOf({ url, policy }: { url: string; policy: string }, to: URL): string {
  const from = new URL(url);
  if (!/^https?:$/.test(from.protocol)) return "";
  from.hash = "";
  from.username = "";
  from.password = "";
  const isSame = from.origin === to.origin;
  switch (policy) {
    case "no-referrer":
      return "";
    case "same-origin":
      return isSame ? from.href : "";
    case "origin":
    case "strict-origin":
      return `${from.origin}/`;
    case "unsafe-url":
    case "no-referrer-when-downgrade":
      return from.href;
    default:
      return isSame ? from.href : `${from.origin}/`;
  }
}

/** The `Origin` of a form that is posted. */
function originSent({ url, policy }: { url: string; policy: string }, to: URL): string {
  const { origin } = new URL(url);
  if (policy === "no-referrer") return "null";
  return policy === "same-origin" && origin !== to.origin ? "null" : origin;
}

function redirected(asked: Asked, status: number, location: string): Asked {
  const url = new URL(location, asked.url);
  // What follows '#' stays where the redirect names nothing else.
  if (url.hash === "") url.hash = new URL(asked.url).hash;
  const isKept = status === 307 || status === 308 || asked.method === undefined;
  const { method: _method, body: _body, headers: _headers, ...rest } = asked;
  return isKept ? { ...asked, url: url.href } : { ...rest, url: url.href };
}

interface Exchanged {
  status: number;
  headers: Record<string, string>;
  cookies: string[];
  body: Buffer;
}

async function exchange(
  url: URL,
  { method = "GET", body }: Asked,
  headers: Record<string, string>,
  agent: http.Agent,
): Promise<Exchanged> {
  if (url.protocol !== "http:" || !isHere(url.hostname))
    throw new Error("net::ERR_NAME_NOT_RESOLVED");
  const message = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = http.request(
      {
        host: "127.0.0.1",
        port: url.port,
        path: `${url.pathname}${url.search}`,
        method,
        agent,
        headers: { ...headers, ...(body === undefined ? {} : { "content-length": body.length }) },
        signal: AbortSignal.timeout(15_000),
      },
      resolve,
    );
    request.once("error", reject);
    request.end(body);
  });
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece);
  const got: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers))
    if (value !== undefined) got[name] = Array.isArray(value) ? value.join("\n") : value;
  return {
    status: message.statusCode ?? 0,
    headers: got,
    cookies: message.headers["set-cookie"] ?? [],
    body: await decoded(Buffer.concat(pieces), got["content-encoding"]),
  };
}

const DECODERS: Record<string, (packed: Buffer) => Promise<Buffer>> = {
  br: promisify(zlib.brotliDecompress),
  gzip: promisify(zlib.gunzip),
  deflate: promisify(zlib.inflate),
};

async function decoded(body: Buffer, encoding: string | undefined): Promise<Buffer> {
  const decode = DECODERS[encoding ?? ""];
  return decode === undefined || body.length === 0 ? body : decode(body);
}
