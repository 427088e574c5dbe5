import { describe, expect, test } from "vitest";
import { listRules } from "#access/access-requests/store/access-rules.server.ts";
import { endRule } from "#access/access-requests/store/access-rule-changes.server.ts";
import { removeMember, revokeAccount } from "#access/accounts/store/account-changes.server.ts";
import { membersByEmail } from "#auth/accounts/store/members.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { lastLink, mails, RILEY, setting, Visitor } from "./access-world.ts";
import { openWorld, type World } from "./world.ts";

const PAT = "pat@partner.example";
const KIM = "kim@expired.example";
const to = (status: string) => `/acme?accessStatus=${status}`;
const requests = (world: World, email: string) =>
  world.services.store.read
    .selectFrom("accessRequests")
    .selectAll()
    .where("email", "=", email)
    .orderBy("createdAt")
    .execute();

async function memberOf(world: World, email: string) {
  const [member] = await membersByEmail(
    world.services.store.read,
    await world.orgId("acme"),
    email,
  );
  if (member === undefined) throw new Error(`${email} is no member`);
  return member;
}

describe("a rule that lets people in", () => {
  test("brings nobody back whom staff removed: their request waits", async () => {
    const world = await openWorld();
    expect((await new Visitor(world).request({ email: PAT })).headers.location).toBe(
      to("check-email"),
    );
    const orgId = await world.orgId("acme");
    const { id, accountId } = await memberOf(world, PAT);
    await world.services.store.write((trx) =>
      removeMember({ trx, orgId, by: SYSTEM, now: world.time }, accountId, id),
    );
    expect((await new Visitor(world).request({ email: PAT })).headers.location).toBe(
      to("request-sent"),
    );
    expect((await requests(world, PAT)).map(({ status }) => status)).toEqual([
      "approved",
      "pending",
    ]);
    // A tag after a plus makes nobody else of them.
    const tagged = "pat+again@partner.example";
    expect((await new Visitor(world).request({ email: tagged })).headers.location).not.toBe(
      to("check-email"),
    );
    expect(await membersByEmail(world.services.store.read, orgId, PAT)).toEqual([]);
  });

  test("gives no access back to an account whose access staff took away", async () => {
    const world = await openWorld();
    await new Visitor(world).request({ email: PAT });
    const orgId = await world.orgId("acme");
    const { accountId } = await memberOf(world, PAT);
    await world.services.store.write((trx) =>
      revokeAccount({ trx, orgId, by: SYSTEM, now: world.time }, accountId),
    );
    expect(
      (await new Visitor(world).request({ email: "another@partner.example" })).headers.location,
    ).toBe(to("request-sent"));
    const inForce = await world.services.store.read
      .selectFrom("grants")
      .select("id")
      .where("accountId", "=", accountId)
      .where("revokedAt", "is", null)
      .execute();
    expect(inForce).toEqual([]);
  });
});

test("what a rule declined is judged anew once the rule is gone", async () => {
  const world = await openWorld();
  const email = "x@competitor.example";
  expect((await new Visitor(world).request({ email })).headers.location).toBe(
    to("request-declined"),
  );
  expect((await new Visitor(world).request({ email })).headers.location).toBe(
    to("request-declined"),
  );
  const orgId = await world.orgId("acme");
  const rule = (await listRules(world.services.store.read, orgId)).find(
    ({ pattern }) => pattern === "competitor.example",
  );
  await world.services.store.write((trx) =>
    endRule({ trx, orgId, by: SYSTEM, now: world.time }, rule?.id ?? ""),
  );
  expect((await new Visitor(world).logIn(email)).headers.location).toContain("requestAccess=true");
  expect((await new Visitor(world).request({ email })).headers.location).toBe(to("request-sent"));
  expect((await requests(world, email)).map(({ status }) => status)).toEqual([
    "declined",
    "pending",
  ]);
});

