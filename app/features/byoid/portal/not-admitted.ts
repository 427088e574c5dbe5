import { redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import type { NotAdmitted } from "../admit.server.ts";
import { rememberCookie, type AccessCookie } from "../../../auth/access-cookie.ts";
import type { RequestContext } from "../../../auth/request-context.ts";
import { addressOn } from "../../access-requests/portal/request-state.ts";

/** Leads somebody whose token was right, and who may not come in, to the dialog that says why, as a login does. */
export function notAdmitted(
  { context, request, org }: RequestContext,
  outcome: Exclude<NotAdmitted, { kind: "declined" }> & { email: string },
): Response {
  const { email } = outcome;
  const to = (query: Record<string, string>, memory: Partial<AccessCookie> = {}) =>
    redirect(addressOn(context, org, "", query), {
      status: 303,
      headers: {
        "Set-Cookie": rememberCookie(request, context.get(servicesContext), org.id, {
          email,
          ...memory,
        }),
      },
    });
  switch (outcome.kind) {
    case "pending":
      return to({ accessStatus: "pending-request" });
    case "expired":
      // A colleague of an account whose access ended was never a member: they ask for themselves.
      return outcome.member === null
        ? to({ requestAccess: "true", source: "byoid" })
        : to({ accessStatus: "access-expired" }, { reviewId: outcome.member.id });
  }
}
