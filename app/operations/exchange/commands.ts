import { createWriteStream } from "node:fs";
import { rename, stat, unlink } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { SYSTEM, type Actor } from "#tenancy/audit/store/audit.server.ts";
import { newId } from "#db/ids.ts";
import { findOrgBySlug } from "#tenancy/orgs/store/orgs.server.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { findStaffByEmail, grantRole } from "#auth/store/staff.server.ts";
import type { Writer } from "#db/store.ts";
import type { Services } from "#platform/context.ts";
import { isOrgSlug } from "#values/names.ts";
import { sizeInWords } from "#values/file-size.ts";
import { StrictZip, ZipRefused } from "#platform/files/strict-zip.ts";
import { ContentError } from "./content-ids.ts";
import { changeLines } from "./exchange/change-words.ts";
import { exportContent } from "./exchange/export-content.ts";
import { importContent, previewImport, type ImportResult } from "./exchange/import-content.ts";
import { DiskFolder, type Folder } from "./folder.ts";
import { ZipFolder } from "./zip-folder.ts";

type Installation = Pick<Services, "store" | "blobs" | "key" | "now">;

const COMMAND_LINE: Actor = { ...SYSTEM, actorName: "Command line" };
/** Whoever runs commands owns the machine: this only stops what can't be meant. */
const LIMITS = { maxEntries: 100_000, maxBytes: 256 * 1024 ** 3 };

/** What the person at the command line did wrong, and how to do it right. */
export class ContentCommandRefused extends Error {}

const EXPORT_USE = "Use: npm run content:export -- --org acme out.zip [--without-files]";
const IMPORT_USE =
  "Use: npm run content:import -- --org acme in.zip [--dry-run] [--replace] [--owner name@example.com]";

/**
 * `content:export`: writes an org's content as an archive, whole or not at all.
 * @returns the text to print
 * @throws ContentCommandRefused
 */
export async function exportCommand(
  { store, blobs, key }: Installation,
  args: readonly string[],
): Promise<string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { org: { type: "string" }, "without-files": { type: "boolean" } },
  });
  const [target] = positionals;
  const org = values.org === undefined ? null : await findOrgBySlug(store.read, values.org);
  if (target === undefined || values.org === undefined) throw new ContentCommandRefused(EXPORT_USE);
  if (org === null)
    throw new ContentCommandRefused(`There is no organization ${values.org}. ${EXPORT_USE}`);
  const zip = await exportContent({ db: store.read, blobs, key }, org.id, {
    withFiles: values["without-files"] !== true,
  });
  const partial = `${target}.partial`;
  try {
    await pipeline(zip.stream(), createWriteStream(partial, { mode: 0o600 }));
    await rename(partial, target);
  } catch (error) {
    await unlink(partial).catch(() => undefined);
    throw error;
  }
  return `${org.name} was exported to ${target}, ${sizeInWords((await stat(target)).size)}. It contains all portal content, including restricted and internal parts. Store it as securely as those.`;
}

/**
 * `content:import`: brings an archive, or a folder like those of the demo, into an org, which is
 * made when there is none of that slug and an owner is named.
 * @returns the text to print: every change
 * @throws ContentCommandRefused with every fault by file and line
 */
export async function importCommand(
  installation: Installation,
  args: readonly string[],
): Promise<string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      org: { type: "string" },
      "dry-run": { type: "boolean" },
      replace: { type: "boolean" },
      owner: { type: "string" },
    },
  });
  const { org: slug, "dry-run": dryRun = false, replace = false, owner } = values;
  const [source] = positionals;
  if (source === undefined || slug === undefined) throw new ContentCommandRefused(IMPORT_USE);
  const now = installation.now();
  const { folder, close } = await opened(source);
  try {
    const org = await findOrgBySlug(installation.store.read, slug);
    if (org === null) return await intoNew(installation, folder, { slug, owner, dryRun, now });
    if (dryRun)
      return said(
        await previewImport(installation, org.id, folder, { replace, now }),
        `would change in ${org.name}. Nothing was changed.`,
      );
    return said(
      await importContent(installation, org.id, folder, { replace, now, by: COMMAND_LINE }),
      `changed in ${org.name}.`,
    );
  } catch (error) {
    if (error instanceof ContentError || error instanceof ZipRefused)
      throw new ContentCommandRefused(`Nothing was imported.\n${error.message}`);
    throw error;
  } finally {
    close();
  }
}

async function opened(source: string): Promise<{ folder: Folder; close: () => void }> {
  const found = await stat(source).catch(() => null);
  if (found === null) throw new ContentCommandRefused(`There is no file ${source}. ${IMPORT_USE}`);
  if (found.isDirectory()) return { folder: new DiskFolder(source), close: () => undefined };
  try {
    const zip = await StrictZip.ofFile(source, LIMITS);
    return { folder: new ZipFolder(zip), close: () => zip.close() };
  } catch (error) {
    if (error instanceof ZipRefused) throw new ContentCommandRefused(`${source}: ${error.message}`);
    throw error;
  }
}

async function intoNew(
  installation: Installation,
  folder: Folder,
  {
    slug,
    owner,
    dryRun,
    now,
  }: { slug: string; owner: string | undefined; dryRun: boolean; now: Date },
): Promise<string> {
  if (!isOrgSlug(slug))
    throw new ContentCommandRefused(
      `${slug} can’t be an organization’s slug. Use lower-case letters, digits and hyphens, and no reserved word.`,
    );
  const staff =
    owner === undefined
      ? null
      : await findStaffByEmail(installation.store.read, owner.trim().toLowerCase());
  if (staff === null)
    throw new ContentCommandRefused(
      `There is no organization ${slug}. Create it first with npm run org:create, or pass its owner with --owner name@example.com.`,
    );
  const orgId = newId();
  const before = async (trx: Writer) => {
    await createOrg({ trx, by: COMMAND_LINE, now }, { id: orgId, slug, name: slug });
    await grantRole({ trx, orgId, by: COMMAND_LINE, now }, staff.id, "owner");
  };
  if (!dryRun)
    return `${said(await importContent(installation, orgId, folder, { replace: false, isNew: true, now, by: COMMAND_LINE, before }), `now in ${slug}.`)}\nThe portal is not published yet; ${staff.email} owns it.`;
  return said(
    await previewImport(installation, orgId, folder, { replace: false, now }),
    `would be in ${slug}. Nothing was changed.`,
  );
}

function said({ changes, notes }: ImportResult, what: string): string {
  const lines =
    changes.length === 0
      ? ["Nothing would change."]
      : [
          ...changeLines(changes),
          `${changes.length === 1 ? "1 row" : `${changes.length} rows`} ${what}`,
        ];
  return [...notes, ...lines].join("\n");
}
