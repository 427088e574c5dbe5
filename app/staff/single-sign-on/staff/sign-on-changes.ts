import { redirect, type RouterContextProvider } from "react-router";
import type * as z from "zod";
import { actorOf, type StaffInOrg } from "#auth/current-staff.ts";
import {
  addSignOnDomain,
  findSingleSignOn,
  listSignOnDomains,
  loseSignOnDomain,
  proveSignOnDomain,
  removeSignOnDomain,
  saveSingleSignOn,
} from "#auth/store/single-sign-on.server.ts";
import { findStaff } from "#auth/store/staff.server.ts";
import { hasSecondFactor } from "#auth/store/passkeys.server.ts";
import { SIGN_ON_PAGE } from "#model/auth/single-sign-on.ts";
import { SYSTEM, type Write } from "#tenancy/audit/store/audit.server.ts";
import { findSecret, removeSecret, setSecret } from "#tenancy/orgs/store/org-secrets.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import { holdsProof } from "#model/settings/domain.ts";
import { servicesContext } from "#platform/context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { askDomainRecords } from "#platform/integrations/domain-records.ts";
import type { Accepted, FormAnswer } from "#web/forms/form.ts";
import { leave } from "#staff/auth/single-sign-on/flow.ts";
import {
  CLIENT_SECRET,
  isIssuer,
  ProviderFailed,
  secretPurpose,
} from "#staff/auth/single-sign-on/provider.ts";
import { tellOwners } from "./tell-owners.ts";
import type {
  knownSignOnDomainSchema,
  newSignOnDomainSchema,
  signOnSettingsSchema,
} from "../forms/single-sign-on.ts";

/** Who changes single sign-on, and where. */
export interface SignOnDesk {
  context: Readonly<RouterContextProvider>;
  here: StaffInOrg;
}

/** Saves the provider and its rules. A secret that is left empty stays. */
export async function save(
  desk: SignOnDesk,
  { value, refuse }: Accepted<z.output<typeof signOnSettingsSchema>>,
): Promise<Response | FormAnswer> {
  const { context, here } = desk;
  const services = context.get(servicesContext);
  const { clientSecret, roleLines, ...settings } = value;
  if (!isIssuer(services, value.issuer))
    return refuse({ fields: { issuer: ["Use an https address"] } });
  if (roleLines.length > 0 && value.roleClaim === null)
    return refuse({ fields: { roleClaim: ["Enter the claim that gives these roles"] } });
  const { read } = services.store;
  const orgId = here.org.id;
  const isBySecret = value.clientProof === "secret";
  const kept = await findSecret(read, orgId, CLIENT_SECRET);
  if (isBySecret && clientSecret === null && kept === null)
    return refuse({ fields: { clientSecret: ["Enter the client secret"] } });
  const domains = await listSignOnDomains(read, orgId);
  if (value.enabled && domains.every(({ provedAt }) => provedAt === null))
    return refuse({
      fields: { enabled: ["Verify a domain first. Single sign-on needs it."] },
    });
  if (value.only && !(await hasWayBack(desk))) return refuse({ fields: { only: [NO_WAY_BACK] } });
  if (value.only && !value.enabled)
    return refuse({
      fields: { enabled: ["Turn this on too. Otherwise, only owners can sign in."] },
    });
  await changing(desk, async (write) => {
    if (!isBySecret) await removeSecret(write.trx, orgId, CLIENT_SECRET);
    else if (clientSecret !== null)
      await setSecret(write, CLIENT_SECRET, services.key.seal(secretPurpose(orgId), clientSecret));
    await saveSingleSignOn(write, { ...settings, roles: roleLines });
    await tellOwners(services.config, write, stateInWords(value));
  });
  return redirectWithFlash(context, SIGN_ON_PAGE, "Saved.");
}

function stateInWords({ issuer, enabled, only }: z.output<typeof signOnSettingsSchema>): string {
  if (!enabled) return `Single sign-on with ${issuer} is set up but turned off.`;
  return only
    ? `Single sign-on with ${issuer} is the only way in, except for owners.`
    : `Single sign-on with ${issuer} is on.`;
}

const NO_WAY_BACK =
  "Turn on two-factor sign-in or add a passkey for yourself first. It’s your way back in if your identity provider fails.";

