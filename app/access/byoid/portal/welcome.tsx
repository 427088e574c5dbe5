import { type MiddlewareFunction, data, redirect } from "react-router";
import * as z from "zod";
import type { Route } from "./+types/welcome";
import { hostContext, orgContext, servicesContext, viewerContext } from "#platform/context.ts";
import { BYOID_PARAMETER, TOKEN_FAULTS, faultStatus } from "#model/byoid.ts";
import { declineMessage } from "#model/access-requests/access-outcomes.ts";
import { localPath } from "#values/local-path.ts";
import { TokenRefused } from "#platform/integrations/identity-token.ts";
import { type NotAdmitted, lookAtToken, openByoid, signInByToken } from "../admit.server.ts";
import type { RequestContext } from "#auth/request-context.ts";
import { formFailed, markFormFailed } from "#web/forms/form.ts";
import { FormStrategy, signInBy } from "#web/forms/form-strategy.ts";
import { companyNotFound } from "#platform/http/request/org.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { viewerMiddleware } from "#auth/viewer.ts";
import { arrival } from "#access/access-requests/portal/arrival.ts";
import { WelcomeScreen } from "./byoid-screen.tsx";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { type AccessCookie, rememberCookie } from "#auth/access-cookie.ts";
import { addressOn, portalBase } from "#web/portal/scope.ts";

/**
 * The tenant of `/byoid/{orgId}/welcome`: named by its id, or its slug, and on an org's own domain
 * no other than that one. Below an org's slug on the default host the page has no address.
 */
const byoidTenantMiddleware: MiddlewareFunction<Response> = async ({ context, params }) => {
  const { store } = context.get(servicesContext);
  const { domainOrgSlug } = context.get(hostContext);
  const org = await findOrg(store.read, params.orgId ?? "");
  if (
    org === null ||
    (domainOrgSlug === null ? params.org !== undefined : org.slug !== domainOrgSlug)
  )
    throw companyNotFound();
  context.set(orgContext, org);
};

export const middleware = [byoidTenantMiddleware, viewerMiddleware];

/** What a page says that signs nobody in. */
interface Refusal {
  message: string;
  status: number;
  retryAfter: number | null;
}

const NOT_IN_USE: Refusal = {
  message: "Sign-in through your organization isn’t set up here. Sign in by email instead.",
  status: 404,
  retryAfter: null,
};

/**
 * Where a token leads. Looking at it changes nothing, so that whoever fetches the address for a
 * preview uses nothing up; its button signs in.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { asking, byoid } = await tenantOf(context, request);
  const query = new URL(request.url).searchParams;
  const token = query.get(BYOID_PARAMETER) ?? "";
  const shown = {
    orgName: asking.org.name,
    portalTitle: asking.org.customization.portalTitle,
    portal: portalBase(context, asking.org) || "/",
    support: asking.org.customization.supportMailbox,
    action: `/byoid/${asking.org.id}/welcome`,
    redirectTo: localPath(query.get("redirectTo"), "/"),
  };
  // After the button the form says how it went.
  if (formFailed(context)) return { ...shown, failed: true, offer: null, refusal: null };
  if (byoid === null)
    return data(
      { ...shown, failed: true, offer: null, refusal: NOT_IN_USE },
      { status: NOT_IN_USE.status },
    );
  try {
    const { identity } = await lookAtToken(asking, byoid, token);
    return {
      ...shown,
      failed: false,
      offer: { token, email: identity.email.email, company: identity.companyName },
      refusal: null,
    };
  } catch (error) {
    const refusal = refusalOf(context, error);
    return data(
      { ...shown, failed: true, offer: null, refusal },
      { status: refusal.status, headers: headersOf(refusal) },
    );
  }
}

const formSchema = z.object({
  [BYOID_PARAMETER]: z.string().catch(""),
  redirectTo: z.string().max(2_000).catch("/"),
});

/** Nobody was signed in, for a reason that the page says. */
class NotSignedIn extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/**
 * A token of the company's identity provider, which stands in the form, so that the address it goes
 * to is free of it.
 */
