import { EventEmitter } from "node:events";
import { Network, type PlainCookie, type PlainResponse } from "./network.ts";
import { awaited, PlainPage } from "./page.ts";
import { NeedsLayout } from "./layout-needed.ts";

/** How a context is made, as in Playwright. */
export interface PlainOptions {
  baseURL?: string;
  viewport?: { width: number; height: number } | null;
  extraHTTPHeaders?: Record<string, string>;
  javaScriptEnabled?: boolean;
  userAgent?: string;
}

const WINDOW = { width: 1280, height: 720 };

interface Options {
  headers?: Record<string, string>;
  maxRedirects?: number;
  form?: Record<string, string>;
  data?: unknown;
}

/** A browser's profile without a browser: Playwright's `BrowserContext`, as far as the journeys use it. */
export class PlainContext {
  readonly _options: PlainOptions;
  readonly network: Network;
  readonly #events = new EventEmitter();
  #pages: PlainPage[] = [];

  readonly #browser: PlainBrowser;

  constructor(browser: PlainBrowser, options: PlainOptions) {
    this.#browser = browser;
    if (options.javaScriptEnabled === true)
      throw new Error("No page runs scripts here: tag the test with @chromium");
    this._options = options;
    this.network = new Network({
      ...(options.userAgent === undefined ? {} : { "user-agent": options.userAgent }),
      ...options.extraHTTPHeaders,
    });
  }

  browser = (): PlainBrowser => this.#browser;
  pages = (): PlainPage[] => [...this.#pages];

  async newPage(): Promise<PlainPage> {
    const page = new PlainPage(this, this._options.viewport ?? WINDOW);
    this.#pages.push(page);
    this.#events.emit("page", page);
    return page;
  }

  /** A page was closed. */
  forget(page: PlainPage): void {
    this.#pages = this.#pages.filter((one) => one !== page);
  }

  on(name: string, listener: (event: unknown) => void): this {
    const isOfNetwork = ["request", "response", "requestfailed"].includes(name);
    (isOfNetwork ? this.network : this.#events).on(name, listener);
    return this;
  }

  waitForEvent(name: string): Promise<unknown> {
    return awaited(this.#events, name);
  }

  async addCookies(cookies: readonly PlainCookie[]): Promise<void> {
    for (const cookie of cookies) await this.network.addCookie(cookie);
  }

  cookies = () => this.network.cookies();
  clearCookies = (options?: { name?: string }): Promise<void> => this.network.clearCookies(options);

  async setExtraHTTPHeaders(headers: Record<string, string>): Promise<void> {
    this.network.addHeaders(headers);
  }

  // Only scripts ask for permissions.
  grantPermissions = async (): Promise<void> => undefined;

  route = async (): Promise<never> => refuse("Holding a request back");
  newCDPSession = async (): Promise<never> => refuse("A look into Chromium");
  addInitScript = async (): Promise<never> => refuse("A script in the page");

  /** Requests beside the pages, with their cookies: Playwright's `APIRequestContext`. */
  readonly request = {
    get: (url: string, options?: Options): Promise<PlainResponse> =>
      this.#fetch("GET", url, options),
    head: (url: string, options?: Options): Promise<PlainResponse> =>
      this.#fetch("HEAD", url, options),
    post: (url: string, options?: Options): Promise<PlainResponse> =>
      this.#fetch("POST", url, options),
  };

  #fetch(
    method: string,
    address: string,
    { headers = {}, maxRedirects, form, data }: Options = {},
  ): Promise<PlainResponse> {
    const url = new URL(address, this._options.baseURL).href;
    const sent =
      form !== undefined
        ? {
            type: "application/x-www-form-urlencoded",
            body: Buffer.from(new URLSearchParams(form).toString()),
          }
        : data === undefined
          ? null
          : {
              type: "application/json",
              body: Buffer.from(typeof data === "string" ? data : JSON.stringify(data)),
            };
    return this.network.ask({
      url,
      method,
      type: "fetch",
      headers: { ...(sent === null ? {} : { "content-type": sent.type }), ...headers },
      ...(sent === null ? {} : { body: sent.body }),
      ...(maxRedirects === undefined ? {} : { maxRedirects }),
    });
  }

  async close(): Promise<void> {
    for (const page of this.#pages) await page.close();
    this.network.close();
    this.#events.emit("close", this);
  }
}

/** Playwright's `Browser` without a browser: it starts in no time and runs no scripts. */
export class PlainBrowser {
  readonly #defaults: PlainOptions;

  /** @param defaults what each context has that does not say otherwise */
  constructor(defaults: PlainOptions = {}) {
    this.#defaults = defaults;
  }

  async newContext(options: PlainOptions = {}): Promise<PlainContext> {
    return new PlainContext(this, { ...this.#defaults, ...options });
  }

  async newPage(options: PlainOptions = {}): Promise<PlainPage> {
    return (await this.newContext(options)).newPage();
  }
}

function refuse(what: string): never {
  throw new NeedsLayout(what);
}
