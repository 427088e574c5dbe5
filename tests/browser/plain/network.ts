import { EventEmitter } from "node:events";
import http from "node:http";
import { CookieJar } from "jsdom";
import { exchange } from "./exchange.ts";
import { headersOf, sameSiteContext } from "./request-headers.ts";

/** Requests as a browser makes them: hosts that lead to this machine, cookies, `Referer`, `Origin`, `Sec-Fetch-*`. */

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

function redirected(asked: Asked, status: number, location: string): Asked {
  const url = new URL(location, asked.url);
  // What follows '#' stays where the redirect names nothing else.
  if (url.hash === "") url.hash = new URL(asked.url).hash;
  const isKept = status === 307 || status === 308 || asked.method === undefined;
  const { method: _method, body: _body, headers: _headers, ...rest } = asked;
  return isKept ? { ...asked, url: url.href } : { ...rest, url: url.href };
}
