import { describe, expect, test } from "vitest";
import { grantsInForce } from "#auth/accounts/store/grants.server.ts";
import { membersByEmail } from "#auth/accounts/store/members.server.ts";
import {
  listProfiles,
  summariseProfiles,
} from "#auth/profiles/store/permission-profiles.server.ts";
import { publishOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { requestValues, Visitor } from "./access-world.ts";
import { formOf } from "./page-form.ts";
import { cookieOf, setupPath } from "./staff-journeys.ts";
import { openWorld, type World } from "./world.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { wording } from "../wording.ts";

const JO = "jo@newcomer.example";

/** A company that was made by the setup page, and the cookie of its owner. */
async function newCompany(): Promise<{ world: World; headers: { cookie: string }; orgId: string }> {
  const world = await openWorld();
  const made = await world.ask(await setupPath(world), {
    form: {
      orgName: "Initech & Söhne",
      slug: "initech",
      email: "bill@initech.example",
      password: "a password of Bill's",
    },
  });
  expect(made.status).toBe(303);
  return { world, headers: { cookie: cookieOf(made) }, orgId: await world.orgId("initech") };
}

describe("a company that was just made", () => {
  test("has three profiles, and can approve its first request", async () => {
    const { world, headers, orgId } = await newCompany();
    const { store } = world.services;
    const profiles = await summariseProfiles(store.read, orgId);
    expect(profiles.map(({ name, allItems }) => [name, allItems])).toEqual([
      ["Certificates", false],
      ["Everything", true],
      ["Standard review", false],
    ]);
    expect(profiles[0]?.chosenItems).toBeGreaterThan(50);
    expect(profiles[2]?.chosenItems).toBeGreaterThan(profiles[0]?.chosenItems ?? Infinity);

    await store.write((trx) => publishOrg({ trx, orgId, by: SYSTEM, now: world.time }));
    const form = await requestValues(world, "initech", { email: JO });
    const asked = await new Visitor(world, "/initech").ask(
      "/initech/get-access?requestAccess=true",
      {
        form: { intent: "request", ...form },
      },
    );
    expect([asked.status, asked.text.includes(wording.problem)]).toEqual([303, false]);
    const { id } = await store.read
      .selectFrom("accessRequests")
      .select("id")
      .where("orgId", "=", orgId)
      .executeTakeFirstOrThrow();
    const page = await world.ask(`/requests/${id}`, { headers });
    for (const { name } of profiles) expect(page.text).toContain(`>${name}</option>`);
    // Access ends after 90 days unless somebody chooses otherwise.
    const usual = formOf(page, 'name="profileId"');
    expect([usual.get("expires"), usual.get("expiresIn")]).toEqual(["days", "90"]);
    const standard = (await listProfiles(store.read, orgId)).find(
      ({ name }) => name === "Standard review",
    );
    const decided = await world.ask(`/requests/${id}`, {
      headers,
      form: {
        intent: "approve",
        account: "new",
        accountName: "Newcomer Ltd",
        profileId: standard?.id ?? "",
        productIds: await world.productId("initech"),
        expires: "none",
        nda: "required",
      },
    });
    expect(decided.status).toBe(303);
    const [member] = await membersByEmail(store.read, orgId, JO);
    const { grants } = await grantsInForce(
      store.read,
      orgId,
      member?.accountId ?? "",
      world.time,
      member?.id,
    );
    expect(grants).toHaveLength(1);
  });

  test("shows nothing of the items that its profiles name before they are enabled", async () => {
    const { world, headers, orgId } = await newCompany();
    const rows = await world.services.store.read
      .selectFrom("items")
      .select(["enabledState"])
      .where("orgId", "=", orgId)
      .execute();
    expect(new Set(rows.map(({ enabledState }) => enabledState))).toEqual(new Set(["NotEnabled"]));
    await world.services.store.write((trx) =>
      publishOrg({ trx, orgId, by: SYSTEM, now: world.time }),
    );
    const portal = (await world.ask("/initech")).text;
    for (const title of ["SOC 2 Report", "ISO 27001", "SIG Lite"])
      expect(portal).not.toContain(title);
    expect((await world.ask("/settings/start", { headers })).status).toBe(200);
  });

  test.each([
    ["mutual", "Mutual Non-Disclosure Agreement"],
    ["one-way", "Non-Disclosure Agreement"],
  ])("can begin its NDA with a text that is ready: %s", async (key, title) => {
    const { world, headers, orgId } = await newCompany();
    expect((await world.ask("/nda", { headers })).text).toContain(
      `href="/nda/versions/new?text=${key}"`,
    );
    const path = `/nda/versions/new?text=${key}`;
    const form = formOf(await world.ask(path, { headers }));
    expect(form.get("title")).toBe(title);
    const shown = await world.ask(path, { headers, form });
    expect(shown.text.replaceAll("<!-- -->", "")).toContain("<strong>Initech &amp; Söhne</strong>");
    form.set("confirmed", "yes");
    expect((await world.ask(path, { headers, form })).status).toBe(303);
    const stored = await world.services.store.read
      .selectFrom("ndaVersions")
      .select("title")
      .where("orgId", "=", orgId)
      .execute();
    expect(stored).toEqual([{ title }]);
  });
});
