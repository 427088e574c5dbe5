import type { RouterContextProvider } from "react-router";
import type { Actor } from "#tenancy/audit/store/audit.server.ts";
import { hasFeature, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { NotFound } from "#db/refusals.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { byKey } from "#model/access-keys.ts";
import { maySend } from "#model/partners.ts";
import { findPartner, listPartners, noteToken, type Partner } from "./store/partners.server.ts";
import { signToken } from "./tokens.server.ts";

type Member = Extract<Viewer, { mode: "accountExternal" }>;

/**
 * The partners that a viewer may send data to: none for all but members, without the feature, and
 * where there are none.
 */
export async function partnersFor(
  context: Readonly<RouterContextProvider>,
  org: Org,
  viewer: Viewer,
): Promise<Partner[]> {
  if (!offersPartners(org, viewer)) return [];
  return listPartners(context.get(servicesContext).store.read, org.id);
}

/** Whether a viewer may send data to partners at all, if the org has any. */
export function offersPartners(org: Org, viewer: Viewer): boolean {
  return maySend(viewer) && hasFeature(org, "partnerImport");
}

/** A token that was just made; nobody is shown it again. */
export interface GeneratedToken {
  token: string;
  partner: Partner;
  expiresAt: Date;
}

/**
 * Makes a token by which a partner reads, for a day, what this member may see.
 * @throws NotFound for a partner that this viewer is not offered; TooManyRequests
 */
export async function generateToken(
  context: Readonly<RouterContextProvider>,
  org: Org,
  viewer: Viewer,
  partnerId: string,
): Promise<GeneratedToken> {
  const { store, config, key, limits, now } = context.get(servicesContext);
  if (!maySend(viewer) || !hasFeature(org, "partnerImport")) throw new NotFound("partner");
  const { account, member } = viewer;
  await limits.consume("partner-token", `${org.id} ${member.id}`);
  const made = await store.write(async (trx) => {
    const partner = await findPartner(trx, org.id, partnerId);
    if (partner === null) throw new NotFound("partner");
    const ids = { partner, accountId: account.id, memberId: member.id };
    return {
      partner,
      ...(await noteToken(
        { trx, orgId: org.id, by: memberActor(context, viewer), now: now() },
        ids,
      )),
    };
  });
  const { partner, id, createdAt, expiresAt } = made;
  const token = await signToken(key, config.origin, {
    id,
    audience: partner.domain,
    memberId: member.id,
    orgId: org.id,
    createdAt,
    expiresAt,
  });
  return { token, partner, expiresAt };
}

/** A member as the audit names them, and by which key of theirs. */
export function memberActor(
  context: Readonly<RouterContextProvider>,
  { member, key }: Pick<Member, "member" | "key">,
): Actor {
  const name = `${member.firstName} ${member.lastName}`.trim() || member.email;
  return {
    actor: `member:${member.id}`,
    actorName: byKey(name, key),
    ip: context.get(hostContext).ip,
  };
}
