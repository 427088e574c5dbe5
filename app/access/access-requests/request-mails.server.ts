import { type DeclineOutcome, decisionWords } from "#model/access-requests/access-outcomes.ts";
import type { AccessRequestValues } from "./forms/access-request.ts";
import { lastDay } from "#values/dates.ts";
import { type RequestAnswer } from "./store/access-rulings.server.ts";
import { findAccessStatus } from "./store/access-status.server.ts";
import { usualDecisionHours, type AccessRequest } from "./store/access-requests.server.ts";
import { grantsInForce } from "#auth/accounts/store/grants.server.ts";
import { createApprovalLink } from "#auth/store/sign-in-links.server.ts";
import { areCodesEnded } from "#auth/store/sign-in-codes.server.ts";
import { signInCode } from "#auth/codes.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import type { Writer } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import type { RenderedMail } from "#model/mail/mail.ts";
import { portalLink, type Brand } from "#platform/mail/brand.ts";
import {
  type AnsweredBy,
  accessAnswer,
  accessApproved,
  accessDeclined,
} from "./mail/access-decided.tsx";
import { requestReceived } from "./mail/request-received.tsx";
import { renderMail } from "#platform/mail/render.tsx";
import { hostBrand, sendLink } from "./log-in.ts";
import { hostName, type RequestContext } from "#auth/request-context.ts";
import { requestToken } from "./request-token.server.ts";

/**
 * The sign-in link that an answer gives: sent by itself to whoever has access already, or for the
 * mail of an approval, with the code that the asking browser takes in its place.
 */
export async function linkFor(
  trx: Writer,
  asking: RequestContext,
  brand: Brand,
  {
    answer,
    values,
    returnTo,
  }: { answer: RequestAnswer; values: AccessRequestValues; returnTo: string },
): Promise<{ linkId: string | null; link: string | null; code: string | null }> {
  if (answer.feedback === "account_already_exists")
    return {
      linkId: await sendLinkAgain(trx, asking, brand, values, returnTo),
      link: null,
      code: null,
    };
  if (answer.feedback !== "request_approved" || answer.member === null || answer.requestId === null)
    return { linkId: null, link: null, code: null };
  const { org, context } = asking;
  const { key, now } = context.get(servicesContext);
  const at = now();
  const { email } = answer.member;
  const { id, token } = await createApprovalLink(
    { trx, orgId: org.id, now: at },
    {
      memberId: answer.member.id,
      email,
      host: hostName(asking),
      requestId: answer.requestId,
      returnTo,
    },
  );
  const codesEnded = await areCodesEnded(trx, org.id, { email, browser: null }, at);
  return {
    linkId: id,
    link: portalLink(brand, "/sign-in-link", { token }),
    code: codesEnded ? null : signInCode(key, "mailed", id),
  };
}

async function sendLinkAgain(
  trx: Writer,
  asking: RequestContext,
  brand: Brand,
  { email: address, productId }: AccessRequestValues,
  returnTo: string,
): Promise<string> {
  const { now } = asking.context.get(servicesContext);
  const known = await findAccessStatus(trx, asking.org.id, address, now(), productId);
  return sendLink(trx, asking, brand, { address, productId, returnTo, code: null, known });
}

/** What goes out by mail: what was recorded, and with discreet sign-in every other answer too. */
export async function tellByMail(
  trx: Writer,
  { org, context }: RequestContext,
  brand: Brand,
  {
    answer,
    values,
    decision,
    link,
    code,
  }: {
    answer: RequestAnswer;
    values: AccessRequestValues;
    decision: string;
    link: string | null;
    code: string | null;
  },
): Promise<void> {
  const { email, firstName } = values;
  const { key, now } = context.get(servicesContext);
  const address = email.email;
  const given = await givenTo(trx, org, answer, now());
  const received = () =>
    answer.requestId === null
      ? renderMail(brand, accessAnswer, facts("pending", brand.portalUrl))
      : renderMail(brand, requestReceived, {
          decision,
          link: portalLink(brand, "", {
            requestToken: requestToken(key, org.id, answer.requestId),
          }),
        });
  const discreetly = (mail: () => RenderedMail) =>
    org.customization.discreetSignIn ? mail() : null;
  const mail = (): RenderedMail | null => {
    switch (answer.feedback) {
      case "pending":
        return received();
      case "request_approved":
        return renderMail(brand, accessApproved, {
          firstName,
          email: address,
          message: null,
          link,
          code,
          ...given,
        });
      case "pending_request":
        return discreetly(received);
      case "access_expired":
        return discreetly(() =>
          renderMail(brand, accessAnswer, facts("expired", loginLink(brand, address))),
        );
      case "not_work_email":
        return discreetly(() =>
          renderMail(
            brand,
            accessAnswer,
            facts("not-work", portalLink(brand, "", { requestAccess: "true", source: "mail" })),
          ),
        );
      case "account_already_exists":
      case "unique_violation":
        return null;
      default:
        return discreetly(() =>
          renderMail(brand, accessDeclined, {
            firstName,
            email: address,
            outcome: answer.feedback as DeclineOutcome,
            message: answer.message,
          }),
        );
    }
  };
  const rendered = mail();
  if (rendered !== null)
    await queueMail(trx, org.id, { to: { email: address }, mail: rendered, now: now() });
}

function facts(answer: AnsweredBy, link: string): { answer: AnsweredBy; link: string } {
  return { answer, link };
}

/** What an approval opened, in the words of its mail. */
async function givenTo(
  trx: Writer,
  org: RequestContext["org"],
  { member }: RequestAnswer,
  now: Date,
): Promise<{ products: string[]; expires: string | null; ndaRequired: boolean }> {
  const grants =
    member === null
      ? []
      : (await grantsInForce(trx, org.id, member.accountId, now, member.id)).grants;
  const names = await listProducts(trx, org.id);
  const ends = grants
    .flatMap((grant) => (grant.expiresAt === null ? [] : [grant.expiresAt]))
    .sort();
  return {
    products: names
      .filter(({ id }) => grants.some((grant) => grant.productId === id))
      .map(({ name }) => name),
    expires: ends[0] === undefined ? null : lastDay(ends[0], org.timeZone),
    ndaRequired: grants.some((grant) => grant.ndaRequired && !grant.ndaPassed),
  };
}

/** The login tab with the address filled in: what a mail without a token leads to. */
function loginLink(brand: Brand, email: string): string {
  return portalLink(brand, "", { loginRequest: "true", source: "mail", email });
}

/**
 * Sends the person who asked a link to their request that waits.
 * @throws TooManyRequests
 */
export async function sendRequestLink(
  asking: RequestContext,
  request: Pick<AccessRequest, "id" | "email" | "emailKey">,
): Promise<void> {
  const { context, org } = asking;
  const { store, key, limits, now } = context.get(servicesContext);
  await limits.consume("access-request-link", `${org.id} ${request.emailKey}`);
  const brand = await hostBrand(asking);
  const decision = decisionWords(await usualDecisionHours(store.read, org.id));
  const mail = renderMail(brand, requestReceived, {
    decision,
    link: portalLink(brand, "", { requestToken: requestToken(key, org.id, request.id) }),
  });
  await store.write((trx) =>
    queueMail(trx, org.id, { to: { email: request.email }, mail, now: now() }),
  );
}
