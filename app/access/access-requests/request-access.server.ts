import {
  type RequestFeedback,
  type RequestKind,
  decisionWords,
} from "#model/access-requests/access-outcomes.ts";
import { byKey } from "#model/access-keys.ts";
import { errorWords } from "#values/error-words.ts";
import type { AccessRequestValues } from "./forms/access-request.ts";
import { submitAccessRequest } from "./store/access-decisions.server.ts";
import { extendAccess } from "./store/access-renewals.server.ts";
import { type RequestAnswer } from "./store/access-rulings.server.ts";
import { recordVisitorEvent } from "#tenancy/visitor-events/store/visitor-events.server.ts";
import { usualDecisionHours, type RequestValues } from "./store/access-requests.server.ts";
import type { Actor, Write } from "#tenancy/audit/store/audit.server.ts";
import { newId } from "#db/ids.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { servicesContext } from "#platform/context.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { readEmail, type EmailAddress } from "#model/subscribers/email.ts";
import type { Invitation } from "./store/invitations.server.ts";
import { tellStaffOfRequest } from "./mail/staff-notices.ts";
import { subscribeByMail } from "#updates/subscribers/mail/subscribing.ts";
import { asksForWorkEmail, hostBrand, limitAsking, standInLink } from "./log-in.ts";
import { hostAddress, hostName, visitorFrom, type RequestContext } from "#auth/request-context.ts";
import { linkFor, tellByMail } from "./request-mails.server.ts";

/** What a request led to, as the visitor is told: with discreet sign-in always 'pending'. */
export interface RequestResult extends RequestAnswer {
  told: RequestFeedback | "pending";
  /** The sign-in link that was sent, or what stands for one where sign-in is discreet. */
  linkId: string | null;
  /** With discreet sign-in: the request of this browser, or what stands for one. */
  standsFor: string | null;
}

/**
 * Takes a request for access: decision, records, mail and link are one transaction.
 * @param returnTo where the visitor was, for a link that is sent at once
 * @param invitation by which the person asks, if a member invited them
 * @param kind whether a member asks for more time
 * @throws TooManyRequests
 */
export async function requestAccess(
  asking: RequestContext,
  viewer: Viewer,
  values: AccessRequestValues,
  {
    returnTo,
    invitation,
    kind = "access",
  }: { returnTo: string; invitation: Invitation | null; kind?: RequestKind },
): Promise<RequestResult> {
  const { context, org } = asking;
  const { store, now, config } = context.get(servicesContext);
  const address = values.email;
  const key = viewer.mode === "accountExternal" ? viewer.key : undefined;
  await limitAsking(asking, "access-request-address", address.key, key !== undefined);
  const brand = await hostBrand(asking);
  const decision = decisionWords(await usualDecisionHours(store.read, org.id));
  const from = visitorFrom(asking);
  const by: Actor = {
    actor: "visitor",
    actorName: byKey(`${values.firstName} ${values.lastName}`, key),
    ip: from.ip,
  };
  const asker = {
    address,
    freeMail: asksForWorkEmail(asking, address),
    viewer: ownMember(viewer, address.key),
    invitation,
  };
  const result = await store.write(async (trx): Promise<RequestResult> => {
    const write = { trx, orgId: org.id, by, now: now() };
    const itemKind = values.itemKind ?? (await kindOfItem(trx, org.id, values));
    const found = await submitAccessRequest(
      write,
      org,
      {
        ...rowOf(values),
        kind,
        itemKind,
        customizationRevision: values.statusPageCustomizationRevision ?? org.customizationRevision,
        host: hostName(asking),
        ...from,
      },
      asker,
    );
    const answer = await askedAgain(write, asking, found, values.note);
    if (values.itemUid != null && answer.recorded)
      await recordVisitorEvent(write, {
        name: "file requested",
        viewer,
        itemUid: values.itemUid,
        ...(values.productId == null ? {} : { productId: values.productId }),
      });
    const { discreetSignIn } = org.customization;
    // Counted alike for every address, before an approval's link, which a newer one would end.
    const standIn =
      // Who asks by a key is known, and no browser waits for a link.
      discreetSignIn && key === undefined && answer.feedback !== "account_already_exists"
        ? await standInLink(trx, asking, { address, returnTo })
        : null;
    if (key !== undefined && answer.feedback === "account_already_exists")
      return { ...answer, linkId: null, standsFor: null, told: answer.feedback };
    const { linkId, link, code } = await linkFor(trx, asking, brand, { answer, values, returnTo });
    if (answer.feedback !== "account_already_exists")
      await tellByMail(trx, asking, brand, { answer, values, decision, link, code });
    if (answer.recorded && answer.feedback === "pending" && answer.requestId !== null)
      await tellStaffOfRequest(write, config, org, {
        requestId: answer.requestId,
        cause: kind === "extension" ? "asked-longer" : "asked",
        note: values.note ?? null,
      });
    if (!discreetSignIn || key !== undefined)
      return { ...answer, linkId, standsFor: null, told: answer.feedback };
    // Every browser remembers a link, whose codes are answered alike, and a request: where it is
    // one, the link that its approval will send can be opened in this browser.
    return {
      ...answer,
      linkId: linkId ?? standIn,
      standsFor: (answer.recorded ? answer.requestId : null) ?? newId(),
      told: "pending",
    };
  });
  if (values.subscribe && org.customization.subscribeEnabled && TAKEN.has(result.feedback))
    await subscribeToo(asking, address);
  return result;
}

