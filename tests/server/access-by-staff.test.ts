import { describe, expect, test } from "vitest";
import { grantRows, membersOf } from "#auth/accounts/store/account-detail.server.ts";
import {
  findAccessRequest,
  recordAccessRequest,
} from "#access/access-requests/store/access-requests.server.ts";
import { listRules } from "#access/access-requests/store/access-rules.server.ts";
import { grantAccess, listAccounts, signNda } from "#auth/accounts/store/accounts.server.ts";
import { membersByEmail } from "#auth/accounts/store/members.server.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { importNda } from "#auth/nda/store/nda-signatures.server.ts";
import { findNda, setNdaProvider } from "#auth/nda/store/ndas.server.ts";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { actions } from "./staff-journeys.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const REVIEWER = "reviewer@acme.example";
const BY = { actor: "system", actorName: "Test" } as const;
const DAY = 86_400_000;

interface Setting {
  world: World;
  org: string;
  platform: string;
  lake: string;
  profiles: string[];
}

async function open(): Promise<Setting> {
  const world = await openWorld();
  const org = await world.orgId("acme");
  const profiles = (await listProfiles(world.services.store.read, org)).map(({ id }) => id);
  return {
    world,
    org,
    platform: await world.productId("acme"),
    lake: await world.productId("acme", "Acme Data Lake"),
    profiles,
  };
}

const read = ({ world }: Setting) => world.services.store.read;
const accountNamed = async (setting: Setting, name: string) =>
  (await listAccounts(read(setting), setting.org)).find((account) => account.name === name)?.id ??
  "";
const held = async (setting: Setting, accountId: string) =>
  (await grantRows(read(setting), setting.org, accountId, setting.world.time)).map(
    ({ productId, profileId, expiresAt, ndaRequired }) => ({
      productId,
      profileId,
      expiresAt,
      ndaRequired,
    }),
  );
const mails = async (setting: Setting, kind = "access-approved") =>
  (await setting.world.mails()).filter((mail) => mail.kind === kind);
const give = (
  { world, org }: Setting,
  accountId: string,
  productId: string,
  profileId: string,
  expiresAt: string | null,
  ndaRequired = false,
) =>
  world.services.store.write((trx) =>
    grantAccess(
      { trx, orgId: org, by: BY, now: world.time },
      { accountId, productId, profileId, ndaRequired, expiresAt },
    ),
  );

function ask({ world, org, platform }: Setting, email: string): Promise<string> {
  return world.services.store.write((trx) =>
    recordAccessRequest(
      { trx, orgId: org, by: BY, now: world.time },
      {
        email,
        companyName: "Newcomer Ltd",
        firstName: "Jo",
        lastName: "Berg",
        productId: platform,
      },
    ),
  );
}

const later = ({ world }: Setting, ms: number) => {
  world.time = new Date(world.time.getTime() + ms);
};

