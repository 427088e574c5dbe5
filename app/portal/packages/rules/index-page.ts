import { factsIn, textIn } from "./fact-lists.ts";
import { LEFT_OUT_WORDS, type LeftOut, type Manifest, type SeenDocument } from "./manifest.ts";
import type { Facts } from "../../twins/rules/facts.ts";

/** What the page of a package is made of. */
export interface PackagePage {
  manifest: Omit<Manifest, "files" | "schema">;
  /** The day of the package, in words. */
  day: string;
  facts: Facts;
  documents: readonly { path: string; name: string; size: string; source: string }[];
}

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:2rem 1rem 4rem}h1{line-height:1.2}h2{margin-top:2.5rem;border-bottom:1px solid #8888;padding-bottom:.25rem}h3{margin:1.5rem 0 .25rem}table{border-collapse:collapse;width:100%;display:block;overflow-x:auto}th,td{text-align:start;vertical-align:top;padding:.4rem .8rem .4rem 0;border-bottom:1px solid #8884}p{white-space:pre-line;overflow-wrap:anywhere;margin:.25rem 0 .75rem}.quiet{opacity:.75}`;

/** index.html of a package: everything on one page that needs nothing else, no scripts and no network. */
export function indexPage({ manifest, day, facts, documents }: PackagePage): string {
  const { issuer, issuedTo, product, verify } = manifest;
  const title = `${issuer.name}: evidence package for ${product.name}`;
  const who = [issuedTo.name, issuedTo.email, issuedTo.account].filter(Boolean).join(", ");
  const parts = [
    table(
      "Documents",
      ["Document", "Size", "On the portal"],
      documents.map(({ path, name, size, source }) => [
        link(encodedPath(path), name),
        escaped(size),
        link(source, "Open"),
      ]),
    ),
    viewOnlyTable(manifest.viewOnly),
    leftOutTable(manifest.leftOut),
    table(
      "Certifications",
      ["Certification", "Auditor", "Valid until", "State"],
      factsIn(facts, "certifications").map((one) =>
        cells(one, ["title", "auditor", "validUntil", "state"]),
      ),
    ),
    table(
      "Subprocessors",
      ["Company", "Purpose", "Location", "Listed since"],
      factsIn(facts, "subprocessors").map((one) =>
        cells(one, ["company", "purpose", "location", "listedSince"]),
      ),
    ),
    table(
      "Risk profile",
      ["Question", "Answer"],
      factsIn(facts, "riskProfile").map((one) => cells(one, ["title", "value"])),
    ),
    list(
      "FAQ",
      factsIn(facts, "questions").map((one) => ({
        title: textIn(one, "question"),
        lines: [textIn(one, "shortAnswer"), textIn(one, "answer"), textIn(one, "comment")],
      })),
    ),
    list(
      "Controls",
      factsIn(facts, "controls").map((one) => ({
        title: [textIn(one, "reference"), textIn(one, "title")].filter(Boolean).join(" "),
        lines: [textIn(one, "shortAnswer"), textIn(one, "description")],
      })),
    ),
    ...factsIn(facts, "cards").map((card) =>
      list(
        textIn(card, "title"),
        factsIn(card, "items").map((item) => ({
          title: textIn(item, "title"),
          lines: [
            textIn(item, "access") === "locked" ? "You had no access to this." : "",
            textIn(item, "choice"),
            textIn(item, "text"),
          ],
        })),
      ),
    ),
    list(
      "Updates",
      factsIn(facts, "updates").map((topic) => ({
        title: textIn(topic, "subject"),
        lines: factsIn(topic, "updates").map((update) =>
          [textIn(update, "publishedAt").slice(0, 10), textIn(update, "message")].join(": "),
        ),
      })),
    ),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escaped(title)}</h1>
<p>Made for ${escaped(who)} on ${escaped(day)}. It contains what this person could see on ${link(issuer.url, issuer.url)} at that time.</p>
<p class="quiet">manifest.json lists every file of this package with its checksum. README.txt explains how to check it. ${link(verify, "Check it on the portal")}</p>
</header>
<main>
${parts.filter(Boolean).join("\n")}
</main>
</body>
</html>
`;
}

function viewOnlyTable(documents: readonly SeenDocument[]): string {
  return table(
    "Documents to read on the portal",
    ["Document", "Pages", "First opened", "Last opened", "On the portal"],
    documents.map(({ name, pages, firstOpened, lastOpened, source }) => [
      escaped(name),
      escaped(String(pages ?? "")),
      escaped(firstOpened ?? "Not opened"),
      escaped(lastOpened ?? ""),
      link(source, "Open"),
    ]),
  );
}

function leftOutTable(documents: readonly LeftOut[]): string {
  return table(
    "Documents that are missing",
    ["Document", "Reason"],
    documents.map(({ name, reason }) => [escaped(name), escaped(LEFT_OUT_WORDS[reason])]),
  );
}

const cells = (facts: Facts, names: readonly string[]) =>
  names.map((name) => escaped(textIn(facts, name)));

/** @param rows of HTML; nothing comes of none */
function table(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  if (rows.length === 0) return "";
  const line = (tag: string, row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  return `<section><h2>${escaped(title)}</h2><table><thead>${line("th", head.map(escaped))}</thead><tbody>
${rows.map((row) => line("td", row)).join("\n")}
</tbody></table></section>`;
}

function list(
  title: string,
  entries: readonly { title: string; lines: readonly string[] }[],
): string {
  if (entries.length === 0) return "";
  return `<section><h2>${escaped(title)}</h2>
${entries
  .map(
    (entry) =>
      `<h3>${escaped(entry.title)}</h3>${entry.lines
        .filter((text) => text !== "")
        .map((text) => `<p>${escaped(text)}</p>`)
        .join("")}`,
  )
  .join("\n")}
</section>`;
}

/** A link that leads by http or to a file beside the page, whatever a text says. */
function link(to: string, words: string): string {
  return /^(?:https?:|documents\/)/.test(to)
    ? `<a href="${escaped(to)}">${escaped(words)}</a>`
    : escaped(words);
}

const encodedPath = (path: string) => path.split("/").map(encodeURIComponent).join("/");

function escaped(text: string): string {
  return text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
