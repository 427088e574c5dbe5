import type { ServerBuild } from "react-router";

/*
 * React Router tries every route of the application in turn, several times a request, and builds
 * them all anew for each page. Most can't match: their first words are others than the address's. A
 * build that holds only the routes that an address can match gives the same answers for a fraction
 * of the work.
 */

/** So many beginnings of addresses have a build of their own: those that were asked for last. */
const MOST_SUBSETS = 500;

/** So many segments of an address choose its routes. */
const DEPTH = 3;

/** One segment of a route's pattern: its words in lower case, or null where anything may stand. */
type Segment = string | null;

/** What one route answers: how its addresses begin, and how many segments they have at least. */
interface Pattern {
  segments: readonly Segment[];
  atLeast: number;
}

/**
 * Builds by the beginning of an address, each with the routes that can match there and what lies
 * around them.
 */
export class RouteSubsets {
  readonly #build: ServerBuild;
  readonly #patterns: ReadonlyMap<string, Pattern>;
  /** The fixed words that routes have at each place. */
  readonly #words: readonly ReadonlySet<string>[];
  readonly #builds = new Map<string, ServerBuild>();

  constructor(build: ServerBuild) {
    this.#build = build;
    // Layouts without a path match nothing themselves: they come with what they surround.
    const matching = Object.values(build.routes).filter(
      (route) => route?.path !== undefined || route?.index === true,
    );
    this.#patterns = new Map(
      matching.map((route) => [route?.id ?? "", patternOf(build, route?.id ?? "")]),
    );
    const patterns = [...this.#patterns.values()];
    this.#words = Array.from(
      { length: DEPTH },
      (_, at) => new Set(patterns.flatMap(({ segments }) => segments[at] ?? [])),
    );
  }

  /**
   * The build for an address: it answers as the whole application does.
   * @param pathname as in the request, encoded, of a page or of its data
   */
  of(pathname: string): ServerBuild {
    const segments = segmentsOfPath(pathname);
    if (segments === null) return this.#build;
    const place = segments
      .slice(0, DEPTH)
      .map((segment, at) => (this.#words[at]?.has(segment) === true ? segment : null));
    const isLonger = segments.length > DEPTH;
    const key = `${place.map((segment) => segment ?? "").join("/")}${isLonger ? "/…" : ""}`;
    const subset =
      this.#builds.get(key) ?? this.#subset(place, isLonger ? Infinity : segments.length);
    this.#builds.delete(key);
    this.#builds.set(key, subset);
    const [oldest] = this.#builds.keys();
    if (this.#builds.size > MOST_SUBSETS && oldest !== undefined) this.#builds.delete(oldest);
    return subset;
  }

  /** How many builds are kept. */
  get size(): number {
    return this.#builds.size;
  }

  /**
   * The routes that match an address that begins so, or one above it, with the layouts around them.
   */
  #subset(place: readonly Segment[], length: number): ServerBuild {
    const ids = new Set<string>();
    for (const [id, { segments, atLeast }] of this.#patterns) {
      const fits = place.every((word, at) => {
        const own = segments[at];
        return own === undefined || own === null || own === word;
      });
      if (!fits || atLeast > length) continue;
      let ancestor: string | undefined = id;
      while (ancestor !== undefined && !ids.has(ancestor)) {
        ids.add(ancestor);
        ancestor = this.#build.routes[ancestor]?.parentId;
      }
    }
    return {
      ...this.#build,
      routes: only(this.#build.routes, ids),
      assets: { ...this.#build.assets, routes: only(this.#build.assets.routes, ids) },
    };
  }
}

function only<T>(all: Readonly<Record<string, T>>, ids: ReadonlySet<string>): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
}

/** A route's pattern from the root on, up to its first optional segment or splat. */
function patternOf(build: ServerBuild, id: string): Pattern {
  const path: string[] = [];
  let at: string | undefined = id;
  while (at !== undefined) {
    const route: ServerBuild["routes"][string] | undefined = build.routes[at];
    path.unshift(...(route?.path ?? "").split("/").filter((segment) => segment !== ""));
    at = route?.parentId;
  }
  const end = path.findIndex((segment) => segment === "*" || segment.endsWith("?"));
  const fixed = end === -1 ? path : path.slice(0, end);
  return {
    segments: fixed.map((segment) => (segment.startsWith(":") ? null : segment.toLowerCase())),
    atLeast: fixed.length,
  };
}

/**
 * The segments of an address as the framework reads them; null for one that only it should read.
 */
function segmentsOfPath(pathname: string): string[] | null {
  const page = pathname.endsWith("/_.data")
    ? pathname.slice(0, -"_.data".length)
    : pathname.replace(/\.data$/, "");
  const segments = page.replace(/^\//, "").replace(/\/$/, "").split("/");
  if (segments[0] === "__manifest" || segments.includes("")) return null;
  try {
    return segments.map((segment) => decodeURIComponent(segment).toLowerCase());
  } catch {
    return null;
  }
}
