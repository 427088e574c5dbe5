import { describe, expect, test } from "vitest";
import { rankedQuotes } from "#content/answers/rules/answering.ts";
import { askedOf, otherProducts } from "#content/answers/rules/asked.ts";
import type { Passage } from "#content/answers/rules/quoting.ts";
import { inSlices } from "#db/pace.ts";
import { stemOf } from "#model/search/stems.ts";
import { clausesOf, Synonyms } from "#model/search/synonyms.ts";

/** What is asked of something else than a text speaks of, beside what the text does answer. */

const SYNONYMS = new Synonyms([
  ["assistive technology", "accessibility", "wcag"],
  ["business continuity plan", "business continuity"],
  ["container scanning", "container security"],
]);
const OTHERS = otherProducts(["Acme Platform", "Acme Data Lake"], ["Acme Cloud", "Acme Platform"]);
const NAMES = new Set(["acme", "cloud", "platform", "data", "lake"]);

async function quoted(question: string, passage: Passage): Promise<string | null> {
  const asked = askedOf(question, clausesOf(question, SYNONYMS), NAMES, OTHERS);
  const [best] = await inSlices(rankedQuotes(asked, [passage]));
  return best?.text ?? null;
}

const item = (title: string, text: string): Passage => ({
  type: "trust center content",
  heading: `Card - ${title}`,
  card: "Card",
  text,
});
const entry = (heading: string, text: string): Passage => ({
  type: "knowledge base",
  heading,
  text,
});

const fact = (heading: string): Passage => ({ type: "facts", heading, text: "" });
const file = (text: string): Passage => ({ type: "documents", heading: "Report.pdf", text });

const AVAILABILITY = entry("Which availability do you guarantee?", "99.95% a month, with credits.");
const TARGETS = entry(
  "What are your recovery time objectives?",
  "8 hours, and 24 hours for Acme Data Lake.",
);
const BACKUPS = entry(
  "How are backups made?",
  "Daily copies at a second provider. All are tested.",
);
const DISKS = item("Disk Encryption", "Full-disk encryption on all laptops within 5 minutes.");
const LOGGING = item(
  "Audit Logging",
  "Administrators search 172 kinds of audit logs within a minute.",
);
const VAULT = item("Vault Accounts", "Vault accounts are sealed, and tested every quarter.");
const ESCROW = item("Software Escrow", "The escrow agreement covers the source code of the vault.");

