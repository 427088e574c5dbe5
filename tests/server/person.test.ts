import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { readEmail } from "#model/subscribers/email.ts";
import { inboxQuery } from "#access/access-requests/forms/inbox-query.ts";
import { saveView } from "#access/access-requests/store/inbox-views.server.ts";
import { addInternalNote } from "#access/access-requests/store/request-work.server.ts";
import { addAccountNote } from "#access/accounts/store/account-changes.server.ts";
import { addRule, ruleFor } from "#access/access-requests/store/access-rules.server.ts";
import { recordAccessRequest } from "#access/access-requests/store/access-requests.server.ts";
import { withdrawRequest } from "#access/access-requests/store/own-requests.server.ts";
import { createAccount } from "#auth/accounts/store/accounts.server.ts";
import { addMember, membersByEmail } from "#auth/accounts/store/members.server.ts";
import { recordAudit, staffActor, SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { findPerson } from "#company/privacy/store/person-find.server.ts";
import { eraseMentions } from "#company/privacy/store/person-mentions.server.ts";
import { swapper } from "#company/privacy/store/person-swap.server.ts";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { block, isBlocked } from "#updates/subscribers/store/subscription-blocks.server.ts";
import { isSuppressed, suppressAddress } from "#platform/mail/store/suppressions.server.ts";
import { findNda } from "#auth/nda/store/ndas.server.ts";
import { RETENTION } from "#model/privacy/retention.ts";
import { PERSON_TABLES } from "#server/persons/store/person-tables.server.ts";
import { lastLink, Visitor } from "./access-world.ts";
import { onPostgres } from "./engine-words.ts";
import { WORDS } from "./canary-columns.ts";
import { actions, OWNER } from "./staff-journeys.ts";
import { openWorld, type World } from "./world.ts";
import type { Writer } from "#db/store.ts";
import { testInFive } from "../in-turn.ts";

const JANE = "jane.miro@corp.example";
const TAGGED = "jane.miro+audit@corp.example";
const NAME = "Jane Mirosław-Quist";
const FIRST = "Jane";
const LAST = "Mirosław-Quist";

/** Tables in which no visitor stands: content, what staff are and do, machinery. A new table with words is thought about. */
const OF_NO_VISITOR = new Set([
  "accessPresets",
  "customerDomains",
  "orgs",
  "markdownTrees",
  "publications",
  "assets",
  "customizations",
  "products",
  "productLinks",
  "cards",
  "items",
  "documents",
  "documentVersions",
  "itemDocuments",
  // What the company answers to everybody who may open a document.
  "standingQuestionnaires",
  "standingAnswers",
  "companies",
  "trustedCompanies",
  "partners",
  "entitlements",
  "subprocessors",
  "securityGrades",
  "faqEntries",
  "faqReviews",
  // What entries and items said, as everybody of a kind could read it.
  "publicChanges",
  "controls",
  "controlReferences",
  // Pages of the company's own site, as everybody reads them there.
  "webpages",
  // What providers say of the company.
  "integrationReadings",
  "topics",
  "topicVersions",
  "topicUpdateVersions",
  "permissionProfiles",
  "grants",
  "ndaVersions",
  "staff",
  "staffRoles",
  // Of staff: what opens the API to their programs.
  "accessKeys",
  // Whom the company's own programs are told of: webhookDeliveries.
  "webhooks",
  "teamInvitations",
  "twoFactorRules",
  "closedSessions",
  "passkeys",
  "passkeyChallenges",
  "singleSignOn",
  "singleSignOnDomains",
  "staffIdentities",
  "singleSignOnFlows",
  "orgSuspensions",
  "changes",
  "byoidSettings",
  "byoidAccounts",
  "domainClaims",
]);
const DECLARED = new Map(PERSON_TABLES.map((declared) => [declared.table as string, declared]));
/** Whether a column's name says that a person, or the way to one, stands in it. */
function leads(column: string): boolean {
  return /\.(?:\w*email\w*|memberId|actor|viewerKey|recipient\w*|invitedBy|firstName|lastName)$/i.test(
    column,
  );
}

const named = (table: string) => (column: string) => `${table}.${column}`;

/** A column of words for which its table declares nothing. */
function isForgotten(table: string): (column: string) => boolean {
  const { mentions, erases, erasedColumns, removesMails, ends, goesWith } =
    DECLARED.get(table) ?? {};
  const goes =
    goesWith !== undefined ||
    removesMails !== undefined ||
    (erases !== undefined && erasedColumns === undefined) ||
    (ends !== undefined && erases === undefined);
  return (column) =>
    !goes && !mentions?.columns.includes(column) && erasedColumns?.includes(column) !== true;
}

/** What reviewers note and ask about Jane's request, and about one that names her; and a list that looks for her. */
async function workOn(trx: Writer, org: string, hers: string, now: Date): Promise<void> {
  const by = staffActor({ id: "s", name: "Rita" });
  const write = { trx, orgId: org, by, now };
  const { id: bos } = await trx
    .selectFrom("accessRequests")
    .select("id")
    .where("email", "=", "bo@corp.example")
    .executeTakeFirstOrThrow();
  for (const id of [hers, bos]) {
    await addInternalNote(write, id, `Ask ${NAME} at ${JANE} first.`);
    await trx
      .insertInto("requestQuestions")
      .values({
        orgId: org,
        id: `q-${id}`,
        requestId: id,
        question: `Do you know ${JANE}?`,
        askedAt: now.toISOString(),
        askedBy: "Rita",
        answer: `${NAME} (${JANE}) works with me.`,
        answeredAt: now.toISOString(),
        closedAt: null,
      })
      .execute();
  }
  const { id: staffId } = await trx
    .selectFrom("staff")
    .select("id")
    .where("email", "=", OWNER)
    .executeTakeFirstOrThrow();
  const query = inboxQuery(new URLSearchParams({ q: JANE }));
  await saveView(write, staffId, { name: "About her", query });
}

/** Jane's life with acme, by the doors that people use, and what others say of her. */
async function known(): Promise<{ world: World; org: string; visitor: Visitor; memberId: string }> {
  const world = await openWorld();
  const org = await world.orgId("acme");
  const { store } = world.services;
  const visitor = new Visitor(world);
  await visitor.request({
    email: JANE,
    firstName: FIRST,
    lastName: LAST,
    companyName: "Corp Ltd",
    subscribe: "on",
  });
  const { id } = await store.read
    .selectFrom("accessRequests")
    .select("id")
    .where("email", "=", JANE)
    .executeTakeFirstOrThrow();
  const profile =
    (await listProfiles(store.read, org)).find(({ name }) => name.includes("Full")) ??
    (await listProfiles(store.read, org))[0];
  const approved = await world.ask(`/requests/${id}`, {
    as: "reviewer@acme.example",
    form: {
      intent: "approve",
      account: "new",
      accountName: "Corp Ltd",
      profileId: profile?.id ?? "",
      productIds: await world.productId("acme"),
      expires: "none",
      nda: "required",
    },
  });
  expect(approved.status).toBe(303);
  await visitor.logIn(JANE);
  const { link } = await lastLink(world);
  expect(
    (await visitor.openLink(link.replace("trust.acme.example:3000", "localhost:3000/acme"))).status,
  ).toBe(303);
  const member = (await membersByEmail(store.read, org, JANE))[0]!;
  const version = (await findNda(store.read, org, world.time)).current?.id ?? "";
  expect(
    (await visitor.ask("/acme/nda", { form: { name: NAME, agree: "yes", versionId: version } }))
      .status,
  ).toBe(303);
  const globex = await world.orgId("globex");
  const product = await world.productId("acme");
  const riley = (await membersByEmail(store.read, org, "riley@customer.example"))[0]!;
  const html = `<p>${NAME} &lt;${JANE}&gt;</p><a href="?email=${encodeURIComponent(JANE)}">x</a>`;
  await store.write(async (trx) => {
    const write = { trx, orgId: org, by: SYSTEM, now: world.time };
    await recordAccessRequest(
      {
        trx,
        orgId: org,
        by: { actor: "visitor", actorName: NAME, ip: "203.0.113.9" },
        now: world.time,
      },
      { email: TAGGED, firstName: FIRST, lastName: LAST, companyName: "Corp Ltd" },
    );
    await recordAccessRequest(
      { trx, orgId: org, by: { actor: "visitor", actorName: "Bo Lind" }, now: world.time },
      {
        email: "bo@corp.example",
        firstName: "Bo",
        lastName: "Lind",
        companyName: "Corp Ltd",
        invitedBy: JANE,
      },
    );
    await addAccountNote(
      { trx, orgId: org, by: staffActor({ id: "s", name: "Rita" }), now: world.time },
      member.accountId,
      `Called ${NAME.toUpperCase()} at ${JANE}; Janet is another.`,
    );
    await workOn(trx, org, id, world.time);
    await trx
      .insertInto("invitations")
      .values([
        {
          orgId: org,
          id: "i1",
          accountId: member.accountId,
          memberId: member.id,
          email: "bo@corp.example",
          emailKey: "bo@corp.example",
          message: `Hello from ${NAME}`,
          invitedAt: world.time.toISOString(),
          mailedAt: null,
        },
        {
          orgId: org,
          id: "i2",
          accountId: riley.accountId,
          memberId: riley.id,
          email: TAGGED,
          emailKey: JANE,
          message: null,
          invitedAt: world.time.toISOString(),
          mailedAt: null,
        },
      ])
      .execute();
    await trx
      .insertInto("comments")
      .values({
        orgId: org,
        id: "c1",
        accountId: member.accountId,
        productId: product,
        itemUid: "Reports.soc2",
        memberId: member.id,
        staffId: null,
        staffName: null,
        content: `Yours, ${NAME}`,
        createdAt: world.time.toISOString(),
        settledAt: null,
        settledBy: null,
      })
      .execute();
    await suppressAddress(write, {
      email: TAGGED,
      reason: "manual",
      detail: `550 ${TAGGED} unknown`,
    });
    await block(write, JANE);
    await addRule(
      { trx, orgId: org, by: SYSTEM, now: world.time },
      {
        matches: "address",
        pattern: JANE,
        action: "block",
        profileId: null,
        productIds: [],
        expiresInDays: null,
        ndaRequired: false,
        message: null,
        note: `${NAME} left`,
      },
    );
    await queueMail(trx, org, {
      to: { email: "bo@corp.example" },
      mail: {
        kind: "staff-test",
        subject: `${NAME} invites you`,
        html,
        text: `Jane\nMirosław-Quist (${JANE})`,
        fromName: "Acme",
        replyTo: null,
        headers: {},
        messageDomain: "localhost",
        portalUrl: "http://localhost",
        priority: "normal",
        secret: false,
        requested: false,
      },
      now: world.time,
    });
    await trx
      .insertInto("traces")
      .values({
        orgId: org,
        id: "ABCD-EFGH",
        viewerKey: `member:${member.id}`,
        day: "2026-11-20",
        documentId: "d",
        versionHash: "h",
        documentName: "soc.pdf",
        viewerKind: "accountExternal",
        name: NAME,
        email: JANE,
        organisation: "Corp Ltd",
        accountId: member.accountId,
        memberId: member.id,
        ip: "203.0.113.9",
        createdAt: world.time.toISOString(),
      })
      .execute();
    await recordAudit(
      {
        trx,
        orgId: org,
        by: { actor: `member:${member.id}`, actorName: NAME, ip: "203.0.113.9" },
        now: world.time,
      },
      { action: "test.done", subject: JANE, detail: { email: TAGGED, name: NAME } },
    );
    await trx
      .updateTable("topicUpdates")
      .set({
        recipientsJson: JSON.stringify({
          subscribers: true,
          audience: { source: "listed", emails: ["bo@corp.example", JANE] },
        }),
      })
      .where("orgId", "=", org)
      .execute();
    // The same person is known to another company, which has nothing to do with it.
    await recordAccessRequest(
      { trx, orgId: globex, by: SYSTEM, now: world.time },
      { email: JANE, firstName: FIRST, lastName: LAST, companyName: "Corp Ltd" },
    );
  });
  return { world, org, visitor, memberId: member.id };
}

/** Every text of every table, of rows that are the org's. */
async function wholeDatabase(
  world: World,
  org: string,
): Promise<{ place: string; text: string }[]> {
  const { connection } = world.services.store;
  const texts: { place: string; text: string }[] = [];
  for (const { name: table, columns } of await connection.introspection.getTables()) {
    const hasOrg = columns.some(({ name }) => name === "orgId");
    const where = hasOrg ? sql`where "orgId" = ${org} or "orgId" is null` : sql``;
    const { rows } = await sql<
      Record<string, unknown>
    >`select * from ${sql.table(table)} ${where}`.execute(connection);
    for (const { name } of columns)
      for (const { [name]: text } of rows)
        if (typeof text === "string") texts.push({ place: `${table}.${name}`, text });
  }
  return texts;
}

const TRACES_OF_HER = /jane\.miro|Mirosław[-\s]*Quist|203\.0\.113\.9/iu;
const naming = async (world: World, org: string) =>
  (await wholeDatabase(world, org))
    .filter(({ text }) => TRACES_OF_HER.test(text))
    .map(({ place }) => place);
const erase = (world: World, form: Record<string, string> = {}, as = OWNER) =>
  world.ask(`/settings/privacy/person?email=${encodeURIComponent(JANE)}`, {
    as,
    form: { email: JANE, confirmation: JANE, ...form },
  });

describe("what is known of a person", () => {
  testInFive(
    "is shown by the address in any spelling, and exported as one file, with an audit row that does not name them",
    async () => {
      const { world } = await known();
      const page = await world.ask(`/settings/privacy/person?email=${encodeURIComponent(TAGGED)}`, {
        as: OWNER,
      });
      expect(page.status).toBe(200);
      expect(page.text).toContain(NAME);
      const answer = await world.ask("/settings/privacy/export", {
        as: OWNER,
        form: { email: "Jane.Miro@Corp.example" },
      });
      expect([answer.status, answer.headers["content-disposition"]]).toEqual([
        200,
        'attachment; filename="person.json"',
      ]);
      const file = JSON.parse(answer.text) as Record<string, unknown[]>;
      const counts = Object.fromEntries(
        Object.entries(file)
          .filter(([, rows]) => Array.isArray(rows))
          .map(([kind, rows]) => [kind, rows.length]),
      );
      expect(counts).toMatchObject({
        memberships: 1,
        decisions: 1,
        signatures: 1,
        traces: 1,
        sessions: 1,
        notes: 1,
        requestNotes: 2,
        requestQuestions: 1,
        lists: 3,
        comments: 1,
        invitations: 2,
      });
      for (const kind of ["requests", "mails", "audit", "signInLinks", "subscriptions"])
        expect([kind, counts[kind]! > 0]).toEqual([kind, true]);
      expect(counts.invitationsUsed).toBe(1);
      // Whom she invited she typed herself; what Bo wrote into his request is his.
      expect(JSON.stringify(file.invitations)).toContain("bo@corp.example");
      expect(answer.text).not.toContain("Lind");
      expect(JSON.stringify(file.requests)).not.toContain("bo@corp.example");
      expect(answer.text).not.toMatch(/tokenHash|sign-in-link\?token=/);
      expect(answer.text).not.toContain("riley@customer.example");
      const { subject } = await world.services.store.read
        .selectFrom("audit")
        .select("subject")
        .where("action", "=", "person.exported")
        .executeTakeFirstOrThrow();
      expect(subject).toMatch(/^Erased person [0-9a-f]{10}$/);
    },
  );

  test("is found in every spelling of the address", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const orgId = await world.orgId("acme");
    const spellings = ["mia@bücher.example", "mia+a@bücher.example", "mia+b@xn--bcher-kva.example"];
    await store.write(async (trx) => {
      const write = { trx, orgId, by: SYSTEM, now: world.time };
      for (const email of [...spellings, "mia.b@bücher.example", "mia@other.example"]) {
        const account = await createAccount(write, { name: email });
        await addMember(write, account, { email, firstName: "Mia", lastName: "" });
      }
    });
    for (const typed of [...spellings, "Mia+c@BÜCHER.example"]) {
      const address = readEmail(typed);
      if (address === null) throw new Error(`${typed} is no address`);
      const { emails, memberIds } = await findPerson(store.read, PERSON_TABLES, orgId, address);
      expect([typed, emails.sort(), memberIds.length]).toEqual([typed, spellings.toSorted(), 3]);
    }
  });

  test("of nobody is nothing, and of another company's people, too", async () => {
    const { world } = await known();
    const page = await world.ask("/settings/privacy/person?email=alex@clinic.example", {
      as: OWNER,
    });
    expect(page.text).toContain("There are no records about this address.");
    expect((await world.ask("/settings/privacy/person?email=nonsense", { as: OWNER })).status).toBe(
      303,
    );
  });
});

