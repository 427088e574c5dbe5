/** docs/api.md as its test reads it. */

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
  answer: { json: unknown } | { type: string } | { location: string };
}

export interface ApiDocument {
  /** 'GET /api/share/{org}/view' for every call that has a section, families written out. */
  calls: Set<string>;
  examples: Example[];
}

/** The three ways to a trust center, which `{base}` stands for. */
const BASES = [
  "/api/share/{org}",
  "/api/statuspage/share/{account}/external",
  "/api/trust-center",
] as const;

const METHODS = "GET|POST|PATCH|DELETE";

/** Reads the document. @throws when an example lacks its answer, or a fence is not closed */
export function readApiDocument(text: string): ApiDocument {
  const calls = new Set<string>();
  const examples: Example[] = [];
  const lines = text.split("\n");
  let section = "";
  let asked: Omit<Example, "status" | "answer"> | null = null;
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? "";
    const heading = /^#{2,3} (.*)$/.exec(line);
    if (heading !== null) section = heading[1] ?? "";
    for (const [, method = "", path = ""] of line.matchAll(
      new RegExp(`^- \`(${METHODS}) (/\\S*|\\{base\\}\\S*)\``, "g"),
    ))
      for (const base of path.startsWith("{base}") ? BASES : [""])
        calls.add(`${method} ${path.replace("{base}", base)}`);
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
          ? { json: JSON.parse(block) as unknown }
          : Number(status) < 400 && Number(status) >= 300
            ? { location: block.trim() }
            : { type: rest.join(" ") };
      examples.push({ ...asked, status: Number(status), answer });
      asked = null;
    }
    i = end;
  }
  if (asked !== null) throw new Error("the last call has no answer");
  return { calls, examples };
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
 * be missing; of a list the first entry of the document is the shape of all.
 */
export function differences(shown: unknown, found: unknown, at = "answer"): string[] {
  if (shown === null || found === null) return [];
  if (Array.isArray(shown) && Array.isArray(found)) {
    if (shown.length > 0 && found.length === 0) return [`${at} is empty`];
    return shown.length === 0
      ? []
      : found.slice(0, 1).flatMap((entry, i) => differences(shown[0], entry, `${at}[${i}]`));
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
