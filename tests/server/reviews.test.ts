import { memberKeyIn } from "./api-names.ts";
import { inOrg } from "#db/tenant.ts";
import { describe, expect, test } from "vitest";
import {
  findAccessRequest,
  recordAccessRequest,
} from "#access/access-requests/store/access-requests.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { listRules } from "#access/access-requests/store/access-rules.server.ts";
import { endRule } from "#access/access-requests/store/access-rule-changes.server.ts";
import { listAccounts } from "#auth/accounts/store/accounts.server.ts";
import { membersByEmail } from "#auth/accounts/store/members.server.ts";
import { grantsInForce } from "#auth/accounts/store/grants.server.ts";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { actions, OWNER } from "./staff-journeys.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";
import { testInFive } from "../in-turn.ts";

const REVIEWER = "reviewer@acme.example";
const SECOND = 1_000;

interface Setting {
  world: World;
  org: string;
  product: string;
  profile: string;
  requestId: string;
}

/** Jo asks acme for access; what an approval needs is at hand. */
async function asked(email = "jo@newcomer.example"): Promise<Setting> {
  const world = await openWorld();
  const org = await world.orgId("acme");
  const requestId = await ask(world, email);
  return {
    world,
    org,
    product: await world.productId("acme"),
    profile: (await listProfiles(world.services.store.read, org))[0]?.id ?? "",
    requestId,
  };
}

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

const approval = ({ profile, product }: Setting, more: Record<string, string> = {}) => ({
  intent: "approve",
  account: "new",
  accountName: "Newcomer Ltd",
  profileId: profile,
  productIds: product,
  expires: "none",
  nda: "required",
  ...more,
});

function decide(
  { world, requestId }: Setting,
  form: Record<string, string>,
  as = REVIEWER,
): Promise<Answer> {
  return world.ask(`/requests/${requestId}`, { as, form });
}

const member = async ({ world, org }: Setting, email = "jo@newcomer.example") =>
  (await membersByEmail(world.services.store.read, org, email))[0] ?? null;
const mails = ({ world }: Setting, kind: string) =>
  world.services.store.read.selectFrom("outbox").selectAll().where("kind", "=", kind).execute();
const grantsOf = async (setting: Setting) =>
  (
    await grantsInForce(
      setting.world.services.store.read,
      setting.org,
      (await member(setting))?.accountId ?? "",
      setting.world.time,
    )
  ).grants;

