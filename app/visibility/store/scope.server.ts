import { dayIn, endOfDay } from "#values/dates.ts";
import { isWithinMonth } from "#values/moments.ts";
import type { PageSettings } from "#model/visibility/page.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Reader } from "#db/store.ts";

/** What every part of a page is loaded for. */
export interface PageScope {
  db: Reader;
  org: Pick<Org, "id" | "name" | "timeZone" | "lacks" | "websiteUrl" | "customization">;
  settings: PageSettings;
  productId: string;
  viewer: Viewer;
  now: Date;
  clock: Clock;
}

/** The scope of a page at one moment. */
export function pageScope(
  db: Reader,
  org: Org,
  productId: string,
  viewer: Viewer,
  now: Date,
): PageScope {
  return {
    db,
    org,
    settings: org.customization,
    productId,
    viewer,
    now,
    clock: new Clock(now, org.timeZone),
  };
}

/**
 * Whether expired documents are kept from who looks; staff on their own portal see them, marked.
 */
export function hidesExpired({
  settings,
  viewer,
}: Pick<PageScope, "settings" | "viewer">): boolean {
  return settings.expiredDocuments === "hidden" && viewer.mode !== "main";
}

/**
 * Collects the moments at which a result changes by the clock alone; the earliest is its
 * `validUntil`.
 */
export class Clock {
  readonly now: string;
  readonly today: string;
  readonly #timeZone: string;
  #next: string | null = null;

  constructor(now: Date, timeZone: string) {
    this.now = now.toISOString();
    this.today = dayIn(now, timeZone);
    this.#timeZone = timeZone;
  }

  /** The result changes at this moment, if it is still to come. */
  changesAt(moment: string): void {
    if (moment > this.now && (this.#next === null || moment < this.#next)) this.#next = moment;
  }

  /**
   * Whether a date-only field has passed; one that is still valid changes the result when it ends.
   */
  passed(day: string | null): boolean {
    if (day === null) return false;
    if (this.today > day) return true;
    this.changesAt(endOfDay(day, this.#timeZone));
    return false;
  }

  /**
   * The day from which a page tells these moments, '3 days ago': it is another page tomorrow. Null
   * where all of them are long past, so that the page tells their dates and stays.
   */
  countedFrom(moments: readonly string[]): string | null {
    const counts = moments.some((moment) =>
      isWithinMonth(dayIn(new Date(moment), this.#timeZone), this.today),
    );
    return counts && !this.passed(this.today) ? this.today : null;
  }

  get validUntil(): string | null {
    return this.#next;
  }
}

/**
 * Runs a loader once a scope: several parts of one page share what it found. The result is not to
 * be changed.
 */
export function oncePerScope<T>(load: (scope: PageScope) => Promise<T>): OncePerScope<T> {
  const known = new WeakMap<PageScope, Promise<T>>();
  const loadOnce = (scope: PageScope) => {
    let result = known.get(scope);
    if (result === undefined) {
      result = load(scope);
      known.set(scope, result);
    }
    return result;
  };
  return Object.assign(loadOnce, { known: (scope: PageScope) => known.get(scope) ?? null });
}

interface OncePerScope<T> {
  (scope: PageScope): Promise<T>;
  /** What another part of the page has asked already; null: none has. */
  known: (scope: PageScope) => Promise<T> | null;
}
