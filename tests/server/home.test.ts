import { describe, expect, test } from "vitest";
import {
  badgesFor,
  documentValidity,
  mostRead,
  requestsByWeek,
} from "#staff/home/store/home.server.ts";
import { daysAfter } from "#values/dates.ts";
import { looksOf } from "#tenancy/orgs/store/org-lists.server.ts";
import { accentStyle } from "#values/color.ts";
import { permissionsOf } from "#model/auth/permissions.ts";
import { testInFive } from "../in-turn.ts";
import { openWorld } from "./world.ts";

const text = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

describe("the home page", () => {
  test.each([
    ["owner@acme.example", ["access request", "question", "update to approve"], []],
    ["reviewer@acme.example", ["access request", "question"], ["to approve", "Set up your"]],
    ["editor@acme.example", ["update to approve"], ["access request", "question", "by week"]],
    [
      "viewer@acme.example",
      ["All caught up"],
      ["access request", "question", "to approve", "by week"],
    ],
  ])("tells %s what waits for their role, and nothing else", async (who, told, untold) => {
    const world = await openWorld();
    const page = await world.ask("/home", { as: who });
    expect(page.status).toBe(200);
    const main = text(page.text.slice(page.text.indexOf("<main"), page.text.indexOf("</main")));
    for (const words of told) expect(main).toContain(words);
    for (const words of untold) expect(main).not.toContain(words);
  });

  test("says to owners and admins that emails are not delivered, and to nobody else", async () => {
    const world = await openWorld();
    const said = "Emails are not being delivered. Visitors can’t sign in until email is set up.";
    for (const path of ["/home", "/inbox"])
      for (const [who, isTold] of [
        ["owner@acme.example", true],
        ["reviewer@acme.example", false],
      ] as const)
        expect([path, who, (await world.ask(path, { as: who })).text.includes(said)]).toEqual([
          path,
          who,
          isTold,
        ]);
  });

  testInFive(
    "begins the way to a document with the pages that visitors opened, without machines and staff",
    async () => {
      const world = await openWorld();
      const firefox = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0" };
      const steps = async () =>
        /Pages opened by visitors (\d+) Requested access/.exec(
          text((await world.ask("/home", { as: "owner@acme.example" })).text),
        )?.[1];
      await world.ask("/acme", { headers: { "user-agent": "curl/8.0" } });
      await world.ask("/acme", { headers: firefox, method: "HEAD" });
      await world.ask("/acme/feed.xml", { headers: firefox });
      await world.ask("/acme", { headers: firefox, as: "owner@acme.example" });
      await world.ask("/globex", { headers: firefox });
      expect(await steps()).toBeUndefined();
      for (const path of ["/acme", "/acme", "/acme/faq"])
        await world.ask(path, { headers: firefox });
      let found = await steps();
      for (let i = 0; i < 100 && found !== "3"; i += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        found = await steps();
      }
      expect(found).toBe("3");
    },
  );

  test("counts what is the company's own", async () => {
    const world = await openWorld();
    const { read } = world.services.store;
    const owner = permissionsOf("owner");
    const acme = await badgesFor(read, await world.orgId("acme"), owner);
    const globex = await badgesFor(read, await world.orgId("globex"), owner);
    expect([acme.requests, globex.requests]).toEqual([1, 0]);
    const page = await world.ask("/home", { as: "owner@globex.example" });
    expect(text(page.text)).not.toContain("access request ");
  });

  test("puts a request into its week, by what became of it", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const orgId = await world.orgId("acme");
    const at = (days: number) => new Date(world.time.getTime() - days * 86_400_000).toISOString();
    const rows = await store.read
      .selectFrom("accessRequests")
      .select("id")
      .where("orgId", "=", orgId)
      .execute();
    const set = (index: number, values: object) =>
      store.write(
        async (trx) =>
          void (await trx
            .updateTable("accessRequests")
            .set(values)
            .where("id", "=", rows[index]?.id ?? "")
            .execute()),
      );
    await store.write(
      async (trx) =>
        void (await trx
          .updateTable("accessRequests")
          .set({ createdAt: at(300) })
          .where("orgId", "=", orgId)
          .execute()),
    );
    await set(0, { createdAt: at(1), status: "declined" });
    await set(1, { createdAt: at(15), status: "approved", ruleId: null, pendingKey: null });
    const weeks = await requestsByWeek(store.read, orgId, world.time);
    expect(weeks.at(-1)).toEqual([0, 0, 1, 0]);
    expect(weeks.at(-3)).toEqual([0, 1, 0, 0]);
    expect(weeks.flat().reduce((sum, count) => sum + count, 0)).toBe(2);
  });

  test("counts reads of visitors and members, and no look of staff's own", async () => {
    const world = await openWorld();
    const { read } = world.services.store;
    const orgId = await world.orgId("acme");
    const since = new Date(world.time.getTime() - 86_400_000);
    const before = await mostRead(read, orgId, since, 100);
    await world.services.store.write(async (trx) => {
      const document = await trx
        .selectFrom("documents")
        .select("id")
        .where("orgId", "=", orgId)
        .executeTakeFirstOrThrow();
      for (const viewerKind of ["public", "accountExternal", "main", "preview"])
        await trx
          .insertInto("events")
          .values({
            id: `read-${viewerKind}`,
            orgId,
            at: world.time.toISOString(),
            name: "file engaged",
            viewerKind,
            accountId: null,
            memberId: null,
            productId: null,
            itemUid: null,
            documentId: document.id,
            access: "view",
            source: null,
            bytes: 1,
            detailJson: null,
          })
          .execute();
    });
    const sum = (rows: readonly { reads: number }[]) =>
      rows.reduce((all, { reads }) => all + reads, 0);
    expect(sum(await mostRead(read, orgId, since, 100)) - sum(before)).toBe(2);
  });
});