const tokenStrategy = new FormStrategy(
  "byoid",
  formSchema,
  [BYOID_PARAMETER],
  async ({ context, request, submitted }) => {
    const { asking, byoid } = await tenantOf(context, request);
    if (byoid === null) throw new NotSignedIn(NOT_IN_USE);
    const { mode } = context.get(viewerContext);
    if (mode === "main" || mode === "preview")
      throw new NotSignedIn({
        message:
          "You’re already signed in as a team member. Sign out first to continue as someone else.",
        status: 409,
        retryAfter: null,
      });
    const outcome = await signInByToken(asking, byoid, submitted.value[BYOID_PARAMETER]);
    if (outcome.kind === "declined")
      throw new NotSignedIn({
        message: outcome.message ?? declineMessage(outcome.outcome, asking.org.name),
        status: 403,
        retryAfter: null,
      });
    return { asking, outcome, redirectTo: submitted.value.redirectTo };
  },
);

/** The button. */
export async function action({ context, request }: Route.ActionArgs) {
  return signInBy(
    tokenStrategy,
    { request, context },
    async ({ asking, outcome, redirectTo }) =>
      outcome.kind === "in"
        ? redirect(await arrival(context, asking.org, redirectTo, outcome.signedIn), {
            status: 303,
            headers: outcome.signedIn.headers,
          })
        : notAdmitted(asking, outcome),
    async (error) => {
      const refusal = refusalOf(context, error);
      markFormFailed(context);
      return data({ refusal }, { status: refusal.status, headers: headersOf(refusal) });
    },
  );
}

/**
 * The address holds a token until it is used: no other address is told of it, this origin's own
 * neither.
 */
export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  const own = new Headers(actionHeaders ?? loaderHeaders);
  for (const [name, value] of loaderHeaders) if (!own.has(name)) own.set(name, value);
  own.set("Referrer-Policy", "strict-origin");
  own.set("X-Robots-Tag", "noindex");
  return own;
}

export function meta({ loaderData }: Route.MetaArgs) {
  const site =
    loaderData === undefined ? "Trust Center" : `${loaderData.orgName} ${loaderData.portalTitle}`;
  return [
    { title: `${loaderData?.failed ? "Error: " : ""}Sign in · ${site}` },
    { name: "robots", content: "noindex" },
  ];
}

async function tenantOf(context: Route.LoaderArgs["context"], request: Request) {
  const org = context.get(orgContext);
  if (org === null) throw companyNotFound();
  const asking: RequestContext = { context, request, org };
  const byoid = await openByoid(asking);
  return { asking, byoid };
}

/** What the page says of an error that signed nobody in; any other one is thrown on. */
function refusalOf(context: Route.LoaderArgs["context"], error: unknown): Refusal {
  if (error instanceof NotSignedIn) return error.refusal;
  if (error instanceof TooManyRequests)
    return { message: error.message, status: error.status, retryAfter: error.retryAfterSeconds };
  if (!(error instanceof TokenRefused)) throw error;
  if (error.reason !== null)
    context
      .get(servicesContext)
      .log.warn(
        { org: context.get(orgContext)?.slug, reason: error.reason },
        "the keys of an identity provider could not be read",
      );
  const status = faultStatus(error.fault);
  return { message: TOKEN_FAULTS[error.fault], status, retryAfter: status === 503 ? 30 : null };
}

function headersOf({ retryAfter }: Refusal): HeadersInit {
  return retryAfter === null ? {} : { "Retry-After": String(retryAfter) };
}

export default function ByoidWelcome({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WelcomeScreen
      {...loaderData}
      refusal={
        actionData !== undefined && "result" in actionData
          ? (actionData.result.error?.[""]?.join(" ") ?? null)
          : ((actionData?.refusal ?? loaderData.refusal)?.message ?? null)
      }
    />
  );
}

/**
 * Leads somebody whose token was right, and who may not come in, to the dialog that says why, as a
 * login does.
 */
function notAdmitted(
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
