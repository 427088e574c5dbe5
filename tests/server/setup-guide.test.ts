import { describe, expect, test } from "vitest";
import { START_STEPS } from "#model/setup-guide.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { encodePng } from "#content/files/watermark/png.ts";
import { beginSetupGuide } from "#content/setup-guide/store/setup-guide.server.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { createProduct, listProducts } from "#tenancy/products/store/products.server.ts";
import { inOrg } from "#db/tenant.ts";
import { createStaff, grantRole } from "#auth/store/staff.server.ts";
import { multipart } from "./multipart.ts";
import { changed, formOf } from "./page-form.ts";
import { actions, cookieOf, setupPath } from "./staff-journeys.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const START = "/settings/start";
const BILL = "bill@initech.example";
const plain = (answer: Answer) => answer.text.replaceAll("<!-- -->", "");

/** A new org whose setup guide has begun, with its owner and somebody who may not set anything. */
async function newOrg(): Promise<World> {
  const world = await openWorld();
  await world.services.store.write(async (trx) => {
    const org = await createOrg(
      { trx, by: SYSTEM, now: world.time },
      { slug: "initech", name: "Initech" },
    );
    const write = { trx, orgId: org, by: SYSTEM, now: new Date() };
    await createProduct(
      { trx, orgId: org, now: world.time },
      { name: "Initech", isDefault: true, show: true, position: 0 },
    );
    await beginSetupGuide({ trx, orgId: org, now: world.time });
    await grantRole(
      write,
      await createStaff(
        { trx, by: SYSTEM, now: new Date() },
        { email: BILL, name: "Bill", passwordHash: "scrypt$none" },
      ),
      "owner",
    );
    await grantRole(
      write,
      await createStaff(
        { trx, by: SYSTEM, now: new Date() },
        { email: "ed@initech.example", name: "Ed", passwordHash: "scrypt$none" },
      ),
      "editor",
    );
  });
  return world;
}

const initech = async (world: World) =>
  (await findOrg(world.services.store.read, "initech")) ?? expect.fail("no org");
const see = async (world: World, path: string, as = BILL) => plain(await world.ask(path, { as }));

/** Sends a step's form with some fields changed, as a browser would. */
async function send(
  world: World,
  step: string,
  changes: Record<string, string | null>,
): Promise<Answer> {
  const path = `${START}/${step}`;
  return world.ask(path, {
    as: BILL,
    form: changed(formOf(await world.ask(path, { as: BILL })), changes),
  });
}

const skip = (world: World, step: string, as = BILL) =>
  world.ask(START, { as, form: { intent: "skip", step } });
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><rect width="40" height="10" fill="#123456"/></svg>';

async function tick(world: World, uids: readonly string[]): Promise<Answer> {
  const path = `${START}/certifications`;
  const form = formOf(await world.ask(path, { as: BILL }), 'name="held"');
  form.delete("held");
  for (const uid of uids) form.append("held", uid);
  return world.ask(path, { as: BILL, form });
}