describe("deciding about one request after the other", () => {
  test("leads to the next one that waits, with the way back to the decision", async () => {
    const setting = await asked();
    const { world } = setting;
    const sam = await world.services.store.read
      .selectFrom("accessRequests")
      .select("id")
      .where("email", "=", "sam@prospect.example")
      .executeTakeFirstOrThrow();
    const page = await world.ask(`/requests/${setting.requestId}`, { as: OWNER });
    expect(page.text).toContain("the next request opens.");
    const cookie = await world.cookieOf(OWNER, world.host);
    const answer = await world.ask(`/requests/${setting.requestId}`, {
      headers: { cookie },
      form: approval(setting),
    });
    expect(answer.headers.location).toBe(`/requests/${sam.id}`);
    const flash = (answer.headers["set-cookie"] ?? []).map((set) => set.split(";")[0]);
    const next = await world.ask(answer.headers.location ?? "", {
      headers: { cookie: [cookie, ...flash].join("; ") },
    });
    expect(next.text).toContain(`href="/requests/${setting.requestId}"`);
    expect(next.text).toContain(`action="/requests/${setting.requestId}/undo"`);
    // The last one that waits has no next one.
    expect(next.text).not.toContain("the next request opens.");
    const last = await world.ask(`/requests/${sam.id}`, {
      as: OWNER,
      form: { intent: "decline" },
    });
    expect(last.headers.location).toBe(`/requests/${sam.id}`);
  });

  test("shows the way back on the list where the next one went in that moment", async () => {
    const setting = await asked();
    const { world, requestId } = setting;
    const cookie = await world.cookieOf(OWNER, world.host);
    const answer = await world.ask(`/requests/${requestId}`, {
      headers: { cookie },
      form: approval(setting),
    });
    const next = answer.headers.location ?? "";
    expect(next).not.toBe(`/requests/${requestId}`);
    await world.services.store.write((trx) =>
      inOrg(trx, setting.org)
        .deleteFrom("accessRequests")
        .where("id", "=", next.slice("/requests/".length))
        .execute(),
    );
    const flash = (answer.headers["set-cookie"] ?? []).map((set) => set.split(";")[0]);
    const headers = { cookie: [cookie, ...flash].join("; ") };
    const gone = await world.ask(next, { headers });
    expect([gone.status, gone.headers.location]).toEqual([302, "/requests"]);
    const list = await world.ask("/requests", { headers });
    expect(list.text).toContain(`action="/requests/${requestId}/undo"`);
    // Whoever opens its address without a message is told that it is gone.
    expect((await world.ask(next, { headers: { cookie } })).status).toBe(404);
  });

  test("that is taken back ends the keys that the new member made meanwhile", async () => {
    const setting = await asked();
    const { world } = setting;
    // Into an account that is there: one that the approval made goes with all that it has.
    const { accountId } = await inOrg(world.services.store.read, setting.org)
      .selectFrom("members")
      .select("accountId")
      .where("email", "=", "riley@customer.example")
      .executeTakeFirstOrThrow();
    const into = approval(setting, { account: accountId, nda: "waived" });
    expect((await decide(setting, into)).status).toBe(303);
    await memberKeyIn(world, { email: "jo@newcomer.example" });
    const rows = () =>
      inOrg(world.services.store.read, setting.org)
        .selectFrom("memberKeys")
        .select("revokedAt")
        .execute();
    expect(await rows()).toMatchObject([{ revokedAt: null }]);
    expect((await decide(setting, { intent: "undo" })).status).toBe(303);
    expect(await rows()).toEqual([{ revokedAt: world.time.toISOString() }]);
  });

  test("stays on it for who wants to stay, however they decide, until they want the next one", async () => {
    const setting = await asked();
    const { world, requestId } = setting;
    const wish = (after: string) => decide(setting, { intent: "after", after });
    const undo = () => decide(setting, { intent: "undo" });
    expect((await wish("fate")).status).toBe(400);
    expect((await wish("stay")).status).toBe(303);
    expect((await wish("stay")).status).toBe(303);
    const page = await world.ask(`/requests/${requestId}`, { as: REVIEWER });
    expect(page.text).toContain("you stay on this request.");
    const here = `/requests/${requestId}`;
    expect((await decide(setting, approval(setting))).headers.location).toBe(here);
    await undo();
    expect((await decide(setting, { intent: "decline" })).headers.location).toBe(here);
    await undo();
    // It is nobody else's.
    const other = await decide(setting, { intent: "decline" }, OWNER);
    expect(other.headers.location).not.toBe(here);
    await undo();
    await wish("next");
    expect((await decide(setting, { intent: "decline" })).headers.location).not.toBe(here);
  });
});