test.each([
  ["another product", "Which availability do you guarantee for Acme Data Lake?", AVAILABILITY],
  ["another product in short", "Which availability do you guarantee for Data Lake?", AVAILABILITY],
  ["another party", "Are backups tested by customers?", BACKUPS],
  ["another party's things", "Do suppliers' laptops have full-disk encryption?", DISKS],
  ["another time", "How long is a laptop used before disk encryption?", DISKS],
  ["a rate, where the text says how long", "How often is audit logging changed?", LOGGING],
  ["turning it off", "Can administrators turn off audit logging?", LOGGING],
  ["another purpose", "Are vault accounts used for support?", VAULT],
  ["what has been, not what is", "Have vault accounts been used?", VAULT],
  ["how often it was", "How many times were vault accounts used?", VAULT],
  ["something that it doesn't cover", "Does the escrow agreement cover employees?", ESCROW],
  [
    "a version, where the text has a level",
    "Which version of the OWASP Top 10 is covered?",
    item("OWASP Top 10", "The OWASP Top 10 are covered by the yearly test at level 2."),
  ],
  [
    "a number of what times are counted in",
    "How many master keys are there?",
    item("Master Keys", "Workspace keys every 90 days, master keys every year."),
  ],
  [
    "something else that is done",
    "Are suppliers trained in your code of conduct?",
    item("Supplier Code of Conduct", "Accepted by suppliers that stand for most of our spending."),
  ],
  [
    "another subject",
    "Can an export be encrypted with our own key?",
    entry("Can we use our own encryption keys?", "Yes, you can encrypt with your own key."),
  ],
  [
    "one of a kind that has another name",
    "Which assistive technology was used in testing?",
    item("Accessibility", "Tested against WCAG 2.2 AA with every release."),
  ],
  [
    "doing it oneself",
    "May we rotate the master key ourselves?",
    item("Master Keys", "Master keys are rotated in each workspace every year."),
  ],
  [
    "a share of customers",
    "What percentage of customers uses SSO?",
    item("SSO", "Staff use SSO for 97% of the systems that hold customer data."),
  ],
  [
    "a product's name",
    "Which load balancer do you use?",
    item("Load Balancing", "The load balancer scales within two minutes, and we use it for all."),
  ],
  [
    "a broker's name",
    "Which broker issues the insurance certificate?",
    entry("Can you name us on your insurance?", "The broker issues the insurance certificate."),
  ],
  [
    "the company's own people",
    "Do your admins need MFA?",
    {
      ...item("MFA", "Can be required for everyone. Administrators can forbid a weaker MFA."),
      heading: "Product Features - MFA",
      card: "Product Features",
    },
  ],
  [
    "the company's own people in a file",
    "Do your engineers have access to production?",
    file("Denial of service, social engineering and access to production were out of scope."),
  ],
  [
    "the company's own people among facts",
    "Do your support staff sign an NDA?",
    fact("Support documents open once the NDA is signed"),
  ],
  [
    "the company's own tests",
    "Is there anything excluded from your penetration tests?",
    entry(
      "May we run our own penetration test?",
      "Yes, against a sandbox. Load tests are excluded.",
    ),
  ],
  [
    "a policy of the company's",
    "What is your retention policy?",
    {
      ...item("Retention Controls", "Retention rules by folder. Deletions are listed before."),
      heading: "Product Features - Retention Controls",
      card: "Product Features",
    },
  ],
  [
    "a plan, where a certificate has a scope",
    "Do you have a business continuity plan?",
    {
      ...item("ISO 22301", "Business continuity management for hosting and support."),
      heading: "Certifications - Business Continuity",
      card: "Certifications",
    },
  ],
  [
    "whether it is done, where the text says how long it is kept",
    "Do you log changes?",
    item("Logs of Changes", "Logs of changes are kept for 400 days."),
  ],
  [
    "somebody's activity",
    "Do you log admin activity?",
    item("Audit Logging", "172 kinds of logs and events, which can be searched by admins."),
  ],
  [
    "the review of something else",
    "Do you review access?",
    item("Access Monitoring", "Every read of content is logged, and is reviewed the next day."),
  ],
  [
    "a review, where code review stands",
    "Are firewall rules reviewed?",
    item("Web Application Firewall", "Managed rule sets, changed by code review."),
  ],
  [
    "scanning",
    "How do you scan container images?",
    item("Container Security", "Minimal images are rebuilt every week. Only signed ones start."),
  ],
  [
    "another version",
    "Are keys held to FIPS 140-2?",
    item("Keys", "Keys are held in modules to FIPS 140-3 at level 2."),
  ],
  [
    "what is shared",
    "Are shared accounts allowed?",
    item("Service Accounts", "Service accounts are allowed with tokens of 15 minutes."),
  ],
  [
    "a share of time",
    "Which availability did you reach last year?",
    item("Availability", "Examined in the last year against the criteria that it is reached by."),
  ],
  [
    "a standard by its name",
    "Which standards do accounts follow?",
    item("Accounts", "Accounts follow the HR standards."),
  ],
  [
    "a system by its name",
    "Which ticketing system do you use for changes?",
    item("Changes", "Each change has a ticket in the ticketing system that we use."),
  ],
  [
    "what customers do by a file's list",
    "Do you review audit logs?",
    file("Reviewing the workspace’s audit logs, which are kept for 400 days."),
  ],
  [
    "a review, where an audit log stands",
    "Do you review logs every day?",
    item("Audit Logs", "Audit logs are kept for every day of a year."),
  ],
  [
    "what is logged, where it stands nowhere",
    "Do you log exports?",
    item("Logging", "172 kinds of events are logged for everybody."),
  ],
  [
    "access to something else",
    "Do your administrators have access to our keys?",
    item("Administrators", "Administrators get access just in time, and as staff of ours only."),
  ],
  [
    "another case",
    "Are sessions ended when a user is deactivated?",
    item("Ended Sessions", "Sessions are ended by users, deactivated ones by administrators."),
  ],
  [
    "what is done on request",
    "Do you delete backups on request?",
    item("Deleted Backups", "We delete backups in 35 days. A certificate is made on request."),
  ],
  [
    "lost ones alone",
    "How do you destroy laptops of leavers?",
    item("Laptops", "A lost laptop of leavers is destroyed from afar by us."),
  ],
  [
    "how long it takes, where the text says how far back",
    "How long does a restore take?",
    item("Restore", "Logs allow a restore to any second of the last seven days."),
  ],
  [
    "logs, where something is logged",
    "Who reads your logs?",
    item("Reading", "Every read is logged, and read by the security team."),
  ],
  [
    "outsiders",
    "How often are signatures tuned by an outside firm?",
    item("Signatures", "Signatures are tuned daily by people around the clock."),
  ],
  [
    "what it is for, where the asker may do something",
    "Is there a sandbox for testing?",
    entry("May we run our own testing?", "Yes, against a sandbox. Load tests are excluded."),
  ],
  [
    "a thing, where somebody who does it stands",
    "Which insurance do you have?",
    item("Customers", "More than 2,100 organizations have us, among them banks and insurers."),
  ],
  [
    "a page, where a table names it",
    "Do you have a public status page?",
    file("Date Change Assessment 14 October 2026 Statusbeacon runs the public status page."),
  ],
  [
    "places, where a table follows",
    "Please list all locations of backups.",
    item("Locations of Backups", "Where each region has the locations of its backups:"),
  ],
])("what asks for %s is not answered: %s", async (_what, question, passage) => {
  expect(await quoted(question, passage)).toBeNull();
});

