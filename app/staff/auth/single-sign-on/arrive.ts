import type { RouterContextProvider } from "react-router";
import {
  findIdentity,
  hasIdentity,
  linkIdentity,
  listSignOnDomains,
} from "#auth/store/single-sign-on.server.ts";
import { createStaff, findStaff, findStaffByEmail, staffOrgs } from "#auth/store/staff.server.ts";
import { signOnConnected } from "#company/auth/mail/single-sign-on.tsx";
import type { Reader, Writer } from "#db/store.ts";
import type { Role } from "#model/auth/permissions.ts";
import { servicesContext } from "#platform/context.ts";
import { brandOf } from "#platform/mail/brand.ts";
import { renderMail } from "#platform/mail/render.tsx";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { followProvider } from "#staff/team/store/team.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { findOrg, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { beginSession, type BegunSession } from "../sign-in/begin-session.ts";
import { nameFromEmail } from "../sign-in/first-org.ts";
import { hashPassword, randomPassword } from "../sign-in/password.ts";
import { judgeArrival, type Arrival, type Known } from "./arrival.ts";
import { WayLost, type CameBack } from "./flow.ts";

interface RequestContext {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** The provider says who somebody is, and they don't come in; the message says why. */
export class NotAdmitted extends Error {}

/** Who gives what a provider says. */
const BY = { ...SYSTEM, actorName: "Single sign-on" };

const NAME_LENGTH = 100;

/** What an arrival would lead to; changes nothing. @throws WayLost */
export async function foresee(
  { context }: Pick<RequestContext, "context">,
  { orgId, settings, claims }: CameBack,
): Promise<Arrival> {
  const { read } = context.get(servicesContext).store;
  return judgeArrival(settings, claims, await knownOf(read, await orgOf(read, orgId), claims));
}

/**
 * Signs somebody in whom an org's provider sent, for that org alone: what is known of them, a new
 * person, their role and the session are read and written together.
 * @throws NotAdmitted; WayLost
 */
export async function arrive(
  asking: RequestContext,
  { orgId, settings, claims, redirectTo }: CameBack,
): Promise<BegunSession> {
  const { store, now } = asking.context.get(servicesContext);
  // Nobody knows this password: a person who comes by single sign-on has none until they choose one.
  const passwordHash = await hashPassword(randomPassword());
  return store.write(async (trx) => {
    const org = await orgOf(trx, orgId);
    const arrival = judgeArrival(settings, claims, await knownOf(trx, org, claims));
    if (arrival.kind === "refused") throw new NotAdmitted(arrival.why);
    const write = { trx, orgId, by: BY, now: now() };
    const { email, role } = arrival;
    const name = (claims.name ?? "").trim().slice(0, NAME_LENGTH) || nameFromEmail(email);
    const staffId = arrival.staffId ?? (await createStaff(write, { email, name, passwordHash }));
    await followProvider(write, staffId, role);
    const staff = await findStaff(trx, staffId);
    if (staff === null) throw new WayLost();
    if (!arrival.isLinked) {
      await linkIdentity(write, staff, claims);
      if (arrival.staffId !== null) await tell(trx, asking, org, staff);
    }
    const { session, authenticatedAt, level } = claims;
    return beginSession(trx, asking, staff, redirectTo, {
      method: "single-sign-on",
      provider: { orgId, session, authenticatedAt, level },
    });
  });
}

/** Tells somebody who had an account that another way leads into it now. */
async function tell(
  trx: Writer,
  { context }: RequestContext,
  org: Org,
  to: { id: string; email: string; name: string },
): Promise<void> {
  const { config, now } = context.get(servicesContext);
  const mail = renderMail(await brandOf(trx, org, config), signOnConnected, {});
  await queueMail(trx, org.id, { to, mail, now: now() });
}

async function orgOf(db: Reader, orgId: string): Promise<Org> {
  const org = await findOrg(db, orgId);
  if (org === null) throw new WayLost();
  return org;
}

async function knownOf(db: Reader, org: Org, claims: CameBack["claims"]): Promise<Known> {
  const domains = await listSignOnDomains(db, org.id);
  const linked = await findIdentity(db, org.id, claims);
  const staff = claims.email === null ? null : await findStaffByEmail(db, claims.email);
  return {
    orgName: org.name,
    domains: domains.flatMap(({ domain, provedAt }) => (provedAt === null ? [] : [domain])),
    linked: linked === null ? null : { id: linked, role: await roleIn(db, linked, org.id) },
    addressed:
      staff === null
        ? null
        : {
            id: staff.id,
            role: await roleIn(db, staff.id, org.id),
            isElseAtIssuer: await hasIdentity(db, org.id, staff.id, claims.issuer),
          },
  };
}

async function roleIn(db: Reader, staffId: string, orgId: string): Promise<Role | null> {
  return (await staffOrgs(db, staffId)).find((role) => role.orgId === orgId)?.role ?? null;
}
