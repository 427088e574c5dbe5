import { describe, expect, test } from "vitest";
import {
  STARTER_GROUPS,
  STARTER_UIDS,
  starterText,
} from "#content/starter-controls/rules/starter-controls.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { saveItem } from "#content/items/store/items.server.ts";
import { createOrgWithProduct } from "#staff/installation/store/new-orgs.server.ts";
import { createStaff, grantRole } from "#auth/store/staff.server.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const PAGE = "/settings/start/controls";
const BILL = "bill@initech.example";
const BACKUPS = "DataSecurity.dataBackups";
const REVIEW = "ApplicationSecurity.codeReview";

/** A new company with its owner and an editor, who may not set anything up. */
async function newCompany() {
  const world = await openWorld();
  const org = await world.services.store.write(async (trx) => {
    const id = await createOrgWithProduct(
      { trx, by: SYSTEM, now: world.time },
      { slug: "initech", name: "Initech" },
    );
    const write = { trx, orgId: id, by: SYSTEM, now: new Date() };
    for (const [email, role] of [
      [BILL, "owner"],
      ["ed@initech.example", "editor"],
    ] as const)
      await grantRole(
        write,
        await createStaff(write, { email, name: "Bill", passwordHash: "scrypt$none" }),
        role,
      );
    return id;
  });
  const product = await world.services.store.read
    .selectFrom("products")
    .select("id")
    .where("orgId", "=", org)
    .executeTakeFirstOrThrow();
  return { world, org, product: product.id };
}

async function send(
  world: World,
  items: readonly string[],
  access = "restricted",
  path = PAGE,
): Promise<Answer> {
  const form = new URLSearchParams([...items.map((uid) => ["items", uid]), ["access", access]]);
  return world.ask(path, { as: BILL, form });
}

const stored = (world: World, org: string) =>
  world.services.store.read
    .selectFrom("items")
    .select(["uid", "enabledState", "explanation", "publicAccess"])
    .where("orgId", "=", org)
    .where("uid", "in", STARTER_UIDS)
    .orderBy("uid")
    .execute();
const ticks = (page: string) => [...page.matchAll(/<input(?=[^>]*name="items")[^>]*>/g)];

