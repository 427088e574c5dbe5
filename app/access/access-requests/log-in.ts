import { loginCode, type LoginCode } from "#model/access-requests/access-outcomes.ts";
import { isAllowedByName } from "#model/access-requests/access-domains.ts";
import { isFreeMail } from "#model/access-rules/free-mail.ts";
import type { EmailAddress } from "#model/subscribers/email.ts";
import { ruleDecisionNow } from "./store/access-decisions.server.ts";
import { findAccessStatus, type AddressStatus } from "./store/access-status.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { createSignInLink, recentLinks } from "#auth/store/sign-in-links.server.ts";
import { areCodesEnded } from "#auth/store/sign-in-codes.server.ts";
import type { Writer } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import { brandOf, portalLink, type Brand } from "#platform/mail/brand.ts";
import { accessAnswer, type AnsweredBy } from "./mail/access-decided.tsx";
import { signInLink } from "./mail/sign-in-link.tsx";
import { renderMail } from "#platform/mail/render.tsx";
import { knownBrowser } from "#auth/known-browser.ts";
import { networkOf, TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { signInCode } from "#auth/codes.ts";
import { hostAddress, hostName, visitorFrom, type RequestContext } from "#auth/request-context.ts";

/** What a login leads to. */
export interface LoginAnswer {
  /** null: a mail is on its way. With discreet sign-in it always is null. */
  code: LoginCode | null;
  /** The link, or what stands for one where the address is nobody's. */
  linkId: string | null;
  known: AddressStatus;
}

export interface LoginWish {
  address: EmailAddress;
  productId: string | null;
  /** Where the visitor was: path and query below the portal's base. */
  returnTo: string;
}

/**
 * Asks for a sign-in link. The link, its mail and the decision are one transaction.
 * @throws TooManyRequests
 */
export async function logIn(asking: RequestContext, wish: LoginWish): Promise<LoginAnswer> {
  const { context, org } = asking;
  const { store, now } = context.get(servicesContext);
  await limitAsking(asking, "access-login-address", wish.address.key);
  const brand = await hostBrand(asking);
  return store.write(async (trx) => {
    const known = await findAccessStatus(trx, org.id, wish.address, now(), wish.productId);
    const freeMail = asksForWorkEmail(asking, wish.address);
    const { standing, ruleDecision } = await ruleDecisionNow(
      trx,
      org,
      wish.address,
      freeMail,
      known,
    );
    const code = loginCode(standing, ruleDecision?.action ?? null, freeMail);
    if (code !== null && !org.customization.discreetSignIn) return { code, linkId: null, known };
    const linkId = await sendLink(trx, asking, brand, { ...wish, code, known });
    return { code: null, linkId, known };
  });
}

/**
 * Makes a link and puts its mail into the outbox; for an address that may not sign in, a mail that
 * says so in place of the link (discreet sign-in).
 * @returns the link's id
 */
export async function sendLink(
  trx: Writer,
  asking: RequestContext,
  brand: Brand,
  { address, returnTo, code, known }: LoginWish & { code: LoginCode | null; known: AddressStatus },
): Promise<string> {
  const { org, context } = asking;
  const { key, now } = context.get(servicesContext);
  const at = now();
  const member = code === null ? known.member : null;
  const email = member?.email ?? address.email;
  const browser = browserOf(asking, address.key);
  const memberId = member?.id ?? null;
  const link = await newLink(trx, asking, { memberId, email, browser, returnTo });
  if (link.token === null) return link.id;
  const codesEnded = await areCodesEnded(trx, org.id, { email, browser }, at);
  const mail =
    code === null
      ? renderMail(brand, signInLink, {
          link: portalLink(brand, "/sign-in-link", { token: link.token }),
          code: codesEnded ? null : signInCode(key, "mailed", link.id),
        })
      : renderMail(brand, accessAnswer, {
          answer: ANSWERS[code],
          link: portalLink(brand, "", LINKS[ANSWERS[code]](address.email)),
        });
  await queueMail(trx, org.id, { to: { email }, mail, now: at });
  return link.id;
}

/**
 * Makes a link that no mail has and no code opens: with discreet sign-in, codes and questions asked
 * again are answered to a browser whose address may not sign in as to any other.
 * @returns its id
 * @throws TooManyRequests
 */
export async function standInLink(
  trx: Writer,
  asking: RequestContext,
  { address, returnTo }: Pick<LoginWish, "address" | "returnTo">,
): Promise<string> {
  const browser = browserOf(asking, address.key);
  const { email } = address;
  return (await newLink(trx, asking, { memberId: null, email, browser, returnTo })).id;
}

/** @throws TooManyRequests where there were too many links for the address */
async function newLink(
  trx: Writer,
  asking: RequestContext,
  values: { memberId: string | null; email: string; browser: string | null; returnTo: string },
): Promise<{ id: string; token: string | null }> {
  const { org, context } = asking;
  const at = context.get(servicesContext).now();
  const { browser } = values;
  const link = await createSignInLink(
    { trx, orgId: org.id, now: at },
    {
      ...values,
      host: hostName(asking),
      askedFrom: browser ?? askerOf(visitorFrom(asking).ip),
    },
  );
  if (link.token === null) return link;
  const recent = await recentLinks(trx, org.id, link.id, at);
  // The questions of one network use up its own tries long before those of the address, and a
  // network that has not asked yet still gets its first. A browser that the person knows is nobody
  // else's business.
  const crowded =
    recent.ofAddress > (recent.ofAsker > 1 ? LINKS_PER_ADDRESS : MOST_LINKS_PER_ADDRESS);
  if (recent.ofAsker > LINKS_PER_ASKER || (browser === null && crowded))
    throw new TooManyRequests(LINK_WINDOW_SECONDS);
  return link;
}

/**
 * Links, and so mails, that one network and everybody together get for one address within a quarter
 * of an hour.
 */
const LINKS_PER_ASKER = 6;
const LINKS_PER_ADDRESS = 30;
/** Up to so many for networks that ask for the first time within it. */
const MOST_LINKS_PER_ADDRESS = 60;
const LINK_WINDOW_SECONDS = 900;

const ANSWERS: Readonly<Record<LoginCode, AnsweredBy>> = {
  AccessExpired: "expired",
  PendingRequest: "pending",
  RequestDeclined: "declined",
  RequestDeclinedThirdParty: "declined",
  RequestDeclinedAuto: "declined",
  RequestDeclinedBlockedDomain: "declined",
  UnrecognizedEmail: "unknown",
  NotWorkEmail: "not-work",
};

const LINKS: Readonly<Record<AnsweredBy, (email: string) => Record<string, string>>> = {
  expired: (email) => ({ requestAccess: "true", source: "mail", email }),
  unknown: (email) => ({ requestAccess: "true", source: "mail", email }),
  pending: () => ({}),
  declined: () => ({}),
  "not-work": () => ({ requestAccess: "true", source: "mail" }),
};

/** The browser that asks, when it is one that the owner of this address signed in with before. */
function browserOf({ context, request, org }: RequestContext, emailKey: string): string | null {
  return knownBrowser(request, context.get(servicesContext), { orgId: org.id, emailKey });
}

/** Whom an address asks as: the asker is a network, never what a browser says of itself. */
function askerOf(ip: string): string {
  const network = networkOf(ip);
  return network.includes(":") ? network : network.split(".").slice(0, 3).join(".");
}

/** The brand of a mail that leads back to the door by which the visitor came. */
export async function hostBrand(asking: RequestContext): Promise<Brand> {
  const { store, config } = asking.context.get(servicesContext);
  return { ...(await brandOf(store.read, asking.org, config)), portalUrl: hostAddress(asking) };
}

/** Whether the org wants another address than this one. */
export function asksForWorkEmail(
  { org }: Pick<RequestContext, "org">,
  address: Pick<EmailAddress, "domain">,
): boolean {
  return (
    org.customization.workEmailRequired &&
    isFreeMail(address.domain) &&
    !isAllowedByName(org.customization, address.domain)
  );
}

/**
 * Counts one form from this network and about this address in this org; that of a browser which the
 * address's owner signed in with before counts for that browser alone, and calls by keys of the owner
 * count together, however many keys there are.
 * @param byKey whether the owner of the address asks by a key
 * @throws TooManyRequests
 */
export async function limitAsking(
  asking: RequestContext,
  name: "access-login-address" | "access-request-address",
  emailKey: string,
  byKey = false,
): Promise<void> {
  const { limits } = asking.context.get(servicesContext);
  if (byKey) return limits.consume(name, `${asking.org.id} keys ${emailKey}`);
  const { ip } = visitorFrom(asking);
  const browser = browserOf(asking, emailKey);
  if (browser !== null)
    return limits.consume(name, `${asking.org.id} browser ${browser} ${emailKey}`);
  await limits.consume("access-ip", ip);
  await limits.consume(name, `${asking.org.id} ${networkOf(ip)} ${emailKey}`);
  await limits.consume("access-address", `${asking.org.id} ${emailKey}`);
}
