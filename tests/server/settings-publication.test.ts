import { describe, expect, test } from "vitest";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { actions, OWNER } from "./staff-journeys.ts";
import { openWorld, type World } from "./world.ts";

const PAGE = "/settings/publication";
const publications = async (world: World) =>
  world.services.store.read
    .selectFrom("publications")
    .select(["publishedBy", "unpublishedAt", "unpublishedBy"])
    .where("orgId", "=", await world.orgId("acme"))
    .orderBy("publishedAt")
    .execute();

describe("publication", () => {
  test("is taken back after a question and given again, each once, with who and when", async () => {
    const world = await openWorld();
    const asks = await world.ask(`${PAGE}?unpublish=true`, { as: OWNER });
    expect(asks.text).toContain("Unpublish the portal?");
    expect((await world.ask("/acme")).status).toBe(200);
    const before = (await publications(world)).length;

    const unpublish = () => world.ask(PAGE, { as: OWNER, form: { intent: "unpublish" } });
    expect(
      (await Promise.all([unpublish(), unpublish(), unpublish()])).map(({ status }) => status),
    ).toEqual([303, 303, 303]);
    expect((await world.ask("/acme")).status).toBe(404);
    expect((await world.ask("/", { host: "trust.acme.example:3000" })).status).toBe(404);
    expect((await world.ask("/acme", { as: OWNER })).status).toBe(200);
    expect(
      (await actions(world, "acme")).filter((action) => action === "portal.unpublished"),
    ).toHaveLength(1);

    expect((await world.ask(PAGE, { as: OWNER })).text).toContain("Not published");
    expect((await world.ask(PAGE, { as: OWNER, form: { intent: "publish" } })).status).toBe(303);
    expect((await world.ask("/acme")).status).toBe(200);
    const times = await publications(world);
    expect(times).toHaveLength(before + 1);
    expect(times.find(({ unpublishedAt }) => unpublishedAt !== null)).toMatchObject({
      unpublishedBy: "Ingrid Sommer",
    });
    expect(times.find(({ unpublishedAt }) => unpublishedAt === null)).toMatchObject({
      publishedBy: "Ingrid Sommer",
    });
    expect((await world.ask(PAGE, { as: OWNER })).text).toContain("Ingrid Sommer");
  });

  test("shows before what is missing", async () => {
    const world = await openWorld();
    const org = await world.orgId("acme");
    expect((await world.ask(PAGE, { as: OWNER })).text).toContain("Everything is ready");
    await world.services.store.write((trx) =>
      updateCustomization(
        { trx, orgId: org, now: world.time },
        { supportMailbox: null, description: null },
      ),
    );
    const page = (await world.ask(PAGE, { as: OWNER })).text.replaceAll("<!-- -->", "");
    expect(page).toContain("2 of 10 are missing.");
    expect(page).toMatch(/Set it<span class="sr-only">: A support mailbox/);
  });

  test("is no business of those without the right to settings", async () => {
    const world = await openWorld();
    for (const as of ["editor@acme.example", "reviewer@acme.example", "viewer@acme.example"])
      expect((await world.ask(PAGE, { as, form: { intent: "unpublish" } })).status).toBe(403);
    expect(
      (await world.ask(PAGE, { as: "owner@globex.example", form: { intent: "unpublish" } })).status,
    ).toBe(303);
    expect((await world.ask("/acme")).status).toBe(200);
    expect((await world.ask("/globex")).status).toBe(404);
    expect((await world.ask(PAGE, { as: OWNER, form: { intent: "explode" } })).status).toBe(400);
  });
});
