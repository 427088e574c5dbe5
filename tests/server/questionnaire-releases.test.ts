import { expect, test } from "vitest";
import { mergeAccounts } from "#access/accounts/store/account-changes.server.ts";
import { createAccount } from "#auth/accounts/store/accounts.server.ts";
import { membersByEmail } from "#auth/accounts/store/members.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { fieldOf, mails } from "./access-world.ts";
import { DEMO_RELEASE } from "./demo-forms.ts";
import { multipart } from "./multipart.ts";
import { builtServer } from "./template.ts";
import { openWorld, WORLD_MADE, type World } from "./world.ts";

const REVIEWER = "reviewer@acme.example";
const MEMBER = "riley@customer.example";
const ACCOUNT_PAGE = "/acme/my-account";

/** A questionnaire of the member's account with one answer. @returns its page and the account */
async function answered(world: World) {
  const { read } = world.services.store;
  const [member] = await membersByEmail(read, await world.orgId("acme"), MEMBER);
  if (member === undefined) throw new Error("there is no member");
  const sent = await world.ask("/questionnaires/new", {
    as: REVIEWER,
    ...multipart([{ name: "Check.csv", bytes: "Question,Answer\r\nDo you encrypt?,\r\n" }], {
      account: member.account.name,
    }),
  });
  const columns = sent.headers.location ?? "";
  expect([sent.status, columns]).toEqual([303, expect.stringMatching(/\/columns$/)]);
  const page = columns.replace("/columns", "");
  const chosen = { "sheets[0].header": "1", "sheets[0].question": "0", "sheets[0].answer": "1" };
  expect((await world.ask(columns, { as: REVIEWER, form: chosen })).headers.location).toBe(page);
  await world.ask(`${page}/questions/1`, { as: REVIEWER, form: { version: "1", answer: "Yes" } });
  return { page, accountId: member.accountId };
}

const press = (world: World, address: string, form: Record<string, string> = {}, as = REVIEWER) =>
  world.ask(address, { as, form });

async function releases(world: World) {
  return world.services.store.read
    .selectFrom("questionnaireReleases")
    .selectAll()
    .where("fileName", "!=", DEMO_RELEASE)
    .orderBy("releasedAt")
    .execute();
}

const minutes = (world: World, count: number) => {
  world.time = new Date(world.time.getTime() + count * 60_000);
};

test("a release reaches the account’s members alone, and stays listed when it is replaced or withdrawn", async () => {
  const world = await openWorld();
  const { page, accountId } = await answered(world);
  const early = await press(world, `${page}/release`);
  expect([early.status, early.headers.location]).toEqual([303, page]);
  expect(await releases(world)).toEqual([]);
  expect((await world.ask(ACCOUNT_PAGE, { as: MEMBER })).text).not.toContain("Check-answered");

  await press(world, `${page}/finish`);
  const shown = (await world.ask(page, { as: REVIEWER })).text.replaceAll("<!-- -->", "");
  expect(shown).toContain("an email and can download the answered file on their account page.");
  expect((await press(world, `${page}/release`, {}, "owner@globex.example")).status).toBe(404);
  expect((await press(world, `${page}/release`)).status).toBe(303);
  const [first] = await releases(world);
  expect(first).toMatchObject({ accountId, fileName: "Check-answered.csv", withdrawnAt: null });
  const told = await mails(world, "questionnaire-released");
  expect(told.map(({ toEmail }) => toEmail)).toEqual([MEMBER]);
  expect(told[0]?.text).toContain("Check-answered.csv");

  const file = `${ACCOUNT_PAGE}/questionnaires/${first?.id}`;
  expect((await world.ask(ACCOUNT_PAGE, { as: MEMBER })).text).toContain(`href="${file}"`);
  const taken = await world.ask(file, { as: MEMBER });
  const staffs = await press(world, `${page}/file`);
  expect([
    taken.status,
    taken.headers["content-disposition"],
    taken.headers["cache-control"],
  ]).toEqual([200, "attachment; filename=Check-answered.csv", "private, no-store"]);
  expect(taken.body.toString()).toBe("Question,Answer\r\nDo you encrypt?,Yes\r\n");
  expect(taken.body.equals(staffs.body)).toBe(true);
  const account = await world.ask(`/accounts/${accountId}`, { as: REVIEWER });
  expect(account.text).toContain("Downloaded Check-answered.csv");
  for (const as of ["noor@unsigned.example", "sam@prospect.example", "kim@expired.example"]) {
    expect([as, (await world.ask(file, { as })).status]).toEqual([as, 404]);
    expect((await world.ask(ACCOUNT_PAGE, { as })).text).not.toContain("Check-answered");
  }
  for (const as of [undefined, REVIEWER, "alex@clinic.example"])
    expect((await world.ask(file, as === undefined ? {} : { as })).headers.location).toContain(
      "loginRequest=true",
    );

  // What the member has does not change with the answers; the next release takes its place.
  await press(world, `${page}/reopen`);
  await press(world, `${page}/questions/1`, { version: "2", answer: "No" });
  expect((await world.ask(file, { as: MEMBER })).body.equals(taken.body)).toBe(true);
  await press(world, `${page}/finish`);
  minutes(world, 1);
  await press(world, `${page}/release`);
  const [, second] = await releases(world);
  const replaced = await world.ask(file, { as: MEMBER });
  expect([replaced.status, replaced.headers.location]).toEqual([
    303,
    `${ACCOUNT_PAGE}?accountId=${accountId}`,
  ]);
  const next = await world.ask(`${ACCOUNT_PAGE}/questionnaires/${second?.id}`, { as: MEMBER });
  expect([next.status, next.body.equals(taken.body)]).toEqual([200, false]);

  const late = await press(world, `${page}/withdraw`, { release: first?.id ?? "" });
  expect([late.status, (await releases(world))[0]?.withdrawnAt]).toEqual([303, null]);
  await press(world, `${page}/withdraw`, { release: second?.id ?? "" });
  const own = (await world.ask(ACCOUNT_PAGE, { as: MEMBER })).text;
  for (const words of ["Withdrawn", "Replaced"]) {
    expect(own).toContain(words);
    expect((await world.ask(page, { as: REVIEWER })).text).toContain(words);
  }
  for (const { id } of await releases(world))
    expect(own).not.toContain(`/my-account/questionnaires/${id}`);
  const gone = await world.ask(`${ACCOUNT_PAGE}/questionnaires/${second?.id}`, { as: MEMBER });
  expect(gone.status).toBe(303);
  const audit = await world.services.store.read
    .selectFrom("audit")
    .select("action")
    .where("action", "like", "questionnaire.release%")
    .where("at", ">=", WORLD_MADE)
    .orderBy("action")
    .execute();
  expect(audit.map(({ action }) => action)).toEqual([
    "questionnaire.release-withdrawn",
    "questionnaire.released",
    "questionnaire.released",
  ]);
});

