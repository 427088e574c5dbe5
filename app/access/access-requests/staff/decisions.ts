import type { RouterContextProvider } from "react-router";
import { accountChoices } from "../store/known-of-request.server.ts";
import { likelyAccount } from "../rules/suggestion.ts";
import { findAccessRequest, type AccessRequest } from "../store/access-requests.server.ts";
import { approveRequest, declineRequest, type Decided } from "../store/access-reviews.server.ts";
import { attachDecisionMail, heldUntil, type Approval } from "../store/review-records.server.ts";
import { grantsInForce } from "#auth/accounts/store/grants.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { listProducts, type Product } from "#tenancy/products/store/products.server.ts";
import { isoNow } from "#db/ids.ts";
import { NotFound } from "#db/refusals.ts";
import type { StaffSession } from "#model/auth/staff-session.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { servicesContext } from "#platform/context.ts";
import { endOfDay, lastDay } from "#values/dates.ts";
import type { GrantForm } from "../forms/review-forms.ts";
import { createApprovalLink } from "#auth/store/sign-in-links.server.ts";
import { itemPath } from "#model/portal-paths.ts";
import { brandOnHost, portalLink, type Brand } from "#platform/mail/brand.ts";
import type { Working } from "../request-work.server.ts";
import { accessApproved, accessDeclined } from "../mail/access-decided.tsx";
import { renderMail } from "#platform/mail/render.tsx";
import { actorOf } from "#auth/current-staff.ts";

/** Who decides, where, and with which clock. */
export interface Deciding {
  context: Readonly<RouterContextProvider>;
  org: Org;
  session: StaffSession;
}

/** Who decides, as the verbs of `request-work` take it. */
export function workingOf({ context, org, session }: Deciding): Working {
  return {
    services: context.get(servicesContext),
    org,
    me: session.staff,
    by: actorOf(context, session),
  };
}

const DAY_MS = 86_400_000;

/**
 * What the fields of a grant say, as the verbs take it: a day is valid to its end in the org's time
 * zone.
 */
export function grantOf(
  form: GrantForm,
  timeZone: string,
  now: Date,
): Pick<Approval, "profileId" | "productIds" | "expiresAt" | "ndaRequired"> {
  return {
    profileId: form.profileId,
    productIds: form.productIds,
    expiresAt: endOf(form, timeZone, now),
    ndaRequired: form.nda === "required",
  };
}

/** When access ends that is given now; null: never. */
export function endOf(
  { expires, expiresOn, expiresIn }: Pick<GrantForm, "expires" | "expiresOn" | "expiresIn">,
  timeZone: string,
  now: Date,
): string | null {
  if (expires === "date") return endOfDay(expiresOn ?? "", timeZone);
  return expires === "days"
    ? new Date(now.getTime() + Number(expiresIn) * DAY_MS).toISOString()
    : null;
}

/**
 * Approves requests, each with its mail, all or none.
 * @returns the names of products that stay as an account has them, and the moment of the decisions
 * @throws NotFound; DecidedAlready
 */
export async function approve(
  trx: Writer,
  { services: { config, now }, org, by }: Omit<Working, "me">,
  requestIds: readonly string[],
  approvalOf: (trx: Reader, request: AccessRequest) => Promise<Approval>,
): Promise<{ kept: string[]; at: string }> {
  // One moment for all of them, by which they are found again for an undo.
  const at = now();
  const products = await listProducts(trx, org.id);
  const kept = new Set<string>();
  for (const requestId of requestIds) {
    const request = await findAccessRequest(trx, org.id, requestId);
    if (request === null) throw new NotFound("access request");
    const approval = await approvalOf(trx, request);
    const decided = await approveRequest({ trx, orgId: org.id, by, now: at }, requestId, approval);
    for (const product of products) if (decided.kept.includes(product.id)) kept.add(product.name);
    const given = await givenTo(
      trx,
      org,
      products,
      { ...decided, productIds: approval.productIds },
      at,
    );
    const brand = await brandOnHost(trx, org, config, request.host);
    const facts = {
      firstName: request.firstName,
      email: request.email,
      ...given,
      message: approval.message,
      link: await approvalLink(trx, org, brand, decided, at),
    };
    await tell(trx, org, decided, renderMail(brand, accessApproved, facts), at);
  }
  return { kept: [...kept], at: isoNow(at) };
}

