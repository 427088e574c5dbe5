import { mapInSlices } from "#db/pace.ts";
import type { TwinFormat } from "#model/twins.ts";
import type { Fact, Facts } from "./rules/facts.ts";

/** What names an entry of a list, the first that it has. */
const NAMES = ["title", "question", "company", "subject", "name", "label", "fileName", "id"];
const DEEPEST = 6;

/**
 * A twin in one of its forms. Long lists are written entry by entry, so that others get their turn.
 * @param title what Markdown has as its heading
 */
export function written(title: string, facts: Facts, format: TwinFormat): Promise<string> {
  return format === "json" ? asJson(facts) : asMarkdown(title, facts);
}

async function asJson(facts: Facts): Promise<string> {
  const parts: string[] = [];
  for (const [name, fact] of Object.entries(facts)) {
    const text = Array.isArray(fact) ? await listAsJson(fact) : indented(fact, "  ");
    parts.push(`  ${JSON.stringify(name)}: ${text}`);
  }
  return `{\n${parts.join(",\n")}\n}\n`;
}

async function listAsJson(list: readonly Fact[]): Promise<string> {
  if (list.length === 0) return "[]";
  const entries = await mapInSlices(list, (entry) => `    ${indented(entry, "    ")}`);
  return `[\n${entries.join(",\n")}\n  ]`;
}

function indented(fact: Fact, by: string): string {
  return JSON.stringify(fact, null, 2).replaceAll("\n", `\n${by}`);
}

async function asMarkdown(title: string, facts: Facts): Promise<string> {
  const lines = [`# ${oneLine(title)}`, "", ...leaves(facts)];
  for (const [name, fact] of Object.entries(facts)) {
    if (!isNested(fact)) continue;
    if (!Array.isArray(fact)) lines.push(...nested(name, fact, 2));
    else {
      if (fact.length > 0) lines.push(`## ${labelOf(name)}`, "");
      lines.push(...(await mapInSlices(fact, (entry) => entryLines(entry, 3))).flat());
    }
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

/** A group or a list below its heading; nothing where it is empty. */
function nested(name: string, fact: Fact, level: number): string[] {
  const inner = Array.isArray(fact)
    ? (fact as readonly Fact[]).flatMap((entry) => entryLines(entry, level + 1))
    : groupLines(fact as Facts, level + 1);
  return inner.length === 0 ? [] : [`${heading(level)} ${labelOf(name)}`, "", ...inner];
}

function entryLines(entry: Fact, level: number): string[] {
  if (entry === null || typeof entry !== "object") return [`- ${oneLine(String(entry))}`, ""];
  const facts = entry as Facts;
  const name = NAMES.find((one) => typeof facts[one] === "string" && facts[one] !== "");
  const own = Object.fromEntries(Object.entries(facts).filter(([key]) => key !== name));
  const called = name === undefined ? "Entry" : oneLine(String(facts[name]));
  return [`${heading(level)} ${called}`, "", ...groupLines(own, level + 1)];
}

function groupLines(facts: Facts, level: number): string[] {
  return [
    ...leaves(facts),
    ...Object.entries(facts).flatMap(([name, fact]) =>
      isNested(fact) ? nested(name, fact, level) : [],
    ),
  ];
}

/** What is said in a line each, then what takes paragraphs; nothing of what is null. */
function leaves(facts: Facts): string[] {
  const lines: string[] = [];
  const texts: string[] = [];
  for (const [name, fact] of Object.entries(facts)) {
    if (fact === null || isNested(fact)) continue;
    const text = Array.isArray(fact) ? fact.map(String).join("; ") : String(fact);
    if (text === "") continue;
    if (text.includes("\n")) texts.push(`**${labelOf(name)}**`, "", text.trim(), "");
    else lines.push(`- ${labelOf(name)}: ${text}`);
  }
  if (lines.length > 0) lines.push("");
  return [...lines, ...texts];
}

/** Whether a fact is a group, or a list of groups. */
function isNested(fact: Fact): boolean {
  if (fact === null || typeof fact !== "object") return false;
  return !Array.isArray(fact) || fact.some((entry) => entry !== null && typeof entry === "object");
}

const heading = (level: number) => "#".repeat(Math.min(level, DEEPEST));
const oneLine = (text: string) => text.split(/\s/).filter(Boolean).join(" ");

/** 'validUntil' as 'Valid until'. */
function labelOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
