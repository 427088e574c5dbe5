import { redirect } from "react-router";
import type { Route } from "./+types/entry";
import { requireStaff } from "#auth/current-staff.ts";
import { EditedEntry } from "#content/edit-kit/entry-form.tsx";
import { sourceWords } from "#model/knowledge-base.ts";
import { ENTRY_BUTTONS } from "#model/knowledge-base/reviews.ts";
import { servicesContext } from "#platform/context.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { goneBefore } from "#web/forms/button.ts";
import { pressed, refusedOr } from "#web/forms/page-buttons.ts";
import { faqEditor } from "../editor.server.ts";
import { findFaqEntry } from "../store/faq.server.ts";
import { successorOf } from "../store/merging.server.ts";
import { ENTRY_CHANGES, loadReview } from "./review-data.ts";
import { ReviewPanel } from "./review-panel.tsx";

export const handle: RouteHandle = { button: ENTRY_BUTTONS };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Edit entry", loaderData?.shown.failed) }];
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const staff = await requireStaff(context, "kb:edit");
  const { read } = context.get(servicesContext).store;
  const { id: orgId } = staff.org;
  if ((await findFaqEntry(read, orgId, params.entryId)) === null) {
    const successor = await successorOf(read, orgId, params.entryId);
    if (successor !== null) throw redirect(`/knowledge-base/${successor}`, { status: 303 });
  }
  const { entry, shown } = await faqEditor.page(context, params.entryId);
  return { shown, source: sourceWords(entry), review: await loadReview(context, staff, entry) };
}

/** Saves the entry, or deletes it; or does what a button beside its form says. */
export async function action(args: Route.ActionArgs) {
  const { context, params, pattern } = args;
  if (!ENTRY_BUTTONS.some((button) => pattern.endsWith(`/${button}`)))
    return faqEditor.change(args, params.entryId);
  const { org, session } = await requireStaff(context, "kb:edit");
  const { read } = context.get(servicesContext).store;
  if ((await findFaqEntry(read, org.id, params.entryId)) === null)
    throw goneBefore("This entry", "/knowledge-base");
  const page = `/knowledge-base/${params.entryId}`;
  const desk = { context, org, session, page, entryId: params.entryId };
  return refusedOr(await pressed(args, ENTRY_CHANGES, desk));
}

export default function Entry({ loaderData, actionData }: Route.ComponentProps) {
  const pressedOne = actionData !== undefined && "button" in actionData ? actionData : null;
  return (
    <>
      <EditedEntry
        noun="entry"
        id="entry"
        path="/knowledge-base"
        about={`, source: ${loaderData.source}`}
        shown={loaderData.shown}
        answer={actionData !== undefined && "button" in actionData ? undefined : actionData}
        afterDeletion="It’s removed from the portal immediately."
      />
      <ReviewPanel review={loaderData.review} result={pressedOne?.result ?? null} />
    </>
  );
}
