import { describe, expect, test } from "vitest";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { openWorld } from "./world.ts";

describe("the platform's terms and privacy notice", () => {
  test("are linked wherever people agree to them, on both doors, and open for everyone", async () => {
    const world = await openWorld();
    for (const [base, host] of [
      ["/acme", world.host],
      ["", "trust.acme.example"],
    ] as const) {
      for (const path of ["?requestAccess=true", "?subscribe=true"]) {
        const page = await world.ask(`${base || "/"}${path}`, { host });
        for (const name of ["terms", "privacy"])
          expect(page.text, path).toContain(`href="${base}/legal/${name}"`);
      }
      for (const as of [undefined, "lee@declined.example", "owner@acme.example"]) {
        const [terms, privacy] = [
          await world.ask(`${base}/legal/terms`, { host, ...(as === undefined ? {} : { as }) }),
          await world.ask(`${base}/legal/privacy`, { host, ...(as === undefined ? {} : { as }) }),
        ];
        expect([terms.status, privacy.status]).toEqual([200, 200]);
        expect(terms.text).toContain("<h1");
      }
    }
  });

  test("the notice has the company's own periods, with the next request after they were changed", async () => {
    const world = await openWorld();
    const notice = async (portal: string) => (await world.ask(`/${portal}/legal/privacy`)).text;
    expect([
      (await notice("acme")).includes("395 days after it happened"),
      (await notice("globex")).includes("395 days after it happened"),
    ]).toEqual([true, true]);
    const orgId = await world.orgId("acme");
    const { customization } = await orgOf(world, orgId);
    await world.services.store.write((trx) =>
      updateCustomization(
        { trx, orgId, now: world.time },
        { retention: { ...customization.retention, events: 1_200, signInLinks: 1 } },
      ),
    );
    expect(await notice("acme")).toContain("1,200 days after it happened");
    expect(await notice("globex")).toContain("395 days after it happened");
  });
});

async function orgOf(world: Awaited<ReturnType<typeof openWorld>>, orgId: string) {
  const org = await findOrg(world.services.store.read, orgId);
  if (org === null) throw new Error("the named world has no such org");
  return org;
}
