import type { Writer } from "#db/store.ts";
import { stopAsking } from "../store/request-questions.server.ts";
import { addInternalNote } from "../store/request-work.server.ts";
import { ask, assign, type Working } from "../request-work.server.ts";
import { servicesContext } from "#platform/context.ts";
import { askSchema, assignSchema, internalNoteSchema, NOBODY } from "../forms/review-forms.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { answering, parseForm, type FormAnswer } from "#web/forms/form.ts";
import { buttonAction } from "#web/forms/button.ts";
import { actorOf } from "#auth/current-staff.ts";
import { pathOf, type RequestChange } from "./request-changes.ts";

/** Says who looks at the request. */
export async function assignThis(change: RequestChange): Promise<Response | FormAnswer> {
  const { context, session, requestId, form } = change;
  const submitted = parseForm(context, form, assignSchema);
  if (!submitted.ok) return submitted.answer;
  const { assignee } = submitted.value;
  const here = pathOf(change, requestId);
  return buttonAction(context, here, async () => {
    const name = await inTransaction(change, (trx, working) =>
      assign(trx, working, [requestId], assignee === NOBODY ? null : assignee),
    );
    const to = assignee === session.staff.id ? "you" : (name ?? "nobody");
    return redirectWithFlash(context, here, `Assigned to ${to}.`);
  });
}

/** Notes something for staff alone. */
export function noteThis(change: RequestChange): Promise<Response | FormAnswer> {
  const { context, org, requestId, form } = change;
  return answering(parseForm(context, form, internalNoteSchema), async ({ value: { note } }) => {
    await inTransaction(change, (trx, { services, by }) =>
      addInternalNote({ trx, orgId: org.id, by, now: services.now() }, requestId, note),
    );
    return redirectWithFlash(context, pathOf(change, requestId), "Your note was added.");
  });
}

/** Asks the person something by mail. */
export function askThis(change: RequestChange): Promise<Response | FormAnswer> {
  const { context, requestId, form } = change;
  return answering(parseForm(context, form, askSchema), async ({ value: { question } }) => {
    await inTransaction(change, (trx, working) => ask(trx, working, requestId, question));
    return redirectWithFlash(
      context,
      pathOf(change, requestId),
      "Your question was sent. The request waits for their answer.",
    );
  });
}

/** Waits no longer for the answer. */
export function stopAskingThis(change: RequestChange): Promise<Response> {
  const { context, org, requestId } = change;
  const here = pathOf(change, requestId);
  return buttonAction(context, here, async () => {
    await inTransaction(change, (trx, { services, by }) =>
      stopAsking({ trx, orgId: org.id, by, now: services.now() }, requestId),
    );
    return redirectWithFlash(context, here, "The request waits for your team again.");
  });
}

function inTransaction<T>(
  { context, org, session }: RequestChange,
  verb: (trx: Writer, working: Working) => Promise<T>,
): Promise<T> {
  const services = context.get(servicesContext);
  const working = { services, org, me: session.staff, by: actorOf(context, session) };
  return services.store.write((trx) => verb(trx, working));
}
