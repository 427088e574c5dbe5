import { recordAccessRequest } from "#access/access-requests/store/access-requests.server.ts";
import { savePreset } from "#access/access-requests/store/access-presets.server.ts";
import { importCustomers } from "#access/access-requests/store/customer-domains.server.ts";
import { addRule } from "#access/access-requests/store/access-rules.server.ts";
import { addPartner } from "#company/partners/store/partners.server.ts";
import {
  approveAccount,
  createAccount,
  declineAccount,
  grantAccess,
  signNda,
} from "#auth/accounts/store/accounts.server.ts";
import { addMember } from "#auth/accounts/store/members.server.ts";
import { staffActor, SYSTEM, type Actor, type Write } from "#tenancy/audit/store/audit.server.ts";
import { makeInstallationOwner } from "#staff/installation/store/installation-owners.server.ts";
import { findNda } from "#auth/nda/store/ndas.server.ts";
import { createStaff, findStaffByEmail, grantRole } from "#auth/store/staff.server.ts";
import type { Role } from "#model/auth/permissions.ts";
import type { ContentIds } from "./content-ids.ts";
import { createDemoChanges } from "./demo-changes.ts";
import { createDemoComments } from "./demo-comments.ts";
import { createDemoQuestionnaires, type PreparedQuestionnaires } from "./demo-questionnaires.ts";
import { createDemoRequests } from "./demo-requests.ts";
import { createDemoVersions } from "./demo-versions.ts";
import { createDemoUpdates } from "./demo-updates.ts";
import { createDemoSubscribers } from "./demo-subscribers.ts";

const DAY_MS = 86_400_000;

interface DemoStaff {
  org: string;
  email: string;
  name: string;
  role: Role;
}

/** Staff of the demo; they all have the same password. */
export const DEMO_STAFF: readonly DemoStaff[] = [
  { org: "acme", email: "owner@acme.example", name: "Ingrid Sommer", role: "owner" },
  { org: "acme", email: "editor@acme.example", name: "Tomasz Wilk", role: "editor" },
  { org: "acme", email: "reviewer@acme.example", name: "Priya Raman", role: "reviewer" },
  { org: "acme", email: "viewer@acme.example", name: "Daniel Okafor", role: "viewer" },
  { org: "globex", email: "owner@globex.example", name: "Marisol Vega", role: "owner" },
];

/** Who of them makes, suspends and deletes orgs. */
const RUNS_THE_INSTALLATION = "owner@acme.example";

/** Password hashes by email address. */
export type StaffHashes = Map<string, string>;

interface DemoVisitor {
  org: string;
  account: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Days ago that access was asked for; a decision came the day after. */
  asked: number;
  decision: "pending" | "declined" | DemoGrant;
}

interface DemoGrant {
  product: string;
  profile: string;
  ndaRequired: boolean;
  signs: boolean;
  /** Days from now; negative: ago. */
  expires: number | null;
}

const coreReports = { product: "platform", profile: "core-reports", ndaRequired: true } as const;

const DEMO_VISITORS: readonly DemoVisitor[] = [
  {
    org: "acme",
    account: "Customer Inc",
    email: "riley@customer.example",
    firstName: "Riley",
    lastName: "Novak",
    asked: 40,
    decision: { ...coreReports, signs: true, expires: 325 },
  },
  {
    org: "acme",
    account: "Prospect AG",
    email: "sam@prospect.example",
    firstName: "Sam",
    lastName: "Okoye",
    asked: 2,
    decision: "pending",
  },
  {
    org: "acme",
    account: "Expired Ltd",
    email: "kim@expired.example",
    firstName: "Kim",
    lastName: "Lindgren",
    asked: 191,
    decision: { ...coreReports, signs: true, expires: -10 },
  },
  {
    org: "acme",
    account: "Unsigned GmbH",
    email: "noor@unsigned.example",
    firstName: "Noor",
    lastName: "Haddad",
    asked: 6,
    decision: { ...coreReports, signs: false, expires: 359 },
  },
  {
    org: "acme",
    account: "Declined LLC",
    email: "lee@declined.example",
    firstName: "Lee",
    lastName: "Park",
    asked: 25,
    decision: "declined",
  },
  {
    org: "globex",
    account: "Lakeside Clinic",
    email: "alex@clinic.example",
    firstName: "Alex",
    lastName: "Romero",
    asked: 75,
    decision: {
      product: "care",
      profile: "covered-entities",
      ndaRequired: false,
      signs: false,
      expires: null,
    },
  },
];

/** Tools that the demo's members may send data to. */
const DEMO_PARTNERS = [
  { name: "Vendor Ledger", domain: "vendorledger.example" },
  { name: "Third Party Desk", domain: "thirdpartydesk.example" },
];

/**
 * Creates an org's demo staff and visitors, each in a state that a reviewer of the product wants to
 * see.
 */
