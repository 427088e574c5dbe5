import { describe, expect, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { grantRole } from "#auth/store/staff.server.ts";
import { OWNER, signIn, staffId } from "./staff-journeys.ts";
import { openWorld } from "./world.ts";

describe("the private area", () => {
  const cells = [
    ["/documents", null, 303],
    ["/documents", "viewer@acme.example", 200],
    ["/team", null, 303],
    ["/team", "owner@acme.example", 200],
    ["/team", "editor@acme.example", 403],
    ["/team", "reviewer@acme.example", 403],
    ["/team", "viewer@acme.example", 403],
    ["/mail", null, 303],
    ["/mail", "owner@acme.example", 200],
    ["/mail", "editor@acme.example", 403],
    ["/mail", "reviewer@acme.example", 403],
    ["/mail", "viewer@acme.example", 403],
    ["/audit", null, 303],
    ["/audit", "owner@acme.example", 200],
    ["/audit", "editor@acme.example", 403],
    ["/audit", "reviewer@acme.example", 200],
    ["/audit", "viewer@acme.example", 403],
  ] as const;

  test("opens each page to its permission alone; refused, neither page nor .data twin holds a row of it", async () => {
    const world = await openWorld();
    await signIn(world, { email: "editor@acme.example" });
    for (const [path, as, status] of cells) {
      const options = as === null ? {} : { as };
      const cell = `${path} as ${as}`;
      const [page, twin] = [
        await world.ask(path, options),
        await world.ask(`${path}.data`, options),
      ];
      expect(page.status, cell).toBe(status);
      expect((await world.ask(path, { ...options, method: "HEAD" })).status, cell).toBe(status);
      if (status === 200) continue;
      for (const { text } of [page, twin])
        expect(text, cell).not.toMatch(
          /globex|owner@acme|Signed in|org\.created|staff\.signed-in/i,
        );
      if (status === 303) {
        expect(page.headers.location, cell).toBe(`/sign-in?redirectTo=${encodeURIComponent(path)}`);
      } else {
        expect(page.text, cell).toContain("<title>No access</title>");
        expect(page.text, cell).toMatch(
          /<h1[^>]*>No access<\/h1>.*You don&#x27;t have access to this page/,
        );
      }
    }
  });

  test("shows the own org's record and team alone", async () => {
    const world = await openWorld();
    await signIn(world);
    for (const path of ["/team", "/audit"]) {
      const page = await world.ask(path, { as: "owner@globex.example" });
      expect(page.status).toBe(200);
      expect(page.text).not.toMatch(/acme/i);
    }
  });

  test("loses what was taken away with the next request", async () => {
    const world = await openWorld();
    expect((await world.ask("/team", { as: OWNER })).status).toBe(200);
    const [acme, owner] = [await world.orgId("acme"), await staffId(world, OWNER)];
    await world.services.store.write((trx) =>
      grantRole({ trx, orgId: acme, by: SYSTEM, now: world.time }, owner, "viewer"),
    );
    expect((await world.ask("/team", { as: OWNER })).status).toBe(403);
    await world.services.store.write((trx) =>
      trx.deleteFrom("staffRoles").where("staffId", "=", owner).execute(),
    );
    expect((await world.ask("/team", { as: OWNER })).status).toBe(403);
    expect((await world.ask("/account", { as: OWNER })).status).toBe(200);
  });

  test("keeps the words of its header apart where nothing lays them out", async () => {
    const world = await openWorld();
    const { text } = await world.ask("/team", { as: OWNER });
    const header =
      /<header[^]*?<\/header>/
        .exec(text)?.[0]
        .replace(/<!-- -->/g, "")
        .replace(/<title[^]*?<\/title>/g, "") ?? "";
    expect(header).toMatch(/Portal<\/span><\/a> <a /);
    expect(header.replace(/<(?!\/?(?:div|li|ul|nav|form|header)\b)[^>]*>/g, "")).not.toMatch(
      /Portal\w|\wSign out/,
    );
  });

  test("pages through the record", async () => {
    const world = await openWorld();
    for (const page of [
      "",
      "?page=1",
      "?page=0",
      "?page=-1",
      "?page=x",
      "?page=999999999999",
      "?page=1e9",
      "?page=1&page=2",
    ]) {
      expect((await world.ask(`/audit${page}`, { as: OWNER })).status, page).toBe(200);
    }
  });
});