test("a release ends with the access and with its time, and goes along when accounts are merged", async () => {
  const world = await openWorld();
  const { store } = world.services;
  const orgId = await world.orgId("acme");
  const { page, accountId } = await answered(world);
  await press(world, `${page}/finish`);
  await press(world, `${page}/release`);
  const [release] = await releases(world);
  const file = `${ACCOUNT_PAGE}/questionnaires/${release?.id}`;
  await store.write(async (trx) => {
    const write = { trx, orgId, by: SYSTEM, now: world.time };
    const other = await createAccount(write, { name: "Merged Inc" });
    await mergeAccounts(write, accountId, other);
  });
  expect((await world.ask(file, { as: MEMBER })).status).toBe(200);

  const old = new Date(world.time.getTime() - 366 * 86_400_000).toISOString();
  await store.write((trx) =>
    trx
      .updateTable("questionnaireReleases")
      .where("orgId", "=", orgId)
      .set({ releasedAt: old })
      .execute(),
  );
  const { runDueJobs } = await builtServer();
  minutes(world, 24 * 60);
  await runDueJobs(world.services);
  expect((await releases(world))[0]).toMatchObject({ blobHash: null, withdrawnAt: null });
  expect((await world.ask(file, { as: MEMBER })).status).toBe(303);
  expect((await world.ask(ACCOUNT_PAGE, { as: MEMBER })).text).toContain("Removed");

  await store.write((trx) =>
    trx
      .updateTable("grants")
      .where("orgId", "=", orgId)
      .set({ revokedAt: world.time.toISOString(), revokedBy: "Rita" })
      .execute(),
  );
  expect((await world.ask(file, { as: MEMBER })).status).toBe(404);
  expect((await world.ask(ACCOUNT_PAGE, { as: MEMBER })).text).not.toContain("Check-answered");
});

test("a release waits for the NDA where the account’s access needs it, as documents do", async () => {
  const world = await openWorld();
  const { store } = world.services;
  const { page } = await answered(world);
  const unsigned = "noor@unsigned.example";
  const [member] = await membersByEmail(store.read, await world.orgId("acme"), unsigned);
  if (member === undefined) throw new Error("there is no member");
  await store.write((trx) =>
    trx
      .updateTable("questionnaires")
      .set({ accountId: member.accountId })
      .where("id", "=", page.split("/")[2] ?? "")
      .execute(),
  );
  await press(world, `${page}/finish`);
  await press(world, `${page}/release`);
  const [release] = await releases(world);
  const file = `${ACCOUNT_PAGE}/questionnaires/${release?.id}`;
  const own = (await world.ask(ACCOUNT_PAGE, { as: unsigned })).text;
  expect(own).toContain("Check-answered.csv");
  expect(own).toContain("NDA required");
  const refused = await world.ask(file, { as: unsigned });
  expect([refused.status, refused.text]).toEqual([303, ""]);
  const nda = new URL(refused.headers.location ?? "", "http://portal.example");
  expect([nda.pathname, nda.searchParams.get("returnTo")]).toEqual(["/acme/nda", file]);
  const taken = await store.read
    .selectFrom("events")
    .select("name")
    .where("name", "like", "%questionnaire%")
    .execute();
  expect(taken).toEqual([]);

  const asked = await world.ask(`${nda.pathname}${nda.search}`, { as: unsigned });
  const signed = await world.ask(`${nda.pathname}${nda.search}`, {
    as: unsigned,
    form: { versionId: fieldOf(asked, "versionId"), name: "Noor Haddad", agree: "yes" },
  });
  expect([signed.status, signed.headers.location]).toEqual([303, file]);
  const open = await world.ask(file, { as: unsigned });
  expect([open.status, open.body.toString()]).toEqual([
    200,
    "Question,Answer\r\nDo you encrypt?,Yes\r\n",
  ]);
  expect((await world.ask(ACCOUNT_PAGE, { as: unsigned })).text).not.toContain("NDA required");
});
