import { describe, expect, test } from "vitest";
import { listAudit } from "../../db/audit-list.ts";
import { multipart, zip } from "./multipart.ts";
import { openWorld, type World } from "./world.ts";

const OWNER = "owner@acme.example";

async function exported(world: World, as = OWNER, form: Record<string, string> = { files: "yes" }): Promise<Buffer> {
  const answer = await world.ask("/settings/content/export.zip", { as, form });
  expect([answer.status, answer.headers["content-type"], answer.headers["cache-control"]]).toEqual([200, "application/zip", "private, no-store"]);
  expect(Number(answer.headers["content-length"])).toBe(answer.body.length);
  return answer.body;
}

async function uploaded(world: World, bytes: Buffer, as = OWNER): Promise<string> {
  const answer = await world.ask("/settings/content", { as, ...multipart([{ name: "content.zip", bytes }]) });
  expect(answer.status).toBe(303);
  return answer.headers.location ?? "";
}

describe("the page of content", () => {
  test("gives an archive that changes nothing here and makes another org the same", async () => {
    const world = await openWorld();
    const acme = await exported(world);
    expect((await world.ask(await uploaded(world, acme), { as: OWNER })).text).toContain("nothing would change");

    const globex = "owner@globex.example";
    const place = await uploaded(world, acme, globex);
    expect((await world.ask(place, { as: OWNER })).status).toBe(404);
    const page = await world.ask(place, { as: globex });
    const stamp = /name="stamp" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    expect((await world.ask(place, { as: globex, form: { stamp: "other", replace: "no" } })).status).toBe(409);
    const done = await world.ask(place, { as: globex, form: { stamp, replace: "no" } });
    expect([done.status, done.headers.location]).toEqual([303, "/settings/content"]);
    expect((await world.ask(place, { as: globex, form: { stamp, replace: "no" } })).status).toBe(404);
    expect((await world.ask("/globex/faq", { as: globex })).text).toContain("Where is our data stored?");
    expect(await exported(world)).toEqual(acme);
    const { rows } = await listAudit(world.services.store.read, await world.orgId("globex"), { page: 1 });
    expect(rows.some(({ action, detail }) => action === "content.imported" && detail?.includes("replace: false"))).toBe(true);
    const own = await listAudit(world.services.store.read, await world.orgId("acme"), { page: 1 });
    expect(own.rows.filter(({ action }) => action === "content.exported")).toHaveLength(2);
  }, 120_000);

  test("names what is wrong by file and line, and what is no archive at all", async () => {
    const world = await openWorld();
    const place = await uploaded(world, zip([{ name: "org.yaml", text: "name: Acme\nnmae: Twice\n" }, { name: "products.yaml", text: "products: []\n" }]));
    const page = await world.ask(place, { as: OWNER });
    const text = page.text.replace(/<!-- -->/g, "");
    expect([page.status, text.includes("is not a known key"), text.includes("products.yaml"), text.includes("<title>Error: ")]).toEqual([400, true, true, true]);
    expect((await world.ask(place, { as: OWNER, form: { stamp: "", replace: "no" } })).status).toBe(400);
    const none = await world.ask(await uploaded(world, Buffer.from("no archive")), { as: OWNER });
    expect([none.status, none.text.includes("This is no ZIP archive that can be opened.")]).toEqual([400, true]);
    const escape = await world.ask(await uploaded(world, zip([{ name: "../org.yaml", text: "x" }])), { as: OWNER });
    expect([escape.status, escape.text.includes("leads out")]).toEqual([400, true]);
    expect((await world.ask("/settings/content", { as: OWNER, ...multipart([{ name: "x.zip", bytes: "" }]) })).status).toBe(400);
    for (const as of ["editor@acme.example", "reviewer@acme.example"]) {
      expect((await world.ask("/settings/content/export.zip", { as, form: { files: "yes" } })).status).toBe(403);
      expect((await world.ask("/settings/content", { as, ...multipart([{ name: "x.zip", bytes: "x" }]) })).status).toBe(403);
    }
  });

  test("keeps people, signatures and the audit at home", async () => {
    const world = await openWorld();
    const bytes = (await exported(world)).toString("latin1");
    for (const word of ["riley@customer.example", "owner@acme.example", "Customer Inc", "passwordHash", "nda.signed"]) expect(bytes.includes(word), word).toBe(false);
    expect(bytes).toContain("Where is our data stored?");
  });
});
