import { describe, expect, test } from "vitest";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { mergeAccounts } from "#access/accounts/store/account-changes.server.ts";
import { createAccount } from "#auth/accounts/store/accounts.server.ts";
import { membersByEmail } from "#auth/accounts/store/members.server.ts";
import type { QuestionnaireUploads } from "#model/settings/customization.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { mails } from "./access-world.ts";
import { multipart } from "./multipart.ts";
import { openWorld, WORLD_MADE, type World } from "./world.ts";

const REVIEWER = "reviewer@acme.example";
const MEMBER = "riley@customer.example";
const PAGE = "/acme/questionnaires";
const CSV =
  "Question,Response,Justification,Question Type\r\nDo you encrypt?,,,Text\r\nDo you back up?,,,Text\r\n";

async function setting(world: World, questionnaireUploads: QuestionnaireUploads) {
  const orgId = await world.orgId("acme");
  await world.services.store.write((trx) =>
    updateCustomization({ trx, orgId, now: world.time }, { questionnaireUploads }),
  );
}

const send = (
  world: World,
  { as = MEMBER, name = "Check.csv", bytes = CSV, fields = {} as Record<string, string> } = {},
) => world.ask(PAGE, { as, ...multipart([{ name, bytes }], fields) });

async function rows(world: World) {
  return world.services.store.read
    .selectFrom("questionnaires")
    .selectAll()
    .where("memberId", "is not", null)
    .orderBy("createdAt")
    .execute();
}

const press = (world: World, address: string, form: Record<string, string> = {}) =>
  world.ask(address, { as: REVIEWER, form });

