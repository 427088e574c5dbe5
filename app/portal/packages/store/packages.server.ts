import * as z from "zod";
import { BULK_LINK_HOURS } from "#model/bulk-download.ts";
import { isoNow, newToken, sha256 } from "#db/ids.ts";
import type { EvidencePackagesTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { LEFT_OUT, MANIFEST_YEARS } from "../rules/manifest.ts";

const file = z.object({
  itemUid: z.string(),
  fileId: z.string(),
  generated: z.boolean(),
  hash: z.string(),
});
const fewer = file.omit({ hash: true }).extend({ reason: z.enum(LEFT_OUT) });

/** A document of a package, with the hash of the bytes that were prepared for its person. */
export type PackedFile = z.infer<typeof file>;
/** A document that could not be put into it. */
export type MissingFile = z.infer<typeof fewer>;

type Columns = Omit<
  EvidencePackagesTable,
  "tokenHash" | "orgId" | "filesJson" | "leftOutJson" | "createdAt" | "expiresAt"
>;

/** A package, as it was made. */
export interface KeptPackage extends Columns {
  files: PackedFile[];
  leftOut: MissingFile[];
  createdAt: string;
}

/**
 * Keeps what a package's link leads to, and by which hash its manifest is known.
 * @returns the token that the link carries; only its hash is kept
 */
export async function keepPackage(
  { trx, orgId, now }: Omit<Write, "by">,
  { files, leftOut, ...made }: Omit<KeptPackage, "createdAt">,
): Promise<string> {
  const token = newToken();
  const createdAt = isoNow(now);
  await trx
    .insertInto("evidencePackages")
    .values({
      ...made,
      orgId,
      tokenHash: sha256(token),
      filesJson: JSON.stringify(files),
      leftOutJson: JSON.stringify(leftOut),
      createdAt,
      expiresAt: isoNow(new Date(now.getTime() + BULK_LINK_HOURS * 3_600_000)),
    })
    .execute();
  const keptUntil = new Date(now);
  keptUntil.setUTCFullYear(keptUntil.getUTCFullYear() + MANIFEST_YEARS);
  await trx
    .insertInto("issuedManifests")
    .values({
      orgId,
      id: made.id,
      hash: made.manifestHash,
      issuedAt: createdAt,
      keptUntil: isoNow(keptUntil),
    })
    .execute();
  return token;
}

/**
 * The package that a token leads to for this viewer; null for another's, an expired, a foreign and a
 * made-up one alike.
 */
export async function findPackage(
  db: Reader,
  orgId: string,
  token: string,
  { viewerKey, now }: { viewerKey: string; now: Date },
): Promise<KeptPackage | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("evidencePackages")
    .selectAll()
    .where("tokenHash", "=", sha256(token))
    .where("viewerKey", "=", viewerKey)
    .where("expiresAt", ">", isoNow(now))
    .executeTakeFirst();
  if (row === undefined) return null;
  const { tokenHash: _, orgId: _of, filesJson, leftOutJson, expiresAt: _end, ...made } = row;
  return {
    ...made,
    files: z.array(file).parse(JSON.parse(filesJson)),
    leftOut: z.array(fewer).parse(JSON.parse(leftOutJson)),
  };
}

/** The hash of a manifest that was issued under an id; null where none was. */
export async function findIssued(db: Reader, orgId: string, id: string): Promise<string | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("issuedManifests")
    .select("hash")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.hash ?? null;
}

/** When a member opened each document, up to a moment. */
export async function openedBy(
  db: Reader,
  orgId: string,
  memberId: string,
  until: string,
): Promise<ReadonlyMap<string, { first: string; last: string }>> {
  const rows = await inOrg(db, orgId)
    .selectFrom("events")
    .select((eb) => [
      "documentId",
      eb.fn.min<string>("at").as("first"),
      eb.fn.max<string>("at").as("last"),
    ])
    .where("memberId", "=", memberId)
    .where("name", "=", "file engaged")
    .where("access", "=", "view")
    .where("documentId", "is not", null)
    .where("at", "<=", until)
    .groupBy("documentId")
    .execute();
  return new Map(rows.map(({ documentId, first, last }) => [documentId ?? "", { first, last }]));
}

/** Which version each document is at, by its id; those with earlier versions alone. */
export async function versionsOf(db: Reader, orgId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await inOrg(db, orgId)
    .selectFrom("documentVersions")
    .select((eb) => ["documentId", eb.fn.max<number>("number").as("number")])
    .groupBy("documentId")
    .execute();
  return new Map(rows.map(({ documentId, number }) => [documentId, number]));
}

/** Removes links that have ended, and manifests after their years. @returns how many */
export async function purgePackages(trx: Writer, now: Date): Promise<number> {
  const all = acrossTenants(trx, "The clock's sweep goes over all companies.");
  const links = await all
    .deleteFrom("evidencePackages")
    .where("expiresAt", "<=", isoNow(now))
    .executeTakeFirst();
  const manifests = await all
    .deleteFrom("issuedManifests")
    .where("keptUntil", "<=", isoNow(now))
    .executeTakeFirst();
  return Number(links.numDeletedRows) + Number(manifests.numDeletedRows);
}
