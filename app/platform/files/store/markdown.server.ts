import {
  MARKDOWN_VERSION,
  MAX_MARKDOWN_ON_PAGE,
  plainMarkdown,
  type MarkdownFault,
  type MarkdownTree,
} from "#values/markdown.ts";
import { sha256 } from "#db/ids.ts";
import { Pace } from "#db/pace.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/** What became of a text: the JSON of its tree, or why it has none. */
export interface MarkdownOutcome {
  source: string;
  outcome: { json: string } | { fault: MarkdownFault };
}

/** What a text's tree is kept by. */
export function sourceOfText(text: string): string {
  return `text:${sha256(text)}`;
}

/** What the tree of a Markdown file is kept by. @param blobHash SHA-256 of its bytes */
export function sourceOfFile(blobHash: string): string {
  return `file:${blobHash}`;
}

/** Parameters of one query. */
const AT_ONCE = 500;
/** A tree of so many characters is read before it is known whether its page may draw it. */
const SMALL = 16_000;

/**
 * The trees of texts that somebody may see, as they were made when the texts were saved. A text
 * without one, and one that would make its page draw more than a page may, is plain paragraphs.
 * @param texts in the order in which the page has them; null is none
 */
export async function keptMarkdown(
  db: Reader,
  orgId: string,
  texts: readonly (string | null)[],
): Promise<(text: string) => MarkdownTree> {
  const given = [...new Set(texts.filter((text) => text !== null && text !== ""))] as string[];
  const sources = new Map(given.map((text) => [text, sourceOfText(text)]));
  const { trees, unknown } = await treesOf(db, orgId, [...sources.values()]);
  if (unknown) missed.add(orgId);
  return (text) => trees.get(sources.get(text) ?? sourceOfText(text)) ?? plainMarkdown(text);
}

/** The tree of one text. */
export async function keptMarkdownOf(
  db: Reader,
  orgId: string,
  text: string,
): Promise<MarkdownTree> {
  return (await keptMarkdown(db, orgId, [text]))(text);
}

/**
 * The tree of a Markdown file; null where there is none: it is shown as the text that it is then.
 */
export async function keptMarkdownFile(
  db: Reader,
  orgId: string,
  blobHash: string,
): Promise<MarkdownTree | null> {
  const source = sourceOfFile(blobHash);
  const { trees, unknown } = await treesOf(db, orgId, [source]);
  if (unknown) missed.add(orgId);
  return trees.get(source) ?? null;
}

/** Companies on whose pages a text was drawn plain of which nothing is known yet. */
const missed = new Set<string>();

/**
 * The orgs on whose pages a text was drawn plain of which nothing was known, since this was asked
 * last.
 */
export function takeMissed(): string[] {
  const taken = [...missed];
  missed.clear();
  return taken;
}

async function treesOf(
  db: Reader,
  orgId: string,
  sources: readonly string[],
): Promise<{ trees: Map<string, MarkdownTree>; unknown: boolean }> {
  const sizes = new Map<string, number>();
  const small = new Map<string, string>();
  let known = 0;
  for (const some of portions(sources)) {
    const rows = await ofVersion(db, orgId)
      .select((eb) => [
        "source",
        "size",
        "fault",
        eb.case().when("size", "<=", SMALL).then(eb.ref("treeJson")).end().as("small"),
      ])
      .where("source", "in", some)
      .execute();
    known += rows.length;
    for (const { source, size, fault, small: json } of rows)
      if (fault === null) {
        sizes.set(source, size);
        if (json !== null) small.set(source, json);
      }
  }
  let left = MAX_MARKDOWN_ON_PAGE;
  const drawn = sources.filter((source) => {
    const size = sizes.get(source);
    if (size === undefined || size > left) return false;
    left -= size;
    return true;
  });
  const trees = new Map<string, MarkdownTree>();
  const pace = new Pace();
  const keep = async (source: string, json: string | null) => {
    if (json !== null) trees.set(source, JSON.parse(json) as MarkdownTree);
    if (pace.isDue) await pace.breathe();
  };
  for (const source of drawn) await keep(source, small.get(source) ?? null);
  for (const some of portions(drawn.filter((source) => !small.has(source)))) {
    const rows = await ofVersion(db, orgId)
      .select(["source", "treeJson"])
      .where("source", "in", some)
      .execute();
    for (const { source, treeJson } of rows) await keep(source, treeJson);
  }
  return { trees, unknown: known < sources.length };
}

