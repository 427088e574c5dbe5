import type { BrowserContext } from "@playwright/test";

/**
 * Requests that Chromium itself gives up: those of a page that is left, and with scripts off those for
 * scripts, which it files under 'csp'. What a policy really refuses, the console says too.
 */
const GIVEN_UP = new Set(["net::ERR_ABORTED", "csp"]);

/**
 * What goes wrong in a browser without anybody looking: errors in the console, exceptions, answers of
 * 400 and more, requests that fail, and requests to somebody else. A test that means one says so.
 */
export class Faults {
  readonly #own: Set<string>;
  readonly #found: string[] = [];
  readonly #expected = new Map<number, boolean>();
  readonly #calls = new Set<number>();
  #blocked: RegExp | null = null;
  readonly #lines: { text: RegExp; came: boolean }[] = [];

  /** @param own the origins that are no third party */
  constructor(own: readonly string[]) {
    this.#own = new Set(own);
  }

  /** A document with this status is part of the test; one must come. */
  expectDocument(status: number): void {
    this.#expected.set(status, this.#expected.get(status) ?? false);
  }

  /** A call of the page's own script is answered so, as part of the test. */
  expectCall(status: number): void {
    this.#calls.add(status);
  }

  /** Origins that the page may ask: other hosts of the server, and services whose answers the test gives. */
  expectOrigins(...origins: string[]): void {
    for (const origin of origins) this.#own.add(origin);
  }

  /** Requests that the test itself holds back. */
  expectBlocked(address: RegExp): void {
    this.#blocked = address;
  }

  /** A line that the page's own script writes to the console as an error; it must come. */
  expectLine(text: RegExp): void {
    this.#lines.push({ text, came: false });
  }

  watch(context: BrowserContext): void {
    context.on("console", (message) => {
      // Chromium repeats failed answers here; `response` and `requestfailed` tell them apart.
      if (message.type() !== "error" || message.text().startsWith("Failed to load resource"))
        return;
      const line = this.#lines.find(({ text }) => text.test(message.text()));
      if (line !== undefined) line.came = true;
      else this.#found.push(`console: ${message.text()}`);
    });
    context.on("weberror", (error) => this.#found.push(`exception: ${error.error().message}`));
    context.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (/^(https?|wss?):$/.test(protocol) && !this.#own.has(origin))
        this.#found.push(`third party: ${request.url()}`);
    });
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "failed";
      if (!GIVEN_UP.has(reason) && !this.#blocked?.test(request.url()))
        this.#found.push(`${reason}: ${request.url()}`);
    });
    context.on("response", (response) => {
      const status = response.status();
      if (status < 400) return;
      if (this.#expected.has(status) && response.request().resourceType() === "document")
        this.#expected.set(status, true);
      else if (
        !this.#calls.has(status) ||
        !["xhr", "fetch"].includes(response.request().resourceType())
      )
        this.#found.push(`${status}: ${response.url()}`);
    });
  }

  /** Everything that nobody expected, and what was expected and did not come. */
  list(): string[] {
    const missing = [...this.#expected]
      .filter(([, came]) => !came)
      .map(([status]) => `no document came with ${status}`);
    const unsaid = this.#lines
      .filter(({ came }) => !came)
      .map(({ text }) => `the console said nothing like ${text}`);
    return [...this.#found, ...missing, ...unsaid];
  }
}
