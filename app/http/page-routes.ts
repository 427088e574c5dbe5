import type { ServerBuild } from "react-router";
import { oncePerBuild } from "./once-per-build.ts";
import {
  QueryRules,
  type ApiMethod,
  type PageQuery,
  type RouteHandle,
} from "#values/page-query.ts";

/** A page that may be kept for everyone. */
export interface KeepablePage {
  /** The one spelling of its path, as the application knows it. */
  path: string;
  rules: QueryRules;
}

/** One address pattern of the build's routes. */
interface Branch {
  /** Static words, and parameters with a colon in front. */
  segments: readonly string[];
  pattern: PathPattern;
  score: number;
  rules: QueryRules | null;
}

/** What a route says of itself with one word. */
const FLAGS = ["unqueued", "takesFiles", "button", "anySite", "keyCall", "forSites"] as const;
export type RouteFlag = (typeof FLAGS)[number];

/** The methods that the addresses of one pattern take. */
interface Call {
  pattern: PathPattern;
  score: number;
  methods: readonly ApiMethod[];
}

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;

/**
 * What the listener must know of an address before it asks the framework, by what the route modules
 * say in their `handle`: whether its page may be kept, takes files, waits in no queue. Of pages to
 * be kept only the portal's routes, below `/{org}`, are compared: whatever begins with a word of
 * another route is that one's. Pages of no organization have one spelling each.
 *
 * The framework's own matching sorts all routes again for each question when it is asked from
 * outside, which takes milliseconds; this keeps the sorted list, by the framework's rules, and the
 * server tests compare the two.
 */
export class PageRoutes {
  readonly #branches: readonly Branch[];
  readonly #flagged: Readonly<Record<RouteFlag, readonly PathPattern[]>>;
  readonly #calls: readonly Call[];
  readonly #words: ReadonlySet<string>;
  /** The rules of pages of no organization, by their address. */
  readonly #ofNobody = new Map<string, QueryRules>();

  constructor(routes: Routes) {
    const branches: Branch[] = [];
    const flagged: Record<RouteFlag, PathPattern[]> = {
      unqueued: [],
      takesFiles: [],
      button: [],
      anySite: [],
      keyCall: [],
      forSites: [],
    };
    const calls: Call[] = [];
    const words = new Set<string>();
    for (const route of Object.values(routes)) {
      if (route === undefined || (route.path === undefined && !route.index)) continue;
      const chain = chainOf(routes, route);
      const segments = chain.flatMap(({ path = "" }) => path.split("/")).filter(Boolean);
      const handles = chain.map(({ module }) => (module.handle ?? {}) as RouteHandle);
      for (const flag of FLAGS) {
        const said = handles.at(-1)?.[flag];
        if (said === true || (said && said.includes(segments.at(-1) ?? "")))
          flagged[flag].push(patternOf(segments));
      }
      const methods = methodsOf(segments, handles.at(-1)?.methods);
      if (methods !== null)
        calls.push({
          pattern: patternOf(segments),
          score: scoreOf(segments, route.index === true),
          methods,
        });
      const first = segments[0] ?? "";
      if (!first.startsWith(":")) {
        words.add(first.toLowerCase());
        const rules = rulesOf(segments, handles);
        if (rules !== null) this.#ofNobody.set(`/${segments.join("/")}`, rules);
      } else
        branches.push({
          segments,
          pattern: patternOf(segments),
          score: scoreOf(segments, route.index === true),
          rules: rulesOf(segments, handles),
        });
    }
    this.#branches = branches.sort((a, b) => b.score - a.score);
    this.#flagged = flagged;
    this.#calls = calls.sort((a, b) => b.score - a.score);
    this.#words = words;
  }

  /**
   * The page behind a path inside the application; null for everything that is never kept for
   * everyone.
   */
  find(pathname: string): KeepablePage | null {
    if (pathname.endsWith(".data")) return null;
    const ofNobody = this.#ofNobody.get(pathname);
    if (ofNobody !== undefined) return { path: pathname, rules: ofNobody };
    const decoded = decodedOf(pathname);
    if (decoded === null || this.#words.has((decoded.split("/")[1] ?? "").toLowerCase()))
      return null;
    const words = wordsOf(decoded);
    for (const { segments, pattern, rules } of this.#branches) {
      const parameters = pattern(words);
      if (parameters === null) continue;
      if (rules === null) return null;
      let at = 0;
      const path = segments
        .map((segment) =>
          segment.startsWith(":")
            ? `/${spelled(parameters[at++] ?? "")}${endingOf(segment)}`
            : `/${segment}`,
        )
        .join("");
      return { path, rules };
    }
    return null;
  }

  /** Whether a path inside the application is below a company's portal. */
  isOfPortal(pathname: string): boolean {
    const first = decodedOf(pathname)?.split("/")[1] ?? "";
    return first !== "" && !this.#words.has(first.toLowerCase());
  }

  /**
   * The methods that a call of the API, or its data, takes; null for every other path. It is the
   * address that takes them, whoever asks and whatever is there.
   * @param pathname a path inside the application
   */
  methods(pathname: string): readonly string[] | null {
    const decoded = decodedOf(pathname.replace(/\.data$/, ""));
    const words = decoded === null ? null : wordsOf(decoded);
    const call =
      words === null ? undefined : this.#calls.find(({ pattern }) => pattern(words) !== null);
    return call === undefined
      ? null
      : call.methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  }

  /**
   * Whether the route of a path, or of its data, says so of itself.
   * @param pathname a path inside the application
   */
  says(flag: RouteFlag, pathname: string): boolean {
    const decoded = decodedOf(pathname.replace(/\.data$/, ""));
    if (decoded === null) return false;
    const words = wordsOf(decoded);
    return this.#flagged[flag].some((pattern) => pattern(words) !== null);
  }
}

/** The page routes of a build. */
export const pageRoutesOf = oncePerBuild((build) => new PageRoutes(build.routes));

/** What a route says of its own address; null for one that says nothing. */
function methodsOf(
  segments: readonly string[],
  said: RouteHandle["methods"],
): readonly ApiMethod[] | null {
  if (said === undefined) return null;
  if (typeof said === "function") return said(segments);
  if (!("list" in said)) return said;
  return segments.at(-1)?.startsWith(":") === true ? said.one : said.list;
}

/** A route with its layouts, the outermost first. */
function chainOf(routes: Routes, route: Route): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent === undefined ? [route] : [...chainOf(routes, parent), route];
}

