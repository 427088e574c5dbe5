import { describe, expect, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { createOrgWithProduct } from "#staff/installation/store/new-orgs.server.ts";
import { setNdaProvider } from "#auth/nda/store/ndas.server.ts";
import { addStarters } from "#content/starter-controls/store/starter-controls.server.ts";
import { endSetupGuide } from "#content/setup-guide/store/setup-guide.server.ts";
import { insertInvitation } from "#staff/team/store/team-invitations.server.ts";
import { createStaff, grantRole } from "#auth/store/staff.server.ts";
import { openWorld, type World } from "./world.ts";

const BILL = "bill@initech.example";
const ED = "ed@initech.example";
const OWNER = "owner@acme.example";

async function newCompany() {
  const world = await openWorld();
  const org = await world.services.store.write(async (trx) => {
    const id = await createOrgWithProduct(
      { trx, by: SYSTEM, now: world.time },
      { slug: "initech", name: "Initech" },
    );
    const write = { trx, orgId: id, by: SYSTEM, now: new Date() };
    const bill = await createStaff(write, {
      email: BILL,
      name: "Bill",
      passwordHash: "scrypt$none",
    });
    await grantRole(write, bill, "owner");
    return id;
  });
  return { world, org };
}

/** The rows of the list on the home page: what is there, and what is missing with its way. */
async function listOf(world: World, as = BILL): Promise<Map<string, string> | null> {
  const page = (await world.ask("/home", { as })).text.replaceAll("<!-- -->", "");
  const section = /<section aria-labelledby="setup-checklist"[^]*?<\/section>/.exec(page)?.[0];
  if (section === undefined) return null;
  return new Map(
    [...section.matchAll(/<li[^]*?<\/li>/g)].map(([row]) => [
      /<span class="min-w-0 grow">([^<]*)</.exec(row)?.[1] ?? "",
      /href="(\/[^"]*)"/.exec(row)?.[1] ?? "done",
    ]),
  );
}

describe("the setup checklist", () => {
  test("names what a new company lacks, each with its way, and ticks what comes", async () => {
    const { world, org } = await newCompany();
    const rows = (await listOf(world)) ?? expect.fail("no list");
    const wanted = {
      "Documents on your portal": "/settings/start/content",
      "Starter controls": "/settings/start/controls",
      "NDA chosen": "/nda",
      "Your team invited": "/team",
      "A logo": "/settings/look/logo",
      "A rule or a preset for requests": "done",
    };
    for (const [label, to] of Object.entries(wanted))
      expect([label, rows.get(label)]).toEqual([label, to]);
    await world.services.store.write(async (trx) => {
      const write = { trx, orgId: org, by: SYSTEM, now: new Date() };
      const product = await trx
        .selectFrom("products")
        .select("id")
        .where("orgId", "=", org)
        .executeTakeFirstOrThrow();
      await addStarters({ trx, orgId: org, by: SYSTEM, now: world.time }, product.id, {
        uids: ["DataSecurity.dataBackups"],
        access: "restricted",
      });
      await setNdaProvider(trx, org, { provider: "clickwrap" });
      const ed = await createStaff(write, { email: ED, name: "Ed", passwordHash: "scrypt$none" });
      await grantRole(write, ed, "editor");
    });
    const now = (await listOf(world)) ?? expect.fail("no list");
    for (const label of ["Starter controls", "NDA chosen", "Your team invited"])
      expect([label, now.get(label)]).toEqual([label, "done"]);
    expect(now.get("Documents on your portal")).toBe("/settings/start/content");
    expect(await listOf(world, ED)).toBeNull();
  });

  test("of a company that has everything else asks for email that is delivered, and tries it", async () => {
    const world = await openWorld();
    const { text } = await world.ask("/home", { as: OWNER });
    const [, done, all] =
      /Set up your trust center: (\d+) of (\d+)/.exec(text.replaceAll("<!-- -->", "")) ?? [];
    expect(Number(all) - Number(done)).toBe(1);
    expect(text).toMatch(/<details><summary[^>]*>\d+(?:<!-- -->)? done/);
    const [form = ""] = /<form[^>]*action="\/mail"[^]*?<\/form>/.exec(text) ?? [];
    expect(form).toContain("Send a test email");
    const tried = await world.ask("/mail", { as: OWNER, form: { intent: "test" } });
    expect([tried.status, tried.headers.location]).toEqual([303, "/mail"]);
  });

  test("is put away for the whole company by those who set it up, and comes back from the settings", async () => {
    const { world, org } = await newCompany();
    const show = "Show again";
    expect((await world.ask("/settings", { as: BILL })).text).not.toContain(show);
    const away = await world.ask("/home", { as: BILL, form: { intent: "dismiss" } });
    expect([away.status, away.headers.location]).toEqual([303, "/home"]);
    expect(await listOf(world)).toBeNull();
    expect((await world.ask("/settings", { as: BILL })).text).toContain(show);
    const back = await world.ask("/settings", { as: BILL, form: { intent: "show" } });
    expect([back.status, back.headers.location]).toEqual([303, "/home"]);
    expect(await listOf(world)).not.toBeNull();
    for (const [path, intent] of [
      ["/home", "show"],
      ["/settings", "dismiss"],
      ["/home", ""],
    ] as const)
      expect((await world.ask(path, { as: BILL, form: { intent } })).status).toBe(400);
    // Neither another company's nor somebody's who may not set anything.
    await world.ask("/home", { as: OWNER, form: { intent: "dismiss" } });
    expect(await listOf(world)).not.toBeNull();
    const denied = await world.ask("/home", {
      as: "editor@acme.example",
      form: { intent: "dismiss" },
    });
    expect(denied.status).toBe(403);
    const hidden = await world.services.store.read
      .selectFrom("setUpLists")
      .select("orgId")
      .where("orgId", "=", org)
      .where("hiddenAt", "is not", null)
      .execute();
    expect(hidden).toEqual([]);
  });
});

