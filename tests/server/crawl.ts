import { chance, everything } from "../sample.ts";
import { dataTwin } from "./rights-check.ts";
import type { Answer, Ask, World } from "./world.ts";

/** Somebody who walks through a portal: who they are, at which door, and what every address of theirs carries. */
export interface Walker {
  /** By e-mail; nobody when absent. */
  as?: string;
  /** A session that is there already, instead. */
  cookie?: string;
  host?: string;
  /** A preview's part of the query: links without it lead out of the preview and aren't followed. */
  keep?: string;
}

export interface Visit {
  url: string;
  answer: Answer;
  /** The page whose link led here; null for where the walk began. */
  from: string | null;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  quot: '"',
  "#x27": "'",
  lt: "<",
  gt: ">",
};

/** Every address that a page of HTML points to: links, pictures, forms, styles, scripts. */
export function addressesIn(html: string): string[] {
  return [...html.matchAll(/\s(?:href|src|action|srcSet|poster)="([^"]*)"/gi)].map((match) => {
    const address = unescaped(match[1] ?? "");
    if (!match[0].trimStart().startsWith("action")) return address;
    const form = html.slice(html.lastIndexOf("<form", match.index), html.indexOf(">", match.index));
    const query = /\smethod="get"/i.test(form) ? hiddenFields(html, match.index) : "";
    return query === "" ? address : `${address}?${query}`;
  });
}

const unescaped = (text: string) =>
  text.replace(/&(\w+|#x27);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** What a form that asks by GET sends along whatever is typed. @param at somewhere in its first tag */
function hiddenFields(html: string, at: number): string {
  const inside = html.slice(at, html.indexOf("</form>", at));
  const fields = [...inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return new URLSearchParams(
    fields.map(([, name = "", value = ""]) => [unescaped(name), unescaped(value)]),
  ).toString();
}

/** Path and query of an address on the same host; null for another host, a fragment, or another scheme. */
export function localTarget(address: string, page: string, origin: string): string | null {
  if (address === "" || address.startsWith("#")) return null;
  const url = new URL(address, origin + page);
  return url.origin === origin ? url.pathname + url.search : null;
}

/** Where asking for access or for updates and inviting colleagues begin is one dialog, whatever was asked for and wherever. */
function nameOf(target: string): string {
  if (/\/nda\?returnTo=/.test(target)) return "/nda";
  if (/\/invite-colleagues(?:\?|$)/.test(target)) return "/invite-colleagues";
  return /[?&](?:loginRequest|requestAccess|subscribe)=true/.exec(target)?.[0].slice(1) ?? target;
}

/** What addresses have in common that differ in their ids alone: their words, and the names in their query. */
export function shapeOf(target: string): string {
  const [path = "", query = ""] = target.split("?");
  const shape = path
    .replace(/[\w-]{20,}/g, "*")
    .replace(/(\/items?\/)[^/]+/, "$1*")
    .replace(/(\/cards?\/)[^/.]+/, "$1*")
    .replace(/(\/product\/)[^/]+/, "$1*")
    .replace(/(\/product\/\*\/)(?!cards?\/|edit\/)[^/]+/, "$1*")
    .replace(/\/pages\/\d+/, "/pages/*");
  return `${shape}?${[...new URLSearchParams(query).keys()].sort().join("&")}`;
}

/** Of the addresses of a shape that is known by then the short run asks this share. */
const SHARE_OF_THE_REST = 0.01;

/**
 * In the short run, a walk that follows few addresses of each shape: whether one is asked. Each name in the query makes
 * a shape of its own with the path, but not how several stand together: there are hundreds of ways.
 */
export function fewOfEachShape(): (target: string) => boolean {
  const known = new Set<string>();
  return (target) => {
    if (everything) return true;
    const [path = "", query = ""] = shapeOf(target).split("?");
    const shapes = query.split("&").map((name) => `${path}?${name}`);
    const isNew = shapes.some((shape) => !known.has(shape));
    for (const shape of shapes) known.add(shape);
    return isNew || chance(target) < SHARE_OF_THE_REST;
  };
}

/**
 * Follows every address of the same host from where the walk begins, breadth first, redirects too.
 * @param options.inside whether an address is part of the walk
 * @param options.withData of which pages that are there the data twin is asked, too
 * @param options.soon what of it is asked at once; what is not, is asked at the end, one by one, until it is enough
 * @param options.isEnough whether the rest can be left out, asked before each of it
 * @param options.met hears of each visit
 */
export async function crawl(
  world: World,
  walker: Walker,
  seeds: readonly string[],
  {
    inside = () => true,
    withData = () => false,
    soon = () => true,
    isEnough = () => true,
    met = () => undefined,
  }: {
    inside?: (target: string) => boolean;
    withData?: (target: string) => boolean;
    soon?: (target: string) => boolean;
    isEnough?: () => boolean;
    met?: (visit: Visit) => void;
  } = {},
): Promise<Visit[]> {
  const origin = `http://${walker.host ?? world.host}`;
  const ask: Ask = {
    kept: true,
    ...(walker.as === undefined ? {} : { as: walker.as }),
    ...(walker.cookie === undefined ? {} : { headers: { cookie: walker.cookie } }),
    ...(walker.host === undefined ? {} : { host: walker.host }),
  };
  const keeps = (target: string) =>
    walker.keep === undefined || target.includes(walker.keep) || /\.\w+(?:\?|$)/.test(target);
  const seen = new Set(seeds.map(nameOf));
  const queue = seeds.map((url): { url: string; from: string | null } => ({ url, from: null }));
  const later: typeof queue = [];
  const visits: Visit[] = [];
  const visit = async (url: string, from: string | null) => {
    const answer = await world.ask(url, ask);
    const made = { url, answer, from };
    visits.push(made);
    met(made);
    return answer;
  };
  for (;;) {
    const next = queue.shift() ?? (isEnough() ? undefined : later.shift());
    if (next === undefined) break;
    const { url, from } = next;
    const answer = await visit(url, from);
    const isPage = answer.headers["content-type"]?.startsWith("text/html") === true;
    if (isPage && answer.status === 200 && withData(url)) await visit(dataTwin(url), url);
    const found =
      answer.headers.location !== undefined
        ? [answer.headers.location]
        : isPage
          ? addressesIn(answer.text)
          : [];
    for (const address of found) {
      const target = localTarget(address, url, origin);
      if (target === null || seen.has(nameOf(target)) || !inside(target) || !keeps(target))
        continue;
      seen.add(nameOf(target));
      (soon(target) ? queue : later).push({ url: target, from: url });
    }
  }
  return visits;
}