/** The rules of a page that says that it may be kept; null for one that doesn't. */
function rulesOf(segments: readonly string[], handles: readonly RouteHandle[]): QueryRules | null {
  if (handles.at(-1)?.query === undefined) return null;
  return new QueryRules(
    handles.flatMap(({ query = [] }): readonly PageQuery[] | PageQuery => query),
    segments
      .filter((segment) => segment.startsWith(":"))
      .map((segment) => segment.slice(1, segment.length - endingOf(segment).length)),
  );
}

/**
 * How the framework prefers one pattern to another: static words, then parameters, then the rest.
 */
function scoreOf(segments: readonly string[], isIndex: boolean): number {
  const isSplat = segments.includes("*");
  return (
    segments.length +
    1 +
    (isSplat ? -2 : 0) +
    (isIndex ? 2 : 0) +
    1 +
    segments
      .filter((segment) => segment !== "*")
      .reduce((sum, segment) => sum + (isWholeParameter(segment) ? 3 : 10), 0)
  );
}

/** What stands after a parameter in its segment: '.json' of ':slug.json'. */
function endingOf(segment: string): string {
  const at = segment.indexOf(".");
  return at === -1 ? "" : segment.slice(at);
}

/** Whether a segment is a parameter and nothing else: the framework counts others as words. */
function isWholeParameter(segment: string): boolean {
  return segment.startsWith(":") && endingOf(segment) === "";
}

/**
 * What a path of a route's pattern has in place of its parameters; null for another path. It takes
 * the path's words: a request is compared with hundreds of patterns.
 */
type PathPattern = (words: readonly string[]) => string[] | null;

/** Words count in any case, as the framework has it. */
function patternOf(segments: readonly string[]): PathPattern {
  return (words) => parametersIn(segments, words);
}

/** The words of a decoded path; slashes at the end count for nothing, as the framework has it. */
function wordsOf(decoded: string): string[] {
  const words = decoded.split("/").slice(1);
  while (words.at(-1) === "") words.pop();
  return words;
}

/** @param at the segment that is compared next @param from the word that is */
function parametersIn(
  segments: readonly string[],
  words: readonly string[],
  at = 0,
  from = 0,
): string[] | null {
  const segment = segments[at];
  if (segment === undefined) return from === words.length ? [] : null;
  if (segment === "*") return at === segments.length - 1 ? [] : null;
  const word = words[from];
  const isParameter = segment.startsWith(":");
  const ending = isParameter ? endingOf(segment) : "";
  const value = word?.slice(0, word.length - ending.length) ?? "";
  const fits =
    word !== undefined &&
    value !== "" &&
    (isParameter ? isSameWord(word.slice(value.length), ending) : isSameWord(word, segment));
  const more = fits ? parametersIn(segments, words, at + 1, from + 1) : null;
  if (more !== null) return isParameter ? [value, ...more] : more;
  return isParameter && segment.endsWith("?") ? parametersIn(segments, words, at + 1, from) : null;
}

/** A route's own words are of ASCII: no other letter is one of theirs in another case. */
function isSameWord(word: string, own: string): boolean {
  return (
    word === own ||
    (word.length === own.length &&
      /^[\u0021-\u007e]*$/.test(word) &&
      word.toLowerCase() === own.toLowerCase())
  );
}

/**
 * The path with its words decoded; a slash inside a word stays encoded. Null for one that encodes
 * nothing readable.
 */
function decodedOf(pathname: string): string | null {
  try {
    return pathname
      .split("/")
      .map((word) => decodeURIComponent(word).replaceAll("/", "%2F"))
      .join("/");
  } catch {
    return null;
  }
}

/** A word of a path as links spell it. */
function spelled(word: string): string {
  return encodeURIComponent(word.replaceAll("%2F", "/")).replaceAll(
    /%(?:40|3A|24|26|2B|2C|3B|3D)/g,
    (code) => decodeURIComponent(code),
  );
}