/** Whether whoever saves it gets in by password and second factor, or by passkey, whatever happens. */
async function hasWayBack({ context, here }: SignOnDesk): Promise<boolean> {
  const { read } = context.get(servicesContext).store;
  const staff = await findStaff(read, here.session.staff.id);
  return staff !== null && hasSecondFactor(read, staff);
}

/** Goes the whole way to the provider and back, and changes nothing. */
export async function test({ context, here }: SignOnDesk): Promise<Response> {
  try {
    const { to, cookie } = await leave({ context }, here.org.id, {
      email: here.session.staff.email,
      redirectTo: SIGN_ON_PAGE,
      tester: here.session.tokenHash,
    });
    return redirect(to, { status: 303, headers: { "Set-Cookie": cookie } });
  } catch (error) {
    if (error instanceof ProviderFailed)
      return redirectWithFlash(context, SIGN_ON_PAGE, { tone: "error", text: error.message });
    throw error;
  }
}

export async function addDomain(
  desk: SignOnDesk,
  { value: { domain } }: Accepted<z.output<typeof newSignOnDomainSchema>>,
): Promise<Response> {
  await changing(desk, (write) => addSignOnDomain(write, domain));
  return redirectWithFlash(
    desk.context,
    SIGN_ON_PAGE,
    `${domain} was added. Add its DNS record, then check it.`,
  );
}

/** Asks the name server for the record: what is there is proved, what is gone is no longer. */
export async function checkDomain(
  desk: SignOnDesk,
  { value: { domain } }: Accepted<z.output<typeof knownSignOnDomainSchema>>,
): Promise<Response> {
  const { config, store, now } = desk.context.get(servicesContext);
  const known = (await listSignOnDomains(store.read, desk.here.org.id)).find(
    (one) => one.domain === domain,
  );
  if (known === undefined) throw new NotFound("domain");
  const answers = await askDomainRecords(domain, known.token, config.dnsServer);
  const proof = holdsProof(domain, known.token, answers);
  if (proof === "unknown")
    throw new Refused(
      "The name server did not answer. Nothing was changed. Try again in a few minutes.",
    );
  await changing(desk, async (write) => {
    if (proof === "gone") return loseSignOnDomain(write, domain);
    const formers = await proveSignOnDomain(write, domain);
    await tellOwners(config, write, `${domain} is verified and leads to your provider.`);
    for (const orgId of formers)
      await tellOwners(
        config,
        { trx: write.trx, orgId, by: SYSTEM, now: now() },
        `${domain} no longer leads to your provider. Another organization verified that it owns the domain.`,
      );
  });
  return redirectWithFlash(
    desk.context,
    SIGN_ON_PAGE,
    proof === "there"
      ? `${domain} is verified.`
      : {
          tone: "error",
          text: `${domain} isn’t verified yet. Its TXT record wasn’t found. A new record can take up to an hour to appear.`,
        },
  );
}

export async function removeDomain(
  desk: SignOnDesk,
  { value: { domain } }: Accepted<z.output<typeof knownSignOnDomainSchema>>,
): Promise<Response> {
  const { store } = desk.context.get(servicesContext);
  const orgId = desk.here.org.id;
  const others = (await listSignOnDomains(store.read, orgId)).filter(
    (one) => one.domain !== domain && one.provedAt !== null,
  );
  if (others.length === 0 && (await findSingleSignOn(store.read, orgId))?.only === true)
    throw new Refused(
      "Single sign-on is the only way in. Turn that off before you remove its last domain.",
    );
  const { config } = desk.context.get(servicesContext);
  await changing(desk, async (write) => {
    await removeSignOnDomain(write, domain);
    await tellOwners(config, write, `${domain} was removed.`);
  });
  return redirectWithFlash(desk.context, SIGN_ON_PAGE, `${domain} was removed.`);
}

function changing<Done>(
  { context, here }: SignOnDesk,
  change: (write: Write) => Promise<Done>,
): Promise<Done> {
  const { store, now } = context.get(servicesContext);
  const by = actorOf(context, here.session);
  return store.write((trx) => change({ trx, orgId: here.org.id, by, now: now() }));
}