test.each([
  ["Which availability do you guarantee?", AVAILABILITY],
  ["Which availability does Acme Platform guarantee?", AVAILABILITY],
  ["What is the recovery time objective of Acme Data Lake?", TARGETS],
  ["Are backups tested?", BACKUPS],
  ["Do laptops have full-disk encryption?", DISKS],
  ["Can administrators search audit logs?", LOGGING],
  ["How often are vault accounts tested?", VAULT],
  ["Does the escrow agreement cover the source code?", ESCROW],
  ["Do your admins need MFA?", item("Staff MFA", "MFA is there for all staff, admins included.")],
  [
    "May we run our own penetration test?",
    entry("May we run our own penetration test?", "Once a year."),
  ],
  [
    "What is your retention policy?",
    item("Retention Policy", "Every category of data has a period and an owner."),
  ],
  [
    "Do you keep logs of changes?",
    item("Logs of Changes", "Logs of changes are kept for 400 days."),
  ],
  [
    "Are admin actions logged?",
    item("Admin Actions", "Each action of an admin is logged with its time."),
  ],
  ["Do you review access?", item("Access Reviews", "Owners review access each quarter.")],
  [
    "Are firewall rules reviewed?",
    item("Firewall", "Firewall rules are reviewed every six months."),
  ],
  [
    "Are keys held to FIPS 140-3?",
    item("Keys", "Keys are held in modules to FIPS 140-3 at level 2."),
  ],
  [
    "Are shared accounts allowed?",
    item("Shared Accounts", "Shared accounts are not allowed for anything."),
  ],
  [
    "Which standards do accounts follow?",
    item("Account Standards", "Accounts follow the SCIM standards."),
  ],
  ["Are passwords hashed?", item("Hashed Passwords", "Passwords are stored with Argon2id.")],
  ["Which insurance do you have?", item("Insurance", "The insurance of insurers covers all.")],
  ["Do you log exports?", item("Logging of Exports", "172 kinds of events for everybody.")],
  [
    "Do your administrators have access to our keys?",
    item("Administrators", "No administrator of our staff has access to keys."),
  ],
  [
    "Are sessions ended when a user is deactivated?",
    item("Ended Sessions", "Sessions are ended once a user is deactivated."),
  ],
  [
    "Do you delete backups on request?",
    item("Deleted Backups", "We delete backups on request of an owner."),
  ],
  [
    "How long does a restore take?",
    item("Restore", "A restore takes four hours at most for the last seven days."),
  ],
  [
    "How often are signatures tuned by an outside firm?",
    item("Signatures", "Signatures are tuned daily by an outside firm."),
  ],
  [
    "How large is the footprint?",
    item("Footprint", "The footprint is 2,310 t in 2025, 17% less than before:"),
  ],
])("what is said is answered: %s", async (question, passage) => {
  expect(await quoted(question, passage)).not.toBeNull();
});

