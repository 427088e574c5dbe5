import { announce } from "#tenancy/webhooks/store/announce.server.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId, sha256 } from "#db/ids.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { prepared } from "#db/prepared.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { NdaSettingsTable, NdaVersionsTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

export type NdaVersion = Pick<NdaVersionsTable, "id" | "title" | "body" | "hash" | "publishedAt">;

/** How an org asks for its NDA, and the version that is signed now; null while there is none. */
export interface Nda {
  provider: NdaSettingsTable["provider"];
  /** One signature covers every member of the account. */
  accountWide: boolean;
  current: NdaVersion | null;
}

const NEWEST_OF = prepared((db, p: { orgId: string; at: string }) =>
  inOrg(db, p.orgId)
    .selectFrom("ndaVersions as v")
    .leftJoin("ndaSettings as s", "s.orgId", "v.orgId")
    .select(["v.id", "v.title", "v.body", "v.hash", "v.publishedAt", "s.provider", "s.accountWide"])
    .where("v.publishedAt", "<=", p.at)
    .orderBy("v.publishedAt", "desc")
    .orderBy("v.id")
    .limit(1),
);

/** The NDA as it stands now: the version published last counts. */
export async function findNda(db: Reader, orgId: string, now: Date): Promise<Nda> {
  const [newest] = await NEWEST_OF(db, { orgId, at: isoNow(now) });
  if (newest !== undefined) {
    const { provider, accountWide, ...current } = newest;
    return { provider: provider ?? "none", accountWide: accountWide === 1, current };
  }
  const settings = await inOrg(db, orgId).selectFrom("ndaSettings").selectAll().executeTakeFirst();
  return {
    provider: settings?.provider ?? "none",
    accountWide: settings?.accountWide === 1,
    current: null,
  };
}

/**
 * Publishes a text as the newest version of the NDA. Signatures of older ones stay what they are.
 * @param values.body Markdown
 * @returns the version's id
 */
export async function publishNdaVersion(
  { trx, orgId, by, now }: Write,
  values: { id?: string; title: string; body: string },
): Promise<string> {
  const id = values.id ?? newId();
  const { title, body } = values;
  await trx
    .insertInto("ndaVersions")
    .values({
      orgId,
      id,
      title,
      body,
      hash: sha256(`${title}\n${body}`),
      publishedAt: isoNow(now),
      publishedBy: by.actorName,
    })
    .execute();
  await contentChanged(trx, orgId);
  return id;
}

/** Chooses how the NDA is signed, and whether one signature covers the whole account. */
export async function setNdaProvider(
  trx: Writer,
  orgId: string,
  settings: { provider: NdaSettingsTable["provider"]; accountWide?: boolean },
): Promise<void> {
  const accountWide =
    settings.accountWide === undefined
      ? {}
      : { accountWide: settings.accountWide ? (1 as const) : (0 as const) };
  await trx
    .insertInto("ndaSettings")
    .values({ orgId, provider: settings.provider, accountWide: 0, ...accountWide })
    .onConflict((conflict) =>
      conflict.column("orgId").doUpdateSet({ provider: settings.provider, ...accountWide }),
    )
    .execute();
  await contentChanged(trx, orgId);
}

/**
 * Records that a member signed a version of the NDA: the typed name and what the signature is bound
 * to.
 * @param values.blobHash the PDF of the record, stored and noted before; null while it is not made
 * @returns the signature's id
 * @throws NotFound when version or member is not the org's; Refused when the member signed it
 *   before
 */
export async function signNda(
  write: Write,
  values: {
    versionId: string;
    memberId: string;
    name: string;
    ip?: string | null;
    userAgent?: string | null;
    blobHash?: string | null;
  },
): Promise<string> {
  const { trx, orgId, now } = write;
  const version = await inOrg(trx, orgId)
    .selectFrom("ndaVersions")
    .select(["id", "hash"])
    .where("id", "=", values.versionId)
    .executeTakeFirst();
  if (version === undefined) throw new NotFound("NDA version");
  const member = await inOrg(trx, orgId)
    .selectFrom("members")
    .select(["id", "accountId", "email"])
    .where("id", "=", values.memberId)
    .where("removedAt", "is", null)
    .executeTakeFirst();
  if (member === undefined) throw new NotFound("member");
  const before = await inOrg(trx, orgId)
    .selectFrom("ndaSignatures")
    .select("id")
    .where("memberId", "=", member.id)
    .where("versionId", "=", version.id)
    .executeTakeFirst();
  if (before !== undefined) throw new Refused("You have already signed this NDA.");

  const id = newId();
  await trx
    .insertInto("ndaSignatures")
    .values({
      orgId,
      id,
      versionId: version.id,
      versionHash: version.hash,
      accountId: member.accountId,
      memberId: member.id,
      name: values.name,
      email: member.email,
      signedAt: isoNow(now),
      ip: values.ip ?? null,
      userAgent: values.userAgent ?? null,
      blobHash: values.blobHash ?? null,
    })
    .execute();
  await recordAudit(write, {
    action: "nda.signed",
    subject: id,
    detail: { versionId: version.id, memberId: member.id, name: values.name },
  });
  await announce(write, {
    type: "nda.signed",
    subjectId: id,
    path: `/accounts/${member.accountId}`,
    facts: { accountId: member.accountId, versionId: version.id },
    person: { name: values.name, email: member.email },
  });
  return id;
}