describe("erasing a person", () => {
  test("takes the address typed once more", async () => {
    const { world, org } = await known();
    for (const confirmation of ["", "jane", "riley@customer.example", TAGGED]) {
      const refused = await erase(world, { confirmation });
      expect(refused.status).toBe(400);
      expect(refused.text).toContain("<title>Error: ");
    }
    expect((await naming(world, org)).length).toBeGreaterThan(20);
  });

  test("leaves the address and the name in no column of no table of the org, and everything of another org as it was", async () => {
    const { world, org } = await known();
    const globex = await world.orgId("globex");
    const elsewhere = await naming(world, globex);
    expect((await erase(world)).status).toBe(303);
    expect(await naming(world, org)).toEqual([]);
    expect(await naming(world, globex)).toEqual(
      elsewhere.filter((place) => place.split(".")[0] !== "staff"),
    );
    // Others keep what is theirs.
    const bo = await world.services.store.read
      .selectFrom("accessRequests")
      .selectAll()
      .where("email", "=", "bo@corp.example")
      .executeTakeFirstOrThrow();
    expect([bo.firstName, bo.invitedBy]).toEqual([
      "Bo",
      expect.stringMatching(/^erased-[0-9a-f]{10}@erased\.invalid$/),
    ]);
    const { note } = await world.services.store.read
      .selectFrom("accountNotes")
      .select("note")
      .where("note", "like", "Called%")
      .executeTakeFirstOrThrow();
    expect(note).toMatch(
      /^Called Erased person \w+ at erased-\w+@erased\.invalid; Janet is another\.$/,
    );
    const { recipientsJson } = await world.services.store.read
      .selectFrom("topicUpdates")
      .select("recipientsJson")
      .where("orgId", "=", org)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(recipientsJson ?? "")).toEqual({
      subscribers: true,
      audience: { source: "listed", emails: ["bo@corp.example"] },
    });
    expect(await actions(world, "acme")).toContain("person.erased");
  });

  test("ends the session with the next request", async () => {
    const { world, visitor } = await known();
    expect((await visitor.ask("/acme")).text).toContain("Log Out");
    await erase(world);
    expect((await visitor.ask("/acme")).text).not.toContain("Log Out");
    await visitor.logIn(JANE);
    expect(
      await world.services.store.read
        .selectFrom("signInLinks")
        .select("id")
        .where("memberId", "is not", null)
        .where("email", "=", JANE)
        .execute(),
    ).toEqual([]);
  });

  test("keeps the signature and the audit under one pseudonym, to which the address leads again", async () => {
    const { world, org, memberId } = await known();
    await erase(world);
    const signature = await world.services.store.read
      .selectFrom("ndaSignatures")
      .selectAll()
      .where("orgId", "=", org)
      .where("memberId", "=", memberId)
      .executeTakeFirstOrThrow();
    expect(signature).toMatchObject({ ip: null, userAgent: null, blobHash: null });
    expect(signature.versionHash).not.toBeNull();
    expect(signature.name).toMatch(/^Erased person/);
    const rows = await world.services.store.read
      .selectFrom("audit")
      .select(["actorName", "ip"])
      .where("actor", "=", `member:${memberId}`)
      .execute();
    expect(rows.length).toBeGreaterThan(1);
    expect(new Set(rows.map(({ actorName, ip }) => `${actorName} ${ip}`))).toEqual(
      new Set([`${signature.name} null`]),
    );
    expect(
      (await world.ask(`/settings/privacy/person?email=${encodeURIComponent(JANE)}`, { as: OWNER }))
        .text,
    ).toContain("One signature remains under");
  });

  test("keeps blocks, rules and suppressed addresses in force by a hash", async () => {
    const { world, org } = await known();
    await erase(world);
    const { read } = world.services.store;
    const address = readEmail(JANE)!;
    expect(await isBlocked(read, org, address)).toBe(true);
    expect(await isSuppressed(read, org, TAGGED, true)).toBe(true);
    expect(await isSuppressed(read, org, "bo@corp.example", true)).toBe(false);
    expect((await ruleFor(read, org, address))?.action).toBe("block");
    for (const page of ["/mail/suppressions", "/subscribers/blocks", "/rules"])
      expect((await world.ask(page, { as: OWNER })).text).toContain("An erased address (");
    const { email } = await read
      .selectFrom("suppressions")
      .select("email")
      .where("email", "like", "hmac:%")
      .executeTakeFirstOrThrow();
    expect(
      (await world.ask("/mail/suppressions", { as: OWNER, form: { intent: "remove", email } }))
        .status,
    ).toBe(303);
    expect(await isSuppressed(read, org, TAGGED, true)).toBe(false);
  });

  test("whoever chose a name that stands everywhere takes nothing with them but their own", async () => {
    const world = await openWorld();
    const org = await world.orgId("acme");
    const { store } = world.services;
    const mallory = "mallory@elsewhere.example";
    const riley = (await membersByEmail(store.read, org, "riley@customer.example"))[0]!;
    await store.write(async (trx) => {
      for (const [firstName, lastName] of [
        ["a", "href"],
        ["Customer", "Inc"],
        ["org", "id"],
      ] as const) {
        const by = { actor: "visitor", actorName: `${firstName} ${lastName}` } as const;
        await withdrawRequest(
          { trx, orgId: org, by, now: world.time },
          await recordAccessRequest(
            { trx, orgId: org, by, now: world.time },
            { email: mallory, firstName, lastName, companyName: "Elsewhere" },
          ),
        );
      }
      await addAccountNote(
        { trx, orgId: org, by: SYSTEM, now: world.time },
        riley.accountId,
        "Customer Inc renews in May",
      );
      await addAccountNote(
        { trx, orgId: org, by: SYSTEM, now: world.time },
        riley.accountId,
        `${mallory} is no Customer Inc`,
      );
      await queueMail(trx, org, {
        to: { email: "bo@corp.example" },
        mail: {
          kind: "staff-test",
          subject: "Customer Inc",
          html: '<a href="https://x.example/">Customer Inc</a>',
          text: "Customer Inc",
          fromName: "Acme",
          replyTo: null,
          headers: {},
          messageDomain: "localhost",
          portalUrl: "http://localhost",
          priority: "normal",
          secret: false,
          requested: false,
        },
        now: world.time,
      });
      await recordAudit(
        { trx, orgId: org, by: staffActor({ id: "s", name: "Rita" }), now: world.time },
        { action: "test.done", subject: "Customer Inc", detail: { "org id": "Customer Inc" } },
      );
    });
    const texts = async () =>
      (await wholeDatabase(world, org))
        .filter(({ place }) =>
          /^(accounts|accountNotes|outbox|mailings|comments|accessRules|audit)\./.test(place),
        )
        .map(({ place, text }) => `${place} ${text}`)
        .filter((text) => !text.includes("mallory"));
    const before = (await texts()).filter(
      (text) => !/visitor|a href$|Customer Inc$|org id$/.test(text) || text.startsWith("accounts."),
    );
    const page = await world.ask(`/settings/privacy/person?email=${mallory}`, { as: OWNER });
    expect(page.text.replace(/<!-- -->/g, "")).toMatch(
      /\d+ rows in emails, notes and the audit log mention this person/,
    );
    expect(page.text).toContain("a href");
    expect(
      (
        await world.ask(`/settings/privacy/person?email=${mallory}`, {
          as: OWNER,
          form: { email: mallory, confirmation: mallory },
        })
      ).status,
    ).toBe(303);
    const after = new Set(await texts());
    expect(before.filter((text) => !after.has(text))).toEqual([]);
    expect(
      (
        await store.read
          .selectFrom("accounts")
          .select("name")
          .where("id", "=", riley.accountId)
          .executeTakeFirstOrThrow()
      ).name,
    ).toBe("Customer Inc");
    const notes = (
      await store.read.selectFrom("accountNotes").select("note").where("orgId", "=", org).execute()
    ).map(({ note }) => note);
    expect(notes).toContain("Customer Inc renews in May");
    expect(notes).toContainEqual(
      expect.stringMatching(/^erased-\w+@erased\.invalid is no Erased person \w+$/),
    );
    const mail = await store.read
      .selectFrom("outbox")
      .select(["subject", "html", "text"])
      .where("subject", "=", "Customer Inc")
      .executeTakeFirst();
    expect(mail).toEqual({
      subject: "Customer Inc",
      html: '<a href="https://x.example/">Customer Inc</a>',
      text: "Customer Inc",
    });
    expect(
      await store.read
        .selectFrom("audit")
        .select("detailJson")
        .where("action", "=", "test.done")
        .executeTakeFirst(),
    ).toEqual({ detailJson: '{"org id":"Customer Inc"}' });
  });

  test("can be done again, and of somebody who comes back", async () => {
    const { world, org } = await known();
    expect((await erase(world)).status).toBe(303);
    expect((await erase(world)).status).toBe(303);
    await world.services.store.write(async (trx) => {
      await recordAccessRequest(
        { trx, orgId: org, by: SYSTEM, now: world.time },
        { email: JANE, firstName: FIRST, lastName: LAST, companyName: "Corp Ltd" },
      );
    });
    expect((await erase(world)).status).toBe(303);
    expect(await naming(world, org)).toEqual([]);
  });

  test("refuses the address of somebody on the team", async () => {
    const world = await openWorld();
    const refused = await world.ask("/settings/privacy/person?email=reviewer@acme.example", {
      as: OWNER,
      form: { email: "reviewer@acme.example", confirmation: "reviewer@acme.example" },
    });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("address of a team member");
    expect((await world.ask("/requests", { as: "reviewer@acme.example" })).status).toBe(200);
  });

  test("every column with people's words is thought about", () => {
    const open = Object.entries(WORDS).flatMap(([table, columns]) =>
      OF_NO_VISITOR.has(table) ? [] : columns.filter(isForgotten(table)).map(named(table)),
    );
    // Of staff, or gone with the rows that the person made; a company's name stays a company's.
    expect(open).toEqual([
      "accounts.name",
      "accounts.reviewedBy",
      "accountNotes.createdBy",
      "requestNotes.createdBy",
      "requestQuestions.askedBy",
      "externalIds.externalId",
      "comments.staffName",
      "comments.settledBy",
      // What a file is read and written by stays as the file has it.
      "questionnaires.layoutJson",
      "questionnaires.createdBy",
      "questionnaires.finishedBy",
      "questionnaires.approvedBy",
      "questionnaireReleases.releasedBy",
      "questionnaireReleases.withdrawnBy",
      "questionnaireRows.sheet",
      "questionnaireRows.allowedJson",
      "questionnaireRows.changedBy",
      // What was asked, without who asked it; addresses and long numbers are not kept.
      "searchQueries.term",
    ]);
  });

  test("every table with a column that leads to a person declares what becomes of it", async () => {
    const world = await openWorld();
    const tables = await world.services.store.read.introspection.getTables();
    const leading = tables.flatMap(({ name, columns }) =>
      OF_NO_VISITOR.has(name)
        ? []
        : columns.map((column) => `${name}.${column.name}`).filter(leads),
    );
    const undeclared = leading.filter((column) => !DECLARED.has(column.split(".")[0] ?? ""));
    expect(leading.length).toBeGreaterThan(20);
    expect(undeclared).toEqual([]);
    expect([...DECLARED.keys()].filter((name) => OF_NO_VISITOR.has(name))).toEqual([]);
    for (const { goesWith } of PERSON_TABLES)
      if (goesWith !== undefined) expect(DECLARED.get(goesWith)).toBeDefined();
  });

  test("every kind of record that is kept for its time is declared by one table", () => {
    const declared = PERSON_TABLES.flatMap(({ overdue }) => Object.keys(overdue ?? {}));
    expect(declared.sort()).toEqual(RETENTION.map(({ kind }) => kind).sort());
  });

  // What is in the bytes of a file is SQLite's.
  test.skipIf(onPostgres())(
    "takes the kept files of mails to the person, and leaves no word in the bytes of the database",
    async () => {
      const { Store } = await import("#db/store.ts");
      const { mkdtemp, rm, writeFile } = await import("node:fs/promises");
      const { tmpdir } = await import("node:os");
      const { world, org } = await known();
      const folder = await mkdtemp(`${tmpdir()}/erase-`);
      await writeFile(`${folder}/trust.db`, world.services.store.image());
      const store = Store.open(`${folder}/trust.db`, Buffer.alloc(32));
      try {
        const { erasePerson } = await import("#company/privacy/store/person-erase.server.ts");
        const pseudonym = { name: "Erased person 1", email: "erased-1@erased.invalid" };
        for (const orgId of [org, await world.orgId("globex")])
          await erasePerson(
            store,
            PERSON_TABLES,
            {
              orgId,
              person: await findPerson(store.read, PERSON_TABLES, orgId, readEmail(JANE)!),
              pseudonym,
            },
            { by: SYSTEM, now: world.time },
          );
        await store.settle();
        for (const file of ["trust.db", "trust.db-wal"])
          expect([
            file,
            TRACES_OF_HER.test(
              (await readFile(`${folder}/${file}`).catch(() => Buffer.alloc(0))).toString("utf8"),
            ),
          ]).toEqual([file, false]);
      } finally {
        await store.close();
        await rm(folder, { recursive: true });
      }
    },
  );
});