describe("an account added by hand", () => {
  const form = (setting: Setting, more: Record<string, string> = {}) => ({
    accountName: "Invited AG",
    email: "Ina@Invited.example",
    firstName: "Ina",
    lastName: "Voss",
    profileId: setting.profiles[0] ?? "",
    productIds: setting.platform,
    expires: "days",
    expiresIn: "90",
    nda: "required",
    tell: "on",
    message: "Glad to have you.",
    ...more,
  });
  const add = (setting: Setting, more: Record<string, string> = {}): Promise<Answer> =>
    setting.world.ask("/accounts/new", { as: REVIEWER, form: form(setting, more) });

  test("is there with its member, grants, audit and mail, even where nobody may ask", async () => {
    const setting = await open();
    await setting.world.services.store.write((trx) =>
      updateCustomization(
        { trx, orgId: setting.org, now: setting.world.time },
        { publicAccessLevel: "Full" },
      ),
    );
    expect((await setting.world.ask("/accounts", { as: REVIEWER })).text).toContain(
      'href="/accounts/new"',
    );
    const answer = await add(setting);
    const account = await accountNamed(setting, "Invited AG");
    expect([answer.status, answer.headers.location]).toEqual([303, `/accounts/${account}`]);
    expect(await membersByEmail(read(setting), setting.org, "ina@invited.example")).toMatchObject([
      { accountId: account, firstName: "Ina", account: { reviewStatus: "approved" } },
    ]);
    expect(await held(setting, account)).toEqual([
      {
        productId: setting.platform,
        profileId: setting.profiles[0],
        ndaRequired: true,
        expiresAt: new Date(setting.world.time.getTime() + 90 * DAY).toISOString(),
      },
    ]);
    const [mail] = await mails(setting);
    expect(mail?.text).toContain("has given you access");
    expect(mail?.text).not.toContain("your request");
    expect(mail?.text).toContain("Glad to have you.");
    expect(await actions(setting.world, "acme")).toEqual(
      expect.arrayContaining(["account.created", "member.added", "grant.given"]),
    );
  });

  test("is made without a mail where none is wanted, and once however often it is sent", async () => {
    const setting = await open();
    const { tell: _, ...silent } = form(setting);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        setting.world.ask("/accounts/new", { as: REVIEWER, form: silent }),
      ),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 409)?.text).toContain(
      "is already a member of Invited AG.",
    );
    expect(await mails(setting)).toHaveLength(0);
  });

  test("is refused with what is wrong at its field, everything kept and nothing written", async () => {
    const setting = await open();
    await ask(setting, "waits@newcomer.example");
    const faults: [Record<string, string>, number, string][] = [
      [{ accountName: "" }, 400, wording.companyNameRequired],
      [{ email: "x" }, 400, wording.invalidEmail],
      [{ firstName: "" }, 400, wording.firstNameRequired],
      [{ profileId: "" }, 400, wording.chooseProfile],
      [{ productIds: "" }, 400, wording.chooseProduct],
      [
        { expires: "date", expiresOn: "2020-01-31" },
        400,
        "This date has passed. Choose today or a later day.",
      ],
      [{ profileId: "no-such-profile" }, 409, wording.choiceWasDeleted],
      [{ email: "waits+x@newcomer.example" }, 409, "This person already has a pending request"],
    ];
    const before = (await listAccounts(read(setting), setting.org)).length;
    for (const [more, status, message] of faults) {
      const answer = await add(setting, more);
      expect(
        [answer.status, answer.text.includes(message), answer.text.includes("Glad to have you.")],
        message,
      ).toEqual([status, true, true]);
    }
    expect(await listAccounts(read(setting), setting.org)).toHaveLength(before);
    expect(await mails(setting)).toHaveLength(0);
    expect(
      (await setting.world.ask("/accounts/new", { as: "editor@acme.example", form: form(setting) }))
        .status,
    ).toBe(403);
  });
});