describe("the setup guide", () => {
  test("begins after /setup and leads by its forms to the published portal, which says what to do next", async () => {
    const world = await openWorld();
    const made = await world.ask(await setupPath(world), {
      form: { orgName: "Initech", slug: "initech", email: BILL, password: "a password of Bill's" },
    });
    const headers = { cookie: cookieOf(made) };
    expect(made.headers.location).toBe(START);
    expect(plain(await world.ask(START, { headers }))).toContain(
      "Welcome. Let’s publish Initech’s trust center.",
    );
    expect(await see(world, START)).toMatch(/href="\/settings\/start\/content"[^>]*>Begin</);

    const named = await send(world, "name", {
      orgName: "Initech & Söhne",
      portalTitle: "Security Hub",
      websiteUrl: "initech.example",
      timeZone: "Europe/Berlin",
    });
    expect([named.status, named.headers.location]).toEqual([303, `${START}/logo`]);
    const drawn = await world.ask(`${START}/logo`, {
      as: BILL,
      ...multipart([{ name: "logo.svg", bytes: LOGO }]),
    });
    expect([drawn.status, drawn.headers.location]).toEqual([303, `${START}/color`]);
    const colored = await send(world, "color", { accentColour: "#7A1FA2" });
    expect([colored.status, colored.headers.location]).toEqual([303, `${START}/access`]);
    const opened = await send(world, "access", { publicAccessLevel: "Limited" });
    expect([opened.status, opened.headers.location]).toEqual([303, `${START}/certifications`]);
    const held = ["soc2", "iso27001", "gdpr", "hipaa", "dora"].map(
      (name) => `Certifications.${name}`,
    );
    const ticked = await tick(world, held);
    expect([ticked.status, ticked.headers.location]).toEqual([303, `${START}/controls`]);
    expect((await world.ask("/initech")).status).toBe(404);
    const published = await world.ask(`${START}/publish`, {
      as: BILL,
      form: { intent: "publish" },
    });
    expect([published.status, published.headers.location]).toEqual([
      303,
      "/initech?view=public&start=done",
    ]);

    // What visitors see, and three things that nobody has done yet.
    const portal = await see(world, "/initech?view=public&start=done");
    for (const words of [
      wording.isPublic,
      "Set up email",
      "Upload documents",
      "Add starter controls",
    ])
      expect(portal).toContain(words);
    for (const words of ["Invite your team", "No items are enabled"])
      expect(portal).not.toContain(words);
    const seen = plain(await world.ask("/initech?start=done"));
    for (const words of [
      "Initech &amp; Söhne",
      "Security Hub",
      "--accent:#7a1fa2",
      "SOC 2",
      "DORA",
      'href="https://initech.example"',
    ])
      expect(seen).toContain(words);
    expect(seen).not.toContain("Next steps");
    // Without a description the first screen still says something.
    expect(seen).toContain(
      "Learn how Initech &amp; Söhne handles security, privacy and compliance.",
    );
    // In Edit, what visitors see comes first, and what is off is folded below it.
    const edited = await see(world, "/initech");
    expect(edited).toMatch(/<summary[^>]*>\d{2} more certifications<\/summary>/);
    expect(edited.indexOf("DORA")).toBeLessThan(edited.indexOf("more certifications"));
    expect(edited.indexOf("SOC 3")).toBeGreaterThan(edited.indexOf("more certifications"));
    expect(seen).not.toContain("more certifications");
    expect(await initech(world)).toMatchObject({
      name: "Initech & Söhne",
      timeZone: "Europe/Berlin",
      customization: { publicAccessLevel: "Limited" },
    });
    expect((await initech(world)).logo).not.toBeNull();
    expect(await see(world, "/initech")).not.toContain("Setup guide:");
    const record = await actions(world, "initech");
    expect(record.filter((action) => action === "settings.changed")).toHaveLength(4);
    expect(record.filter((action) => action === "item.changed")).toHaveLength(5);
    expect(record).toContain("portal.published");
  });

  test("ticks the certifications that the documents show, until some are saved", async () => {
    const world = await newOrg();
    const step = () => see(world, `${START}/certifications`);
    expect(await step()).not.toContain("We selected");
    const { id } = await initech(world);
    const { read } = world.services.store;
    const [product] = await listProducts(read, id);
    const document = await inOrg(read, await world.orgId("acme"))
      .selectFrom("documents")
      .selectAll()
      .limit(1)
      .executeTakeFirstOrThrow();
    await world.services.store.write(async (trx) => {
      const blob = await inOrg(trx, document.orgId)
        .selectFrom("blobs")
        .selectAll()
        .where("hash", "=", document.blobHash)
        .executeTakeFirstOrThrow();
      await trx
        .insertInto("blobs")
        .values({ ...blob, orgId: id })
        .execute();
      await trx
        .insertInto("documents")
        .values({ ...document, orgId: id })
        .execute();
      const item = await inOrg(trx, document.orgId)
        .selectFrom("items")
        .selectAll()
        .where("uid", "=", "Reports.soc2")
        .limit(1)
        .executeTakeFirstOrThrow();
      await trx
        .insertInto("items")
        .values({ ...item, orgId: id, productId: product?.id ?? "" })
        .execute();
      const link = { itemUid: "Reports.soc2", documentId: document.id, linkedBy: "Bill" };
      await trx
        .insertInto("itemDocuments")
        .values({ orgId: id, productId: product?.id ?? "", linkedAt: document.createdAt, ...link })
        .execute();
    });
    const proposed = await step();
    expect(proposed).toContain("We selected what your documents show");
    expect(proposed).toMatch(
      /<input[^>]*value="Certifications\.soc2"[^>]*checked|checked[^>]*value="Certifications\.soc2"/,
    );
    await tick(world, ["Certifications.gdpr"]);
    expect(await step()).not.toContain("We selected");
  });

  test("proposes the person's own address as both mailboxes, until somebody has decided", async () => {
    const world = await newOrg();
    const form = async () => formOf(await world.ask(`${START}/name`, { as: BILL }));
    const boxes = async () => [
      (await form()).get("supportMailbox"),
      (await form()).get("securityMailbox"),
    ];
    expect(await boxes()).toEqual([BILL, BILL]);
    expect((await initech(world)).customization.supportMailbox).toBeNull();
    const refused = await send(world, "name", { securityMailbox: "security at initech" });
    expect(refused.status).toBe(400);
    expect(plain(refused)).toContain(wording.enterAddressSuchAs);

    const help = { supportMailbox: "trust@initech.example", securityMailbox: "" };
    expect((await send(world, "name", help)).status).toBe(303);
    expect((await initech(world)).customization).toMatchObject({
      supportMailbox: "trust@initech.example",
      securityMailbox: null,
    });
    expect(await boxes()).toEqual(["trust@initech.example", ""]);
    expect((await send(world, "name", { supportMailbox: "" })).status).toBe(303);
    expect(await boxes()).toEqual(["", ""]);
  });

  test("says where it is, can be skipped and returned to, and goes on where it was left", async () => {
    const world = await newOrg();
    for (const [i, { step, label }] of START_STEPS.entries()) {
      const page = await see(world, `${START}/${step}`);
      expect(page, step).toContain(`Step ${i + 1} of 8`);
      expect(page, step).toContain(`<title>Step ${i + 1} of 8: ${label} · `);
      expect(page, step).toContain(
        `href="${START}${i === 0 ? "" : `/${START_STEPS[i - 1]?.step}`}"`,
      );
    }
    expect((await skip(world, "content")).headers.location).toBe(`${START}/name`);
    expect((await skip(world, "name")).headers.location).toBe(`${START}/logo`);
    expect((await skip(world, "logo")).headers.location).toBe(`${START}/color`);
    expect(await see(world, START)).toContain("Continue with step 4 of 8: Color");
    expect(await see(world, "/initech")).toContain("Setup guide: step 4 of 8");
    expect(await see(world, "/products")).toContain("Continue with step 4 of 8");

    // What is done elsewhere is done here; a skipped step waits to the end.
    await world.ask("/settings/look", {
      as: BILL,
      form: changed(formOf(await world.ask("/settings/look", { as: BILL })), {
        accentColour: "#1f4b99",
      }),
    });
    for (const step of ["access", "certifications", "controls"]) await skip(world, step);
    expect(await see(world, START)).toContain("Continue with step 8 of 8: Publish");
    expect((await skip(world, "publish")).headers.location).toBe(START);
    expect(await see(world, START)).toContain("Continue with step 1 of 8: Documents");
    expect((await send(world, "name", {})).status).toBe(303);
    expect(await see(world, START)).toContain("2 of 8 done");
    expect((await skip(world, "name")).status).toBe(303);
    expect(await see(world, START)).toContain("2 of 8 done");
  });

  test("is put away by one button, and its pages stay", async () => {
    const world = await newOrg();
    const away = await world.ask(START, { as: BILL, form: { intent: "end" } });
    expect([away.status, away.headers.location]).toEqual([303, "/initech"]);
    expect(await see(world, "/initech")).not.toContain("Setup guide:");
    expect(await see(world, "/products")).not.toContain("The setup guide is not finished");
    expect((await world.ask(`${START}/color`, { as: BILL })).status).toBe(200);
    expect((await initech(world)).published).toBe(false);
  });

  test("shows its link to those alone who can finish it, in the org that is not finished", async () => {
    const world = await newOrg();
    expect(await see(world, "/initech", "ed@initech.example")).not.toContain("Setup guide:");
    expect(
      (await world.ask(START, { as: "ed@initech.example", form: { intent: "end" } })).status,
    ).toBe(403);
    expect(
      (
        await world.ask(`${START}/publish`, {
          as: "ed@initech.example",
          form: { intent: "publish" },
        })
      ).status,
    ).toBe(403);
    for (const path of ["/acme", "/products"])
      expect(await see(world, path, "owner@acme.example")).not.toMatch(/setup guide/i);
    expect(await see(world, "/initech")).toContain("Setup guide: step 1 of 8");
  });

  test("keeps what was sent and says what is wrong, at every step", async () => {
    const world = await newOrg();
    const refused: [string, Record<string, string | null>, string, string][] = [
      [
        "name",
        { portalTitle: "A title of more than 24 letters" },
        "Max 24 characters",
        'value="A title of more than 24 letters"',
      ],
      ["name", { orgName: "<b>" }, "Use letters, digits", ""],
      ["color", { accentColour: "purple" }, wording.enterColor, 'value="purple"'],
      ["access", { publicAccessLevel: null }, wording.chooseAccessLevel, ""],
    ];
    for (const [step, set, message, kept] of refused) {
      const answer = await send(world, step, set);
      expect([step, answer.status]).toEqual([step, 400]);
      for (const words of [message, "<title>Error: Step ", kept])
        expect(answer.text).toContain(words);
    }
    const none = await tick(world, []);
    expect([none.status, none.text.includes(wording.chooseOrSkip)]).toEqual([400, true]);
    const strange = await tick(world, ["Certifications.soc2", "Reports.soc2"]);
    expect(strange.status).toBe(400);
    expect(strange.text).toMatch(/<input(?=[^>]*value="Certifications\.soc2")(?=[^>]*checked="")/);
    const wrong = await world.ask(`${START}/logo`, {
      as: BILL,
      ...multipart([{ name: "logo.svg", bytes: "no picture" }]),
    });
    expect([wrong.status, wrong.text.includes(wording.invalidSvg)]).toEqual([400, true]);
    expect(
      (await world.ask(`${START}/publish`, { as: BILL, form: { intent: "unpublish" } })).status,
    ).toBe(400);
    expect(
      (await world.ask(START, { as: BILL, form: { intent: "skip", step: "nothing" } })).status,
    ).toBe(400);
    expect((await initech(world)).published).toBe(false);
  });

  test("unticks what is not held any more, keeps what is in progress, and notices another editor", async () => {
    const world = await newOrg();
    await tick(world, ["Certifications.soc2", "Certifications.gdpr"]);
    const state = async (uid: string) =>
      (
        await world.services.store.read
          .selectFrom("items")
          .select("enabledState")
          .where("orgId", "=", (await initech(world)).id)
          .where("uid", "=", uid)
          .executeTakeFirst()
      )?.enabledState;
    await world.services.store.write(async (trx) =>
      trx
        .updateTable("items")
        .set({ enabledState: "WorkInProgress" })
        .where("uid", "=", "Certifications.gdpr")
        .where("orgId", "=", (await findOrg(trx, "initech"))?.id ?? "")
        .execute(),
    );
    const opened = formOf(await world.ask(`${START}/certifications`, { as: BILL }), 'name="held"');
    expect(opened.getAll("held").sort()).toEqual(["Certifications.gdpr", "Certifications.soc2"]);
    await tick(world, ["Certifications.gdpr", "Certifications.dora"]);
    expect([
      await state("Certifications.soc2"),
      await state("Certifications.gdpr"),
      await state("Certifications.dora"),
    ]).toEqual(["NotEnabled", "WorkInProgress", "Enabled"]);
    opened.delete("held");
    opened.append("held", "Certifications.soc1");
    await world.services.store.write(async (trx) =>
      trx
        .updateTable("items")
        .set({ enabledState: "Enabled" })
        .where("uid", "=", "Certifications.gdpr")
        .where("orgId", "=", (await findOrg(trx, "initech"))?.id ?? "")
        .execute(),
    );
    const late = await world.ask(`${START}/certifications`, { as: BILL, form: opened });
    expect([
      late.status,
      late.text.includes("Someone else changed a certification while you were editing."),
    ]).toEqual([409, true]);
    expect(await state("Certifications.soc1")).toBeUndefined();
  });

  test.each<[string, () => Buffer | string, string | null]>([
    ["logo.svg", () => LOGO, "#123456"],
    ["logo.png", () => encodePng(plainPixels([11, 93, 78]), 40, 10), "#0b5d4e"],
    ["logo.png", () => encodePng(plainPixels([90, 90, 90]), 40, 10), null],
  ])("proposes the color of %s, and takes it by a button", async (name, bytes, color) => {
    const world = await newOrg();
    expect(await see(world, `${START}/color`)).not.toContain("from your logo");
    await world.ask(`${START}/logo`, { as: BILL, ...multipart([{ name, bytes: bytes() }]) });
    const page = await see(world, `${START}/color`);
    if (color === null) return expect(page).not.toContain("from your logo");
    expect(page).toContain(`Use ${color} from your logo`);
    expect(await see(world, "/settings/look")).toContain(`Use ${color} from your logo`);
    const taken = await send(world, "color", { logoColor: color });
    expect([taken.status, taken.headers.location]).toEqual([303, `${START}/access`]);
    expect((await initech(world)).customization.accentColour).toBe(color);
  });
});

/** 40 × 10 pixels of one color. */
function plainPixels(color: readonly number[]): Uint8Array {
  return Uint8Array.from(Array.from({ length: 400 }, () => [...color, 255]).flat());
}
