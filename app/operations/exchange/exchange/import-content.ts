import { tellingChanges } from "#visibility/changes/store/tell.server.ts";
import { recordAudit, type Actor } from "#tenancy/audit/store/audit.server.ts";
import { stampOf } from "#tenancy/history/store/subject.server.ts";
import { keepMarkdown } from "#platform/files/store/markdown.server.ts";
import { Refused } from "#db/refusals.ts";
import type { Store, Writer } from "#db/store.ts";
import type { BlobStore } from "#platform/files/blob-store.ts";
import type { InstallationKey } from "#platform/files/installation-key.ts";
import { ContentError, contentIds } from "../content-ids.ts";
import type { Folder } from "../folder.ts";
import { layOutContent } from "../markdown-of-content.ts";
import { readFolder, type Content } from "../read-folder.ts";
import { hashFiles, stageFiles, unstage, type RefuseFile } from "../stage-files.ts";
import { applyChanges } from "./apply.ts";
import { compare } from "./compare.ts";
import type { Change } from "./rows.ts";

/** What an import needs of an installation. */
export interface Installation {
  store: Store;
  blobs: BlobStore;
  key: InstallationKey;
}

export interface ImportOptions {
  /** Rows that the folder has not are removed. */
  replace: boolean;
  /** The day that moments such as '3d ago' count from. */
  now: Date;
  /** When it is done, where that is not `now`: what is published by then, is published. */
  at?: Date;
  /**
   * Reads what was sent in by a stranger in its own way; a folder of this machine is read as it is.
   */
  read?: () => Promise<Content>;
  /** What one document may have; what the org says of uploads. */
  maxBytes?: number;
  /** Looks at each document that a stranger sent in, once it is stored. */
  refuse?: RefuseFile;
}

/** What an import would do, or did. */
export interface ImportResult {
  changes: Change[];
  notes: string[];
  /** Changes of published updates wait for a second person's approval. */
  waits: boolean;
}

/** Something else would change by now than what was looked at. */
export class OtherChanges extends Error {}

/**
 * What importing a folder into an org would change; nothing is changed.
 * @throws ContentError with every fault by file and line
 */
export async function previewImport(
  { store, key }: Installation,
  orgId: string,
  folder: Folder,
  { replace, now, at = now, read }: ImportOptions,
): Promise<ImportResult> {
  const content = await (read?.() ?? readFolder(folder));
  const hashes = await hashFiles({ folder, files: content.files });
  await layOutContent({ store, orgId }, { folder, content, hashes });
  const { changes, notes, waits } = await compare(store.read, orgId, content, {
    idOf: contentIds(key, orgId),
    hashes,
    replace,
    now,
    at,
  });
  return { changes, notes, waits };
}

/**
 * Imports a folder into an org: its files are stored first, then every row is written in one
 * transaction, with one row of the audit. What fails leaves nothing but unreferenced files.
 * @param options.by who brings it in: the rows that name nobody say so
 * @param options.expected the stamp of the changes that somebody looked at and agreed to
 * @param options.isNew `before` makes the org: when nothing comes of it, its files go again
 * @param options.before what else belongs to the same transaction, ahead of it: making the org
 * @param options.after what belongs to it once the rows are there
 * @throws as `previewImport`; OtherChanges; whatever `before` and `after` throw
 */
export async function importContent(
  { store, blobs, key }: Installation,
  orgId: string,
  folder: Folder,
  {
    replace,
    now,
    at = now,
    read,
    maxBytes,
    refuse,
    by,
    expected,
    isNew = false,
    before,
    after,
  }: ImportOptions & {
    by: Actor;
    expected?: string;
    isNew?: boolean;
    before?: (trx: Writer) => Promise<void>;
    after?: (trx: Writer) => Promise<void>;
  },
): Promise<ImportResult> {
  const content = await (read?.() ?? readFolder(folder));
  const staged = await stageFiles(
    blobs,
    orgId,
    { folder, files: content.files },
    { isNew, ...(maxBytes === undefined ? {} : { maxBytes }), refuse },
  );
  try {
    const hashes = new Map([...staged].map(([name, { hash }]) => [name, hash]));
    const laidOut = await layOutContent({ store, orgId }, { folder, content, hashes });
    return await store.write(async (trx) => {
      const write = { trx, orgId, by, now: at };
      await before?.(trx);
      const comparison = await compare(trx, orgId, content, {
        idOf: contentIds(key, orgId),
        hashes,
        replace,
        now,
        at,
      });
      const { changes, notes, waits } = comparison;
      if (expected !== undefined && stampOf(changes) !== expected) throw new OtherChanges();
      if (changes.length > 0)
        await tellingChanges({ trx, orgId, now: at }, { everything: true }, () =>
          applyChanges(trx, orgId, comparison, { staged, by, now: at }),
        );
      await keepMarkdown(write, laidOut);
      const count = (what: Change["what"]) =>
        changes.filter((change) => change.what === what).length;
      await recordAudit(write, {
        action: "content.imported",
        detail: {
          added: count("added"),
          changed: count("changed"),
          removed: count("removed"),
          replace,
          ...(changes.length === 0 ? {} : { rows: rowsInWords(changes) }),
        },
      });
      await after?.(trx);
      return { changes, notes, waits };
    });
  } catch (error) {
    if (isNew) await unstage(blobs, orgId, staged);
    if (error instanceof Refused)
      throw new ContentError([
        { file: "(folder)", line: 1, key: error.field ?? "(row)", message: error.message },
      ]);
    throw error;
  }
}

/** How many rows the audit names; the others are counted. */
const NAMED = 100;

/** Which rows an import wrote, as the audit keeps it: `changed topic-update soc2-1 (message)`. */
function rowsInWords(changes: readonly Change[]): string {
  const rows = changes
    .slice(0, NAMED)
    .map(({ what, noun, key, fields }) =>
      [what, noun, key, fields.length === 0 ? "" : `(${fields.join(", ")})`]
        .filter((word) => word !== "")
        .join(" "),
    );
  const left = changes.length - rows.length;
  return `${rows.join("; ")}${left === 0 ? "" : `; and ${left} more`}`;
}
