import { describe, expect, test } from "vitest";
import { mailHealth } from "#platform/mail/store/mail-health.server.ts";
import { isInstallationOwner } from "#staff/installation/store/installation-owners.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { dialectOf } from "#db/engine.ts";
import { sql } from "kysely";
import { danglingRows, spoil } from "./engine-words.ts";
import { renderedMail } from "./mail-specimens.ts";
import { cookieOf, MINUTE, OWNER, setupPath, staffId } from "./staff-journeys.ts";
import { openWorld, type World } from "./world.ts";
import { testInFive } from "../in-turn.ts";

const DOMAIN = "trust.acme.example";
const change = (world: World, orgId: string, form: Record<string, string>, as = OWNER) =>
  world.ask(`/installation/${orgId}`, { as, form });
const audit = async (world: World) =>
  (
    await world.services.store.read
      .selectFrom("audit")
      .select(["action", "subject", "orgId"])
      .where("orgId", "is", null)
      .execute()
  ).map(({ action, subject }) => `${action} ${subject ?? ""}`);

/** Rows of an org in every table that has tenants. */
async function rowsOf(world: World, orgId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await dialectOf(world.services.store.read).tenantTables(
    world.services.store.read,
  )) {
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from ${sql.table(table)} where "orgId" = ${orgId}`.execute(
      world.services.store.connection,
    );
    if (Number(rows[0]?.n) > 0) counts[table] = Number(rows[0]?.n);
  }
  return counts;
}

/** The files belong to all worlds of the run: what would be removed is noted instead. */
function keepFiles(world: World): string[] {
  const removed: string[] = [];
  world.services.blobs.removeAll = (orgId, hashes) => {
    removed.push(...hashes.map((hash) => `${orgId} ${hash}`));
    return Promise.resolve();
  };
  return removed;
}

describe("the installation's page", () => {
  test("is there for those who run it alone; everybody else gets what an unknown page gives, forms too", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    expect((await world.ask("/installation", { as: OWNER })).text).toContain("Globex Health");
    expect((await world.ask("/team", { as: OWNER })).text).toContain('href="/installation"');
    expect((await world.ask("/team", { as: "owner@globex.example" })).text).not.toContain(
      'href="/installation"',
    );
    for (const as of [
      undefined,
      "owner@globex.example",
      "editor@acme.example",
      "riley@customer.example",
    ]) {
      for (const page of [
        "/installation",
        "/installation/new",
        `/installation/${acme}`,
        "/installation.data",
      ]) {
        const answer = await world.ask(page, as === undefined ? {} : { as });
        expect(answer.status, `${page} ${as}`).toBe(404);
        expect(answer.text).not.toMatch(/globex|acme cloud/i);
      }
      for (const form of [
        { intent: "suspend", reason: "" },
        { intent: "delete", slug: "acme" },
      ] as Record<string, string>[]) {
        expect(
          (await world.ask(`/installation/${acme}`, { ...(as === undefined ? {} : { as }), form }))
            .status,
        ).toBe(404);
      }
      expect(
        (
          await world.ask("/installation/new", {
            ...(as === undefined ? {} : { as }),
            form: { name: "Initech", slug: "initech", ownerEmail: "bill@initech.example" },
          })
        ).status,
      ).toBe(404);
    }
    expect((await world.ask("/installation", { as: OWNER, host: DOMAIN })).status).toBe(404);
    expect((await world.ask("/acme")).status).toBe(200);
  });

  test("makes an org by the verb of the command line: staff own it at once, others by invitation", async () => {
    const world = await openWorld();
    const known = await world.ask("/installation/new", {
      as: OWNER,
      form: { name: "Initech", slug: "initech", ownerEmail: "editor@acme.example" },
    });
    expect([known.status, known.headers.location]).toEqual([303, "/installation"]);
    const editor = await staffId(world, "editor@acme.example");
    const roles = await world.services.store.read
      .selectFrom("staffRoles")
      .innerJoin("orgs", "orgs.id", "staffRoles.orgId")
      .select(["orgs.slug", "role"])
      .where("staffId", "=", editor)
      .execute();
    expect(roles).toContainEqual({ slug: "initech", role: "owner" });
    await world.ask("/installation/new", {
      as: OWNER,
      form: { name: "Hooli", slug: "hooli", ownerEmail: "gavin@hooli.example" },
    });
    const mail = (await world.mails()).findLast(({ kind }) => kind === "team-invitation");
    const link = /(\/sign-in\/invitation\?token=[\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    const issued = /name="issued" value="([^"]*)"/.exec((await world.ask(link)).text)?.[1] ?? "";
    const joined = await world.ask(link, {
      form: { name: "Gavin", password: "a password of Gavin's", issued },
    });
    expect(joined.headers.location).toBe("/settings/start");
    expect((await world.ask("/team", { headers: { cookie: cookieOf(joined) } })).status).toBe(200);
    expect((await world.ask("/hooli")).status).toBe(404);
    const taken = await world.ask("/installation/new", {
      as: OWNER,
      form: { name: "Again", slug: "hooli", ownerEmail: "x@hooli.example" },
    });
    expect([
      taken.status,
      taken.text.includes("hooli is taken by another organization."),
      taken.text.includes('value="Again"'),
    ]).toEqual([409, true, true]);
    expect(
      (
        await world.ask("/installation/new", {
          as: OWNER,
          form: { name: "", slug: "installation", ownerEmail: "x" },
        })
      ).status,
    ).toBe(400);
  });

  test("the first owner by /setup runs the installation", async () => {
    const world = await openWorld();
    const link = await setupPath(world);
    await world.ask(link, {
      form: {
        orgName: "Initech",
        slug: "initech",
        email: "bill@initech.example",
        password: "a password of Bill's",
      },
    });
    expect(
      await isInstallationOwner(
        world.services.store.read,
        await staffId(world, "bill@initech.example"),
      ),
    ).toBe(true);
  });
});

describe("a suspended org", () => {
  testInFive(
    "is unknown to visitors and members at every door, its staff read why, its mail waits; resumed, all is as before",
    async () => {
      const world = await openWorld();
      const [acme, { store }] = [await world.orgId("acme"), world.services];
      const doors = [
        "/acme",
        "/acme/feed.xml",
        "/acme/feed.json",
        "/acme/updates",
        "/acme/sitemap.xml",
        "/acme/.well-known/security.txt",
        "/api/share/acme/view",
        "/api/share/acme/compliance-update",
      ];
      const inside = ["/", "/feed.xml", "/updates", "/robots.txt", "/api/share/acme/view"];
      const file = await store.read
        .selectFrom("documents")
        .select("id")
        .where("orgId", "=", acme)
        .limit(1)
        .executeTakeFirstOrThrow();
      const statuses = async (as?: string) => [
        ...(await Promise.all(
          doors.map(async (door) => (await world.ask(door, as === undefined ? {} : { as })).status),
        )),
        ...(await Promise.all(
          inside.map(
            async (door) =>
              (await world.ask(door, { host: DOMAIN, ...(as === undefined ? {} : { as }) })).status,
          ),
        )),
      ];
      const before = await statuses();
      expect(new Set(before)).toEqual(new Set([200]));
      await store.write((trx) =>
        queueMail(trx, acme, {
          to: { email: "reader@customer.example" },
          mail: renderedMail(),
          now: world.time,
        }),
      );
      expect(
        (await change(world, acme, { intent: "suspend", reason: "The contract ended." })).status,
      ).toBe(303);
      for (const as of [undefined, "riley@customer.example"])
        expect(new Set(await statuses(as)), String(as)).toEqual(new Set([404]));
      expect((await world.ask(`/acme/documents/${file.id}/download`)).status).toBe(404);
      expect(
        (
          await world.ask("/api/share/acme/subscribe", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ email: "x@customer.example", source: "page" }),
          })
        ).status,
      ).toBe(404);
      expect((await world.ask("/", {})).status).toBe(404);
      expect((await world.ask("/globex")).status).toBe(200);

      const area = await world.ask("/documents", { as: "editor@acme.example" });
      expect([
        area.status,
        area.text.includes("This organization is suspended"),
        area.text.includes("The contract ended."),
      ]).toEqual([200, true, true]);
      expect(
        (await world.deliver()).filter(({ to }) =>
          JSON.stringify(to).includes("reader@customer.example"),
        ),
      ).toEqual([]);
      expect(
        (await mailHealth(store.read, "outbox", new Date(world.time.getTime() + 60 * MINUTE))).ok,
      ).toBe(true);
      // Publishing again does not bring it back.
      await world.ask("/settings/publication", { as: OWNER, form: { intent: "publish" } });
      expect((await world.ask("/acme")).status).toBe(404);

      expect((await change(world, acme, { intent: "resume" })).status).toBe(303);
      expect(await statuses()).toEqual(before);
      expect(
        (await world.deliver()).filter(({ to }) =>
          JSON.stringify(to).includes("reader@customer.example"),
        ),
      ).toHaveLength(1);
      expect(await audit(world)).toEqual(
        expect.arrayContaining(["org.suspended acme", "org.resumed acme"]),
      );
      expect((await world.ask("/audit?group=settings", { as: OWNER })).text).toContain(
        "Organization suspended",
      );
    },
  );
});

describe("deleting an org", () => {
  test("asks for its slug and a suspension, removes every row and file, and keeps one line of it", async () => {
    const world = await openWorld();
    const removed = keepFiles(world);
    const { store } = world.services;
    const [acme, globex] = [await world.orgId("acme"), await world.orgId("globex")];
    const others = await rowsOf(world, acme);
    const hashes = (
      await store.read.selectFrom("blobs").select("hash").where("orgId", "=", globex).execute()
    ).map(({ hash }) => hash);
    expect(hashes.length).toBeGreaterThan(0);
    const early = await change(world, globex, { intent: "delete", slug: "globex" });
    expect([early.status, early.text.includes("Suspend it first.")]).toEqual([409, true]);
    await change(world, globex, { intent: "suspend", reason: "" });
    const wrong = await change(world, globex, { intent: "delete", slug: "acme" });
    expect([wrong.status, wrong.text.includes("Type “globex” to confirm.")]).toEqual([409, true]);
    expect(Object.keys(await rowsOf(world, globex)).length).toBeGreaterThan(20);
    const owner = await world.cookieOf("owner@globex.example", world.host);

    const done = await change(world, globex, { intent: "delete", slug: "globex" });
    expect([done.status, done.headers.location]).toEqual([303, "/installation"]);
    expect(await rowsOf(world, globex)).toEqual({});
    expect(await rowsOf(world, acme)).toEqual(others);
    expect(await danglingRows(world)).toEqual([]);
    expect(removed.toSorted()).toEqual(hashes.map((hash) => `${globex} ${hash}`).toSorted());
    expect((await world.ask("/globex")).status).toBe(404);
    // Whoever worked there still is somebody, without an org.
    expect((await world.ask("/account", { headers: { cookie: owner } })).status).toBe(200);
    expect((await world.ask("/team", { headers: { cookie: owner } })).status).toBe(403);
    expect(await audit(world)).toContain("org.deleted globex");
    expect((await change(world, globex, { intent: "delete", slug: "globex" })).status).toBe(404);
    expect((await world.ask("/installation", { as: OWNER })).text).not.toContain("Globex Health");
  });

  test("is all or nothing: what fails half-way leaves every row", async () => {
    const world = await openWorld();
    keepFiles(world);
    const globex = await world.orgId("globex");
    await change(world, globex, { intent: "suspend", reason: "" });
    const before = await rowsOf(world, globex);
    const goOn = await spoil(world.services.store.connection, "delete", "topics", "killed here");
    expect((await change(world, globex, { intent: "delete", slug: "globex" })).status).toBe(500);
    await goOn();
    const after = await rowsOf(world, globex);
    expect(after).toEqual(before);
    expect((await change(world, globex, { intent: "delete", slug: "globex" })).status).toBe(303);
    expect(await rowsOf(world, globex)).toEqual({});
  });
});