describe("an approval into an account that has access", () => {
  const approval = (setting: Setting, account: string, more: Record<string, string> = {}) =>
    new URLSearchParams([
      ...Object.entries({
        intent: "approve",
        account,
        profileId: setting.profiles[1] ?? "",
        expires: "none",
        nda: "waived",
        ...more,
      }),
      ["productIds", setting.platform],
      ["productIds", setting.lake],
    ]);

  test("keeps its products as they are, names them, and gives the others", async () => {
    const setting = await open();
    const account = await accountNamed(setting, "Customer Inc");
    const ends = new Date(setting.world.time.getTime() + 40 * DAY).toISOString();
    await give(setting, account, setting.platform, setting.profiles[0] ?? "", ends);
    const id = await ask(setting, "toni@customer.example");
    const page = (await setting.world.ask(`/requests/${id}`, { as: REVIEWER })).text;
    expect(page.replaceAll("<!-- -->", "")).toContain("Customer Inc has now:");
    expect(page).toMatch(/value="keep"[^>]*checked|checked[^>]*value="keep"/);
    expect(
      (
        await setting.world.ask(`/requests/${id}`, {
          as: REVIEWER,
          form: approval(setting, account),
        })
      ).status,
    ).toBe(303);
    expect(await held(setting, account)).toEqual([
      {
        productId: setting.platform,
        profileId: setting.profiles[0],
        expiresAt: ends,
        ndaRequired: false,
      },
      {
        productId: setting.lake,
        profileId: setting.profiles[1],
        expiresAt: null,
        ndaRequired: false,
      },
    ]);
    expect((await mails(setting))[0]?.text).toContain("Acme Data Lake");
    await setting.world.ask(`/requests/${id}`, { as: REVIEWER, form: { intent: "undo" } });
    expect(await held(setting, account)).toMatchObject([
      { productId: setting.platform, expiresAt: ends },
    ]);
  });

  test("replaces them where that is chosen", async () => {
    const setting = await open();
    const account = await accountNamed(setting, "Customer Inc");
    await give(setting, account, setting.platform, setting.profiles[0] ?? "", null);
    const id = await ask(setting, "toni@customer.example");
    await setting.world.ask(`/requests/${id}`, {
      as: REVIEWER,
      form: approval(setting, account, { held: "replace" }),
    });
    expect((await held(setting, account)).map(({ profileId }) => profileId)).toEqual([
      setting.profiles[1],
      setting.profiles[1],
    ]);
  });

  test("of many at once keeps them always", async () => {
    const setting = await open();
    const account = await accountNamed(setting, "Customer Inc");
    await give(setting, account, setting.platform, setting.profiles[0] ?? "", null);
    const form = approval(setting, account, {
      held: "replace",
      requestIds: await ask(setting, "toni@customer.example"),
    });
    expect((await setting.world.ask("/requests", { as: REVIEWER, form })).status).toBe(303);
    expect((await held(setting, account)).map(({ profileId }) => profileId)).toEqual([
      setting.profiles[0],
      setting.profiles[1],
    ]);
  });
});

describe("extending an account", () => {
  async function two(setting: Setting): Promise<string> {
    const account = await accountNamed(setting, "Customer Inc");
    await give(setting, account, setting.platform, setting.profiles[0] ?? "", null, true);
    await give(
      setting,
      account,
      setting.lake,
      setting.profiles[1] ?? "",
      new Date(setting.world.time.getTime() + 5 * DAY).toISOString(),
      false,
    );
    return account;
  }
  const both = (setting: Setting, more: Record<string, string>) =>
    new URLSearchParams([
      ...Object.entries({
        intent: "give",
        profileId: "unchanged",
        expires: "unchanged",
        nda: "unchanged",
        ...more,
      }),
      ["productIds", setting.platform],
      ["productIds", setting.lake],
    ]);

  test("to a day changes the end of each product and nothing else", async () => {
    const setting = await open();
    const account = await two(setting);
    const answer = await setting.world.ask(`/accounts/${account}`, {
      as: REVIEWER,
      form: both(setting, { expires: "date", expiresOn: "2030-01-31" }),
    });
    expect(answer.status).toBe(303);
    const expiresAt = "2030-01-31T23:00:00.000Z";
    expect(await held(setting, account)).toEqual([
      { productId: setting.platform, profileId: setting.profiles[0], expiresAt, ndaRequired: true },
      { productId: setting.lake, profileId: setting.profiles[1], expiresAt, ndaRequired: false },
    ]);
  });

  test("asks for every value of a product that is new, and refuses what changes nothing or is over", async () => {
    const setting = await open();
    const account = await accountNamed(setting, "Customer Inc");
    await setting.world.services.store.write((trx) =>
      trx
        .updateTable("grants")
        .set({ revokedAt: setting.world.time.toISOString(), revokedBy: "Test" })
        .where("accountId", "=", account)
        .execute(),
    );
    await give(setting, account, setting.platform, setting.profiles[0] ?? "", null, true);
    const before = await held(setting, account);
    const send = (form: URLSearchParams) =>
      setting.world.ask(`/accounts/${account}`, { as: REVIEWER, form });
    const open_ = await send(both(setting, { expires: "none" }));
    expect(open_.status).toBe(400);
    expect(open_.text).toContain("Choose a permission profile for Acme Data Lake");
    expect(open_.text).toContain("Choose whether the NDA is required for Acme Data Lake");
    const same = both(setting, {});
    same.delete("productIds");
    same.append("productIds", setting.platform);
    expect((await send(same)).text).toContain("Nothing to save.");
    same.set("expires", "date");
    same.set("expiresOn", "2020-01-01");
    expect((await send(same)).text).toContain("This date has passed.");
    expect(await held(setting, account)).toEqual(before);
    expect(
      (
        await send(
          both(setting, { profileId: setting.profiles[1] ?? "", expires: "none", nda: "waived" }),
        )
      ).status,
    ).toBe(303);
    expect(await held(setting, account)).toHaveLength(2);
  });
});