/** The link that signs the person in, back to the item that they asked for. */
async function approvalLink(
  trx: Writer,
  org: Org,
  brand: Brand,
  { request, memberId }: { request: AccessRequest; memberId: string },
  now: Date,
): Promise<string> {
  const { token } = await createApprovalLink(
    { trx, orgId: org.id, now },
    {
      memberId,
      email: request.email,
      host: new URL(brand.portalUrl).hostname,
      requestId: request.id,
      returnTo: await askedPath(trx, org.id, request),
    },
  );
  return portalLink(brand, "/sign-in-link", { token });
}

/**
 * The page of the item that a request is about, below the portal's base; else the portal itself.
 */
async function askedPath(
  db: Reader,
  orgId: string,
  { itemUid, productId }: AccessRequest,
): Promise<string> {
  if (itemUid === null) return "/";
  const products = await listProducts(db, orgId);
  const product =
    products.find(({ id }) => id === productId) ?? products.find(({ isDefault }) => isDefault);
  if (product === undefined) return "/";
  const item = await inOrg(db, orgId)
    .selectFrom("items")
    .select(["customSlug", "defaultSlug"])
    .where("productId", "=", product.id)
    .where("uid", "=", itemUid)
    .executeTakeFirst();
  return item === undefined
    ? "/"
    : itemPath(encodeURIComponent(item.customSlug ?? item.defaultSlug), product, products);
}

/**
 * What a member may read in some products from now on, in the words of a mail: an NDA that is
 * signed already, or asked of nobody, is not announced.
 */
export async function givenTo(
  trx: Writer,
  org: Org,
  named: readonly Product[],
  {
    accountId,
    memberId,
    productIds,
  }: { accountId: string; memberId: string; productIds: readonly string[] },
  now: Date,
): Promise<{ products: string[]; expires: string | null; ndaRequired: boolean }> {
  const grants = (await grantsInForce(trx, org.id, accountId, now, memberId)).grants.filter(
    (grant) => productIds.includes(grant.productId),
  );
  const ends = grants.flatMap((grant) => grant.expiresAt ?? []).sort();
  return {
    products: named
      .filter(({ id }) => grants.some((grant) => grant.productId === id))
      .map(({ name }) => name),
    expires: ends[0] === undefined ? null : lastDay(ends[0], org.timeZone),
    ndaRequired: grants.some((grant) => grant.ndaRequired && !grant.ndaPassed),
  };
}

/**
 * Declines requests, each with its mail, all or none.
 * @returns the moment of the decisions
 * @throws NotFound; DecidedAlready
 */
export async function decline(
  trx: Writer,
  { services: { config, now }, org, by }: Omit<Working, "me">,
  requestIds: readonly string[],
  options: Parameters<typeof declineRequest>[2],
): Promise<{ at: string }> {
  const at = now();
  for (const requestId of requestIds) {
    const decided = await declineRequest({ trx, orgId: org.id, by, now: at }, requestId, options);
    const {
      outcome,
      request: { firstName, email, host },
    } = decided;
    if (outcome === "request_approved") continue;
    const brand = await brandOnHost(trx, org, config, host);
    await tell(
      trx,
      org,
      decided,
      renderMail(brand, accessDeclined, { firstName, email, outcome, message: options.message }),
      at,
    );
  }
  return { at: isoNow(at) };
}

/**
 * The account that a request of many goes into: the likely one, or a new one of the company's name.
 */
export async function accountOfMany(
  db: Reader,
  orgId: string,
  request: AccessRequest,
): Promise<Approval["account"]> {
  const likely = likelyAccount(request, await accountChoices(db, orgId, request.emailDomain));
  return likely === null ? { name: request.companyName } : { id: likely };
}

async function tell(
  trx: Writer,
  org: Org,
  { reviewId, request }: Decided,
  mail: ReturnType<typeof renderMail>,
  now: Date,
): Promise<void> {
  const name = `${request.firstName} ${request.lastName}`.trim();
  const mailId = await queueMail(trx, org.id, {
    to: { email: request.email, name: name || null },
    mail,
    now,
    notBefore: heldUntil(now),
  });
  await attachDecisionMail(trx, org.id, reviewId, mailId);
}
