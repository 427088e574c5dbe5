import { versionName } from "#model/documents/earlier-versions.ts";
import { fileRights } from "#model/visibility/file-rights.ts";
import { inOrg } from "#db/tenant.ts";
import type { FoundFile } from "./files.server.ts";
import type { PageScope } from "./scope.server.ts";
import { unshowableFiles } from "./unshowable.server.ts";

/** A version of a document as its readers are told of it: not what its file was called, nor by whom. */
export interface ListedVersion {
  number: number;
  createdAt: string;
  /** Plain bytes. */
  size: number;
  /** SHA-256 of its bytes. */
  hash: string;
}

/** The versions that a page lists; earlier ones are still there by their addresses. */
const MOST_LISTED = 100;

/**
 * The versions of a document, the newest first, for a viewer who may view it; none where the
 * organization tells of no earlier one, or there is none.
 */
export async function listedVersions(
  scope: PageScope,
  { document, view }: Pick<FoundFile, "document" | "view">,
): Promise<ListedVersion[]> {
  if (scope.settings.earlierVersions === "none" || view !== null) return [];
  const rows = await versionsOf(scope, document.id)
    .select(["number", "createdAt", "size", "blobHash"])
    .orderBy("number", "desc")
    .limit(MOST_LISTED)
    .execute();
  if (rows.length < 2) return [];
  return rows.map(({ blobHash, ...row }) => ({ ...row, hash: blobHash }));
}

/**
 * A document as it was in one of its versions, by the rules of the document: who may not have it
 * may not have any version. Its kind of file is its own, and with it what it can be shown as. Where
 * the organization doesn't open earlier ones, all but the current one is refused, whether it is
 * there or not. @returns null where there is no such version
 */
export async function fileAtVersion(
  scope: PageScope,
  file: FoundFile,
  asked: string,
): Promise<FoundFile | null> {
  const { document, item } = file;
  if (file.view !== null && file.download !== null) return file;
  const number = /^[1-9]\d{0,6}$/.test(asked) ? Number(asked) : 0;
  const newest = await versionsOf(scope, document.id)
    .select("number")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  if (newest !== undefined && newest.number === number) return file;
  if (scope.settings.earlierVersions !== "open") {
    const refused = "earlier-version";
    return {
      ...file,
      view: file.view ?? refused,
      download: file.download ?? refused,
      offered: { view: refused, download: refused },
    };
  }
  const version = await versionsOf(scope, document.id)
    .select(["fileName", "blobHash", "size", "contentType", "encryptedType"])
    .where("number", "=", number)
    .executeTakeFirst();
  if (version === undefined || item.access.files === "none") return null;
  const { fileName, ...content } = version;
  const unshowable = (await unshowableFiles(scope)).has(content.blobHash);
  const facts = { ...content, accessType: document.accessType, unshowable };
  return {
    ...file,
    ...fileRights(scope.viewer, item.access.files, facts, scope.settings),
    document: {
      ...document,
      ...content,
      originalName: versionName(document.originalName, fileName, number),
    },
    version: number,
  };
}

function versionsOf({ db, org }: PageScope, documentId: string) {
  return inOrg(db, org.id).selectFrom("documentVersions").where("documentId", "=", documentId);
}