describe("somebody with a login", () => {
  test("lands in the start of a company that they make for themself, or that is made theirs", async () => {
    const world = await openWorld();
    const form = { name: "Initech", slug: "initech", ownerEmail: OWNER };
    const made = await world.ask("/installation/new", { as: OWNER, form });
    expect([made.status, made.headers.location]).toEqual([303, "/settings/start"]);
    const others = await world.ask("/installation/new", {
      as: OWNER,
      form: { ...form, slug: "hooli", name: "Hooli", ownerEmail: "editor@acme.example" },
    });
    expect(others.headers.location).toBe("/installation");
    const switched = await world.ask("/account/org", {
      as: "editor@acme.example",
      form: { orgId: await world.orgId("hooli"), redirectTo: "" },
    });
    expect([switched.status, switched.headers.location]).toEqual([303, "/settings/start"]);
    const home = await world.ask("/account/org", {
      as: "editor@acme.example",
      form: { orgId: await world.orgId("acme"), redirectTo: "" },
    });
    expect(home.headers.location).toBe("/home");
  });

  test("lands there after joining one that nobody has begun to set up, and else on its portal", async () => {
    const { world, org } = await newCompany();
    const join = async (): Promise<string | undefined> => {
      const { token } = await world.services.store.write(async (trx) => {
        const { id } = await trx
          .selectFrom("staff")
          .select("id")
          .where("email", "=", BILL)
          .executeTakeFirstOrThrow();
        await trx.deleteFrom("teamInvitations").where("orgId", "=", org).execute();
        const values = { email: OWNER, role: "admin" as const };
        return insertInvitation(
          { trx, orgId: org, by: { staffId: id, actor: SYSTEM }, now: world.time },
          values,
        );
      });
      const link = `/sign-in/invitation?token=${token}`;
      const headers = { cookie: await world.cookieOf(OWNER, world.host) };
      const page = await world.ask(link, { headers });
      const issued = /name="issued" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
      return (await world.ask(link, { form: { issued }, headers })).headers.location;
    };
    expect(await join()).toBe("/settings/start");
    await world.services.store.write(async (trx) => {
      await endSetupGuide({
        trx,
        orgId: org,
        by: { actor: "system", actorName: "Bill" },
        now: world.time,
      });
      await trx
        .deleteFrom("staffRoles")
        .where("orgId", "=", org)
        .where("role", "=", "admin")
        .execute();
    });
    expect(await join()).toBe("/initech");
  });
});
