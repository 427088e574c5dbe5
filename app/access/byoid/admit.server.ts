import { findByoid, isSpent, spendToken, type Byoid } from "./store/byoid.server.ts";
import {
  admit,
  foreseeAdmission,
  type Admission,
  type KnownIdentity,
} from "./store/byoid-admission.server.ts";
import { recordAudit, type Actor } from "#tenancy/audit/store/audit.server.ts";
import { servicesContext } from "#platform/context.ts";
import { readIdentityToken, TokenRefused } from "#platform/integrations/identity-token.ts";
import { pseudonymOf } from "#company/privacy/pseudonym.server.ts";
import { beginMemberSession, type SignedIn } from "#auth/member-session.ts";
import { visitorFrom, type RequestContext } from "#auth/request-context.ts";

/** Why somebody whose token was right does not come in. */
export type NotAdmitted = Exclude<Admission, { kind: "welcome" }>;

/** How the org takes tokens; null when it takes none. */
export async function openByoid({
  context,
  org,
}: Pick<RequestContext, "context" | "org">): Promise<Byoid | null> {
  const byoid = await findByoid(context.get(servicesContext).store.read, org.id);
  return byoid?.enabled === true ? byoid : null;
}

/**
 * Looks at a token and changes nothing: whom it is about, and what it would lead to.
 * @throws TokenRefused; TooManyRequests
 */
export async function lookAtToken(
  asking: RequestContext,
  byoid: Byoid,
  token: string,
): Promise<{ identity: KnownIdentity; admission: Admission }> {
  const { context, org } = asking;
  const services = context.get(servicesContext);
  await services.limits.consume("access-ip", visitorFrom(asking).ip);
  const told = await readIdentityToken(services, byoid, token);
  const identity = { ...told, erasedAs: pseudonymOf(services.key, org.id, told.email.key).email };
  if (await isSpent(services.store.read, org.id, identity)) throw new TokenRefused("used");
  return {
    identity,
    admission: await foreseeAdmission(services.store.read, org, byoid, identity, services.now()),
  };
}

/**
 * Signs the person of a token in: token, account, membership, grants, session and audit are one
 * transaction, and of fifty parallel calls one succeeds.
 * @throws TokenRefused; TooManyRequests
 */
export async function signInByToken(
  asking: RequestContext,
  byoid: Byoid,
  token: string,
): Promise<{ kind: "in"; signedIn: SignedIn } | (NotAdmitted & { email: string })> {
  const { context, org } = asking;
  const { store, now } = context.get(servicesContext);
  const { identity } = await lookAtToken(asking, byoid, token);
  const by: Actor = { actor: "system", actorName: "Identity provider", ip: visitorFrom(asking).ip };
  return store.write(async (trx) => {
    const write = { trx, orgId: org.id, by, now: now() };
    if (!(await spendToken(write, identity))) throw new TokenRefused("used");
    const admitted = await admit(write, org, byoid, identity);
    if (admitted.kind === "in")
      return {
        kind: "in" as const,
        signedIn: await beginMemberSession(trx, asking, admitted.member, "identity-provider"),
      };
    await recordAudit(write, {
      action: "byoid.not-admitted",
      detail: { email: identity.email.email, company: identity.companyName, why: admitted.kind },
    });
    return { ...admitted, email: identity.email.email };
  });
}
