import { productPath } from "#model/portal-paths.ts";
import { productsToOffer, type InviteValues } from "#model/invitations.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { ruleDecisionFor } from "./store/access-rules.server.ts";
import type { Actor } from "#tenancy/audit/store/audit.server.ts";
import { newId } from "#db/ids.ts";
import {
  INVITED_PER_DAY,
  type Invitation,
  findInvitation,
  invitedJustNow,
  invitedOfLate,
  isInvited,
  mayBeMailed,
  recordInvitation,
} from "./store/invitations.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { type Services, servicesContext } from "#platform/context.ts";
import { portalLink } from "#platform/mail/brand.ts";
import { colleagueInvited } from "./mail/colleague-invited.tsx";
import { renderMail } from "#platform/mail/render.tsx";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { hostBrand } from "./log-in.ts";
import { type RequestContext, visitorFrom } from "#auth/request-context.ts";
import * as z from "zod";
import { readEmail } from "#model/subscribers/email.ts";

type Member = Extract<Viewer, { mode: "accountExternal" }>;

/**
 * Invites people to ask for access: invitations, mails and records are one transaction. Whoever is
 * known here already, whom a rule turns away and who was invited often gets the same answer: it
 * tells the member nothing.
 * @throws TooManyRequests
 */
export async function inviteColleagues(
  asking: RequestContext,
  viewer: Member,
  { emails, message, productId }: InviteValues,
): Promise<void> {
  const { context, org } = asking;
  const { store, key, limits, now } = context.get(servicesContext);
  const { account, member } = viewer;
  await limits.consume("invite-member", `${org.id} ${member.id}`);
  const brand = await hostBrand(asking);
  const offered = productsToOffer(await listProducts(store.read, org.id), viewer);
  const product =
    offered.find(({ id }) => id === productId) ??
    offered.find(({ isDefault }) => isDefault) ??
    offered[0];
  const path = product === undefined ? "" : productPath(product);
  const inviter = `${member.firstName} ${member.lastName}`.trim() || member.email;
  const by: Actor = {
    actor: `member:${member.id}`,
    actorName: inviter,
    ip: visitorFrom(asking).ip,
  };
  await store.write(async (trx) => {
    const moment = now();
    if ((await invitedOfLate(trx, org.id, member.id, moment)) + emails.length > INVITED_PER_DAY)
      throw new TooManyRequests(DAY_SECONDS);
    for (const address of emails) {
      if (await invitedJustNow(trx, org.id, member.id, address.key, moment)) continue;
      // Only rules that look at the address alone know whether they will refuse.
      const facts = { relationship: null, country: null, productIds: [] };
      const ruleDecision = await ruleDecisionFor(trx, org, { ...address, facts }, false);
      const mailed =
        (ruleDecision === null || ruleDecision.action === "approve") &&
        (await mayBeMailed(trx, org.id, address.key, moment));
      const id = newId();
      await recordInvitation(
        { trx, orgId: org.id, by, now: moment },
        { id, accountId: account.id, memberId: member.id, address, message, mailed },
      );
      if (!mailed) continue;
      const link = portalLink(brand, path, {
        requestAccess: "true",
        source: "invite",
        inviteToken: inviteToken(key, org.id, { id, email: address.email }),
      });
      const mail = renderMail(brand, colleagueInvited, {
        inviter,
        inviterEmail: member.email,
        account: account.name,
        message,
        link,
      });
      await queueMail(trx, org.id, { to: { email: address.email }, mail, now: moment });
    }
  });
}

const DAY_SECONDS = 86_400;

/**
 * The invitation that a token proves; null for one that does not decode, is another org's, or
 * counts no more.
 */
export async function invitationOfToken(
  { context, org }: Pick<RequestContext, "context" | "org">,
  token: string | null,
): Promise<Invitation | null> {
  const { store, key } = context.get(servicesContext);
  const read = token === null ? null : readInviteToken(key, org.id, token);
  const invitation =
    read === null ? null : await findInvitation(store.read, org.id, read.invitationId);
  return invitation !== null && read !== null && invitation.email === read.email
    ? invitation
    : null;
}

/** The invitation with which somebody asks: it counts for the invited address alone. */
export async function invitationFor(
  asking: Pick<RequestContext, "context" | "org">,
  token: string | null,
  emailKey: string,
): Promise<Invitation | null> {
  const invitation = await invitationOfToken(asking, token);
  return invitation !== null && isInvited(invitation, emailKey) ? invitation : null;
}

/**
 * The token of an invitation: signed, bound to this purpose and to the tenant, it names the
 * invited address in `sub` and can be used again. It opens nothing: it fills a form in, and says
 * who invited.
 */
const PURPOSE = "colleague-invitation";
/** Longer than the longest address makes one. */
const MAX_TOKEN = 2_000;

type Key = Services["key"];

const payloadSchema = z.object({
  sub: z.string().min(3).max(320),
  org: z.string().min(1).max(64),
  inv: z.string().min(1).max(64),
});

export function inviteToken(
  key: Key,
  orgId: string,
  invitation: { id: string; email: string },
): string {
  const payload = Buffer.from(
    JSON.stringify({ sub: invitation.email, org: orgId, inv: invitation.id }),
  ).toString("base64url");
  return `${payload}.${key.sign(PURPOSE, payload)}`;
}

/**
 * Whom a token of this org invites, and by which invitation; null for one that was altered, cut, or
 * is another org's.
 */
function readInviteToken(
  key: Key,
  orgId: string,
  token: string,
): { email: string; invitationId: string } | null {
  const [payload = "", mac = "", ...rest] = token.length > MAX_TOKEN ? [] : token.split(".");
  if (rest.length > 0 || payload === "" || !key.verify(PURPOSE, payload, mac)) return null;
  const decoded = payloadSchema.safeParse(
    JSON.parse(Buffer.from(payload, "base64url").toString("utf8")),
  );
  if (!decoded.success || decoded.data.org !== orgId || readEmail(decoded.data.sub) === null)
    return null;
  return { email: decoded.data.sub, invitationId: decoded.data.inv };
}