describe("with discreet sign-in", () => {
  test("somebody whose access ended asks for it again by the request form, once", async () => {
    const world = await openWorld();
    await setting(world, { discreetSignIn: true });
    for (let i = 0; i < 2; i++)
      expect((await new Visitor(world).request({ email: KIM })).headers.location).toBe(
        to("request-sent"),
      );
    expect(
      (await requests(world, KIM)).filter(
        ({ kind, status }) => kind === "extension" && status === "pending",
      ),
    ).toHaveLength(1);
    expect((await mails(world, "request-received")).map(({ toEmail }) => toEmail)).toContain(KIM);
    expect((await mails(world, "staff-access-request")).length).toBeGreaterThan(0);
  });

  test("the link that a request of a member brings opens in the browser that asked", async () => {
    const world = await openWorld();
    await setting(world, { discreetSignIn: true });
    const visitor = new Visitor(world);
    await visitor.request({ email: RILEY });
    const { link } = await lastLink(world);
    const signedIn = await visitor.openLink(link);
    expect(signedIn.status).toBe(303);
    expect((await visitor.ask("/acme/my-account")).status).toBe(200);
  });
});

test("signing in shows among an account's activity", async () => {
  const world = await openWorld();
  const visitor = new Visitor(world);
  await visitor.logIn(RILEY);
  await visitor.openLink((await lastLink(world)).link);
  const { accountId } = await memberOf(world, RILEY);
  expect(
    (await world.ask(`/accounts/${accountId}`, { as: "reviewer@acme.example" })).text,
  ).toContain("Signed in");
});

test("after every grant was taken away an account has ended: nobody of it invites", async () => {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  const { accountId } = await memberOf(world, RILEY);
  expect((await world.ask("/acme/faq", { as: RILEY })).text).toContain("inviteColleagues=true");
  await world.services.store.write((trx) =>
    trx
      .updateTable("grants")
      .set({ revokedAt: world.time.toISOString(), revokedBy: "Staff" })
      .where("orgId", "=", orgId)
      .where("accountId", "=", accountId)
      .execute(),
  );
  world.time = new Date(world.time.getTime() + 1_000);
  expect((await world.ask("/acme/faq", { as: RILEY })).text).not.toContain("inviteColleagues=true");
  expect(
    (await world.ask(`/accounts/${accountId}`, { as: "reviewer@acme.example" })).text,
  ).toContain("Expired");
});

test("an invited person stays invited from the login tab to the request tab, on a closed portal, too", async () => {
  const world = await openWorld();
  const email = "jane@corp.example";
  expect(
    (await world.ask("/acme/invite-colleagues", { as: RILEY, form: { emails: email } })).status,
  ).toBe(303);
  const token =
    /inviteToken=([^\s&]+)/.exec(
      (await mails(world, "colleague-invited")).at(-1)?.text ?? "",
    )?.[1] ?? "";
  await setting(world, { accessRequestsEnabled: false });
  const moved = await new Visitor(world).logIn(email, `loginRequest=true&inviteToken=${token}`);
  expect(moved.headers.location).toContain("requestAccess=true");
  expect(moved.headers.location).toContain("inviteToken=");
  const page = await new Visitor(world).ask(moved.headers.location ?? "");
  expect(page.text).toContain(`value="${decodeURIComponent(token)}"`);
});

test("logging out after the session ended leads to the portal whose form was sent", async () => {
  const world = await openWorld();
  const out = await world.ask("/api/statuspage/share/auth/logout", {
    form: { intent: "logout", org: "globex" },
  });
  expect([out.status, out.headers.location]).toEqual([303, "/globex"]);
  const nowhere = await world.ask("/api/statuspage/share/auth/logout", {
    form: { intent: "logout", org: "//evil.example" },
  });
  expect([nowhere.status, nowhere.headers.location]).toEqual([303, "/"]);
});

test("a program that logs in a declined person reads the usual words where staff wrote none", async () => {
  const world = await openWorld();
  await new Visitor(world).request({ email: "x@competitor.example" });
  const answer = await world.ask("/api/share/acme/login", {
    method: "POST",
    body: JSON.stringify({ email: "x@competitor.example" }),
    headers: { "content-type": "application/json" },
  });
  const { code, detail = "" } = JSON.parse(answer.text) as { code: string; detail?: string };
  expect([answer.status, code]).toEqual([403, "RequestDeclinedAuto"]);
  expect(detail).not.toBe("");
});
