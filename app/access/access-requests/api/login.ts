import {
  declineMessage,
  movesToRequest,
  NOT_WORK_EMAIL,
  type DeclineOutcome,
  type LoginCode,
} from "#model/access-requests/access-outcomes.ts";
import { loginSchema } from "../forms/access-request.ts";
import { logIn } from "../log-in.ts";
import { rememberCookie } from "#auth/access-cookie.ts";
import type { RequestContext } from "#auth/request-context.ts";
import { apiAnswer, problem, readJson } from "#web/api/json-body.ts";
import { servicesContext } from "#platform/context.ts";

/**
 * POST {base}/login {email, productId?}: 200 when a link is on its way, else a problem with the
 * specification's code. The answer's cookie makes the caller the asking browser.
 */
export async function loginAnswer(asking: RequestContext): Promise<Response> {
  const { context, request, org } = asking;
  const wish = await readJson(request, loginSchema);
  if (wish instanceof Response) return wish;
  return apiAnswer(async () => {
    const { code, linkId, known } = await logIn(asking, {
      address: wish.email,
      productId: wish.productId,
      returnTo: "/",
    });
    if (code === null) {
      const cookie = rememberCookie(request, context.get(servicesContext), org.id, {
        email: wish.email.email,
        linkId: linkId ?? undefined,
      });
      return Response.json(
        { status: "success", email: wish.email.email },
        { headers: { "Set-Cookie": cookie } },
      );
    }
    const members = {
      code,
      ...(code === "AccessExpired" ? { reviewId: known.reviewId } : {}),
      ...detailOf(code, known.request?.message ?? null, org.name),
    };
    return problem(code === "NotWorkEmail" ? 400 : movesToRequest(code) ? 404 : 403, TITLES[code], {
      members,
      ...(code === "NotWorkEmail" ? { errors: { email: [NOT_WORK_EMAIL] } } : {}),
    });
  });
}

/** What a declined person reads: the words of staff or the rule, else the usual ones. */
function detailOf(code: LoginCode, message: string | null, orgName: string): { detail?: string } {
  const outcome = DECLINED[code];
  const detail = outcome === undefined ? message : (message ?? declineMessage(outcome, orgName));
  return detail === null || detail === "" ? {} : { detail };
}

const DECLINED: Readonly<Partial<Record<LoginCode, DeclineOutcome>>> = {
  RequestDeclined: "request_declined",
  RequestDeclinedThirdParty: "request_declined_third_party",
  RequestDeclinedAuto: "request_access_auto_declined",
  RequestDeclinedBlockedDomain: "request_declined_blocked_domain",
};

const TITLES: Readonly<Record<LoginCode, string>> = {
  AccessExpired: "Your access has expired",
  PendingRequest: "Your request is pending",
  RequestDeclined: "Request declined",
  RequestDeclinedThirdParty: "Request declined",
  RequestDeclinedAuto: "Request declined",
  RequestDeclinedBlockedDomain: "Request declined",
  UnrecognizedEmail: "This email doesn’t have access",
  NotWorkEmail: NOT_WORK_EMAIL,
};
