import { isoNow, newId } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { QuestionnaireReleasesTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { findAccount, grantsInForce, type Account } from "#auth/accounts/store/accounts.server.ts";
import { membersOf, type MemberRow } from "#auth/accounts/store/account-detail.server.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import {
  announceQuestionnaire,
  findQuestionnaire,
  setHandedOver,
  type Questionnaire,
} from "./questionnaires.server.ts";

export type Release = QuestionnaireReleasesTable;

/** Said where a second person has to approve the answers first. */
const NOT_APPROVED = "A second person has to approve these answers first.";

/** The releases of a questionnaire, the newest first. */
export async function releasesOf(
  db: Reader,
  orgId: string,
  questionnaireId: string,
): Promise<Release[]> {
  return inOrg(db, orgId)
    .selectFrom("questionnaireReleases")
    .selectAll()
    .where("questionnaireId", "=", questionnaireId)
    .orderBy("releasedAt", "desc")
    .orderBy("id", "desc")
    .execute();
}

export async function findRelease(db: Reader, orgId: string, id: string): Promise<Release | null> {
  const row = await inOrg(db, orgId)
    .selectFrom("questionnaireReleases")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Whom a release to an account reaches now: its members, as long as it has access to some product.
 * null where the account is gone.
 */
export async function reachedBy(
  db: Reader,
  orgId: string,
  accountId: string,
  now: Date,
): Promise<{ account: Account; members: MemberRow[] } | null> {
  const account = await findAccount(db, orgId, accountId);
  if (account === null) return null;
  const { grants } = await grantsInForce(db, orgId, accountId, now);
  return { account, members: grants.length === 0 ? [] : await membersOf(db, orgId, accountId) };
}

/**
 * Releases the answered file of a finished questionnaire to its account. It takes the place of the
 * one before.
 * @param seen the questionnaire whose answers are in the file
 * @param file the answered file, on the disk already, and whether the organization wants a second
 *   person
 * @returns whom it reaches
 * @throws NotFound; Refused where it was changed since, a second person has to approve it, or nobody
 *   could download it
 */
export async function releaseQuestionnaire(
  write: Write,
  seen: Questionnaire,
  {
    blob,
    fileName,
    needSecondPerson,
  }: { blob: { hash: string; size: number }; fileName: string; needSecondPerson: boolean },
): Promise<{ account: Account; members: MemberRow[] }> {
  const { trx, orgId, by, now } = write;
  const found = await findQuestionnaire(trx, orgId, seen.id);
  if (found === null) throw new NotFound("Questionnaire");
  if (found.finishedAt === null) throw new Refused("Finish this questionnaire first.");
  if (found.finishedAt !== seen.finishedAt || found.accountId !== seen.accountId)
    throw new Refused("Someone else changed this questionnaire. Review it, then release it again.");
  if (needSecondPerson && found.approvedAt === null) throw new Refused(NOT_APPROVED);
  const reached =
    found.accountId === null ? null : await reachedBy(trx, orgId, found.accountId, now);
  if (reached === null) throw new Refused("This questionnaire has no account.");
  const { account, members } = reached;
  if (members.length === 0)
    throw new Refused(`No one at ${account.name} has access. Give the account access first.`);
  await recordBlob(trx, orgId, blob, isoNow(now));
  await inOrg(trx, orgId)
    .updateTable("questionnaireReleases")
    .set({ replacedAt: isoNow(now) })
    .where("questionnaireId", "=", found.id)
    .where("replacedAt", "is", null)
    .where("withdrawnAt", "is", null)
    .execute();
  const id = newId();
  await trx
    .insertInto("questionnaireReleases")
    .values({
      orgId,
      id,
      questionnaireId: found.id,
      accountId: account.id,
      blobHash: blob.hash,
      fileName,
      releasedAt: isoNow(now),
      releasedBy: by.actorName,
      replacedAt: null,
      withdrawnAt: null,
      withdrawnBy: null,
    })
    .execute();
  await setHandedOver(write, found.id, true);
  await audited(write, "questionnaire.released", {
    id,
    questionnaireId: found.id,
    fileName,
    accountId: account.id,
  });
  await announceQuestionnaire(write, "questionnaire.released", found);
  return reached;
}

/**
 * Withdraws a release: members still see that there was one, and can't download it.
 * @throws NotFound; Refused for one that was withdrawn or replaced before
 */
export async function withdrawRelease(
  write: Write,
  questionnaireId: string,
  id: string,
): Promise<Release> {
  const { trx, orgId, by, now } = write;
  const found = await findRelease(trx, orgId, id);
  if (found === null || found.questionnaireId !== questionnaireId) throw new NotFound("Release");
  if (found.withdrawnAt !== null) throw new Refused("Someone else already withdrew this file.");
  if (found.replacedAt !== null) throw new Refused("This file was replaced by a newer one.");
  await inOrg(trx, orgId)
    .updateTable("questionnaireReleases")
    .set({ withdrawnAt: isoNow(now), withdrawnBy: by.actorName })
    .where("id", "=", id)
    .execute();
  // What was wrong enough to be taken back is not said again.
  await setHandedOver(write, questionnaireId, false);
  await audited(write, "questionnaire.release-withdrawn", found);
  return found;
}

async function audited(
  write: Write,
  action: string,
  release: Pick<Release, "id" | "questionnaireId" | "fileName" | "accountId">,
): Promise<void> {
  const { id, questionnaireId, fileName, accountId } = release;
  await recordAudit(write, {
    action,
    subject: questionnaireId,
    detail: { name: fileName, accountId, release: id },
  });
}
