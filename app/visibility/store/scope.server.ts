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
  /** Other scopes of the org's products that are read at the same time; null: it is read alone. */
  together?: Together | null;
  /** Items are read with what they say at length, for who goes through all of them. */
  withTexts?: boolean;
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

/** The same for several products that one reading goes through: rows are asked for of all at once. */
export function pageScopes(
  db: Reader,
  org: Org,
  productIds: readonly string[],
  viewer: Viewer,
  now: Date,
): PageScope[] {
  const together = new Together(productIds);
  return productIds.map((id) => ({ ...pageScope(db, org, id, viewer, now), together }));
}

/** What scopes of one viewer on several products share while they are read. */
class Together {
  readonly productIds: readonly string[];
  readonly #asked = new Map<unknown, Promise<unknown>>();

  constructor(productIds: readonly string[]) {
    this.productIds = productIds;
  }

  /** @param name of the question: nothing else answers under it */
  once<T>(name: unknown, ask: () => Promise<T>): Promise<T> {
    const known = this.#asked.get(name) ?? ask();
    this.#asked.set(name, known);
    return known as Promise<T>;
  }
}

function byProduct<Row extends { productId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.productId);
    if (group === undefined) groups.set(row.productId, [row]);
    else group.push(row);
  }
  return groups;
}

/** Asks for the rows of some products of the scope's org, for its viewer, with each row's product. */
type AskRows<Row extends { productId: string }> = (
  scope: PageScope,
  productIds: readonly string[],
) => Promise<Row[]>;

/**
 * The rows of a scope's product; of scopes that are read together they are asked for once.
 * @param ask a function of a module, since it is known by itself
 */
export async function rowsOfProduct<Row extends { productId: string }>(
  scope: PageScope,
  ask: AskRows<Row>,
): Promise<readonly Row[]> {
  const { together, productId } = scope;
  if (together == null) return ask(scope, [productId]);
  const groups = await together.once(ask, async () =>
    byProduct(await ask(scope, together.productIds)),
  );
  return groups.get(productId) ?? [];
}

/**
 * What is the same for every product of the scope's org; scopes that are read together ask it once.
 * @param ask a function of a module, since it is known by itself
 */
export function onceForProducts<T>(
  scope: PageScope,
  ask: (scope: PageScope) => Promise<T>,
): Promise<T> {
  return scope.together == null ? ask(scope) : scope.together.once(ask, () => ask(scope));
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