describe("an approval", () => {
  test("makes the account, the member and the grants, and a mail that signs in and is held for 30 seconds", async () => {
    const setting = await asked();
    const { world } = setting;
    const answer = await decide(
      setting,
      approval(setting, { expires: "days", expiresIn: "90", message: "Welcome aboard." }),
    );
    expect(answer.status).toBe(303);
    expect((await member(setting))?.account).toMatchObject({
      name: "Newcomer Ltd",
      reviewStatus: "approved",
    });
    const [grant] = await grantsOf(setting);
    expect(grant).toMatchObject({
      productId: setting.product,
      profileId: setting.profile,
      ndaRequired: true,
      expiresAt: new Date(world.time.getTime() + 90 * 86_400_000).toISOString(),
    });
    const [mail] = await mails(setting, "access-approved");
    expect(mail?.nextAttemptAt).toBe(new Date(world.time.getTime() + 30 * SECOND).toISOString());
    expect(mail?.text).toContain("Welcome aboard.");
    expect(mail?.text).toMatch(/\/sign-in-link\?token=[\w-]{43}/);
    expect(await actions(world, "acme")).toContain("access-request.approved");
  });

  test("into an account that exists adds the person there, and its products keep their one rule", async () => {
    const setting = await asked("toni@customer.example");
    const { world, org } = setting;
    const account = (await listAccounts(world.services.store.read, org)).find(
      ({ name }) => name === "Customer Inc",
    );
    const page = await world.ask(`/requests/${setting.requestId}`, { as: REVIEWER });
    expect(page.text).toMatch(
      new RegExp(`<option value="${account?.id}" selected="">Customer Inc \\(same email domain\\)`),
    );
    await decide(setting, approval(setting, { account: account?.id ?? "" }));
    expect((await member(setting, "toni@customer.example"))?.accountId).toBe(account?.id);
    const grants = (
      await grantsInForce(world.services.store.read, org, account?.id ?? "", world.time)
    ).grants;
    expect(grants.filter((grant) => grant.productId === setting.product)).toHaveLength(1);
  });

  test("ends with a date at the end of that day in the org's time zone", async () => {
    const setting = await asked();
    await decide(setting, approval(setting, { expires: "date", expiresOn: "2027-01-31" }));
    expect((await grantsOf(setting))[0]?.expiresAt).toBe("2027-01-31T23:00:00.000Z");
  });

  test("is read by the member with the last day that staff set", async () => {
    const setting = await asked();
    const { world } = setting;
    await decide(setting, approval(setting, { expires: "date", expiresOn: "2027-01-31" }));
    const page = await world.ask("/acme/my-account", { as: "jo@newcomer.example" });
    expect(page.text).toMatch(/Until(?:<!-- -->)? ?(?:<!-- -->)?<time[^>]*>January 31, 2027</);
    expect(page.text).not.toContain("February 1, 2027");
  });

  test("can be undone while its mail is held: the request waits again, account, grants and mail are gone", async () => {
    const setting = await asked();
    const { world, org, requestId } = setting;
    const before = (await listAccounts(world.services.store.read, org)).length;
    await decide(setting, approval(setting));
    expect((await world.ask(`/requests/${requestId}`, { as: REVIEWER })).text).toContain(
      ">Undo this decision<",
    );
    world.time = new Date(world.time.getTime() + 29 * SECOND);
    expect((await decide(setting, { intent: "undo" })).status).toBe(303);
    expect(await findAccessRequest(world.services.store.read, org, requestId)).toMatchObject({
      status: "pending",
      accountId: null,
      memberId: null,
      outcome: null,
    });
    expect(await member(setting)).toBeNull();
    expect(await listAccounts(world.services.store.read, org)).toHaveLength(before);
    expect((await mails(setting, "access-approved"))[0]?.state).toBe("withdrawn");
    expect((await decide(setting, approval(setting))).status).toBe(303);
  });

  test("stands once its mail has left", async () => {
    const setting = await asked();
    await decide(setting, approval(setting));
    setting.world.time = new Date(setting.world.time.getTime() + 30 * SECOND);
    expect(
      (await setting.world.ask(`/requests/${setting.requestId}`, { as: REVIEWER })).text,
    ).not.toContain(">Undo this decision<");
    await decide(setting, { intent: "undo" });
    expect(await member(setting)).not.toBeNull();
    expect((await mails(setting, "access-approved"))[0]?.state).not.toBe("withdrawn");
  });

  testInFive(
    "sent fifty times at once is made once, and the others are told who was faster",
    async () => {
      const setting = await asked();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          decide(setting, approval(setting), i % 2 === 0 ? REVIEWER : OWNER),
        ),
      );
      expect(answers.filter((answer) => answer.status === 303)).toHaveLength(1);
      const refused = answers.filter((answer) => answer.status === 409);
      expect(refused).toHaveLength(49);
      expect(refused[0]?.text).toMatch(
        /(Priya Raman|Ingrid Sommer) has already approved this request\./,
      );
      expect(await mails(setting, "access-approved")).toHaveLength(1);
      expect(
        (await listAccounts(setting.world.services.store.read, setting.org)).filter(
          ({ name }) => name === "Newcomer Ltd",
        ),
      ).toHaveLength(1);
    },
  );

  const faults: [string, Record<string, string>, string][] = [
    ["no profile", { profileId: "" }, wording.chooseProfile],
    ["no product", { productIds: "" }, wording.chooseProduct],
    [
      "a date that does not exist",
      { expires: "date", expiresOn: "2027-02-30" },
      "This date does not exist",
    ],
    ["a date of another form", { expires: "date", expiresOn: "31.1.2027" }, wording.dateAsIso],
    ["no number of days", { expires: "days", expiresIn: "-3" }, wording.enterDays],
    ["no name for the new account", { accountName: " " }, wording.atLeast2Characters],
    ["a profile of nobody", { profileId: "no-such-profile" }, wording.choiceWasDeleted],
    ["an account of another org", { account: "no-such-account" }, wording.choiceWasDeleted],
  ];
  test.each(faults)(
    "with %s is refused, with everything kept and nothing written",
    async (_, more, message) => {
      const setting = await asked();
      const answer = await decide(setting, {
        ...approval(setting),
        message: "Kept words",
        ...more,
      });
      expect([400, 409]).toContain(answer.status);
      expect(answer.text).toContain(message);
      expect(answer.text).toContain("Kept words");
      expect(await member(setting)).toBeNull();
      expect(await mails(setting, "access-approved")).toHaveLength(0);
    },
  );
});