/**
 * The answers to a request that was taken, or to somebody who is known and welcome: whoever was
 * refused is sent nothing that they ticked.
 */
const TAKEN: ReadonlySet<RequestAnswer["feedback"]> = new Set<RequestAnswer["feedback"]>([
  "pending",
  "pending_request",
  "request_approved",
  "account_already_exists",
]);

/**
 * With discreet sign-in nobody reaches the dialog of ended access: asking for access asks for it
 * again.
 */
async function askedAgain(
  write: Write,
  asking: RequestContext,
  answer: RequestAnswer,
  note: string | null,
): Promise<RequestAnswer> {
  const { context, org } = asking;
  if (
    !org.customization.discreetSignIn ||
    answer.feedback !== "access_expired" ||
    answer.reviewId === null
  )
    return answer;
  const { config } = context.get(servicesContext);
  const extension = await extendAccess(write, answer.reviewId, {
    ...visitorFrom(asking),
    host: hostName(asking),
    note,
  });
  if (extension.requestId === null) return answer;
  await tellStaffOfRequest(write, config, org, {
    requestId: extension.requestId,
    cause: "asked-again",
    note,
  });
  // Staff are told by this already.
  return { ...answer, feedback: "pending", requestId: extension.requestId, recorded: false };
}

/** The card of the item that was asked for, where the link that led here did not say. */
async function kindOfItem(
  trx: Writer,
  orgId: string,
  { itemUid, productId }: Pick<AccessRequestValues, "itemUid" | "productId">,
): Promise<string | null> {
  if (itemUid == null) return null;
  let query = inOrg(trx, orgId).selectFrom("items").select("kind").where("uid", "=", itemUid);
  // The same item can stand on another card of another product.
  if (productId != null) query = query.where("productId", "=", productId);
  return (await query.limit(1).executeTakeFirst())?.kind ?? null;
}

/**
 * The tick for updates: the address of a request that was taken gets the mail that confirms a
 * subscription. Its own limits never fail the request.
 */
async function subscribeToo(asking: RequestContext, address: EmailAddress): Promise<void> {
  const services = asking.context.get(servicesContext);
  try {
    await subscribeByMail(services, asking.org, {
      address,
      source: "access-request",
      ip: visitorFrom(asking).ip,
      portalUrl: hostAddress(asking),
    });
  } catch (error) {
    services.log.warn({ error: errorWords(error) }, "a subscription with a request was not taken");
  }
}

/** The signed-in member, when the form asks for more for that very person. */
function ownMember(
  viewer: Viewer,
  emailKey: string,
): { accountId: string; memberId: string } | null {
  if (viewer.mode !== "accountExternal" || readEmail(viewer.member.email)?.key !== emailKey)
    return null;
  return { accountId: viewer.account.id, memberId: viewer.member.id };
}

function rowOf(values: AccessRequestValues): RequestValues {
  return {
    email: values.email.email,
    firstName: values.firstName,
    lastName: values.lastName,
    companyName: values.companyName,
    jobTitle: values.jobTitleTextField,
    pointOfContact: values.pointOfContactField,
    relationship: values.relationshipDropdown,
    country: values.countriesDropdown,
    agreed: values.agree,
    subscribed: values.subscribe,
    customCheckbox: values.customCheckbox ?? false,
    productId: values.productId,
    productIds: values.accountMemberRequestProducts,
    itemUid: values.itemUid,
    itemKind: values.itemKind,
    source: values.source,
    note: values.note,
  };
}