describe("the picture of what is still valid", () => {
  test("has the nearest end first, what ended of late before it, and nothing of another company", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const acme = await world.orgId("acme");
    const rows = await store.read
      .selectFrom("documents")
      .select("id")
      .where("orgId", "=", acme)
      .limit(4)
      .execute();
    const today = world.time.toISOString().slice(0, 10);
    const ends = [daysAfter(today, 40), daysAfter(today, -3), daysAfter(today, -90), null];
    await store.write(async (trx) => {
      await trx.updateTable("documents").set({ expiresOn: null }).execute();
      for (const [at, { id }] of rows.entries())
        await trx
          .updateTable("documents")
          .set({ expiresOn: ends[at] ?? null })
          .where("id", "=", id)
          .execute();
    });
    const shown = await documentValidity(store.read, { id: acme, timeZone: "UTC" }, world.time);
    expect(shown.map(({ id, days }) => [id, days])).toEqual([
      [rows[1]?.id, -3],
      [rows[0]?.id, 40],
    ]);
    const globex = { id: await world.orgId("globex"), timeZone: "UTC" };
    expect(await documentValidity(store.read, globex, world.time)).toEqual([]);
    const page = text((await world.ask("/home", { as: "viewer@acme.example" })).text);
    expect(page).toContain("Valid until");
    expect(page).toMatch(/Expired [A-Z][a-z]+ \d/);
    // Who can replace them is told, and led to them.
    const { text: home } = await world.ask("/home", { as: "editor@acme.example" });
    expect(text(home)).toContain("2 documents expired");
    expect(home).toContain('href="/documents?expiry=expired"');
    const list = await world.ask("/documents?expiry=expired", { as: "editor@acme.example" });
    expect(list.text).toContain(`/documents/${rows[1]?.id}`);
    expect(text((await world.ask("/home", { as: "viewer@acme.example" })).text)).not.toContain(
      "documents expired",
    );
  });
});

describe("the frame of the private area", () => {
  const navigation = async (who: string) => {
    const world = await openWorld();
    const { text: page } = await world.ask("/home", { as: who });
    const nav = /<nav[^>]*aria-label="Private area"[^]*?<\/nav>/.exec(page)?.[0] ?? "";
    return [...nav.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, to]) => to);
  };

  test.each([
    ["owner@acme.example", ["/acme", "/acme/edit/subprocessors", "/audit", "/settings"], 0],
    ["reviewer@acme.example", ["/accounts", "/profiles", "/rules", "/nda", "/audit"], 0],
    ["editor@acme.example", ["/acme", "/documents", "/updates", "/history"], 0],
    ["viewer@acme.example", ["/home/find", "/home", "/documents"], 3],
  ])("leads %s to the pages of their role", async (who, some, exactly) => {
    const links = await navigation(who);
    expect(links).toEqual(expect.arrayContaining(some));
    if (exactly > 0) expect(links).toHaveLength(exactly);
    if (!who.startsWith("owner")) expect(links).not.toContain("/settings");
    // They stand among the settings, and the history is a tab of the audit log.
    for (const inside of ["/team", "/mail", "/products"]) expect(links).not.toContain(inside);
    if (who.startsWith("owner")) expect(links).not.toContain("/history");
  });

  test("wears the company's logo and color", async () => {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    const looks = await looksOf(world.services.store.read, [orgId]);
    const look = looks.get(orgId);
    const { text: page } = await world.ask("/home", { as: "owner@acme.example" });
    expect(look?.logo).toMatch(/^\/api\/share\//);
    expect(page).toContain(`src="${look?.logo}"`);
    expect(page).toContain(accentStyle(look?.accentColour ?? ""));
    expect((await world.ask(look?.logo ?? "")).status).toBe(200);
  });
});
