import { addPageViews } from "#tenancy/visitor-events/store/page-views.server.ts";
import { StorageUnavailable } from "#db/store.ts";
import type { Services } from "#platform/context.ts";

/** How often what was counted is written, in milliseconds. */
const WRITE_EVERY_MS = 2_000;
/** So much of a program's name is looked at. */
const MAX_NAME = 300;

/** What a request says of itself: nothing of it is kept. */
export interface AskedBy {
  userAgent: string | undefined;
  /** What the browser wants it for: a document, or a part of one that a script asked for. */
  destination: string | undefined;
  /** Said where nobody looks at it yet. */
  purpose: string | undefined;
}

/** How the names of browsers begin. */
const BROWSERS = ["mozilla/", "opera/", "lynx/", "w3m/", "links ", "elinks/"];
/** What the names of programs have that read pages for nobody at a screen. */
const MACHINES = [
  "bot",
  "crawl",
  "spider",
  "http",
  "preview",
  "headless",
  "lighthouse",
  "monitor",
  "scan",
  "slurp",
];

/** Whether a page was opened by a person, as far as the request says. */
export function isVisit({ userAgent, destination, purpose }: AskedBy): boolean {
  if (userAgent === undefined || purpose !== undefined) return false;
  if (destination !== undefined && destination !== "document") return false;
  const name = userAgent.slice(0, MAX_NAME).toLowerCase();
  return (
    BROWSERS.some((begins) => name.startsWith(begins)) &&
    !MACHINES.some((part) => name.includes(part))
  );
}

/**
 * Counts the pages that are the same for everyone, by company and day: a number, and nothing of who
 * opened them. It is counted in memory and written together, so that no reader waits for it.
 */
export class PageViews {
  readonly #services: Pick<Services, "store" | "now" | "log">;
  /** By company and day. */
  #waiting = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;

  constructor(services: Pick<Services, "store" | "now" | "log">) {
    this.#services = services;
    services.store.beforeClose(() => this.flush());
  }

  /** One more page of a company's was opened. */
  note(orgId: string): void {
    const name = `${this.#services.now().toISOString().slice(0, 10)} ${orgId}`;
    this.#waiting.set(name, (this.#waiting.get(name) ?? 0) + 1);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_EVERY_MS).unref();
  }

  /**
   * Writes what was counted. What can't be written now waits on; what can never be, of a company
   * that has gone, is dropped.
   */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const counted = this.#waiting;
    this.#waiting = new Map();
    for (const [name, views] of counted) {
      try {
        await this.#services.store.write((trx) => {
          const [day = "", orgId = ""] = name.split(" ");
          return addPageViews(trx, orgId, day, views);
        }, false);
      } catch (error) {
        this.#services.log.warn(
          { error: error instanceof Error ? error.message : String(error), views },
          "page views could not be recorded",
        );
        if (!(error instanceof StorageUnavailable)) continue;
        this.#waiting.set(name, (this.#waiting.get(name) ?? 0) + views);
        this.#timer ??= setTimeout(() => void this.flush(), WRITE_EVERY_MS).unref();
      }
    }
  }
}
