import { removeView, saveView } from "../store/inbox-views.server.ts";
import { servicesContext } from "#platform/context.ts";
import { inboxQuery } from "../forms/inbox-query.ts";
import { removeViewSchema, saveViewSchema } from "../forms/inbox-views.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { answering, parseForm, type FormAnswer } from "#web/forms/form.ts";
import { buttonAction } from "#web/forms/button.ts";
import { listOf, type DecidingMany } from "./bulk-changes.ts";

/** Keeps the list that the address names under a name, for the person who looks at it. */
export function saveThisView(
  deciding: DecidingMany,
  form: FormData,
): Promise<Response | FormAnswer> {
  const { context, org, session, address } = deciding;
  const { store, now } = context.get(servicesContext);
  return answering(parseForm(context, form, saveViewSchema), async ({ value: { name } }) => {
    const view = { name, query: inboxQuery(address) };
    await store.write((trx) =>
      saveView({ trx, orgId: org.id, now: now() }, session.staff.id, view),
    );
    return redirectWithFlash(context, listOf(deciding), `The view “${name}” was saved.`);
  });
}

/** Removes a list that the person keeps. */
export async function removeThisView(
  deciding: DecidingMany,
  form: FormData,
): Promise<Response | FormAnswer> {
  const { context, org, session } = deciding;
  const submitted = parseForm(context, form, removeViewSchema);
  if (!submitted.ok) return submitted.answer;
  const { store } = context.get(servicesContext);
  const here = listOf(deciding);
  return buttonAction(context, here, async () => {
    const name = await store.write((trx) =>
      removeView(trx, org.id, session.staff.id, submitted.value.viewId),
    );
    return redirectWithFlash(context, here, `The view “${name}” was removed.`);
  });
}
