import { EventEmitter } from "node:events";
import { parse as parseDisposition } from "content-disposition";
import type { PlainContext } from "./context.ts";
import { PlainDocument, type Leads } from "./document.ts";
import { PlainDownload } from "./download.ts";
import { helpers } from "./engine.ts";
import { PageFinder, PlainLocator } from "./locator.ts";
import type { Asked, PlainResponse } from "./network.ts";
import { NeedsLayout } from "./layout-needed.ts";
import { stylesheetOf, type Stylesheet } from "./styles.ts";

/** So long is waited for an event, in milliseconds. */
const PATIENCE = 15_000;

/** One place that somebody went to. */
interface Visit {
  asked: Asked;
  /** Places of one document have the same number. */
  document: number;
}

/** Stylesheets that never change under their address, read once a worker. */
const kept = new Map<string, Stylesheet>();

/** A page without scripts: Playwright's `Page`, as far as the journeys use it. */
export class PlainPage extends PageFinder {
  /** By this Playwright's matchers know what they are given. */
  readonly _apiName = "Page";
  readonly #events = new EventEmitter();
  readonly #context: PlainContext;
  readonly #frame: PlainFrame;
  #visits: Visit[] = [];
  #at = -1;
  #documents = 0;
  #size: { width: number; height: number };
  #policy = "";
  #wire = "";
  #shown: PlainDocument;

