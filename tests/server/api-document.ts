/** docs/program/api.md as its test reads it. */

/** A call that the document shows, and what it says of the answer. */
export interface Example {
  /** The heading that it stands below. */
  section: string;
  /** The line of its request in the document, for messages. */
  line: number;
  /** public, or somebody of the named world. */
  as: string;
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string | null;
  status: number;
  /** What comes back: a shape by example, a media type, or the start of a Location. */
  answer: { json: unknown; empty: string[] } | { type: string } | { location: string };
}

export interface ApiDocument {
  /** 'GET /api/share/{org}/view' for every call that has a section, families written out. */
  calls: Set<string>;
  /**
   * What it says of their bodies, by the call as it is written: 'Fields: … Optional: …', 'No body.'
   * or 'Body: …'.
   */
  bodies: Map<string, string>;
  /** The status that those get who are not signed in, by the beginning of an address. */
  unsigned: Map<string, number>;
  /** The names that facets and filters have. */
  facets: string[];
  examples: Example[];
}

/** The three ways to a trust center, which `{base}` stands for. */
const BASES = [
  "/api/share/{org}",
  "/api/statuspage/share/{account}/external",
  "/api/trust-center",
] as const;

const CALL = /^- `(GET|POST|PUT|PATCH|DELETE) (\/\S*|\{base\}\S*)`\.? ?(.*)$/;

/** Reads the document. @throws when an example lacks its answer, or a fence is not closed */
export function readApiDocument(text: string): ApiDocument {
  const calls = new Set<string>();
  const bodies = new Map<string, string>();
  const unsigned = new Map<string, number>();
  const facets: string[] = [];
  const examples: Example[] = [];
  const lines = text.split("\n");
  let section = "";
  let asked: Omit<Example, "status" | "answer"> | null = null;
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? "";
    const heading = /^#{2,3} (.*)$/.exec(line);
    if (heading !== null) section = heading[1] ?? "";
    const call = CALL.exec(line);
    if (call !== null) {
      const [, method = "", path = "", body = ""] = call;
      bodies.set(`${method} ${path}`, body);
      for (const base of path.startsWith("{base}") ? BASES : [""])
        calls.add(`${method} ${path.replace("{base}", base)}`);
    }
    const row = /^\| (`.*`) \| (\d{3}) \|$/.exec(line);
    for (const path of row === null ? [] : namesIn(row[1] ?? ""))
      if (path.startsWith("/")) unsigned.set(path, Number(row?.[2]));
    if (line.startsWith("Facets and filters: ")) facets.push(...namesIn(line));
    const fence = /^```(\w+) (.+)$/.exec(line);
    if (fence === null) continue;
    const end = lines.indexOf("```", i);
    if (end < 0) throw new Error(`line ${i + 1}: a fence that nothing closes`);
    const block = lines.slice(i + 1, end).join("\n");
    const [, kind = "", words = ""] = fence;
    if (kind === "http") {
      if (asked !== null) throw new Error(`line ${i + 1}: the call before has no answer`);
      asked = { section, line: i + 1, as: words.replace(/^as=/, ""), ...requestOf(block) };
    } else if (asked !== null) {
      const [status = "", ...rest] = words.split(" ");
      const answer =
        kind === "json"
          ? { json: JSON.parse(block) as unknown, empty: emptyIn(rest) }
          : Number(status) < 400 && Number(status) >= 300
            ? { location: block.trim() }
            : { type: rest.join(" ") };
      examples.push({ ...asked, status: Number(status), answer });
      asked = null;
    }
    i = end;
  }
  if (asked !== null) throw new Error("the last call has no answer");
  return { calls, bodies, unsigned, facets, examples };
}

const namesIn = (line: string) => [...line.matchAll(/`([^`]*)`/g)].map(([, name = ""]) => name);

/** The lists that are empty on purpose, as the fence says it: 'empty: partners, page.items'. */
function emptyIn(words: readonly string[]): string[] {
  const [mark, ...names] = words;
  return mark === "empty:" ? names.map((name) => name.replace(",", "")) : [];
}

/** The lists of an answer that have nothing in them, by their path. */
export function emptyLists(value: unknown, at = ""): string[] {
  if (Array.isArray(value))
    return value.length === 0 ? [at] : value.flatMap((entry) => emptyLists(entry, at));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) =>
    emptyLists(entry, at === "" ? name : `${at}.${name}`),
  );
}

function requestOf(block: string): Pick<Example, "method" | "target" | "headers" | "body"> {
  const [head = "", ...rest] = block.split("\n\n");
  const [first = "", ...lines] = head.split("\n");
  const [method = "GET", target = "/"] = first.split(" ");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = "", ...value] = line.split(": ");
      return [name.toLowerCase(), value.join(": ")];
    }),
  );
  return { method, target, headers, body: rest.length === 0 ? null : rest.join("\n\n") };
}

/**
 * How an answer differs in shape from what the document shows: other names, other types. Null stands for whatever may
 * be missing; of a list the document shows one entry, and one that was found has its shape.
 */
export function differences(shown: unknown, found: unknown, at = "answer"): string[] {
  if (shown === null || found === null) return [];
  if (Array.isArray(shown) && Array.isArray(found)) {
    if (shown.length > 0 && found.length === 0) return [`${at} is empty`];
    if (shown.length === 0) return [];
    const each = found.map((entry, i) => differences(shown[0], entry, `${at}[${i}]`));
    return each.some((one) => one.length === 0) ? [] : (each[0] ?? []);
  }
  if (typeof shown !== typeof found || Array.isArray(shown) !== Array.isArray(found))
    return [`${at} is ${JSON.stringify(found)?.slice(0, 80)}`];
  if (typeof shown !== "object" || typeof found !== "object") return [];
  const [wanted, got] = [shown as Record<string, unknown>, found as Record<string, unknown>];
  const names = new Set([...Object.keys(wanted), ...Object.keys(got)]);
  return [...names].flatMap((name) => {
    if (!(name in wanted)) return [`${at}.${name} is not in the document`];
    if (!(name in got)) return [`${at}.${name} is not in the answer`];
    return differences(wanted[name], got[name], `${at}.${name}`);
  });
}
