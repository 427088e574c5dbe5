import { addPageViews } from "#tenancy/visitor-events/store/page-views.server.ts";
import { StorageUnavailable } from "#db/store.ts";
import type { Services } from "#platform/context.ts";
import { errorWords } from "#values/error-words.ts";

/** How often what was counted is written, in milliseconds. */
const WRITE_EVERY_MS = 2_000;
/** So much of a program's name is looked at. */
const MAX_NAME = 300;
/** So many names are remembered with what they are. */
const MAX_KNOWN = 200;

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
  const known = knownNames.get(userAgent);
  if (known !== undefined) return known;
  const isBrowser = isNameOfBrowser(userAgent.slice(0, MAX_NAME).toLowerCase());
  if (userAgent.length > MAX_NAME) return isBrowser;
  if (knownNames.size === MAX_KNOWN) knownNames.clear();
  knownNames.set(userAgent, isBrowser);
  return isBrowser;
}

/** Whether names of programs are a browser's: many visitors share a few names. */
const knownNames = new Map<string, boolean>();

function isNameOfBrowser(name: string): boolean {
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
    if (counted.size > 0) await this.#write(counted);
  }

  /** Writes all of it together; what fails together is tried one by one. */
  async #write(counted: ReadonlyMap<string, number>): Promise<void> {
    try {
      await this.#services.store.write(async (trx) => {
        for (const [name, views] of counted) {
          const [day = "", orgId = ""] = name.split(" ");
          await addPageViews(trx, orgId, day, views);
        }
      }, false);
    } catch (error) {
      const isLater = error instanceof StorageUnavailable;
      if (!isLater && counted.size > 1) {
        for (const one of counted) await this.#write(new Map([one]));
        return;
      }
      this.#services.log.warn(
        {
          error: errorWords(error),
          views: [...counted.values()].reduce((sum, views) => sum + views, 0),
        },
        "page views could not be recorded",
      );
      if (!isLater) return;
      for (const [name, views] of counted)
        this.#waiting.set(name, (this.#waiting.get(name) ?? 0) + views);
      this.#timer ??= setTimeout(() => void this.flush(), WRITE_EVERY_MS).unref();
    }
  }
}
