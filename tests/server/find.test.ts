import "./production-react.ts";
import { expect, test } from "vitest";
import { FOUND_OF_A_KIND } from "#model/home.ts";
import { expectGentle } from "./large-imports.ts";
import { updateDocument } from "#content/documents/store/documents.server.ts";
import { openWorld, type World } from "./world.ts";
import { testInFive } from "../in-turn.ts";

/** A word that nothing in the world has. */
const WORD = "Zebrafish";

/** The groups of the page that finds, by their titles, as one person sees them. */
async function find(world: World, who: string, q: string) {
  const page = await world.ask(`/home/find?q=${encodeURIComponent(q)}`, { as: who });
  expect(page.status).toBe(200);
  const main = page.text.slice(page.text.indexOf("<main"), page.text.indexOf("</main"));
  const groups = [...main.matchAll(/<section aria-label="([^"]+)".*?<\/section>/gs)];
  return { main, groups: new Map(groups.map(([whole, title = ""]) => [title, whole])) };
}

const titles = async (world: World, who: string, q: string) => [
  ...(await find(world, who, q)).groups.keys(),
];

test("whole words come first: SOC 2 is no SOC 1 report of 2026", async () => {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  const { store } = world.services;
  const [first, second] = await store.read
    .selectFrom("documents")
    .select("id")
    .where("orgId", "=", orgId)
    .limit(2)
    .execute();
  const call = (id: string | undefined, originalName: string) =>
    store.write((trx) => updateDocument(trx, orgId, id ?? "", { originalName }));
  await call(first?.id, `${WORD} 1 report 2026.pdf`);
  await call(second?.id, `${WORD}_2 report 2026.pdf`);
  const found =
    (await find(world, "owner@acme.example", `${WORD} 2`)).groups.get("Documents") ?? "";
  expect(found).toContain(`${WORD} 1 report`);
  expect(found.indexOf(`${WORD}_2`)).toBeLessThan(found.indexOf(`${WORD} 1`));
});

/** One of every kind with the word in its name, in acme. */
async function nameOfEach(world: World): Promise<void> {
  const [orgId, productId] = [await world.orgId("acme"), await world.productId("acme")];
  const at = world.time.toISOString();
  const owned = { orgId, id: "zebra" };
  await world.services.store.write(async (trx) => {
    const first = async (table: "accounts" | "permissionProfiles") =>
      (
        await trx
          .selectFrom(table)
          .select("id")
          .where("orgId", "=", orgId)
          .executeTakeFirstOrThrow()
      ).id;
    const item = await trx
      .selectFrom("items")
      .select("uid")
      .where("orgId", "=", orgId)
      .where("productId", "=", productId)
      .executeTakeFirstOrThrow();
    const accountId = await first("accounts");
    await trx
      .updateTable("items")
      .set({ title: `${WORD} item` })
      .where("orgId", "=", orgId)
      .where("productId", "=", productId)
      .where("uid", "=", item.uid)
      .execute();
    await trx
      .insertInto("accounts")
      .values({
        ...owned,
        name: `${WORD} Inc`,
        reviewStatus: "approved",
        reviewedAt: null,
        reviewedBy: null,
        createdAt: at,
      })
      .execute();
    await trx
      .insertInto("members")
      .values({
        ...owned,
        accountId,
        email: "zoe@fish.example",
        firstName: "Zoe",
        lastName: WORD,
        autoApproved: 0,
        createdAt: at,
        removedAt: null,
        removedBy: null,
        signedInAt: null,
      })
      .execute();
    await trx
      .updateTable("accessRequests")
      .set({ companyName: `${WORD} GmbH` })
      .where("orgId", "=", orgId)
      .execute();
    await trx
      .insertInto("comments")
      .values({
        ...owned,
        accountId,
        productId,
        itemUid: item.uid,
        memberId: "zebra",
        staffId: null,
        staffName: null,
        content: `Do you keep a ${WORD}?`,
        createdAt: at,
        settledAt: null,
        settledBy: null,
      })
      .execute();
    await trx
      .updateTable("documents")
      .set({ originalName: `${WORD}.pdf`, searchText: "zebrafish.pdf" })
      .where("orgId", "=", orgId)
      .execute();
    await trx
      .updateTable("faqEntries")
      .set({ question: `Is the ${WORD} well?` })
      .where("orgId", "=", orgId)
      .execute();
    await trx
      .insertInto("controls")
      .values({
        ...owned,
        reference: "ZF-1",
        sortKey: "zf",
        title: `${WORD} care`,
        description: null,
        access: "public",
        itemUid: null,
        createdAt: at,
        modifiedAt: at,
      })
      .execute();
    await trx
      .updateTable("topics")
      .set({ subject: `${WORD} news` })
      .where("orgId", "=", orgId)
      .execute();
    await trx
      .updateTable("topicDrafts")
      .set({ subject: `${WORD} draft` })
      .where("orgId", "=", orgId)
      .execute();
    await trx
      .updateTable("subscribers")
      .set({ email: "reader@zebrafish.example" })
      .where(
        "id",
        "=",
        (
          await trx
            .selectFrom("subscribers")
            .select("id")
            .where("orgId", "=", orgId)
            .executeTakeFirstOrThrow()
        ).id,
      )
      .execute();
    await trx
      .updateTable("companies")
      .set({ name: `${WORD} Hosting` })
      .where("orgId", "=", orgId)
      .where(
        "id",
        "in",
        trx.selectFrom("subprocessors").select("companyId").where("orgId", "=", orgId).limit(1),
      )
      .execute();
    await trx
      .updateTable("permissionProfiles")
      .set({ name: `${WORD} profile` })
      .where("id", "=", await first("permissionProfiles"))
      .execute();
    await trx
      .insertInto("accessRules")
      .values({
        ...owned,
        position: 99,
        matches: "domain",
        pattern: "zebrafish.example",
        action: "decline",
        profileId: null,
        expiresInDays: null,
        ndaRequired: 0,
        message: null,
        note: null,
        createdAt: at,
        createdBy: "x",
        endedAt: null,
        endedBy: null,
      })
      .execute();
    await trx
      .updateTable("ndaVersions")
      .set({ title: `${WORD} NDA` })
      .where("orgId", "=", orgId)
      .execute();
    await trx
      .updateTable("products")
      .set({ name: `${WORD} Cloud` })
      .where("id", "=", productId)
      .execute();
    await trx
      .updateTable("staff")
      .set({ name: `Tom ${WORD}` })
      .where("email", "=", "editor@acme.example")
      .execute();
  });
}

