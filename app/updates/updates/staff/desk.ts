import type { RouterContextProvider } from "react-router";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { servicesContext } from "#platform/context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { formatMoment } from "#values/moments.ts";
import type { StaffDesk } from "#web/forms/page-buttons.ts";

/** Who pressed a button of the page of a topic, or of a draft. */
export interface UpdateDesk extends StaffDesk {
  /** Of the topic or the draft. */
  id: string;
  /** Runs a verb on it in one transaction. */
  change<T>(verb: (write: Write, id: string) => Promise<T>): Promise<T>;
}

/** @throws what leads those away who may not publish updates */
export async function updateDesk(
  context: Readonly<RouterContextProvider>,
  { id, page }: Pick<UpdateDesk, "id" | "page">,
): Promise<UpdateDesk> {
  const { org, session } = await requireStaff(context, "updates:publish");
  const { store, now } = context.get(servicesContext);
  const by = actorOf(context, session);
  return {
    context,
    org,
    session,
    id,
    page,
    change: (verb) => store.write((trx) => verb({ trx, orgId: org.id, by, now: now() }, id)),
  };
}

/** Leads to an update that was published just now, or will be. */
export function toPublished(
  context: Readonly<RouterContextProvider>,
  { timeZone }: Pick<Org, "timeZone">,
  { topicId, scheduled, publishAt }: { topicId: string; scheduled: boolean; publishAt: string },
): Response {
  return redirectWithFlash(
    context,
    `/updates/topics/${topicId}`,
    scheduled ? `Update scheduled for ${formatMoment(publishAt, timeZone)}.` : "Update published.",
  );
}
