import type { RouterContextProvider } from "react-router";
import { recordStaffAudit, staffActor } from "#tenancy/audit/store/audit.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import {
  createPasswordLink,
  findPasswordLink,
  PASSWORD_LINK_MINUTES,
  spendPasswordLink,
} from "#auth/store/password-links.server.ts";
import { revokeOtherSessions } from "#auth/store/session-list.server.ts";
import { findStaff, findStaffByEmail, setPassword, type Staff } from "#auth/store/staff.server.ts";
import type { Writer } from "#db/store.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import { installationBrand, staffLink } from "#platform/mail/brand.ts";
import { staffPasswordChanged, staffPasswordLink } from "#company/auth/mail/staff-password.tsx";
import { renderMail } from "#platform/mail/render.tsx";
import { knownBrowser, knownBrowserCookie } from "#auth/known-browser.ts";
import { networkOf } from "#platform/http/request/rate-limit.ts";
import { browserName } from "#values/browser-name.ts";
import { hashPassword } from "./password.ts";

/** The link was used, ran out, or never was one. */
export class PasswordLinkSpent extends Error {}

interface RequestContext {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/**
 * Every answer takes as long, in milliseconds: nobody learns from the time which addresses exist.
 */
const ANSWER_MS = 300;

/**
 * Sends a link to the person behind an address, if there is one; the caller's answer is the same
 * for all.
 * @throws TooManyRequests, by what was typed alone
 */
export async function sendPasswordLink(
  { request, context }: RequestContext,
  email: string,
): Promise<void> {
  const services = context.get(servicesContext);
  const { config, limits, store, now } = services;
  const { ip } = context.get(hostContext);
  const browser = knownBrowser(request, services, { staff: email });
  if (browser !== null) await limits.consume("password-link-known-browser", `${browser} ${email}`);
  else {
    await limits.consume("password-link-ip", ip);
    await limits.consume("password-link-address-network", `${networkOf(ip)} ${email}`);
    await limits.consume("password-link-address", email);
  }
  const answered = new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
  const staff = await findStaffByEmail(store.read, email);
  if (staff !== null) {
    const brand = installationBrand(config);
    await store.write(async (trx) => {
      const write = { trx, by: { actor: "visitor", actorName: "Visitor", ip }, now: now() };
      const token = await createPasswordLink(trx, staff.id, write.now);
      const mail = renderMail(brand, staffPasswordLink, {
        link: staffLink(brand, "/sign-in/password", { token }),
        minutes: PASSWORD_LINK_MINUTES,
      });
      await queueMail(trx, null, { to: staff, mail, now: write.now });
      await recordStaffAudit(write, staff.id, {
        action: "staff.password-link-sent",
        subject: staff.email,
      });
    });
  }
  await answered;
}

/**
 * Whether a link opens the form, and what the form has to bring back: a bare POST to the mailed
 * address does nothing.
 */
export async function openPasswordLink(
  { context }: Pick<RequestContext, "context">,
  token: string | null,
): Promise<{ issued: string } | null> {
  const { key, store, now } = context.get(servicesContext);
  if (
    token === null ||
    token.length > 100 ||
    (await findPasswordLink(store.read, token, now())) === null
  )
    return null;
  return { issued: key.sign(PURPOSE, token) };
}

const PURPOSE = "password-form";

/**
 * Spends a link: a new password, every session ended, the person told by mail; all in one
 * transaction. The second factor stays: the next sign-in asks for it.
 * @param issued what the form brought back
 * @returns the Set-Cookie header by which this browser is known as the person's: it proved the
 *   mailbox
 * @throws PasswordLinkSpent; TooManyRequests
 */
export async function replacePassword(
  asking: RequestContext,
  token: string,
  issued: string,
  newPassword: string,
): Promise<string> {
  const { key, limits, store, now } = asking.context.get(servicesContext);
  const { ip } = asking.context.get(hostContext);
  await limits.consume("password-link-use", ip);
  if (!key.verify(PURPOSE, token, issued)) throw new PasswordLinkSpent();
  const passwordHash = await hashPassword(newPassword);
  const email = await store.write(async (trx) => {
    const at = now();
    const link = await spendPasswordLink(trx, token, at);
    const staff = link === null ? null : await findStaff(trx, link.staffId);
    if (staff === null) throw new PasswordLinkSpent();
    await setPassword({ trx, by: staffActor(staff, ip), now: at }, staff.id, passwordHash);
    await revokeOtherSessions(trx, staff.id, null, at);
    await tellPasswordChanged(trx, asking, staff);
    return staff.email;
  });
  // Who mistyped the old one until the limit was reached may come in with the new one.
  await limits.forgive("sign-in-address-network", `${networkOf(ip)} ${email}`);
  return knownBrowserCookie(asking.request, asking.context.get(servicesContext), { staff: email });
}

/** Tells a person by mail that their password was changed, in the transaction that changes it. */
export async function tellPasswordChanged(
  trx: Writer,
  { request, context }: RequestContext,
  staff: Pick<Staff, "email" | "name">,
): Promise<void> {
  const { config, now } = context.get(servicesContext);
  const brand = installationBrand(config);
  const facts = {
    at: formatMoment(now().toISOString(), brand.timeZone),
    browser: browserName(request.headers.get("User-Agent")),
    ip: context.get(hostContext).ip,
  };
  await queueMail(trx, null, {
    to: staff,
    mail: renderMail(brand, staffPasswordChanged, facts),
    now: now(),
  });
}