test.each([
  ["Who audits Stratavault?", "audit"],
  ["How long does it take to restore a workspace?", "restor"],
  ["Are vault accounts used for support?", "support"],
  ["Does the agreement cover employees?", "employe"],
])("what must be said, however little it says elsewhere: %s", (question, stem) => {
  const { parts } = askedOf(question, clausesOf(question, SYNONYMS), NAMES);
  const said = parts.find(({ ways }) => ways[0]?.[0]?.startsWith(stem.slice(0, 6)));
  expect(said).toMatchObject({ isStressed: true, weight: 1 });
});

describe("other products", () => {
  test("are named by what sets them apart from the company and from the product that is asked", () => {
    expect(OTHERS).toEqual([{ name: "Acme Data Lake", apart: "Data Lake" }]);
    expect(otherProducts(["Acme", "Acme Cloud"], ["Acme Cloud"])).toEqual([]);
  });

  test("are asked of where they are named, and not by their plain words", () => {
    const isNamed = (question: string) =>
      askedOf(question, clausesOf(question, SYNONYMS), NAMES, OTHERS).parts.some(
        ({ ways }) => ways[0]?.join(" ") === "data lake",
      );
    expect(isNamed("Is Acme Data Lake encrypted?")).toBe(true);
    expect(isNamed("is acme data lake encrypted?")).toBe(true);
    expect(isNamed("Is customers' data encrypted?")).toBe(false);
    expect(isNamed("Do you keep a data lake?")).toBe(false);
  });

  test.each([
    ["Acme AI", "Do you have a CAIQ?", false],
    ["Acme AI", "Is Acme AI’s data encrypted?", true],
    ["Go", "Which encryption algorithm do you use?", false],
    ["Go", "Is Go encrypted?", true],
    ["Go", "Goは暗号化されていますか？", true],
  ])("are not named within a longer word: %s in ‘%s’", (name, question, isSo) => {
    const others = otherProducts(["Acme Cloud", name], ["Acme", "Acme Cloud"]);
    const { parts } = askedOf(question, [], NAMES, others);
    expect(parts.map(({ isName }) => isName)).toEqual(isSo ? [true] : []);
  });
});

test("a version is no distortion", () => {
  expect(stemOf("versions")).toBe(stemOf("version"));
  expect(stemOf("version")).not.toBe(stemOf("verzerrung"));
});

test("a text for how something is done is quoted as a whole where it is short", async () => {
  const shield = item("Flood Shield", "Always on, at the edge. The largest flood had no effect.");
  expect(await quoted("How do you shield against a flood?", shield)).toContain("Always on");
});

describe("an entry that says nothing but yes", () => {
  const question = "Do you encrypt backups?";
  test.each(["Yes.", "はい。", "Ja.", "Oui.", "Sí."])(
    "is not quoted without a short answer: %s",
    async (text) => {
      expect(await quoted(question, entry(question, text))).toBeNull();
      expect(await quoted("Are backups encrypted?", entry(question, text))).toBeNull();
    },
  );

  test("is its short answer, to its own question alone", async () => {
    const answered: Passage = { ...entry(question, "Yes."), shortAnswer: "yes" };
    expect(await quoted(question, answered)).toBe("Yes.");
    expect(await quoted("How do you encrypt backups?", answered)).toBeNull();
  });
});