describe("swapping a name", () => {
  const person = {
    address: readEmail("o.k@corp.example")!,
    emails: ["o.k@corp.example"],
    names: ["Oda Kö", "Oda"],
  };
  const swap = swapper(person, { name: "X", email: "x@y.invalid" });
  test.each([
    ["Oda Kö and ODA  kö", "X and X"],
    ["Oda\nKö", "X"],
    ["Oda alone stays, Oda Köln too", "Oda alone stays, Oda Köln too"],
    ["<o.k@corp.example>, mailto:o.k%40corp.example", "<x@y.invalid>, mailto:x@y.invalid"],
    ["no.k@corp.example, o.k@corp.example.org", "no.k@corp.example, o.k@corp.example.org"],
    ["o_k@corp.example", "o_k@corp.example"],
  ])("%s", (text, swapped) => expect(swap.all(text, "plain")).toBe(swapped));

  test("goes between the tags of HTML and into the values of JSON, and nowhere else", () => {
    const chosen = swapper(
      { ...person, names: ["a href", "O & K", "detail name"] },
      { name: "X", email: "x@y.invalid" },
    );
    expect(
      chosen.all(
        `<a href="?q=a%20href" title="a href">a href, O &amp; K, &amp; Kö</a><style>a href{}</style><!-- a href --><a\nhref="mailto:o.k@corp.example">`,
        "html",
      ),
    ).toBe(
      `<a href="?q=a%20href" title="a href">X, X, &amp; Kö</a><style>a href{}</style><!-- a href --><a\nhref="mailto:x@y.invalid">`,
    );
    expect(chosen.all(`{"detail name":"Detail  name","n":[1,"o.k@corp.example"]}`, "json")).toBe(
      `{"detail name":"X","n":[1,"x@y.invalid"]}`,
    );
    expect(chosen.all(`{"other": "text"}`, "json")).toBe(`{"other": "text"}`);
  });

  test("goes through many pages", async () => {
    const world = await openWorld();
    const org = await world.orgId("acme");
    await world.services.store.write(async (trx) => {
      for (let i = 0; i < 1_100; i += 1)
        await recordAudit(
          { trx, orgId: org, by: SYSTEM, now: world.time },
          { action: "test.paged", subject: "o.k@corp.example" },
        );
    });
    expect(
      await eraseMentions(
        world.services.store,
        PERSON_TABLES,
        org,
        { ...person, memberIds: [], requestIds: [], subscriberIds: [] },
        { name: "X", email: "x@y.invalid" },
      ),
    ).toBe(1_100);
  });
});
