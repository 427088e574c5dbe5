import type { ServerBuild } from "react-router";
import { QueryRules, type PageQuery, type RouteHandle } from "../values/page-query.ts";

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
  pattern: RegExp;
  score: number;
  rules: QueryRules | null;
}

/** What a route says of itself with one word. */
const FLAGS = ["unqueued", "takesFiles", "anySite"] as const;
export type RouteFlag = (typeof FLAGS)[number];

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;

/**
 * What the listener must know of an address before it asks the framework, by what the route modules
 * say in their `handle`: whether its page may be kept, takes files, waits in no queue. Of pages to
 * be kept only the portal's routes, below `/{org}`, are compared: whatever begins with a word of
 * another route is that one's.
 *
 * The framework's own matching sorts all routes again for each question when it is asked from
 * outside, which takes milliseconds; this keeps the sorted list, by the framework's rules, and the
 * server tests compare the two.
 */
export class PageRoutes {
  readonly #branches: readonly Branch[];
  readonly #flagged: Readonly<Record<RouteFlag, readonly RegExp[]>>;
  readonly #words: ReadonlySet<string>;

  constructor(routes: Routes) {
    const branches: Branch[] = [];
    const flagged: Record<RouteFlag, RegExp[]> = { unqueued: [], takesFiles: [], anySite: [] };
    const words = new Set<string>();
    for (const route of Object.values(routes)) {
      if (route === undefined || (route.path === undefined && !route.index)) continue;
      const chain = chainOf(routes, route);
      const segments = chain.flatMap(({ path = "" }) => path.split("/")).filter(Boolean);
      const handles = chain.map(({ module }) => (module.handle ?? {}) as RouteHandle);
      for (const flag of FLAGS)
        if (handles.at(-1)?.[flag] === true) flagged[flag].push(patternOf(segments));
      const first = segments[0] ?? "";
      if (!first.startsWith(":")) words.add(first.toLowerCase());
      else
        branches.push({
          segments,
          pattern: patternOf(segments),
          score: scoreOf(segments, route.index === true),
          rules: rulesOf(segments, handles),
        });
    }
    this.#branches = branches.sort((a, b) => b.score - a.score);
    this.#flagged = flagged;
    this.#words = words;
  }

  /**
   * The page behind a path inside the application; null for everything that is never kept for
   * everyone.
   */
  find(pathname: string): KeepablePage | null {
    if (pathname.endsWith(".data")) return null;
    const decoded = decodedOf(pathname);
    if (decoded === null || this.#words.has((decoded.split("/")[1] ?? "").toLowerCase()))
      return null;
    for (const { segments, pattern, rules } of this.#branches) {
      const match = pattern.exec(decoded);
      if (match === null) continue;
      if (rules === null) return null;
      let at = 0;
      const path = segments
        .map((segment) => `/${segment.startsWith(":") ? spelled(match[(at += 1)] ?? "") : segment}`)
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
   * Whether the route of a path, or of its data, says so of itself.
   * @param pathname a path inside the application
   */
  says(flag: RouteFlag, pathname: string): boolean {
    const decoded = decodedOf(pathname.replace(/\.data$/, ""));
    return decoded !== null && this.#flagged[flag].some((pattern) => pattern.test(decoded));
  }
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
    segments.filter((segment) => segment.startsWith(":")).map((segment) => segment.slice(1)),
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
      .reduce((sum, segment) => sum + (segment.startsWith(":") ? 3 : 10), 0)
  );
}

/** Words count in any case, and slashes at the end for nothing, as the framework has it. */
function patternOf(segments: readonly string[]): RegExp {
  const source = segments
    .map((segment) =>
      segment === "*"
        ? "(?:/.*)?"
        : segment.startsWith(":")
          ? segment.endsWith("?")
            ? "(?:/([^/]+))?"
            : "/([^/]+)"
          : `/${segment.replaceAll(/[\\.*+^${}|()[\]]/g, "\\$&")}`,
    )
    .join("");
  return new RegExp(`^${source}/*$`, "i");
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
