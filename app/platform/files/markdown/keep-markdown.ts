import {
  dayOf,
  keepMarkdown,
  knownMarkdown,
  sourceOfFile,
  sourceOfText,
  touchMarkdown,
  type MarkdownOutcome,
} from "../store/markdown.server.ts";
import type { Store } from "#db/store.ts";
import { isMarkdownFile } from "#model/visibility/file-rights.ts";
import { MAX_MARKDOWN_FILE, type MarkdownFault, type MarkdownTree } from "#values/markdown.ts";
import type { BlobStore } from "../blob-store.ts";
import { fileText } from "./file-text.ts";
import { markdownParser } from "./parser.ts";
import { MarkdownRefused } from "./refused.ts";

/** Texts by the name of the field that they came in. */
export type MarkdownFields = Readonly<Record<string, string | null | undefined>>;

/** Trees that are written in one transaction. */
const AT_ONCE = 50;

interface Keeping {
  store: Store;
  now: () => Date;
}

/**
 * Lays out what somebody is about to save, and keeps it: the pages that show it find it there.
 * @throws MarkdownRefused for the first field that can't be laid out; MarkdownBusy;
 *   StorageUnavailable
 */
export async function keepTexts(
  { store, now }: Keeping,
  orgId: string,
  fields: MarkdownFields,
): Promise<void> {
  const faults = await keepAll({ store, now }, orgId, Object.values(fields));
  for (const [field, text] of Object.entries(fields)) {
    const fault = faults.get(text ?? "");
    if (fault !== undefined) throw new MarkdownRefused(fault, field);
  }
}

/**
 * Lays out texts and keeps those that can be.
 * @param options.maxFaults after so many the rest is not looked at, and not kept either
 * @param options.unseen takes those
 * @returns those that can't, and why
 * @throws MarkdownBusy; StorageUnavailable
 */
export async function keepAll(
  { store, now }: Keeping,
  orgId: string,
  texts: readonly (string | null | undefined)[],
  {
    maxFaults = Number.POSITIVE_INFINITY,
    unseen,
  }: { maxFaults?: number; unseen?: Set<string> } = {},
): Promise<Map<string, MarkdownFault>> {
  const bySource = new Map(
    texts.flatMap((text) => (text ? [[sourceOfText(text), text] as const] : [])),
  );
  const faults = new Map<string, MarkdownFault>();
  await keepUnknown({ store, now }, orgId, [...bySource.keys()], async (source) => {
    const text = bySource.get(source) ?? "";
    if (faults.size >= maxFaults) {
      unseen?.add(text);
      return null;
    }
    const parsed = await markdownParser.parse(orgId, text);
    if (!("fault" in parsed)) return parsed;
    faults.set(text, parsed.fault);
    return null;
  });
  return faults;
}

/**
 * The tree of a text that nobody saves yet.
 * @param field where it was written
 * @throws MarkdownRefused; MarkdownBusy
 */
export async function previewMarkdown(
  orgId: string,
  text: string,
  field: string,
): Promise<MarkdownTree> {
  const parsed = await markdownParser.parse(orgId, text);
  if ("fault" in parsed) throw new MarkdownRefused(parsed.fault, field);
  return JSON.parse(parsed.json) as MarkdownTree;
}

/** A file as it lies in the store. */
export interface MarkdownFile {
  name: string;
  contentType: string;
  blob: { hash: string; size: number };
}

/**
 * Lays out those of some files that are Markdown and not too long for it, and keeps them.
 * @returns by hash, those that can't be
 * @throws MarkdownBusy; StorageUnavailable; what reading them throws
 */
export async function keepFiles(
  { store, blobs, now }: Keeping & { blobs: BlobStore },
  orgId: string,
  files: readonly MarkdownFile[],
): Promise<Map<string, MarkdownFault>> {
  const byHash = new Map(
    files
      .filter(
        ({ name, contentType, blob }) =>
          isMarkdownFile({ originalName: name, contentType }) && blob.size <= MAX_MARKDOWN_FILE,
      )
      .map(({ blob }) => [sourceOfFile(blob.hash), blob.hash]),
  );
  const faults = new Map<string, MarkdownFault>();
  await keepUnknown({ store, now }, orgId, [...byHash.keys()], async (source) => {
    const hash = byHash.get(source) ?? "";
    const bytes = await blobs.readAll(orgId, hash, MAX_MARKDOWN_FILE);
    const parsed = await markdownParser.parse(orgId, fileText(bytes));
    if (!("fault" in parsed)) return parsed;
    faults.set(hash, parsed.fault);
    return null;
  });
  return faults;
}

/**
 * Makes what is not kept yet, and notes that the rest is in use. @param make null for what is not
 * to be kept
 */
async function keepUnknown(
  { store, now }: Keeping,
  orgId: string,
  sources: readonly string[],
  make: (source: string) => Promise<{ json: string } | null>,
): Promise<void> {
  if (sources.length === 0) return;
  const known = await knownMarkdown(store.read, orgId, sources);
  const today = dayOf(now());
  const stale = [...known].flatMap(([source, { fault, usedOn }]) =>
    fault === null && usedOn !== today ? [source] : [],
  );
  if (stale.length > 0)
    await store.write((trx) => touchMarkdown({ trx, orgId, now: now() }, stale));
  let made: MarkdownOutcome[] = [];
  const keep = async () => {
    const some = made;
    made = [];
    if (some.length > 0) await store.write((trx) => keepMarkdown({ trx, orgId, now: now() }, some));
  };
  for (const source of sources) {
    if (known.get(source)?.fault === null) continue;
    const outcome = await make(source);
    if (outcome !== null) made.push({ source, outcome });
    if (made.length >= AT_ONCE) await keep();
  }
  await keep();
}
