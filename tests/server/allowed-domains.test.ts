import { expect, test } from "vitest";
import { newId } from "#db/ids.ts";
import { openWorld } from "./world.ts";

const question = (domain: string) => `/api/domains/allowed?domain=${encodeURIComponent(domain)}`;

test("a verified domain is allowed, by any spelling and at any host; an unverified one, a default host and nonsense are not", async () => {
  const world = await openWorld();
  const orgId = await world.orgId("globex");
  await world.services.store.write((trx) =>
    trx
      .insertInto("domains")
      .values({
        id: newId(),
        orgId,
        host: "trust.globex.example",
        verifiedAt: null,
        answeredAt: null,
        createdAt: world.time.toISOString(),
      })
      .execute(),
  );
  const status = async (domain: string, host = world.host) =>
    (await world.ask(question(domain), { host })).status;
  expect(await status("trust.acme.example")).toBe(200);
  expect(await status("Trust.ACME.example")).toBe(200);
  expect(await status("trust.acme.example", "10.0.0.5:3000")).toBe(200);
  expect(await status("trust.acme.example", "trust.acme.example")).toBe(200);
  for (const domain of ["trust.globex.example", "localhost", "", "acme.example", "x".repeat(5_000)])
    expect([domain, await status(domain)]).toEqual([domain, 404]);
  // Verified a moment later, it is allowed at once.
  await world.services.store.write((trx) =>
    trx
      .updateTable("domains")
      .set({ verifiedAt: world.time.toISOString() })
      .where("host", "=", "trust.globex.example")
      .execute(),
  );
  expect(await status("trust.globex.example")).toBe(200);
});

test("whoever a proxy passes on is told nothing, whether the proxy is trusted or not", async () => {
  for (const TRUST_PROXY of ["off", "loopback"]) {
    const world = await openWorld({ TRUST_PROXY });
    for (const name of [
      "X-Forwarded-For",
      "X-Forwarded-Host",
      "X-Forwarded-Proto",
      "Forwarded",
      "Via",
      "X-Real-IP",
    ])
      expect(
        (await world.ask(question("trust.acme.example"), { headers: { [name]: "127.0.0.1" } }))
          .status,
      ).toBe(404);
    expect((await world.ask(question("trust.acme.example"))).status).toBe(200);
  }
});

test("many questions are answered from memory", async () => {
  const world = await openWorld();
  await world.ask(question("trust.acme.example"));
  let reads = 0;
  const { read } = world.services.store;
  Object.defineProperty(world.services.store, "read", {
    get: () => {
      reads += 1;
      return read;
    },
  });
  for (let i = 0; i < 200; i += 1)
    await world.ask(question(i % 2 === 0 ? "trust.acme.example" : `host${i}.example`), {
      kept: true,
    });
  expect(reads).toBe(0);
});