describe("a refusal", () => {
  test("tells the person in the words given, or in the usual ones", async () => {
    for (const [message, words] of [
      ["Not at the moment, Jo.", "Not at the moment, Jo."],
      ["", "can’t give access at this time"],
    ] as const) {
      const setting = await asked();
      await decide(setting, { intent: "decline", message });
      expect((await mails(setting, "access-declined"))[0]?.text).toContain(words);
      expect(
        await findAccessRequest(setting.world.services.store.read, setting.org, setting.requestId),
      ).toMatchObject({ status: "declined", outcome: "request_declined" });
    }
  });

  test("with its domain adds a rule, which an undo ends", async () => {
    const setting = await asked();
    const { world, org } = setting;
    const rules = async () =>
      (await listRules(world.services.store.read, org)).filter(
        (rule) => rule.pattern === "newcomer.example",
      );
    await decide(setting, { intent: "decline", block: "domain" });
    expect(await rules()).toMatchObject([{ action: "block", matches: "domain" }]);
    await decide(setting, { intent: "undo" });
    expect(await rules()).toEqual([]);
  });

  test("with its domain can be undone after somebody removed the rule", async () => {
    const setting = await asked();
    const { world, org } = setting;
    await decide(setting, { intent: "decline", block: "domain" });
    const rule = (await listRules(world.services.store.read, org)).find(
      ({ pattern }) => pattern === "newcomer.example",
    );
    await world.services.store.write((trx) =>
      endRule({ trx, orgId: org, by: SYSTEM, now: world.time }, rule?.id ?? ""),
    );
    expect((await decide(setting, { intent: "undo" })).status).toBe(303);
    expect(
      await findAccessRequest(world.services.store.read, org, setting.requestId),
    ).toMatchObject({ status: "pending" });
  });

  test("of a pending account declines it, and its undo lets it wait again", async () => {
    const setting = await asked();
    const { world, org } = setting;
    const sam = await world.services.store.read
      .selectFrom("accessRequests")
      .select("id")
      .where("email", "=", "sam@prospect.example")
      .executeTakeFirstOrThrow();
    const statusOf = async () =>
      (await member(setting, "sam@prospect.example"))?.account.reviewStatus;
    await world.ask(`/requests/${sam.id}`, {
      as: REVIEWER,
      form: { intent: "decline", message: "" },
    });
    expect(await statusOf()).toBe("declined");
    await world.ask(`/requests/${sam.id}`, { as: REVIEWER, form: { intent: "undo" } });
    expect(await statusOf()).toBe("pending");
    expect(org).not.toBe("");
  });
});

