import { describe, expect, test } from "vitest";
import { recordAccessRequest } from "#access/access-requests/store/access-requests.server.ts";
import { listRules } from "#access/access-requests/store/access-rules.server.ts";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";

const REVIEWER = "reviewer@acme.example";
const OFFER = wording.ruleForDomain;
const DAY = 86_400_000;

async function ask(world: World, email: string): Promise<string> {
  const org = await world.orgId("acme");
  const productId = await world.productId("acme");
  return world.services.store.write((trx) =>
    recordAccessRequest(
      { trx, orgId: org, by: { actor: "visitor", actorName: "Jo Berg" }, now: world.time },
      { email, companyName: "Newcomer Ltd", firstName: "Jo", lastName: "Berg", productId },
    ),
  );
}

function later(world: World, milliseconds: number): void {
  world.time = new Date(world.time.getTime() + milliseconds);
}

/** Decides about one more person of a domain, and reads the page of the decision. */
async function decide(world: World, email: string, form: Record<string, string> = {}, profile = 0) {
  const id = await ask(world, email);
  const profiles = await listProfiles(world.services.store.read, await world.orgId("acme"));
  await world.ask(`/requests/${id}`, {
    as: REVIEWER,
    form: {
      intent: "approve",
      account: "new",
      accountName: "Newcomer Ltd",
      profileId: profiles[profile]?.id ?? "",
      productIds: await world.productId("acme"),
      expires: "days",
      expiresIn: "30",
      nda: "waived",
      ...form,
    },
  });
  later(world, 1_000);
  const { text } = await world.ask(`/requests/${id}`, { as: REVIEWER });
  expect(text).toMatch(/(?:Approved|Declined)(?:<!-- -->| )*by/);
  return { id, text };
}

describe("a rule is offered", () => {
  test("after three equal approvals, and opens filled in without being saved", async () => {
    const world = await openWorld();
    const before = await listRules(world.services.store.read, await world.orgId("acme"));
    expect((await decide(world, "a@newcomer.example")).text).not.toContain(OFFER);
    expect((await decide(world, "b@newcomer.example")).text).not.toContain(OFFER);
    const third = await decide(world, "c@newcomer.example");
    expect(third.text).toContain(OFFER);
    const form = await world.ask(`/rules/new?from=${third.id}`, { as: REVIEWER });
    expect(form.text).toContain("Filled in from your last three decisions about");
    expect(form.text).toContain('value="newcomer.example"');
    expect(form.text).toMatch(/name="expiresIn"[^>]*value="30"|value="30"[^>]*name="expiresIn"/);
    expect(await listRules(world.services.store.read, await world.orgId("acme"))).toEqual(before);
  });

  test("after three equal refusals", async () => {
    const world = await openWorld();
    const decline = { intent: "decline", message: "Not now" };
    await decide(world, "a@newcomer.example", decline);
    await decide(world, "b@newcomer.example", decline);
    const { id, text } = await decide(world, "c@newcomer.example", decline);
    expect(text).toContain(OFFER);
    const form = await world.ask(`/rules/new?from=${id}`, { as: REVIEWER });
    expect(form.text).toContain("Not now");
  });

  test("by the message after an approval, on the next request's page", async () => {
    const world = await openWorld();
    await decide(world, "a@newcomer.example");
    await decide(world, "b@newcomer.example");
    await ask(world, "z@elsewhere.example");
    const third = await ask(world, "c@newcomer.example");
    const profiles = await listProfiles(world.services.store.read, await world.orgId("acme"));
    const answer = await world.ask(`/requests/${third}`, {
      as: REVIEWER,
      form: {
        intent: "approve",
        account: "new",
        accountName: "Newcomer Ltd",
        profileId: profiles[0]?.id ?? "",
        productIds: await world.productId("acme"),
        expires: "days",
        expiresIn: "30",
        nda: "waived",
      },
    });
    expect(answer.status).toBe(303);
    const to = String(answer.headers.location);
    expect(to).not.toContain(third);
    const cookie = answer.headers["set-cookie"]?.find((one) => one.startsWith("otc_flash="));
    const { text } = await world.ask(to, {
      as: REVIEWER,
      headers: { cookie: cookie?.split(";")[0] ?? "" },
    });
    expect(text).toContain(`href="/requests/${third}`);
    expect(text).toContain(">See the decision</a>");
    expect(text).toContain(`href="/rules/new?from=${third}"`);
    expect(text).toContain(`>${OFFER}</a>`);
  });

  const never: [string, (world: World) => Promise<{ text: string }>][] = [
    [
      "for free mail",
      async (world) => {
        await decide(world, "a@gmail.com");
        await decide(world, "b@gmail.com");
        return decide(world, "c@gmail.com");
      },
    ],
    [
      "after other profiles",
      async (world) => {
        await decide(world, "a@newcomer.example");
        await decide(world, "b@newcomer.example", {}, 1);
        return decide(world, "c@newcomer.example");
      },
    ],
    [
      "after other outcomes",
      async (world) => {
        await decide(world, "a@newcomer.example");
        await decide(world, "b@newcomer.example", { intent: "decline" });
        return decide(world, "c@newcomer.example");
      },
    ],
    [
      "after 90 days",
      async (world) => {
        await decide(world, "a@newcomer.example");
        const at = new Date(world.time.getTime() - 91 * DAY).toISOString();
        await world.services.store.write((trx) =>
          trx.updateTable("accessReviews").set({ at }).execute(),
        );
        await decide(world, "b@newcomer.example");
        return decide(world, "c@newcomer.example");
      },
    ],
  ];
  test.each(never)("never %s", async (_name, decisions) => {
    expect((await decisions(await openWorld())).text).not.toContain(OFFER);
  });
});
