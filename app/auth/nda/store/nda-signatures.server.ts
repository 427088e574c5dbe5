import { sql } from "kysely";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import { holds } from "#db/patterns.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** A signature as the register and its PDF tell it. */
export type NdaSignature = NonNullable<Awaited<ReturnType<typeof findSignature>>>;

const ROWS_A_PAGE = 25;

function rows(db: Reader, orgId: string) {
  return inOrg(db, orgId)
    .selectFrom("ndaSignatures as s")
    .innerJoin("accounts as a", (join) =>
      join.onRef("a.orgId", "=", "s.orgId").onRef("a.id", "=", "s.accountId"),
    )
    .leftJoin("ndaVersions as v", (join) =>
      join.onRef("v.orgId", "=", "s.orgId").onRef("v.id", "=", "s.versionId"),
    )
    .select([
      "s.id",
      "s.accountId",
      "s.memberId",
      "s.name",
      "s.email",
      "s.signedAt",
      "s.ip",
      "s.userAgent",
      "s.blobHash",
      "s.versionId",
      "s.versionHash",
      "s.importedAt",
      "s.importedBy",
      "s.note",
      "a.name as accountName",
      "v.title",
      "v.body",
      "v.publishedAt",
    ]);
}

/** A signature of the org; null when it has none of that id. */
export async function findSignature(db: Reader, orgId: string, id: string) {
  return (await rows(db, orgId).where("s.id", "=", id).executeTakeFirst()) ?? null;
}

/** What a member signed last themselves; null: nothing, whoever else of the account did. */
export async function ownSignature(
  db: Reader,
  orgId: string,
  memberId: string,
): Promise<NdaSignature | null> {
  return (
    (await rows(db, orgId)
      .where("s.memberId", "=", memberId)
      .where("s.versionId", "is not", null)
      .orderBy("s.signedAt", "desc")
      .orderBy("s.id")
      .limit(1)
      .executeTakeFirst()) ?? null
  );
}

function found(db: Reader, orgId: string, search: string) {
  const query = rows(db, orgId);
  if (search === "") return query;
  return query.where(({ or }) =>
    or(
      ["s.name", "s.email", "a.name"].map((column) =>
        holds(sql`lower(${sql.ref(column)})`, search.toLowerCase()),
      ),
    ),
  );
}

/** A page of the register, the newest first. */
export async function listSignatures(
  db: Reader,
  orgId: string,
  search: string,
  wanted: number,
): Promise<{ rows: NdaSignature[]; page: number; pages: number; total: number }> {
  const { total } = await found(db, orgId, search)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const pages = Math.max(1, Math.ceil(total / ROWS_A_PAGE));
  const page = Math.min(Math.max(1, Number.isInteger(wanted) ? wanted : 1), pages);
  const list = await found(db, orgId, search)
    .orderBy("s.signedAt", "desc")
    .orderBy("s.id")
    .limit(ROWS_A_PAGE)
    .offset((page - 1) * ROWS_A_PAGE)
    .execute();
  return { rows: list, page, pages, total };
}

/** The register in the order of ids, for an export in batches. */
export async function exportSignatures(
  db: Reader,
  orgId: string,
  search: string,
  { after, limit }: { after: string; limit: number },
): Promise<NdaSignature[]> {
  return found(db, orgId, search).where("s.id", ">", after).orderBy("s.id").limit(limit).execute();
}

/** Every version of the NDA's text, the newest first, with the number of its signatures. */
export async function listNdaVersions(db: Reader, orgId: string) {
  return inOrg(db, orgId)
    .selectFrom("ndaVersions as v")
    .select((eb) => [
      "v.id",
      "v.title",
      "v.publishedAt",
      "v.publishedBy",
      "v.hash",
      eb
        .selectFrom("ndaSignatures as s")
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .whereRef("s.orgId", "=", "v.orgId")
        .whereRef("s.versionId", "=", "v.id")
        .as("signatures"),
    ])
    .orderBy("v.publishedAt", "desc")
    .orderBy("v.id")
    .execute();
}

/** A version with its text; null when the org has none of that id. */
export async function findNdaVersion(db: Reader, orgId: string, id: string) {
  const row = await inOrg(db, orgId)
    .selectFrom("ndaVersions")
    .select(["id", "title", "body", "hash", "publishedAt", "publishedBy"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

export interface OutsideNda {
  accountId: string;
  name: string;
  email: string;
  /** A moment. */
  signedAt: string;
  note: string | null;
  /** It holds for everybody of the account, not for the one member alone. */
  wholeAccount: boolean;
  /** The signed PDF, stored before; null: there is none. */
  file: { hash: string; size: number } | null;
}

/**
 * Notes an NDA that was signed elsewhere.
 * @returns the signature's id
 * @throws NotFound for an account of another org; Refused when it is one member's and the account
 *   has none of that address
 */
export async function importNda(
  write: Write,
  { accountId, name, email, signedAt, note, wholeAccount, file }: OutsideNda,
): Promise<string> {
  const { trx, orgId, by, now } = write;
  const account = await inOrg(trx, orgId)
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (account === undefined) throw new NotFound("account");
  const member = wholeAccount
    ? undefined
    : await inOrg(trx, orgId)
        .selectFrom("members")
        .select("id")
        .where("accountId", "=", accountId)
        .where("email", "=", email)
        .where("removedAt", "is", null)
        .executeTakeFirst();
  if (!wholeAccount && member === undefined)
    throw new Refused(
      "This account has no member with this address. Add the member first, or choose the whole account.",
      "email",
    );
  const id = newId();
  if (file !== null) await recordBlob(trx, orgId, file, isoNow(now));
  await trx
    .insertInto("ndaSignatures")
    .values({
      orgId,
      id,
      versionId: null,
      versionHash: null,
      accountId,
      memberId: member?.id ?? null,
      name,
      email,
      signedAt,
      ip: null,
      userAgent: null,
      blobHash: file?.hash ?? null,
      importedAt: isoNow(now),
      importedBy: by.actorName,
      note,
    })
    .execute();
  await recordAudit(write, {
    action: "nda.imported",
    subject: id,
    detail: {
      accountId,
      memberId: member?.id ?? null,
      name,
      email,
      signedAt,
      file: file?.hash ?? null,
    },
  });
  return id;
}