describe("the inbox", () => {
  test("shows who waits, the oldest first, and finds by name, company and address", async () => {
    const { world } = await asked();
    expect((await world.ask("/requests", { as: REVIEWER })).text).toContain("jo@newcomer.example");
    expect((await world.ask("/requests?q=NEWCOMER+berg", { as: REVIEWER })).text).toContain(
      "jo@newcomer.example",
    );
    expect((await world.ask("/requests?q=nobody", { as: REVIEWER })).text).toContain(
      "No requests match",
    );
    expect((await world.ask("/requests?q=%25", { as: REVIEWER })).status).toBe(200);
  });

  test("has folders for those who have not signed, who were let in, turned away, and whose access has expired", async () => {
    const world = await openWorld();
    const folder = async (name: string) =>
      (await world.ask(`/requests?folder=${name}`, { as: REVIEWER })).text;
    expect(await folder("nda")).toContain("noor@unsigned.example");
    expect(await folder("nda")).not.toContain("riley@customer.example");
    expect(await folder("approved")).toContain("riley@customer.example");
    expect(await folder("declined")).toContain("lee@declined.example");
    expect(await folder("expired")).toContain("kim@expired.example");
    expect(await folder("nonsense")).toContain("sam@prospect.example");
  });

  test("decides about many at once, all or none", async () => {
    const setting = await asked();
    const { world, requestId } = setting;
    const other = await ask(world, "kai@newcomer.example");
    const fields = new URLSearchParams({
      intent: "approve",
      profileId: setting.profile,
      productIds: setting.product,
      nda: "waived",
      expires: "none",
    });
    const send = (ids: string[]) =>
      world.ask("/requests", {
        as: REVIEWER,
        method: "POST",
        body: `${fields}&${ids.map((id) => `requestIds=${id}`).join("&")}`,
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
    expect((await send([])).text).toContain("Select at least one request");
    expect((await send([requestId, "no-such-request"])).status).toBe(409);
    expect(await member(setting)).toBeNull();
    expect((await send([requestId, other])).status).toBe(303);
    expect((await member(setting))?.accountId).toBe(
      (await member(setting, "kai@newcomer.example"))?.accountId,
    );
    expect(await mails(setting, "access-approved")).toHaveLength(2);
  });

  test("is for reviewers of the org alone", async () => {
    const setting = await asked();
    expect((await decide(setting, approval(setting), "editor@acme.example")).status).toBe(403);
    expect((await decide(setting, approval(setting), "owner@globex.example")).status).toBe(404);
    expect(await member(setting)).toBeNull();
    expect(
      (await setting.world.ask(`/requests/${setting.requestId}`, { as: "owner@globex.example" }))
        .status,
    ).toBe(404);
    expect(
      (await setting.world.ask("/requests", { as: "owner@globex.example" })).text,
    ).not.toContain("newcomer");
  });
});

describe("a preset", () => {
  const presets = ({ world, org }: Setting) =>
    world.services.store.read
      .selectFrom("accessPresets")
      .select(["id", "name", "profileId", "expiresInDays", "ndaRequired"])
      .where("orgId", "=", org)
      .orderBy("name")
      .execute();
  const words = (text: string) =>
    text
      .replace(/<!-- -->/g, "")
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ");

  test("approves with one press: the form behind its button says all that the decision needs", async () => {
    const setting = await asked();
    const { world } = setting;
    const page = await world.ask(`/requests/${setting.requestId}`, { as: REVIEWER });
    expect(words(page.text)).toMatch(/Standard prospect Prospect - core reports, 90 days, NDA/);
    const [form = ""] =
      /<form(?:(?!<\/form>).)*Standard prospect(?:(?!<\/form>).)*<\/form>/s.exec(page.text) ?? [];
    const fields = Object.fromEntries(
      [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    ) as Record<string, string>;
    const [, action = ""] = /action="([^"]+)"/.exec(form) ?? [];
    expect(action).toBe(`/requests/${setting.requestId}/approve`);
    expect((await world.ask(action, { as: REVIEWER, form: fields })).status).toBe(303);
    const [grant] = await grantsOf(setting);
    expect(grant).toMatchObject({
      productId: setting.product,
      ndaRequired: true,
      expiresAt: new Date(world.time.getTime() + 90 * 86_400_000).toISOString(),
    });
    expect((await member(setting))?.account.name).toBe("Newcomer Ltd");
  });

  test("is kept from an approval under its name, replaced by the same name, and removed", async () => {
    const setting = await asked();
    const { world } = setting;
    const answer = await decide(
      setting,
      approval(setting, {
        expires: "days",
        expiresIn: "30",
        nda: "waived",
        presetName: "Quick look",
      }),
    );
    expect(answer.status).toBe(303);
    const kept = (await presets(setting)).find(({ name }) => name === "Quick look");
    expect(kept).toMatchObject({ profileId: setting.profile, expiresInDays: 30, ndaRequired: 0 });
    const requestId = await ask(world, "kai@newcomer.example");
    const next = { ...setting, requestId };
    await decide(next, approval(next, { presetName: "quick look" }));
    const replaced = (await presets(setting)).filter(({ id }) => id === kept?.id);
    expect(replaced).toMatchObject([{ name: "quick look", expiresInDays: null, ndaRequired: 1 }]);
    const change = (button: string, form: Record<string, string>) =>
      world.ask(`/rules/presets/${button}`, { as: REVIEWER, form });
    const presetId = kept?.id ?? "";
    expect((await change("rename", { presetId, name: "standard Prospect" })).status).toBe(409);
    expect((await change("rename", { presetId, name: "" })).status).toBe(400);
    expect((await change("rename", { presetId, name: "Short look" })).status).toBe(303);
    expect((await presets(setting)).find(({ id }) => id === presetId)?.name).toBe("Short look");
    expect((await change("remove", { presetId })).status).toBe(303);
    expect((await change("remove", { presetId })).status).toBe(404);
    expect((await presets(setting)).map(({ name }) => name)).toEqual(["Standard prospect"]);
    expect(await actions(world, "acme")).toEqual(
      expect.arrayContaining([
        "access-preset.created",
        "access-preset.changed",
        "access-preset.removed",
      ]),
    );
  });

  test.each([
    [{ presetName: "<b>" }, wording.allowedCharacters],
    [{ presetName: "x".repeat(51) }, wording.atMost50Characters],
    [
      { presetName: "By date", expires: "date", expiresOn: "2030-01-01" },
      "Presets can’t use a fixed date.",
    ],
  ])("of %o is refused, and nothing is decided", async (values, message) => {
    const setting = await asked();
    const refused = await decide(setting, approval(setting, values));
    expect([refused.status, words(refused.text).includes(message)]).toEqual([400, true]);
    expect(await member(setting)).toBeNull();
    expect(await presets(setting)).toHaveLength(1);
  });

  test("of another company can't be removed, and is not shown", async () => {
    const setting = await asked();
    const { world } = setting;
    const [own] = await presets(setting);
    const globex = await world.orgId("globex");
    await world.services.store.write((trx) =>
      trx
        .insertInto("accessPresets")
        .values({
          orgId: globex,
          id: "foreign",
          name: "Foreign preset",
          profileId: trx
            .selectFrom("permissionProfiles")
            .select("id")
            .where("orgId", "=", globex)
            .limit(1) as unknown as string,
          expiresInDays: null,
          ndaRequired: 0,
          createdAt: world.time.toISOString(),
        })
        .execute(),
    );
    const page = await world.ask(`/requests/${setting.requestId}`, { as: REVIEWER });
    expect(page.text).not.toContain("Foreign preset");
    for (const [button, name] of [
      ["rename", "Mine"],
      ["remove", ""],
    ] as const)
      expect(
        (
          await world.ask(`/rules/presets/${button}`, {
            as: REVIEWER,
            form: { presetId: "foreign", name },
          })
        ).status,
      ).toBe(404);
    expect((await world.ask("/rules/presets", { as: REVIEWER })).text).not.toContain(
      "Foreign preset",
    );
    const left = await world.services.store.read.selectFrom("accessPresets").select("id").execute();
    expect(left.map(({ id }) => id).toSorted()).toEqual([own?.id ?? "", "foreign"].toSorted());
  });
});