const REVIEWED = ["Accounts", "Members", "Requests", "Questions"];
const DECIDED_BY = ["Permission profiles", "Auto-decisions", "NDA versions"];

test.each([
  [
    "owner",
    [
      ...REVIEWED,
      "Documents",
      "Items",
      "FAQ",
      "Controls",
      "Updates",
      "Subprocessors",
      "Products",
      "Subscribers",
      "Team",
      ...DECIDED_BY,
    ],
  ],
  ["editor", ["Documents", "Items", "FAQ", "Controls", "Updates", "Subprocessors", "Subscribers"]],
  ["reviewer", [...REVIEWED, "Documents", ...DECIDED_BY]],
  ["viewer", ["Documents"]],
])("every kind that the role of %s may open is found, and no other", async (role, kinds) => {
  const world = await openWorld();
  await nameOfEach(world);
  expect((await titles(world, `${role}@acme.example`, WORD.toUpperCase())).sort()).toEqual(
    kinds.toSorted(),
  );
  expect(await titles(world, "owner@globex.example", WORD)).toEqual([]);
});

testInFive("what is found is there: each way leads to a page that opens", async () => {
  const world = await openWorld();
  await nameOfEach(world);
  const { main } = await find(world, "owner@acme.example", WORD);
  const ways = [...main.matchAll(/<a href="([^"]+)"/g)].map(([, to = ""]) => to);
  expect(ways.length).toBeGreaterThan(15);
  for (const to of ways) {
    const { status } = await world.ask(to.replaceAll("&amp;", "&"), { as: "owner@acme.example" });
    expect([to, status]).toEqual([to, 200]);
  }
});

test("pages and settings are found by name and by what they are about", async () => {
  const world = await openWorld();
  const { groups } = await find(world, "owner@acme.example", "subscrib");
  expect(groups.get("Pages")).toContain('href="/subscribers"');
  expect(await titles(world, "viewer@acme.example", "subscrib")).toEqual([]);
});

test("of many, five are listed and the rest is a list with the same search", async () => {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  const at = world.time.toISOString();
  await world.services.store.write(async (trx) => {
    for (let i = 0; i < 7; i += 1)
      await trx
        .insertInto("accounts")
        .values({
          orgId,
          id: `many-${i}`,
          name: `Many of One Kind ${i}`,
          reviewStatus: "approved",
          reviewedAt: null,
          reviewedBy: null,
          createdAt: at,
        })
        .execute();
  });
  const { groups } = await find(world, "owner@acme.example", "kind one");
  const accounts = groups.get("Accounts") ?? "";
  expect(accounts.match(/href="\/accounts\/many-/g)).toHaveLength(FOUND_OF_A_KIND);
  expect(accounts).toContain('href="/accounts?q=kind+one"');
  expect(accounts).toMatch(/All (?:<!-- -->)?7/);
  const list = await world.ask("/accounts?q=kind+one", { as: "owner@acme.example" });
  expect(list.text).toContain("7 accounts");
});

test.each([
  ["riley%nobody", 0],
  ["%", 0],
  ["_iley", 0],
  ["müller", 1],
  ["MÜLLER", 1],
  ["müller & söhne", 1],
])("%s is read as it is typed, in any case", async (q, many) => {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  await world.services.store.write(async (trx) => {
    await trx
      .insertInto("accounts")
      .values({
        orgId,
        id: "umlaut",
        name: "MÜLLER & Söhne",
        reviewStatus: "approved",
        reviewedAt: null,
        reviewedBy: null,
        createdAt: world.time.toISOString(),
      })
      .execute();
  });
  const { groups } = await find(world, "owner@acme.example", q);
  expect(groups.has("Accounts") ? 1 : 0).toBe(many);
});

test("a company with many people is searched without holding anybody up", async () => {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  const at = world.time.toISOString();
  await world.services.store.write(async (trx) => {
    const { id: accountId } = await trx
      .selectFrom("accounts")
      .select("id")
      .where("orgId", "=", orgId)
      .executeTakeFirstOrThrow();
    for (let from = 0; from < 20_000; from += 500) {
      const batch = Array.from({ length: 500 }, (_, i) => from + i);
      await trx
        .insertInto("members")
        .values(
          batch.map((i) => ({
            orgId,
            id: `member-${i}`,
            accountId,
            email: `person-${i}@large.example`,
            firstName: "Person",
            lastName: String(i),
            autoApproved: 0 as const,
            createdAt: at,
            removedAt: null,
            removedBy: null,
            signedInAt: null,
          })),
        )
        .execute();
    }
  });
  const page = await expectGentle(
    world,
    () => world.ask("/home/find?q=person", { as: "owner@acme.example" }),
    200,
  );
  expect(page.text).toMatch(/5(?:<!-- -->)? of (?:<!-- -->)?20000/);
});
