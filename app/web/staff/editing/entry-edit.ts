import type { RouterContextProvider } from "react-router";
import { actorOf } from "#auth/current-staff.ts";
import type { StaffSession } from "#model/auth/staff-session.ts";
import { servicesContext } from "#platform/context.ts";
import type { AnySubject } from "#tenancy/history/store/subject.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";

/**
 * What a change of one of an org's own entries, such as a question or a control, is recorded under:
 * which entry, who changes it, and when.
 */
export function entryEdit(
  context: Readonly<RouterContextProvider>,
  { org, session }: { org: Org; session: StaffSession },
  subject: AnySubject,
  subjectId: string,
) {
  return {
    subject,
    orgId: org.id,
    productId: null,
    subjectId,
    by: actorOf(context, session),
    now: context.get(servicesContext).now(),
  };
}