describe("a declined request", () => {
  const decide = ({ world }: Setting, id: string, form: Record<string, string>) =>
    world.ask(`/requests/${id}`, { as: REVIEWER, form });
  const status = async (setting: Setting, id: string) =>
    (await findAccessRequest(read(setting), setting.org, id))?.status;

  test("is opened again once its decision stands, waits, and can be approved", async () => {
    const setting = await open();
    const id = await ask(setting, "jo@newcomer.example");
    await decide(setting, id, { intent: "decline", message: "" });
    await decide(setting, id, { intent: "reopen" });
    expect(await status(setting, id)).toBe("declined");
    later(setting, 31_000);
    expect((await setting.world.ask(`/requests/${id}`, { as: REVIEWER })).text).toContain("Reopen");
    expect((await decide(setting, id, { intent: "reopen" })).status).toBe(303);
    expect(await findAccessRequest(read(setting), setting.org, id)).toMatchObject({
      status: "pending",
      outcome: null,
      decidedBy: null,
      pendingKey: "jo@newcomer.example",
    });
    expect(await actions(setting.world, "acme")).toContain("access-request.reopened");
    await decide(setting, id, {
      intent: "approve",
      account: "new",
      accountName: "Newcomer Ltd",
      profileId: setting.profiles[0] ?? "",
      productIds: setting.platform,
      expires: "none",
      nda: "required",
    });
    expect(await status(setting, id)).toBe("approved");
    await decide(setting, id, { intent: "reopen" });
    expect(await status(setting, id)).toBe("approved");
  });

  test("that was declined with its account lets the account wait again", async () => {
    const setting = await open();
    const lee = await read(setting)
      .selectFrom("accessRequests")
      .select("id")
      .where("email", "=", "lee@declined.example")
      .executeTakeFirstOrThrow();
    await decide(setting, lee.id, { intent: "reopen" });
    expect(await status(setting, lee.id)).toBe("pending");
    expect(
      (await membersByEmail(read(setting), setting.org, "lee@declined.example"))[0]?.account
        .reviewStatus,
    ).toBe("pending");
  });

  test("stays declined while a newer one of the person waits", async () => {
    const setting = await open();
    const id = await ask(setting, "jo@newcomer.example");
    await decide(setting, id, { intent: "decline", message: "" });
    later(setting, 31_000);
    await ask(setting, "jo@newcomer.example");
    expect((await setting.world.ask(`/requests/${id}`, { as: REVIEWER })).text).not.toContain(
      "Reopen",
    );
    await decide(setting, id, { intent: "reopen" });
    expect(await status(setting, id)).toBe("declined");
  });

  test("by a rule can be opened, too", async () => {
    const setting = await open();
    const { world, org } = setting;
    const id = await ask(setting, "kim@competitor.example");
    const [rule] = (await listRules(read(setting), org)).filter(
      ({ pattern }) => pattern === "competitor.example",
    );
    await world.services.store.write((trx) =>
      trx
        .updateTable("accessRequests")
        .set({
          status: "declined",
          outcome: "request_access_auto_declined",
          ruleId: rule?.id ?? null,
          decidedAt: world.time.toISOString(),
          decidedBy: "Rule: domain competitor.example",
          pendingKey: null,
        })
        .where("id", "=", id)
        .execute(),
    );
    await decide(setting, id, { intent: "reopen" });
    expect(await status(setting, id)).toBe("pending");
  });

  test("with its domain tells the personal words to the person alone", async () => {
    const setting = await open();
    const id = await ask(setting, "jo@newcomer.example");
    await decide(setting, id, {
      intent: "decline",
      block: "domain",
      message: "Jo, please call me.",
    });
    expect(
      (await listRules(read(setting), setting.org)).filter(
        ({ pattern }) => pattern === "newcomer.example",
      ),
    ).toMatchObject([{ action: "block", message: null }]);
    expect((await mails(setting, "access-declined"))[0]?.text).toContain("Jo, please call me.");
  });
});