  constructor(context: PlainContext, size: { width: number; height: number }) {
    super();
    this.#context = context;
    this.#size = size;
    this.#frame = new PlainFrame(this);
    this.#shown = new PlainDocument("", "about:blank", size.width);
    for (const name of ["request", "response", "requestfailed"])
      context.network.on(
        name,
        (told: { frame?: () => unknown; request?: () => { frame(): unknown } }) => {
          const frame = told.request === undefined ? told.frame?.() : told.request().frame();
          if (frame === this.#frame) this.#events.emit(name, told);
        },
      );
  }

  protected override within(selector: string): PlainLocator {
    return new PlainLocator(this, selector);
  }

  /** The document that is shown. */
  get shown(): PlainDocument {
    return this.#shown;
  }

  /** The document as it came over the wire. */
  get wire(): string {
    return this.#wire;
  }

  readonly keyboard = {
    press: async (key: string): Promise<void> => {
      if (key === "Enter") await this.lead(this.#shown.enter());
      else if (key === "Space" || key === " ") await this.lead(this.#shown.space());
      else if (key === "Escape") this.#shown.escape();
      else throw new NeedsLayout(`The key ${key}`);
    },
    type: async (text: string): Promise<void> => this.#shown.type(text),
    insertText: async (text: string): Promise<void> => this.#shown.type(text),
  };

  get mouse(): never {
    throw new NeedsLayout("A mouse");
  }

  get clock(): never {
    throw new NeedsLayout("A clock of the page's own");
  }

  get request(): PlainContext["request"] {
    return this.#context.request;
  }

  context = (): PlainContext => this.#context;
  mainFrame = (): PlainFrame => this.#frame;
  url = (): string => this.#shown.document.URL;
  title = async (): Promise<string> => this.#shown.document.title;
  content = async (): Promise<string> => this.#shown.content();
  viewportSize = (): { width: number; height: number } => this.#size;
  isClosed = (): boolean => !this.#context.pages().includes(this);

  on(name: string, listener: (event: unknown) => void): this {
    this.#events.on(name, listener);
    return this;
  }

  once(name: string, listener: (event: unknown) => void): this {
    this.#events.once(name, listener);
    return this;
  }

  off(name: string, listener: (event: unknown) => void): this {
    this.#events.off(name, listener);
    return this;
  }

  waitForEvent(name: string): Promise<unknown> {
    return awaited(this.#events, name);
  }

  /** An address leads somewhere at once or never. */
  async waitForURL(match: unknown): Promise<void> {
    if (!helpers.urlMatches(this.#context._options.baseURL, this.url(), match))
      throw new Error(`This is ${this.url()}, not ${String(match)}`);
  }

  // A page is whole when it is shown.
  waitForLoadState = async (): Promise<void> => undefined;

  async setViewportSize(size: { width: number; height: number }): Promise<void> {
    this.#size = size;
    this.#shown.width = size.width;
  }

  // Nothing that is read here depends on colors or motion.
  emulateMedia = async (): Promise<void> => undefined;
  bringToFront = async (): Promise<void> => undefined;

  async close(): Promise<void> {
    this.#shown.close();
    this.#context.forget(this);
    this.#events.emit("close", this);
  }

  route = async (): Promise<never> => refuse("Holding a request back");
  unroute = async (): Promise<never> => refuse("Holding a request back");
  evaluate = async (look: unknown, given?: unknown): Promise<unknown> =>
    this.#shown.run(look, given);
  waitForFunction = async (): Promise<never> => refuse("A function in the page");
  addInitScript = async (): Promise<never> => refuse("A script in the page");

  async goto(address: string): Promise<PlainResponse | null> {
    const url = new URL(address, this.#context._options.baseURL).href;
    if (this.#isPlaceHere(url)) {
      this.#moveTo(url);
      return null;
    }
    const response = await this.#visit({ url, type: "document" }, null);
    if (response === null) throw new Error(`net::ERR_ABORTED at ${url}: Download is starting`);
    return response;
  }

  async reload(): Promise<PlainResponse | null> {
    const visit = this.#visits[this.#at];
    return visit === undefined ? null : this.#show(visit.asked, () => undefined, null);
  }

  goBack = (): Promise<PlainResponse | null> => this.#step(-1);
  goForward = (): Promise<PlainResponse | null> => this.#step(1);

  async #step(by: number): Promise<PlainResponse | null> {
    const from = this.#visits[this.#at];
    const to = this.#visits[this.#at + by];
    if (from === undefined || to === undefined) return null;
    this.#at += by;
    if (from.document === to.document) {
      this.#shown.moveTo(to.asked.url);
      return null;
    }
    if (to.asked.method === "POST") throw new Error("net::ERR_CACHE_MISS: a form was sent for it");
    return this.#show(to.asked, (document) => (to.document = document), null);
  }

  /** Goes where a press leads. */
  async lead(leads: Leads | null): Promise<void> {
    if (leads === null || !/^https?:/.test(leads.url)) return;
    const { url, method, headers, body, target, download, isUntold } = leads;
    const isPost = method === "POST";
    if (!isPost && target === "" && download === null && this.#isPlaceHere(url)) {
      this.#moveTo(url);
      return;
    }
    const asked: Asked = {
      url,
      type: "document",
      from: { url: this.url(), policy: isUntold ? "no-referrer" : this.#policy },
      ...(isPost ? { method, headers } : {}),
      ...(body === undefined ? {} : { body }),
    };
    const isElsewhere = target !== "" && !["_self", "_top", "_parent"].includes(target);
    if (!isElsewhere) {
      await this.#visit(asked, download);
      return;
    }
    const page = await this.#context.newPage();
    this.#events.emit("popup", page);
    await page.#visit(asked, download);
  }

  #isPlaceHere(url: string): boolean {
    const [here] = this.url().split("#");
    return this.#at >= 0 && url.includes("#") && url.split("#")[0] === here;
  }

  #moveTo(url: string): void {
    this.#remember({ asked: { url, type: "document" }, document: this.#documents });
    this.#shown.moveTo(url);
  }

  #remember(visit: Visit): void {
    // The same address again takes the place of itself.
    const isAgain = this.#visits[this.#at]?.asked.url === visit.asked.url;
    if (!isAgain) this.#at += 1;
    this.#visits = [...this.#visits.slice(0, this.#at), visit];
  }

  #visit(asked: Asked, download: string | null): Promise<PlainResponse | null> {
    return this.#show(
      asked,
      (document, response) => {
        const url = response.url();
        const isPost = asked.method === "POST" && response.request().method() === "POST";
        this.#remember({
          asked: isPost
            ? asked
            : { url, type: "document", ...(asked.from ? { from: asked.from } : {}) },
          document,
        });
      },
      download,
    );
  }

