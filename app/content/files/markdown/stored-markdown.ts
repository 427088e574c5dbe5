import {
  dayOf,
  dropMarkdown,
  keepMarkdown,
  keptSources,
  listFaults,
  takeMissed,
  touchMarkdown,
  type MarkdownOutcome,
} from "#platform/files/store/markdown.server.ts";
import { storedMarkdown, type MarkdownPlace } from "../store/markdown-texts.server.ts";
import { listOrgIds } from "#tenancy/orgs/store/org-lists.server.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import type { Store } from "#db/store.ts";
import { MARKDOWN_VERSION, MAX_MARKDOWN_FILE, type MarkdownFault } from "#values/markdown.ts";
import { BlobDamaged, BlobMissing, type BlobStore } from "#platform/files/blob-store.ts";
import { fileText } from "#platform/files/markdown/file-text.ts";
import { markdownParser } from "#platform/files/markdown/parser.ts";

interface Parts {
  store: Store;
  blobs: BlobStore;
  now: () => Date;
}

/** Trees that are written in one transaction. */
const AT_ONCE = 50;
/**
 * How long a tree that nothing uses is left: a text is kept before the row that has it is written.
 */
const UNUSED_DAYS = 2;
const DAY_MS = 24 * 3_600_000;

/**
 * Lays out the stored texts of an org that nobody has laid out yet, as those saved before trees
 * were kept, and notes those that can't be: they stay plain. Trees that nothing uses any more go.
 * @returns how many texts were laid out, and how many trees went
 */
export async function layOutStored(
  { store, blobs, now }: Parts,
  orgId: string,
): Promise<{ made: number; dropped: number }> {
  const kept = new Map((await keptSources(store.read, orgId)).map((row) => [row.source, row]));
  const used = new Set<string>();
  const stale: string[] = [];
  let made: MarkdownOutcome[] = [];
  let count = 0;
  const keep = async () => {
    const some = made;
    made = [];
    if (some.length === 0) return;
    count += some.length;
    await store.write(async (trx) => {
      await keepMarkdown({ trx, orgId, now: now() }, some);
      // Pages that were kept with the plain text end with it.
      await contentChanged(trx, orgId);
    });
  };
  for await (const { source, text, blobHash } of storedMarkdown(store.read, orgId)) {
    if (used.has(source)) continue;
    used.add(source);
    const row = kept.get(source);
    if (row?.version === MARKDOWN_VERSION) {
      if (row.usedOn !== dayOf(now())) stale.push(source);
      continue;
    }
    const outcome = await outcomeOf(blobs, orgId, text, blobHash);
    if (outcome !== null) made.push({ source, outcome });
    if (made.length >= AT_ONCE) await keep();
  }
  await keep();
  if (stale.length > 0)
    await store.write((trx) => touchMarkdown({ trx, orgId, now: now() }, stale));
  const before = dayOf(new Date(now().getTime() - UNUSED_DAYS * DAY_MS));
  const unused = [...kept.values()].filter(
    ({ source, usedOn, fault }) => !used.has(source) && (usedOn < before || fault !== null),
  );
  const dropped =
    unused.length === 0
      ? 0
      : await store.write((trx) =>
          dropMarkdown(
            trx,
            orgId,
            unused.map(({ source }) => source),
          ),
        );
  return { made: count, dropped };
}

/** null where the file can't be read: that is said elsewhere. */
async function outcomeOf(
  blobs: BlobStore,
  orgId: string,
  text: string | null,
  blobHash: string | null,
): Promise<MarkdownOutcome["outcome"] | null> {
  if (blobHash === null) return markdownParser.parse(orgId, text ?? "");
  try {
    return await markdownParser.parse(
      orgId,
      fileText(await blobs.readAll(orgId, blobHash, MAX_MARKDOWN_FILE)),
    );
  } catch (error) {
    if (error instanceof BlobDamaged || error instanceof BlobMissing) return null;
    throw error;
  }
}

/**
 * As `layOutStored`, for every org. @returns how many texts were laid out, and how many trees went
 */
export async function layOutAll(parts: Parts): Promise<{ made: number; dropped: number }> {
  const all = { made: 0, dropped: 0 };
  for (const id of await listOrgIds(parts.store.read)) {
    const { made, dropped } = await layOutStored(parts, id);
    all.made += made;
    all.dropped += dropped;
  }
  return all;
}

/**
 * Lays out the stored texts of orgs on whose pages a text was drawn plain: one that came by a way
 * that lays nothing out, such as taking back a change.
 * @returns as `layOutAll`
 */
export async function layOutMissed(parts: Parts): Promise<{ made: number; dropped: number }> {
  const all = { made: 0, dropped: 0 };
  const missed = takeMissed();
  if (missed.length === 0) return all;
  const known = new Set(await listOrgIds(parts.store.read));
  for (const orgId of missed) {
    if (!known.has(orgId)) continue;
    const { made, dropped } = await layOutStored(parts, orgId);
    all.made += made;
    all.dropped += dropped;
  }
  return all;
}

/** A stored text that pages show plain, because it can't be laid out. */
export interface PlainText {
  place: MarkdownPlace;
  fault: MarkdownFault;
}

/**
 * The stored texts of an org that can't be laid out. Where there are none, which is known at once,
 * nothing is read; what was noted of a text that is gone is forgotten.
 */
export async function plainTexts(
  { store }: Pick<Parts, "store">,
  orgId: string,
): Promise<PlainText[]> {
  const faults = new Map(
    (await listFaults(store.read, orgId)).flatMap(({ source, fault }) =>
      fault === null ? [] : [[source, fault] as const],
    ),
  );
  if (faults.size === 0) return [];
  const plain: PlainText[] = [];
  const gone = new Set(faults.keys());
  for await (const { source, place } of storedMarkdown(store.read, orgId)) {
    const fault = faults.get(source);
    if (fault === undefined) continue;
    gone.delete(source);
    plain.push({ place, fault });
  }
  if (gone.size > 0) await store.write((trx) => dropMarkdown(trx, orgId, [...gone]));
  return plain;
}