describe("the starter controls", () => {
  test("are all there with their texts, and none is ticked", async () => {
    const { world } = await newCompany();
    const { text } = await world.ask(PAGE, { as: BILL });
    expect(ticks(text)).toHaveLength(40);
    expect(text).not.toMatch(/<input(?=[^>]*name="items")[^>]*checked=""/);
    for (const { title } of STARTER_GROUPS) expect(text).toContain(title);
    expect(text).toContain(starterText(BACKUPS) ?? "");
  });

  test("tick a group by a link where no scripts run, and keep what was ticked by another", async () => {
    const { world } = await newCompany();
    const one = (await world.ask(`${PAGE}?all=data`, { as: BILL })).text;
    expect(one.match(/<input(?=[^>]*name="items")[^>]*checked=""/g)).toHaveLength(6);
    expect(one).toContain('href="/settings/start/controls?all=data&amp;all=people"');
    const both = (await world.ask(`${PAGE}?all=data&all=people`, { as: BILL })).text;
    expect(both.match(/<input(?=[^>]*name="items")[^>]*checked=""/g)).toHaveLength(12);
  });

  test("are enabled with their texts by one save, which one undo takes back", async () => {
    const { world, org } = await newCompany();
    const saved = await send(world, [BACKUPS, REVIEW]);
    expect([saved.status, saved.headers.location]).toEqual([303, "/settings/start/publish"]);
    expect(await stored(world, org)).toEqual(
      [REVIEW, BACKUPS].map((uid) => ({
        uid,
        enabledState: "Enabled",
        explanation: starterText(uid),
        publicAccess: 0,
      })),
    );
    const changes = await world.services.store.read
      .selectFrom("changes")
      .select(["id", "actor", "at"])
      .where("orgId", "=", org)
      .where("subject", "=", "item")
      .orderBy("number")
      .execute();
    expect(changes).toHaveLength(2);
    const undo = `/initech/edit/changes/${changes[0]?.id}~${changes[1]?.id}/undo`;
    expect((await world.ask(undo, { as: BILL, form: {} })).status).toBe(303);
    expect(
      (await stored(world, org)).filter(({ enabledState }) => enabledState === "Enabled"),
    ).toEqual([]);
  });

  test("are read by everyone where that was chosen", async () => {
    const { world, org } = await newCompany();
    await send(world, [BACKUPS], "public");
    expect(await stored(world, org)).toMatchObject([{ uid: BACKUPS, publicAccess: 1 }]);
  });

  test("leave what is on the portal as it is, and a text that the company wrote", async () => {
    const { world, org, product } = await newCompany();
    const save = (uid: string, enabledState: "Enabled" | "NotEnabled", explanation: string) =>
      world.services.store.write((trx) =>
        saveItem(
          trx,
          org,
          product,
          {
            uid,
            kind: uid === BACKUPS ? "DataSecurity" : "ApplicationSecurity",
            enabledState,
            explanation,
          },
          { by: "Bill", on: world.time },
        ),
      );
    await save(BACKUPS, "Enabled", "Every hour.");
    await save(REVIEW, "NotEnabled", "By two people.");
    const { text } = await world.ask(PAGE, { as: BILL });
    expect(ticks(text)).toHaveLength(39);
    expect(text).toContain("On your portal");
    expect(text).toContain("By two people.");
    expect(text).not.toContain(starterText(BACKUPS));
    // Sent all the same, as by a form that was opened before.
    expect((await send(world, [BACKUPS, REVIEW], "public")).status).toBe(303);
    expect(await stored(world, org)).toMatchObject([
      { uid: REVIEW, enabledState: "Enabled", explanation: "By two people." },
      { uid: BACKUPS, enabledState: "Enabled", explanation: "Every hour." },
    ]);
  });

  test("keep what was ticked when the form is refused, and save nothing of it", async () => {
    const { world, org } = await newCompany();
    const none = await send(world, []);
    expect([none.status, none.text.includes(wording.chooseOrSkip)]).toEqual([400, true]);
    const strange = await send(world, [BACKUPS, "Reports.soc2"]);
    expect(strange.status).toBe(400);
    expect(strange.text).toMatch(
      new RegExp(`<input(?=[^>]*value="${BACKUPS}")(?=[^>]*checked="")`),
    );
    expect((await send(world, [BACKUPS], "hidden")).status).toBe(400);
    await world.services.store.write((trx) =>
      trx
        .updateTable("cards")
        .set({ hiddenAt: world.time.toISOString(), hiddenBy: "Bill" })
        .where("orgId", "=", org)
        .where("kind", "=", "DataSecurity")
        .execute(),
    );
    const gone = await send(world, [BACKUPS, REVIEW]);
    expect(gone.text).toContain("A card with these controls is now hidden. Nothing was saved.");
    expect(ticks((await world.ask(PAGE, { as: BILL })).text)).toHaveLength(34);
    expect(await stored(world, org)).toEqual([]);
  });

  test("are offered where a card has a text for, to those who may set up the portal", async () => {
    const { world } = await newCompany();
    const card = async (kind: string, as: string) =>
      (await world.ask(`/initech/card/${kind}?edit=true`, { as })).text;
    const link = `href="${PAGE}"`;
    expect(await card("DataSecurity", BILL)).toContain(link);
    expect(await card("Esg", BILL)).not.toContain(link);
    expect(await card("DataSecurity", "ed@initech.example")).not.toContain(link);
    expect((await world.ask(PAGE, { as: "ed@initech.example" })).status).toBe(403);
    await send(world, STARTER_UIDS);
    expect(await card("DataSecurity", BILL)).not.toContain(link);
    expect((await world.ask(PAGE, { as: BILL })).text).toContain("All of them are on your portal.");
  });
});
