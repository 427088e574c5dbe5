/**
 * What a portal page is made of besides its path. A route says it in its `handle`, layouts for all
 * that is below them; the listener keeps pages for everyone by it, and hands the framework nothing
 * else when it asks for such a page. A parameter that no route names is as if it weren't there.
 */
export interface PageQuery {
  /** Parameters with few values, each of which makes another page for everyone. */
  kept?: Readonly<Record<string, ValueRule>>;
  /**
   * Parameters that are one visitor's own, or have values without number: no answer to them is
   * kept.
   */
  own?: Readonly<Record<string, ValueRule>>;
  /** Parameters of the visitor's own that are read only while one of `beside` is there. */
  along?: readonly { names: readonly string[]; beside: readonly string[] }[];
  /** Parameters of its layouts that the page does not read: they are as if they weren't there. */
  unread?: readonly string[];
}

/** Whether a value of a parameter counts; one that doesn't is as if it weren't there. */
export type ValueRule = (value: string) => boolean;

/** What a call of the API can be. Where GET is, so is HEAD. */
export type ApiMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a route's `handle` may say. */
export interface RouteHandle {
  /**
   * Of a call of the API, and each one says it: the methods that its address takes. The listener
   * refuses all others and answers OPTIONS, so the route gets nothing else. A module of two
   * addresses says it of each: of the `list`, and of `one`, whose last segment is a parameter. One
   * of many addresses says it by the segments of each.
   */
  methods?:
    | readonly ApiMethod[]
    | Readonly<Record<"list" | "one", readonly ApiMethod[]>>
    | ((segments: readonly string[]) => readonly ApiMethod[]);
  /** The route is a drawer or dialog over its page. */
  dialog?: boolean;
  /**
   * On the last route of an address: its page may be kept for everyone. On a layout: what it adds.
   */
  query?: PageQuery | readonly PageQuery[];
  /**
   * The answer is a file or a picture, or waits for others: it takes no place in the queue of
   * pages.
   */
  unqueued?: boolean;
  /**
   * A form that is posted to it may carry files. Its action says how many bytes, and whose they
   * are.
   */
  takesFiles?: boolean;
  /**
   * Where one button of a form sends it: the form's own address is the one above, without the last
   * segment. What waits of such a form for a sign-in waits for all its buttons. A module that answers
   * at the form's address, too, says the last segments of those that are buttons'.
   */
  button?: boolean | readonly string[];
  /**
   * Any site may post to it: what is posted carries a signed token, and cookies count for nothing.
   */
  anySite?: boolean;
  /**
   * A call that a key or a token in the `Authorization` header opens, and nothing else: cookies
   * count for nothing.
   */
  keyCall?: boolean;
  /** Pages of other sites may read it, as everyone does: they may ask for it beforehand. */
  forSites?: boolean;
}

/** A parameter longer than this, in characters, is nobody's link. */
const MAX_VALUE = 200;

export const anything: ValueRule = () => true;
export const shortText: ValueRule = (value) => value.length <= MAX_VALUE;
/** The number of a page after the first: the first one's is no other page. */
export const pageNumber: ValueRule = (value) => /^(?:[2-9]|[1-9]\d{1,5})$/.test(value);

/** The page of a list that an address asks for; the first where it says none. */
export function pageAsked(said: string | null): number {
  return said !== null && /^\d{1,6}$/.test(said) ? Number(said) : 1;
}

export function oneOf(...values: readonly string[]): ValueRule {
  return (value) => values.includes(value);
}

/** What is left of a query, and whether it is one visitor's own. */
export interface ReducedQuery {
  /** Without the question mark, sorted by name; the empty text when nothing is left. */
  text: string;
  own: boolean;
}

/** The rules of a route and its layouts together. */
export class QueryRules {
  readonly #kept = new Map<string, ValueRule>();
  readonly #own = new Map<string, ValueRule>();
  readonly #along: { names: ReadonlySet<string>; beside: readonly string[] }[] = [];

  /** @param inPath names that the path has already: there the query's are not read */
  constructor(queries: readonly PageQuery[], inPath: readonly string[] = []) {
    for (const { kept = {}, own = {}, along = [] } of queries) {
      for (const [name, rule] of Object.entries(kept)) this.#kept.set(name, rule);
      for (const [name, rule] of Object.entries(own)) this.#own.set(name, rule);
      for (const { names, beside } of along) this.#along.push({ names: new Set(names), beside });
    }
    const unread = queries.flatMap((query) => query.unread ?? []);
    for (const name of [...inPath, ...unread]) {
      this.#kept.delete(name);
      this.#own.delete(name);
    }
  }

  /**
   * The part of a query that its page is made of.
   * @param search without the question mark
   */
  reduce(search: string): ReducedQuery {
    // Of a repeated parameter the first counts, as it does for those who read it.
    const given = new Map<string, string>();
    for (const [name, value] of new URLSearchParams(search))
      if (!given.has(name)) given.set(name, value);
    const kept: [string, string][] = [];
    const counted = new Set<string>();
    let own = false;
    for (const [name, value] of given) {
      if (this.#kept.get(name)?.(value) === true) {
        kept.push([name, value]);
        counted.add(name);
      } else if (this.#own.get(name)?.(value) === true) {
        own = true;
        counted.add(name);
      }
    }
    for (const { names, beside } of this.#along) {
      if (own) break;
      if (!beside.some((name) => counted.has(name))) continue;
      for (const name of given.keys()) own ||= names.has(name);
    }
    kept.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return { text: new URLSearchParams(kept).toString(), own };
  }
}