  /** Asks for a page and shows it. @returns null where it is a file to keep, or nothing to show */
  async #show(
    asked: Asked,
    remember: (document: number, response: PlainResponse) => void,
    download: string | null,
  ): Promise<PlainResponse | null> {
    const response = await this.#context.network.ask(asked, this.#frame);
    if (response.status() === 204 || response.status() === 205) return null;
    const body = await response.body();
    const html = download === null ? shownAs(response, body) : null;
    if (html === null) {
      const file = new PlainDownload(response.url(), nameOfFile(response, download), body);
      this.#events.emit("download", file);
      return null;
    }
    const document = new PlainDocument(html, response.url(), this.#size.width);
    this.#shown.close();
    this.#shown = document;
    this.#wire = html;
    this.#documents += 1;
    this.#policy = response.headers()["referrer-policy"] ?? "";
    remember(this.#documents, response);
    document.style(await Promise.all(document.stylesheets().map((url) => this.#stylesheet(url))));
    document.arrive();
    this.#events.emit("domcontentloaded", this);
    this.#events.emit("load", this);
    return response;
  }

  async #stylesheet(url: string): Promise<Stylesheet> {
    const known = kept.get(url);
    if (known !== undefined) return known;
    const from = { url: this.url(), policy: this.#policy };
    const response = await this.#context.network.ask(
      { url, type: "stylesheet", from },
      this.#frame,
    );
    const sheet = response.ok() ? stylesheetOf(await response.text()) : [];
    if ((response.headers()["cache-control"] ?? "").includes("immutable")) kept.set(url, sheet);
    return sheet;
  }

  /** What an expectation finds, in the form that Playwright's matchers wait for: at once, since nothing comes later. */
  async expectOf(
    selector: string | undefined,
    expression: string,
    { isNot = false, ...options }: { isNot?: boolean; expectedNumber?: number },
  ): Promise<object> {
    try {
      const found = await this.#shown.expect(selector, { ...options, expression, isNot });
      const { matches, received } = found ?? {
        matches: ofNothing(expression) ?? isNot,
        received: undefined,
      };
      if (matches !== isNot) return { matches };
      const errorMessage = found === null ? "Error: element(s) not found" : undefined;
      const ariaSnapshot = received?.ariaSnapshot ?? this.#shown.snapshot();
      const log = [`${this.url()} shows`, ...ariaSnapshot.split("\n")];
      return { matches, received: { ...received, ariaSnapshot }, errorMessage, log };
    } catch (error) {
      if (error instanceof NeedsLayout) throw error;
      return { matches: isNot, errorMessage: String(error) };
    }
  }
}

/** The one frame of a page. */
class PlainFrame {
  readonly #page: PlainPage;

  constructor(page: PlainPage) {
    this.#page = page;
  }

  page = (): PlainPage => this.#page;
  url = (): string => this.#page.url();

  /** Playwright's matchers of a page ask here. */
  _expect(expression: string, options: object): Promise<object> {
    return this.#page.expectOf(undefined, expression, options);
  }
}

/** The next event of a name. */
export function awaited(events: EventEmitter, name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${name} came`)), PATIENCE);
    events.once(name, (event: unknown) => {
      clearTimeout(timer);
      resolve(event);
    });
  });
}

/** What holds of an element that is not there; undefined where nothing can be said of it. */
function ofNothing(expression: string): boolean | undefined {
  if (expression === "to.be.hidden" || expression === "to.be.detached") return true;
  return expression === "to.be.visible" || expression === "to.be.attached" ? false : undefined;
}

function refuse(what: string): never {
  throw new NeedsLayout(what);
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** A document for what a browser shows itself; null for what it keeps as a file. */
function shownAs(response: PlainResponse, body: Buffer): string | null {
  const headers = response.headers();
  if (/^\s*attachment/i.test(headers["content-disposition"] ?? "")) return null;
  const [type = ""] = (headers["content-type"] ?? "text/html").split(";");
  const text = () => body.toString("utf8");
  if (type === "text/html" || type === "application/xhtml+xml") return text();
  if (type.startsWith("image/"))
    return `<!DOCTYPE html><img src="${escaped(response.url())}" alt="">`;
  if (type === "application/pdf") return `<!DOCTYPE html><embed type="application/pdf">`;
  if (/^text\/(?!csv)|json$|xml$/.test(type)) return `<!DOCTYPE html><pre>${escaped(text())}</pre>`;
  return null;
}

function nameOfFile(response: PlainResponse, download: string | null): string {
  const disposition = response.headers()["content-disposition"];
  const named =
    disposition === undefined ? undefined : parseDisposition(disposition).parameters.filename;
  const last = new URL(response.url()).pathname.split("/").at(-1) ?? "";
  return named ?? (download !== null && download !== "" ? download : decodeURIComponent(last));
}