function ofVersion(db: Reader, orgId: string) {
  return inOrg(db, orgId).selectFrom("markdownTrees").where("version", "=", MARKDOWN_VERSION);
}

/**
 * What is known of some sources: null for one that was laid out, else why it was not; what is not
 * known is not in it.
 */
export async function knownMarkdown(
  db: Reader,
  orgId: string,
  sources: readonly string[],
): Promise<Map<string, { fault: MarkdownFault | null; usedOn: string }>> {
  const known = new Map<string, { fault: MarkdownFault | null; usedOn: string }>();
  for (const some of portions(sources)) {
    const rows = await ofVersion(db, orgId)
      .select(["source", "fault", "usedOn"])
      .where("source", "in", some)
      .execute();
    for (const { source, fault, usedOn } of rows) known.set(source, { fault, usedOn });
  }
  return known;
}

/** Keeps what became of texts, in place of what was kept of them before. */
export async function keepMarkdown(
  { trx, orgId, now }: Omit<Write, "by">,
  outcomes: readonly MarkdownOutcome[],
): Promise<void> {
  for (const { source, outcome } of outcomes) {
    const row = {
      version: MARKDOWN_VERSION,
      fault: "fault" in outcome ? outcome.fault : null,
      size: "json" in outcome ? outcome.json.length : 0,
      treeJson: "json" in outcome ? outcome.json : null,
      usedOn: dayOf(now),
    };
    await trx
      .insertInto("markdownTrees")
      .values({ orgId, source, ...row })
      .onConflict((conflict) => conflict.columns(["orgId", "source"]).doUpdateSet(row))
      .execute();
  }
}

/** Notes that texts are in use still, so that they are not swept. */
export async function touchMarkdown(
  { trx, orgId, now }: Omit<Write, "by">,
  sources: readonly string[],
): Promise<void> {
  for (const some of portions(sources))
    await inOrg(trx, orgId)
      .updateTable("markdownTrees")
      .set({ usedOn: dayOf(now) })
      .where("source", "in", some)
      .execute();
}

/** Every source that something is kept of. */
export async function keptSources(
  db: Reader,
  orgId: string,
): Promise<{ source: string; version: number; fault: MarkdownFault | null; usedOn: string }[]> {
  return inOrg(db, orgId)
    .selectFrom("markdownTrees")
    .select(["source", "version", "fault", "usedOn"])
    .execute();
}

/** How many texts of an org can't be laid out. */
export async function countFaults(db: Reader, orgId: string): Promise<number> {
  const { count } = await inOrg(db, orgId)
    .selectFrom("markdownTrees")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("fault", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The sources of an org that can't be laid out, and why. */
export async function listFaults(
  db: Reader,
  orgId: string,
): Promise<{ source: string; fault: MarkdownFault | null }[]> {
  return inOrg(db, orgId)
    .selectFrom("markdownTrees")
    .select(["source", "fault"])
    .where("fault", "is not", null)
    .execute();
}

/** Forgets sources. @returns how many */
export async function dropMarkdown(
  trx: Writer,
  orgId: string,
  sources: readonly string[],
): Promise<number> {
  let dropped = 0;
  for (const some of portions(sources)) {
    const result = await inOrg(trx, orgId)
      .deleteFrom("markdownTrees")
      .where("source", "in", some)
      .executeTakeFirst();
    dropped += Number(result.numDeletedRows);
  }
  return dropped;
}

/** The day as `usedOn` has it. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

function portions<T>(values: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(values.length / AT_ONCE) }, (_, i) =>
    values.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
  );
}