export async function createDemoPeople(
  write: Write,
  {
    org,
    hashes,
    idOf,
    questionnaires,
  }: {
    org: string;
    hashes: StaffHashes;
    idOf: ContentIds;
    /** Of acme; null where there is no acme. */
    questionnaires: PreparedQuestionnaires | null;
  },
): Promise<void> {
  const { trx, orgId } = write;
  const reviewers: { id: string; actor: Actor }[] = [];
  for (const { email, name, role } of DEMO_STAFF.filter((staff) => staff.org === org)) {
    const passwordHash = hashes.get(email);
    // Somebody who signs in by this address already keeps the own password and gets no role here.
    if (passwordHash === undefined || (await findStaffByEmail(trx, email)) !== null) continue;
    const id = await createStaff(write, { email, name, passwordHash });
    await grantRole(write, id, role);
    if (email === RUNS_THE_INSTALLATION) await makeInstallationOwner(write, { id, email });
    if (role === "owner" || role === "reviewer")
      reviewers.push({ id, actor: staffActor({ id, name }) });
  }
  const last = reviewers.at(-1);
  const reviewing = { ...write, by: last?.actor ?? SYSTEM };
  for (const visitor of DEMO_VISITORS)
    if (visitor.org === org) await createVisitor(reviewing, visitor, idOf);
  await createDemoVersions(trx, orgId, org, idOf);
  await createDemoChanges(write, org, idOf);
  await createDemoSubscribers(reviewing, org, idOf);
  if (org !== "acme") return;
  await createDemoComments(write, idOf);
  await createRules(reviewing, idOf);
  if (last !== undefined) await createDemoRequests(write, last, idOf);
  if (last !== undefined && questionnaires !== null)
    await createDemoQuestionnaires(reviewing, questionnaires, idOf);
  for (const one of DEMO_PARTNERS) await addPartner(write, one);
  await createDemoUpdates(write, idOf);
}

/** Customers of the demo, as a CRM exports them. */
const DEMO_CUSTOMERS = [
  { domain: "bluebird-bank.example", name: "Bluebird Bank" },
  { domain: "harbor-freight.example", name: "Harbor Freight Lines" },
  { domain: "lumen-clinics.example", name: "Lumen Clinics" },
  { domain: "northwind-insurance.example", name: "Northwind Insurance" },
  { domain: "solara-energy.example", name: null },
];

/** One rule of each kind, so that every answer to a request can be tried. */
async function createRules(write: Write, idOf: ContentIds): Promise<void> {
  const rule = {
    profileId: null,
    productIds: [],
    expiresInDays: null,
    ndaRequired: false,
    message: null,
    note: null,
    matches: "domain" as const,
  };
  const approves = {
    action: "approve" as const,
    profileId: idOf("profile", "core-reports"),
    productIds: [idOf("product", "platform")],
    expiresInDays: 90,
    ndaRequired: true,
  };
  await addRule(write, {
    ...rule,
    ...approves,
    pattern: "partner.example",
    note: "Partners under the master agreement",
  });
  await addRule(write, {
    ...rule,
    action: "decline",
    pattern: "competitor.example",
    message:
      "Acme Cloud does not share these documents with competitors. If you ask on behalf of a customer, please let them contact us.",
  });
  await addRule(write, { ...rule, action: "third-party", pattern: "ratings.example" });
  await addRule(write, { ...rule, action: "block", pattern: "blocked.example" });
  await importCustomers(write, DEMO_CUSTOMERS, false);
  await addRule(write, {
    ...rule,
    ...approves,
    matches: "customers",
    pattern: "",
    relationships: ["customer"],
    productIds: [],
    note: "Customers under contract, from the CRM",
  });
  const { profileId, expiresInDays, ndaRequired } = approves;
  await savePreset(write, { name: "Standard prospect", profileId, expiresInDays, ndaRequired });
}

/**
 * The way that an account takes in the product: it asks, staff decide, a member signs.
 * @param reviewing who decides, at the end of it all
 */
async function createVisitor(
  reviewing: Write,
  visitor: DemoVisitor,
  idOf: ContentIds,
): Promise<void> {
  const { trx, orgId, now } = reviewing;
  const { account, email, firstName, lastName, decision } = visitor;
  const asked = new Date(now.getTime() - visitor.asked * DAY_MS);
  const deciding = { ...reviewing, now: new Date(asked.getTime() + DAY_MS) };
  const asker: Actor = { actor: "visitor", actorName: `${firstName} ${lastName}` };
  const asking = { ...reviewing, by: asker, now: asked };
  const accountId = await createAccount(asking, { name: account });
  const memberId = await addMember(asking, accountId, { email, firstName, lastName });
  await recordAccessRequest(asking, {
    email,
    companyName: account,
    accountId,
    memberId,
    firstName,
    lastName,
    agreed: true,
  });
  if (decision === "pending") return;
  if (decision === "declined") return declineAccount(deciding, accountId);

  const { product, profile, ndaRequired, signs, expires } = decision;
  await approveAccount(deciding, accountId);
  const expiresAt =
    expires === null ? null : new Date(now.getTime() + expires * DAY_MS).toISOString();
  const ids = {
    accountId,
    productId: idOf("product", product),
    profileId: idOf("profile", profile),
  };
  await grantAccess(deciding, { ...ids, ndaRequired, expiresAt });
  const nda = signs ? (await findNda(trx, orgId, deciding.now)).current : null;
  if (nda === null) return;
  const member: Actor = { actor: `member:${memberId}`, actorName: asker.actorName };
  await signNda(
    { ...deciding, by: member },
    {
      versionId: nda.id,
      memberId,
      name: asker.actorName,
      ip: "203.0.113.24",
      userAgent: "Mozilla/5.0",
    },
  );
}
