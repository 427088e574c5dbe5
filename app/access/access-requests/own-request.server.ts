import type { Actor, Write } from "#tenancy/audit/store/audit.server.ts";
import { servicesContext } from "#platform/context.ts";
import { visitorFrom, type RequestContext } from "#auth/request-context.ts";
import { isWorthAMail, tellStaffOfRequest } from "./mail/staff-notices.ts";
import { findAccessRequest } from "./store/access-requests.server.ts";
import { addRequestNote, withdrawRequest } from "./store/own-requests.server.ts";
import { answerQuestion, type AnswerRefusal } from "./store/request-questions.server.ts";

/** Said of a request that was decided or withdrawn since. */
export const NOT_WAITING = "This request was already answered.";

export const NOT_ANSWERED: Readonly<Record<AnswerRefusal, string>> = {
  decided: "This request was already decided or withdrawn, so your answer was not sent.",
  "no-question":
    "This question is no longer open, so your answer was not sent. You can add a note instead.",
};

/** A person whose request it is; that it is theirs, the caller has proven. */
export interface OwnRequest extends RequestContext {
  requestId: string;
  by: Actor;
}

/** Who asks without having signed in. */
export const requester = (asking: RequestContext): Actor => ({
  actor: "visitor",
  actorName: "Requester",
  ip: visitorFrom(asking).ip,
});

/** Adds a note to a request that waits; the team hears of it. @returns whether it still waited */
export async function noteOn(own: OwnRequest, note: string): Promise<boolean> {
  const { context, org, requestId } = own;
  const { store, config } = context.get(servicesContext);
  return store.write(async (trx) => {
    const write = writeOf(own, trx);
    const before = await findAccessRequest(trx, org.id, requestId);
    if (!(await addRequestNote(write, requestId, note))) return false;
    if (isWorthAMail(before?.notedAt ?? null, write.now))
      await tellStaffOfRequest(write, config, org, { requestId, cause: "noted", note });
    return true;
  });
}

/**
 * Answers what the team asked about a request; the team hears of it.
 * @returns what stands against it; null once it was taken
 */
export async function answerOn(own: OwnRequest, answer: string): Promise<AnswerRefusal | null> {
  const { context, org, requestId } = own;
  const { store, config } = context.get(servicesContext);
  return store.write(async (trx) => {
    const write = writeOf(own, trx);
    const against = await answerQuestion(write, requestId, answer);
    if (against === null)
      await tellStaffOfRequest(write, config, org, { requestId, cause: "answered", note: answer });
    return against;
  });
}

/** Takes a request back. @returns whether it still waited */
export function takeBack(own: OwnRequest): Promise<boolean> {
  const { store } = own.context.get(servicesContext);
  return store.write((trx) => withdrawRequest(writeOf(own, trx), own.requestId));
}

function writeOf({ context, org, by }: OwnRequest, trx: Write["trx"]): Write {
  return { trx, orgId: org.id, by, now: context.get(servicesContext).now() };
}