describe("the NDA in an approval", () => {
  const NDA_WORDS = "be asked to sign an NDA before you can open";
  const words = async (setting: Setting) =>
    ((await mails(setting))[0]?.text ?? "").replace(/\s+/g, " ");
  const approve = (setting: Setting, id: string, account = "new") =>
    setting.world.ask(`/requests/${id}`, {
      as: REVIEWER,
      form: {
        intent: "approve",
        account,
        accountName: "Newcomer Ltd",
        profileId: setting.profiles[0] ?? "",
        productIds: setting.platform,
        expires: "none",
        nda: "required",
      },
    });

  test("is announced where it has to be signed, and neither offered nor announced where none is asked for", async () => {
    for (const provider of ["clickwrap", "none"] as const) {
      const setting = await open();
      await setting.world.services.store.write((trx) =>
        setNdaProvider(trx, setting.org, { provider }),
      );
      const id = await ask(setting, "jo@newcomer.example");
      expect(
        (await setting.world.ask(`/requests/${id}`, { as: REVIEWER })).text.includes('name="nda"'),
      ).toBe(provider === "clickwrap");
      await approve(setting, id);
      expect((await words(setting)).includes(NDA_WORDS)).toBe(provider === "clickwrap");
    }
  });

  test("is not announced to whom an account-wide signature covers, and the account's page says so", async () => {
    const setting = await open();
    const { world, org } = setting;
    await world.services.store.write((trx) =>
      setNdaProvider(trx, org, { provider: "clickwrap", accountWide: true }),
    );
    const account = await accountNamed(setting, "Customer Inc");
    const id = await ask(setting, "toni@customer.example");
    await approve(setting, id, account);
    expect(await words(setting)).toContain("Hello Jo");
    expect(await words(setting)).not.toContain(NDA_WORDS);
    expect(
      (await membersOf(read(setting), org, account)).find(
        ({ email }) => email === "toni@customer.example",
      ),
    ).toMatchObject({ signedAt: null, covered: true });
    expect((await world.ask(`/accounts/${account}`, { as: REVIEWER })).text).toContain(
      "Covered by the account",
    );
    await world.services.store.write((trx) =>
      setNdaProvider(trx, org, { provider: "clickwrap", accountWide: false }),
    );
    expect((await membersOf(read(setting), org, account)).some(({ covered }) => covered)).toBe(
      false,
    );
    await world.services.store.write((trx) =>
      importNda(
        { trx, orgId: org, by: BY, now: world.time },
        {
          accountId: account,
          name: "Cleo",
          email: "cleo@customer.example",
          signedAt: "2026-01-01T12:00:00.000Z",
          note: null,
          wholeAccount: true,
          file: null,
        },
      ),
    );
    expect(
      (await membersOf(read(setting), org, account)).find(
        ({ email }) => email === "toni@customer.example",
      )?.covered,
    ).toBe(true);
  });

  test("is pending for a colleague who has still to sign", async () => {
    const setting = await open();
    const { world, org } = setting;
    const account = await accountNamed(setting, "Customer Inc");
    await give(setting, account, setting.platform, setting.profiles[0] ?? "", null, true);
    const folder = async (name: string) =>
      (await world.ask(`/requests?folder=${name}`, { as: REVIEWER })).text;
    await approve(setting, await ask(setting, "toni@customer.example"), account);
    expect(await folder("nda")).toContain("toni@customer.example");
    expect(await folder("nda")).not.toContain("riley@customer.example");
    const [toni] = await membersByEmail(read(setting), org, "toni@customer.example");
    const version = (await findNda(read(setting), org, world.time)).current;
    await world.services.store.write((trx) =>
      signNda(
        { trx, orgId: org, by: BY, now: world.time },
        { versionId: version?.id ?? "", memberId: toni?.id ?? "", name: "Toni" },
      ),
    );
    expect(await folder("nda")).not.toContain("toni@customer.example");
    expect(await folder("approved")).toContain("toni@customer.example");
  });
});

