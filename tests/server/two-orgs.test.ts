import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { grantRole } from "#auth/store/staff.server.ts";
import type { Role } from "#model/auth/permissions.ts";
import { EDITOR } from "./edit-world.ts";
import { multipart, pdf } from "./multipart.ts";
import { openWorld, type World } from "./world.ts";
import { testInFive } from "../in-turn.ts";

/**
 * What the scripts of an edit dialog call acts in the org whose page is edited, not in the one that the
 * session shows. The person of these tests works in both, and their session shows acme.
 */
async function worldOfBoth(
  role: Role = "editor",
  environment: Record<string, string> = {},
): Promise<World> {
  const world = await openWorld(environment);
  const { store } = world.services;
  const { id } = await store.read
    .selectFrom("staff")
    .select("id")
    .where("email", "=", EDITOR)
    .executeTakeFirstOrThrow();
  const globex = await world.orgId("globex");
  await store.write((trx) =>
    grantRole({ trx, orgId: globex, by: SYSTEM, now: new Date() }, id, role),
  );
  expect((await world.ask("/documents", { as: EDITOR })).text).toContain("Acme");
  return world;
}

const ORIGIN = { origin: "http://localhost:3000" };

function upload(world: World, address: string, as = EDITOR) {
  const { body, headers } = multipart(
    [{ name: "Board minutes.pdf", bytes: pdf("For one company alone") }],
    { type: "Policy" },
  );
  return world.ask(address, { as, method: "POST", body, headers: { ...ORIGIN, ...headers } });
}

const uploaded = (world: World) =>
  world.services.store.read
    .selectFrom("documents")
    .select(["orgId", "originalName"])
    .where("originalName", "like", "Board minutes%")
    .execute();

testInFive(
  "an upload in place lands in the library of the company whose item is edited",
  async () => {
    const world = await worldOfBoth();
    const globex = await world.orgId("globex");
    expect((await upload(world, "/api/documents?org=globex")).status).toBe(201);
    expect(await uploaded(world)).toEqual([{ orgId: globex, originalName: "Board minutes.pdf" }]);
    // Its id links there, and nowhere else.
    expect((await upload(world, `/api/documents?org=${globex}`)).status).toBe(409);
    expect((await upload(world, "/api/documents")).status).toBe(201);
    expect((await uploaded(world)).map(({ orgId }) => orgId)).toEqual([
      globex,
      await world.orgId("acme"),
    ]);
    expect(
      (
        await world.services.store.read
          .selectFrom("audit")
          .select("orgId")
          .where("action", "like", "document%")
          .where("subject", "like", "Board minutes%")
          .orderBy("at")
          .execute()
      ).map(({ orgId }) => orgId),
    ).toEqual([globex, await world.orgId("acme")]);
  },
);

test("an org without a role is not there, as one that nobody has heard of; a role without the permission is refused", async () => {
  const world = await openWorld();
  for (const org of ["globex", await world.orgId("globex"), "no-such-org", ""]) {
    expect([org, (await upload(world, `/api/documents?org=${org}`)).status]).toEqual([org, 404]);
    expect(
      (await world.ask(`/api/trust-center/companies?q=a&org=${org}`, { as: EDITOR })).status,
    ).toBe(404);
    expect(
      (await world.ask(`/api/integrations/ssc/acme.example?org=${org}`, { as: EDITOR })).status,
    ).toBe(404);
  }
  const reading = await worldOfBoth("viewer");
  expect((await upload(reading, "/api/documents?org=globex")).status).toBe(403);
  expect(
    (await reading.ask("/api/trust-center/companies?q=a&org=globex", { as: EDITOR })).status,
  ).toBe(403);
  expect((await upload(reading, "/api/documents?org=acme")).status).toBe(201);
  expect((await uploaded(reading)).map(({ orgId }) => orgId)).toEqual([
    await reading.orgId("acme"),
  ]);
});

test("the company picker finds the companies of the org whose page is edited", async () => {
  const world = await worldOfBoth();
  const found = async (address: string) =>
    JSON.parse((await world.ask(address, { as: EDITOR })).text) as {
      companies: { name: string }[];
    };
  expect(
    (await found("/api/trust-center/companies?q=northwind")).companies.map(({ name }) => name),
  ).toEqual(["Northwind Bank"]);
  expect((await found("/api/trust-center/companies?q=northwind&org=globex")).companies).toEqual([]);
});

test("a grade that was fetched for one org can be saved there, and in no other", async () => {
  const server = http.createServer((_request, response) =>
    response.end(JSON.stringify({ grade: "A" })),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const world = await worldOfBoth("editor", {
    SECURITY_SCORECARD_TOKEN: "a-token",
    SECURITY_SCORECARD_URL: `http://${host}`,
    OUTBOUND_ALLOW: host,
  });
  const { proof = "" } = JSON.parse(
    (await world.ask("/api/integrations/ssc/clinic.example?org=globex", { as: EDITOR })).text,
  ) as { proof?: string };
  const form = {
    provider: "SecurityScorecard",
    label: "Scorecard",
    url: "clinic.example",
    grade: "A",
    proof,
  };
  const save = (org: string) =>
    world.ask(`/${org}/edit/grades/new?provider=SecurityScorecard`, {
      as: EDITOR,
      form,
      headers: ORIGIN,
    });
  expect((await save("acme")).status).toBe(400);
  expect((await save("globex")).status).toBe(303);
});
