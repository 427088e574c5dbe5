import { productsSeen } from "#model/portal-paths.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import {
  byInvitation,
  NOT_WORK_EMAIL,
  UNKNOWN_ERROR,
  type RequestFeedback,
} from "#model/access-requests/access-outcomes.ts";
import { accessRequestSchema, requestsOpen } from "../forms/access-request.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { invitationFor } from "../invite.server.ts";
import { rememberCookie } from "#auth/access-cookie.ts";
import type { RequestContext } from "#auth/request-context.ts";
import { requestAccess } from "../request-access.server.ts";
import { apiAnswer, problem, readJson } from "#web/api/json-body.ts";

/**
 * POST {base}/request: `{status: "pending" | "approved"}`, or a problem with the feedback code.
 * The same schema and the same verb as the form's.
 */
export async function requestAnswer(asking: RequestContext, viewer: Viewer): Promise<Response> {
  const { context, request, org } = asking;
  const { customization } = org;
  const closed = !requestsOpen(customization);
  const services = context.get(servicesContext);
  const products = productsSeen(await listProducts(services.store.read, org.id), {
    mode: "public",
  });
  const values = await readJson(
    request,
    accessRequestSchema(
      customization,
      products.map(({ id }) => id),
    ),
  );
  const invitation =
    values instanceof Response
      ? null
      : await invitationFor(asking, values.invitedColleagueToken, values.email.key);
  if (closed && invitation === null) return problem(403, byInvitation(org.name));
  if (values instanceof Response) return values;
  return apiAnswer(async () => {
    const answer = await requestAccess(asking, viewer, values, { returnTo: "/", invitation });
    const { told, requestId, linkId, standsFor, reviewId, message } = answer;
    const { email } = values.email;
    const discreet = customization.discreetSignIn;
    const memory = discreet
      ? { email, linkId: linkId ?? undefined, standsFor: standsFor ?? undefined }
      : {
          email,
          requestId: requestId ?? undefined,
          linkId: linkId ?? undefined,
          reviewId: reviewId ?? undefined,
          sentIt: answer.recorded,
        };
    const headers = { "Set-Cookie": rememberCookie(request, services, org.id, memory) };
    if (told === "pending") return Response.json({ status: "pending" }, { headers });
    if (told === "request_approved")
      return Response.json({ status: "approved", feedback: told }, { headers });
    const [status, title] = REQUEST_PROBLEMS[told];
    const members = {
      code: told,
      ...(message === null ? {} : { detail: message }),
      ...(told === "access_expired" ? { reviewId } : {}),
    };
    return problem(status, title, {
      members,
      headers,
      ...(told === "not_work_email" ? { errors: { email: [NOT_WORK_EMAIL] } } : {}),
    });
  });
}

/** What a request that gave no access is answered by programs. */
export const REQUEST_PROBLEMS: Readonly<
  Record<Exclude<RequestFeedback, "request_approved">, readonly [number, string]>
> = {
  pending_request: [409, "Your request is pending"],
  account_already_exists: [409, "There is already an account"],
  access_expired: [409, "Your access has expired"],
  unique_violation: [409, UNKNOWN_ERROR],
  not_work_email: [400, NOT_WORK_EMAIL],
  request_declined: [403, "Request declined"],
  request_declined_blocked_domain: [403, "Request declined"],
  request_declined_third_party: [403, "Request declined"],
  request_access_auto_declined: [403, "Request declined"],
};