describe("questionnaires from members", () => {
  test("come in as a file, are answered, and lead their account to the answered file", async () => {
    const world = await openWorld();
    await setting(world, "send");
    expect((await world.ask("/acme/my-account", { as: MEMBER })).text).toContain(`href="${PAGE}"`);
    const sent = await send(world, { fields: { dueOn: "2027-01-31", note: "For our renewal" } });
    const [row] = await rows(world);
    expect([sent.status, sent.headers.location]).toEqual([303, `${PAGE}/${row?.id}`]);
    expect(row).toMatchObject({ fileName: "Check.csv", dueOn: "2027-01-31", createdBy: "" });

    const state = await world.ask(`${PAGE}/${row?.id}`, { as: MEMBER });
    expect(state.text).toContain("0 of 2 answered, due January 31, 2027");
    const told = await mails(world, "questionnaire-received");
    expect(told.map(({ toEmail }) => toEmail)).toContain(REVIEWER);
    expect(told[0]?.text).toContain("Check.csv");

    const page = `/questionnaires/${row?.id}`;
    const staffs = (await world.ask(page, { as: REVIEWER })).text.replaceAll("<!-- -->", "");
    expect(staffs).toContain("Sent by Riley");
    expect(staffs).toContain("For our renewal");
    expect((await world.ask("/questionnaires", { as: REVIEWER })).text).toContain("From a member");
    await press(world, `${page}/questions/1`, { version: "1", answer: "Yes, at rest" });
    const half = (await world.ask(`${PAGE}/${row?.id}`, { as: MEMBER })).text;
    expect(half).toContain("1 of 2 answered");
    expect(half).toContain("In progress");
    await press(world, `${page}/finish`);
    const finished = (await world.ask(`${PAGE}/${row?.id}`, { as: MEMBER })).text;
    expect(finished).toContain("has finished the answers");
    // Only sending is allowed: nothing of the answers is told before the release.
    expect(finished).not.toContain("Yes, at rest");
    await press(world, `${page}/release`);
    const released = (await world.ask(`${PAGE}/${row?.id}`, { as: MEMBER })).text;
    const file = /href="(\/acme\/my-account\/questionnaires\/[^"]+)"/.exec(released)?.[1] ?? "";
    const taken = await world.ask(file, { as: MEMBER });
    expect([taken.status, taken.text.includes('Do you encrypt?,"Yes, at rest",')]).toEqual([
      200,
      true,
    ]);
    const audit = await world.services.store.read
      .selectFrom("audit")
      .select(["action", "actorName"])
      .where("action", "=", "questionnaire.added")
      .where("at", ">=", WORLD_MADE)
      .execute();
    expect(audit).toEqual([
      expect.objectContaining({ actorName: expect.stringMatching(/^Riley/) }),
    ]);
  });

  test("show their answers once they are finished, where the organization wants that", async () => {
    const world = await openWorld();
    await setting(world, "show");
    await send(world);
    const [row] = await rows(world);
    const page = `/questionnaires/${row?.id}`;
    await press(world, `${page}/questions/1`, { version: "1", answer: "Yes, at rest" });
    await press(world, `${page}/questions/2`, { version: "1", answer: "Never say this" });
    await press(world, `${page}/questions/2/skip`, { version: "2" });
    expect((await world.ask(`${PAGE}/${row?.id}`, { as: MEMBER })).text).not.toContain("at rest");
    await press(world, `${page}/finish`);
    const shown = (await world.ask(`${PAGE}/${row?.id}`, { as: MEMBER })).text;
    expect(shown).toContain("Yes, at rest");
    expect(shown).not.toContain("Never say this");
    // Answers can say what is shown under the NDA alone.
    await world.services.store.write((trx) =>
      trx
        .updateTable("questionnaires")
        .set((eb) => ({
          accountId: eb
            .selectFrom("members")
            .select("accountId")
            .where("email", "=", "noor@unsigned.example"),
        }))
        .where("id", "=", row?.id ?? "")
        .execute(),
    );
    const unsigned = await world.ask(`${PAGE}/${row?.id}`, { as: "noor@unsigned.example" });
    expect([unsigned.status, unsigned.text.includes("at rest")]).toEqual([200, false]);
    expect(unsigned.text).toContain("Sign the NDA");
    await press(world, `${page}/reopen`);
    expect((await world.ask(`${PAGE}/${row?.id}`, { as: MEMBER })).text).not.toContain("at rest");
  });

  test("are nobody else’s, and not there where the organization takes none", async () => {
    const world = await openWorld();
    await setting(world, "show");
    await send(world);
    const [row] = await rows(world);
    const own = `${PAGE}/${row?.id}`;
    for (const as of ["noor@unsigned.example"]) {
      expect((await world.ask(own, { as })).status).toBe(404);
      expect((await world.ask(PAGE, { as })).text).not.toContain("Check.csv");
    }
    for (const as of ["sam@prospect.example", "kim@expired.example"]) {
      const locked = await world.ask(PAGE, { as });
      expect([as, locked.status, locked.text.includes("Request access")]).toEqual([as, 403, true]);
      expect((await world.ask(own, { as })).status).toBe(403);
      expect((await send(world, { as })).status).toBe(403);
    }
    for (const as of [undefined, REVIEWER, "alex@clinic.example"])
      expect((await world.ask(PAGE, as === undefined ? {} : { as })).headers.location).toContain(
        "loginRequest=true",
      );
    expect((await rows(world)).length).toBe(1);
    // What staff add for the account has a name and a note that are theirs.
    const riley = (
      await membersByEmail(world.services.store.read, await world.orgId("acme"), MEMBER)
    )[0];
    await world.ask("/questionnaires/new", {
      as: REVIEWER,
      ...multipart([{ name: "Ours.csv", bytes: CSV }], { account: riley?.account.name ?? "" }),
    });
    const list = (await world.ask(PAGE, { as: MEMBER })).text;
    expect([list.includes("Check.csv"), list.includes("Ours.csv")]).toEqual([true, false]);

    await setting(world, "off");
    for (const address of [PAGE, own])
      expect((await world.ask(address, { as: MEMBER })).status).toBe(404);
    expect((await send(world)).status).toBe(404);
    expect((await world.ask("/acme/my-account", { as: MEMBER })).text).not.toContain(`"${PAGE}"`);
    expect((await rows(world)).length).toBe(1);
  });

  test("are refused in words: bad files, five a day, twenty that are open, other products", async () => {
    const world = await openWorld();
    await setting(world, "send");
    const refused = async (words: string, sent: Awaited<ReturnType<typeof send>>, status = 400) =>
      expect([sent.status, sent.text.includes(words)]).toEqual([status, true]);
    await refused(
      "Choose a file",
      await world.ask(PAGE, { as: MEMBER, ...multipart([], { note: "" }) }),
    );
    await refused("This is an older kind of workbook", await send(world, { name: "Old.xls" }));
    await refused("This workbook has macros", await send(world, { name: "Macros.xlsm" }));
    await refused("Enter a date", await send(world, { fields: { dueOn: "soon" } }));
    const orgId = await world.orgId("acme");
    const globex = await world.services.store.read
      .selectFrom("products")
      .select("id")
      .where("orgId", "!=", orgId)
      .executeTakeFirstOrThrow();
    await refused(
      "You don’t have access to this product",
      await send(world, { fields: { productId: globex.id } }),
      409,
    );
    expect(await rows(world)).toEqual([]);

    for (let nth = 1; nth <= 5; nth += 1)
      expect((await send(world, { name: `${nth}.csv` })).status).toBe(303);
    await refused("You can send 5 questionnaires a day", await send(world), 409);
    const read = await rows(world);
    expect(read.length).toBe(5);
    world.time = new Date(world.time.getTime() + 25 * 3_600_000);
    await world.services.store.write(async (trx) => {
      for (let nth = 1; nth <= 15; nth += 1)
        await trx
          .insertInto("questionnaires")
          .values({ ...read[0]!, id: `more ${nth}`, memberId: null })
          .execute();
    });
    await refused("Your company has 20 open questionnaires", await send(world), 409);
    expect((await rows(world)).length).toBe(5);
    const riley = (await membersByEmail(world.services.store.read, orgId, MEMBER))[0];
    await refused(
      "This account has 20 open questionnaires",
      await world.ask("/questionnaires/new", {
        as: REVIEWER,
        ...multipart([{ name: "Ours.csv", bytes: CSV }], { account: riley?.account.name ?? "" }),
      }),
      409,
    );
  });

  test("need their columns chosen by the team where their layout is not known, and go along when accounts are merged", async () => {
    const world = await openWorld();
    await setting(world, "send");
    expect(
      (await send(world, { name: "Own.csv", bytes: "Ask,Say\r\nDo you encrypt?,\r\n" })).status,
    ).toBe(303);
    const [row] = await rows(world);
    const page = `/questionnaires/${row?.id}`;
    expect((await world.ask(`${PAGE}/${row?.id}`, { as: MEMBER })).text).toContain("Not read yet");
    const chosen = { "sheets[0].header": "1", "sheets[0].question": "0", "sheets[0].answer": "1" };
    expect((await press(world, `${page}/columns`, chosen)).headers.location).toBe(page);
    expect((await world.ask(`${PAGE}/${row?.id}`, { as: MEMBER })).text).toContain(
      "0 of 1 answered",
    );
    const orgId = await world.orgId("acme");
    await world.services.store.write(async (trx) => {
      const write = { trx, orgId, by: SYSTEM, now: world.time };
      const other = await createAccount(write, { name: "Merged Inc" });
      await mergeAccounts(write, row?.accountId ?? "", other);
    });
    expect((await world.ask(`${PAGE}/${row?.id}`, { as: MEMBER })).status).toBe(200);
  });
});
