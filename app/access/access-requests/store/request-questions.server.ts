import { findAccessRequest, type AccessRequest } from "./access-requests.server.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newLaterId } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { RequestQuestionsTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** What staff asked the sender of a request, with the answer. */
export type RequestQuestion = Omit<RequestQuestionsTable, "orgId" | "requestId">;

/** Everything that was asked about a request, the newest last. */
export async function questionsOf(
  db: Reader,
  orgId: string,
  requestId: string,
): Promise<RequestQuestion[]> {
  return inOrg(db, orgId)
    .selectFrom("requestQuestions")
    .select(["id", "question", "askedAt", "askedBy", "answer", "answeredAt", "closedAt"])
    .where("requestId", "=", requestId)
    .orderBy("askedAt")
    .orderBy("id")
    .execute();
}

/** The question that its receiver has not answered yet; null when none waits for an answer. */
export function openQuestion(questions: readonly RequestQuestion[]): RequestQuestion | null {
  return questions.find(({ answer, closedAt }) => answer === null && closedAt === null) ?? null;
}

/**
 * Asks the sender of a request something: it waits for them from now on.
 * @returns the request
 * @throws NotFound; Refused when it was decided or withdrawn, or another question is open
 */
export async function askRequester(
  write: Write,
  requestId: string,
  question: string,
): Promise<AccessRequest> {
  const { trx, orgId, by, now } = write;
  const request = await findAccessRequest(trx, orgId, requestId);
  if (request === null) throw new NotFound("access request");
  if (request.status !== "pending")
    throw new Refused(
      "This request was already decided or withdrawn, so your question was not sent.",
    );
  if (request.askedAt !== null)
    throw new Refused("A question is already open. Wait for the answer, or stop waiting first.");
  await trx
    .insertInto("requestQuestions")
    .values({
      orgId,
      id: newLaterId(),
      requestId,
      question,
      askedAt: isoNow(now),
      askedBy: by.actorName,
      answer: null,
      answeredAt: null,
      closedAt: null,
    })
    .execute();
  await setWaiting(trx, orgId, requestId, { askedAt: isoNow(now) });
  await recordAudit(write, { action: "access-request.asked", subject: requestId });
  return request;
}

/** Why an answer was not taken: the request was decided or withdrawn, or nobody waits for it. */
export type AnswerRefusal = "decided" | "no-question";

/**
 * Takes the answer of a request's sender: it waits for staff again.
 * @returns what stands against it; null once it was taken
 */
export async function answerQuestion(
  write: Write,
  requestId: string,
  answer: string,
): Promise<AnswerRefusal | null> {
  const { trx, orgId, now } = write;
  const request = await findAccessRequest(trx, orgId, requestId);
  if (request === null || request.status !== "pending") return "decided";
  const open = openQuestion(await questionsOf(trx, orgId, requestId));
  if (open === null) return "no-question";
  await inOrg(trx, orgId)
    .updateTable("requestQuestions")
    .set({ answer, answeredAt: isoNow(now) })
    .where("id", "=", open.id)
    .execute();
  await setWaiting(trx, orgId, requestId, { askedAt: null, answeredAt: isoNow(now) });
  await recordAudit(write, { action: "access-request.answered", subject: requestId });
  return null;
}

/**
 * Waits no longer for an answer: the request waits for staff again.
 * @throws NotFound; Refused when no question is open
 */
export async function stopAsking(write: Write, requestId: string): Promise<void> {
  const { trx, orgId, now } = write;
  const request = await findAccessRequest(trx, orgId, requestId);
  if (request === null) throw new NotFound("access request");
  const open = openQuestion(await questionsOf(trx, orgId, requestId));
  if (open === null || request.status !== "pending") throw new Refused("No question is open.");
  await inOrg(trx, orgId)
    .updateTable("requestQuestions")
    .set({ closedAt: isoNow(now) })
    .where("id", "=", open.id)
    .execute();
  await setWaiting(trx, orgId, requestId, { askedAt: null, answeredAt: isoNow(now) });
  await recordAudit(write, { action: "access-request.question-closed", subject: requestId });
}

async function setWaiting(
  trx: Writer,
  orgId: string,
  requestId: string,
  since: { askedAt: string | null; answeredAt?: string },
): Promise<void> {
  await inOrg(trx, orgId)
    .updateTable("accessRequests")
    .set(since)
    .where("id", "=", requestId)
    .execute();
}