describe("the inbox's folders", () => {
  test("hold requests whose access was taken away, and those that were withdrawn", async () => {
    const setting = await open();
    const { world } = setting;
    const folder = async (query: string) =>
      (await world.ask(`/requests?folder=${query}`, { as: REVIEWER })).text;
    await world.ask(`/accounts/${await accountNamed(setting, "Customer Inc")}`, {
      as: REVIEWER,
      form: { intent: "revoke" },
    });
    expect(await folder("approved&q=riley")).toContain("riley@customer.example");
    const id = await ask(setting, "jo@newcomer.example");
    await world.services.store.write((trx) =>
      trx
        .updateTable("accessRequests")
        .set({ status: "withdrawn", withdrawnAt: world.time.toISOString(), pendingKey: null })
        .where("id", "=", id)
        .execute(),
    );
    expect(await folder("withdrawn&q=newcomer")).toContain("jo@newcomer.example");
    expect(await folder("withdrawn")).not.toContain("riley@customer.example");
  });
});

test("a day that is over is no end, in the org's own calendar, and today is one", async () => {
  const setting = await open();
  const id = await ask(setting, "jo@newcomer.example");
  const form = {
    intent: "approve",
    account: "new",
    accountName: "Newcomer Ltd",
    profileId: setting.profiles[0] ?? "",
    productIds: setting.platform,
    expires: "date",
    nda: "required",
    message: "Kept words",
  };
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" }).format(
    setting.world.time,
  );
  const yesterday = new Date(Date.parse(today) - DAY).toISOString().slice(0, 10);
  const refused = await setting.world.ask(`/requests/${id}`, {
    as: REVIEWER,
    form: { ...form, expiresOn: yesterday },
  });
  expect(refused.status).toBe(400);
  for (const words of [
    "This date has passed. Choose today or a later day.",
    "Kept words",
    `value="${yesterday}"`,
  ])
    expect(refused.text).toContain(words);
  const many = await setting.world.ask("/requests", {
    as: REVIEWER,
    form: { ...form, requestIds: id, expiresOn: yesterday },
  });
  expect([many.status, many.text.includes("This date has passed.")]).toEqual([400, true]);
  expect(
    (
      await setting.world.ask(`/requests/${id}`, {
        as: REVIEWER,
        form: { ...form, expiresOn: today },
      })
    ).status,
  ).toBe(303);
});

test("the check of a rule against past requests leaves out and counts what the lists of domains decide", async () => {
  const setting = await open();
  const { world, org } = setting;
  await ask(setting, "jo@newcomer.example");
  const check = async () =>
    (
      await world.ask("/rules/new", {
        as: REVIEWER,
        form: {
          looksAt: "domain",
          pattern: "newcomer.example",
          outcome: "approve",
          profileId: setting.profiles[0] ?? "",
          nda: "required",
        },
      })
    ).text;
  expect(await check()).toMatch(/It would have matched (?:<!-- -->)?1(?:<!-- -->|\s)*of the last/);
  await world.services.store.write((trx) =>
    updateCustomization(
      { trx, orgId: org, now: world.time },
      { blockedDomains: ["newcomer.example"] },
    ),
  );
  const text = (await check()).replaceAll("<!-- -->", "");
  expect(text).toContain("It would have matched none of the last");
  expect(text).toContain(
    "It also matches 1 request that your allowed and blocked domains decide first.",
  );
});
