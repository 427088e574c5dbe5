import { describe, expect, test } from "vitest";
import { addRule } from "#access/access-requests/store/access-rules.server.ts";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { declineAccount } from "#auth/accounts/store/accounts.server.ts";
import { findMember, membersByEmail } from "#auth/accounts/store/members.server.ts";
import { removeMember } from "#access/accounts/store/account-changes.server.ts";
import { grantAccess } from "#auth/accounts/store/grants.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { inviteToken } from "#access/access-requests/invite.server.ts";
import { mails, minutes, requestValues, RILEY, setting, Visitor } from "./access-world.ts";
import { openWorld, type Ask, type World } from "./world.ts";
import { wording } from "../wording.ts";

const JANE = "jane@corp.example";
const FORM = "/acme/invite-colleagues";

const invite = (
  world: World,
  fields: Record<string, string> | [string, string][],
  as: string = RILEY,
  target = FORM,
) => world.ask(target, { as, form: new URLSearchParams(fields) });
const rows = (world: World) =>
  world.services.store.read
    .selectFrom("invitations")
    .selectAll()
    .orderBy("invitedAt")
    .orderBy("id")
    .execute();
const latestRequest = (world: World) =>
  world.services.store.read
    .selectFrom("accessRequests")
    .selectAll()
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();

async function accountOf(
  world: World,
  email = RILEY,
  slug = "acme",
): Promise<{ id: string; memberId: string; orgId: string }> {
  const orgId = await world.orgId(slug);
  const [member] = await membersByEmail(world.services.store.read, orgId, email);
  return { id: member?.accountId ?? "", memberId: member?.id ?? "", orgId };
}

async function api(
  world: World,
  body: unknown,
  { as = RILEY, account = RILEY, ...ask }: Ask & { account?: string } = {},
) {
  const { id } = await accountOf(world, account);
  return world.ask(`/api/statuspage/share/${id}/external/invite-colleague`, {
    method: "POST",
    as,
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
    ...ask,
  });
}

/** The address of the mailed link, below the host. */
async function invitedLink(world: World): Promise<string> {
  const mail = (await mails(world, "colleague-invited")).at(-1);
  const url = new URL(/https?:\/\/\S+inviteToken=\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  return url.pathname + url.search;
}

describe("the dialog of inviting colleagues", () => {
  test("is one for members with access: in their menu, at its address, in the title; for nobody else", async () => {
    const world = await openWorld();
    const page = await world.ask("/acme/faq?inviteColleagues=true", { as: RILEY });
    expect(page.text).toMatch(/id="dialog-title"[^>]*>Invite colleagues/);
    expect(page.text).toContain("<title>Invite colleagues · Acme Cloud Trust Center</title>");
    expect((await world.ask("/acme/faq", { as: RILEY })).text).toContain(
      'href="/acme/faq?inviteColleagues=true"',
    );
    for (const as of [
      "sam@prospect.example",
      "kim@expired.example",
      "lee@declined.example",
      "alex@clinic.example",
      "owner@acme.example",
      undefined,
    ]) {
      const other = await world.ask(
        "/acme/faq?inviteColleagues=true",
        as === undefined ? {} : { as },
      );
      expect(
        [
          other.status,
          other.text.includes("Invite colleagues"),
          other.text.includes('role="dialog"'),
        ],
        as,
      ).toEqual([200, false, false]);
    }
  });

  test("stands over a card in place of its drawer", async () => {
    const world = await openWorld();
    const page = await world.ask("/acme/card/Reports?inviteColleagues=true", { as: RILEY });
    expect(page.text.match(/role="dialog"/g)).toHaveLength(1);
    expect(page.text).toContain('action="/acme/invite-colleagues?returnTo=%2Fcard%2FReports"');
  });

  test.each<[string, string, string[]]>([
    ["nothing", "  \n ", ["Required"]],
    ["no address", "jane", ['"jane" is not a valid email']],
    [
      "two faults",
      "jane@corp.example, jane@, JANE@corp.example",
      ['"jane@" is not a valid email', '"JANE@corp.example" has already been added'],
    ],
    [
      "a tagged duplicate",
      "jane@corp.example jane+trust@corp.example",
      ['"jane+trust@corp.example" has already been added'],
    ],
    ["an address at a free mail service", "jane@gmail.com", [wording.workEmail]],
    [
      "too many",
      Array.from({ length: 21 }, (_, i) => `c${i}@corp.example`).join(","),
      ["Invite at most 20 people at a time"],
    ],
  ])("refuses %s, at the field, with the values kept", async (_, emails, messages) => {
    const world = await openWorld();
    const page = await invite(world, { emails, message: "Come along" });
    expect(page.status).toBe(400);
    const text = page.text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'");
    for (const message of messages) expect(text).toContain(message);
    expect(text).toContain("<title>Error: Invite colleagues ·");
    expect(text).toContain('href="#invite-emails"');
    expect(text).toContain("Come along");
    if (emails.trim() !== "") expect(text).toContain(emails.trim().split(/[ ,]/)[0]);
    const json = await api(world, { emails: emails.split(/[\s,]+/).filter(Boolean), message: "" });
    expect([json.status, json.headers["content-type"]]).toEqual([400, "application/problem+json"]);
    expect(
      (JSON.parse(json.text) as { errors: { emails: string[] } }).errors.emails.join(" "),
    ).toContain(messages[0]);
    expect(await rows(world)).toEqual([]);
  });

  test("takes addresses one a line, with commas, spaces and tabs, in lower case; a message is trimmed", async () => {
    const world = await openWorld();
    const answer = await invite(world, {
      emails: "Jane@Corp.example\r\nkit@corp.example,\tlou@corp.example  mo@corp.example",
      message: "  Come\nalong  ",
    });
    expect([answer.status, answer.headers.location]).toEqual([303, "/acme?inviteColleagues=sent"]);
    expect((await rows(world)).map(({ email, message }) => [email, message]).sort()).toEqual(
      ["jane", "kit", "lou", "mo"].map((name) => [`${name}@corp.example`, "Come\nalong"]),
    );
    const sent = await mails(world, "colleague-invited");
    expect(sent.map(({ toEmail }) => toEmail).sort()).toEqual(
      ["jane", "kit", "lou", "mo"].map((name) => `${name}@corp.example`),
    );
    expect(sent[0]?.text).toContain("Come along");
    expect(sent[0]?.text).toContain("Riley Novak (riley@customer.example) from Customer Inc");
    const page = await world.ask("/acme?inviteColleagues=sent", { as: RILEY });
    expect(page.text).toContain("Invitation sent");
    expect(page.text).toContain("Back to portal");
    expect(page.text).toContain('href="/acme?inviteColleagues=true"');
    const audit = await world.services.store.read
      .selectFrom("audit")
      .select(["actor", "actorName", "detailJson"])
      .where("action", "=", "colleague.invited")
      .execute();
    expect(audit).toHaveLength(4);
    expect(audit[0]?.actorName).toBe("Riley Novak");
    expect(JSON.parse(audit.map(({ detailJson }) => detailJson).sort()[0] ?? "{}")).toMatchObject({
      mailed: true,
    });
  });

  test("leads back to the page where it was opened, on both doors", async () => {
    const world = await openWorld();
    expect(
      (await invite(world, { emails: JANE }, RILEY, `${FORM}?returnTo=%2Ffaq`)).headers.location,
    ).toBe("/acme/faq?inviteColleagues=sent");
    expect(
      (
        await world.ask("/invite-colleagues?returnTo=%2Fcard%2FReports", {
          host: "trust.acme.example",
          as: RILEY,
          form: { emails: "kit@corp.example" },
        })
      ).headers.location,
    ).toBe("/card/Reports?inviteColleagues=sent");
    for (const returnTo of ["//evil.example", "https://evil.example", "/\\evil.example"]) {
      expect(
        (
          await invite(
            world,
            { emails: "lou@corp.example" },
            RILEY,
            `${FORM}?returnTo=${encodeURIComponent(returnTo)}`,
          )
        ).headers.location,
      ).toBe("/acme?inviteColleagues=sent");
    }
    expect(
      (await mails(world, "colleague-invited"))
        .map(({ text }) => /https?:\/\/\S+inviteToken/.exec(text)?.[0].split("?")[0])
        .sort(),
    ).toEqual([
      "http://localhost:3000/acme",
      "http://localhost:3000/acme",
      "http://trust.acme.example:3000",
    ]);
  });

  test("says the problem in its own dialog when it can't be done, and OK leads back to what was typed", async () => {
    const world = await openWorld();
    for (let i = 0; i < 60; i += 1)
      await world.services.limits.consume(
        "invite-member",
        `${(await accountOf(world)).orgId} ${(await accountOf(world)).memberId}`,
      );
    const failed = await invite(world, {
      emails: `${JANE} kit@corp.example`,
      message: "Come along",
    });
    expect([failed.status, Number(failed.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect(failed.text).toMatch(/id="dialog-title"[^>]*>Problem inviting your colleagues/);
    expect(failed.text.replaceAll(/<[^>]+>/g, "").replaceAll("&#x27;", "'")).toContain(
      "There was an issue inviting your colleagues. Please try again, or contact us if the problem persists.",
    );
    expect(failed.text).toContain(">OK</button>");
    const again = await invite(world, {
      emails: `${JANE} kit@corp.example`,
      message: "Come along",
      intent: "edit",
    });
    expect([
      again.status,
      again.text.includes(`${JANE} kit@corp.example`),
      again.text.includes("Come along"),
    ]).toEqual([200, true, true]);
    const json = await api(world, { emails: [JANE] });
    expect([json.status, json.headers["content-type"]]).toEqual([429, "application/problem+json"]);
    expect(await rows(world)).toEqual([]);
  });

  test("refuses who may not: strangers are led to the login, members without access and staff get 403", async () => {
    const world = await openWorld();
    const stranger = await world.ask(FORM, { form: { emails: JANE } });
    expect([stranger.status, stranger.headers.location]).toEqual([
      303,
      "/acme?loginRequest=true&source=invite",
    ]);
    for (const as of [
      "sam@prospect.example",
      "kim@expired.example",
      "lee@declined.example",
      "owner@acme.example",
    ])
      expect([as, (await invite(world, { emails: JANE }, as)).status]).toEqual([as, 403]);
    for (const account of ["sam@prospect.example", "kim@expired.example", "lee@declined.example"])
      expect((await api(world, { emails: [JANE] }, { as: account, account })).status).toBe(403);
    for (const as of ["noor@unsigned.example", "alex@clinic.example", "owner@acme.example"])
      expect((await api(world, { emails: [JANE] }, { as })).status).toBe(404);
    const foreign = await api(
      world,
      { emails: [JANE] },
      { headers: { "content-type": "application/json", origin: "https://evil.example" } },
    );
    expect(foreign.status).toBe(403);
    expect([await rows(world), await mails(world)]).toEqual([[], []]);
  });
});

describe("POST invite-colleague", () => {
  test("answers ok, whoever the invited are: nobody learns from it who is known or turned away", async () => {
    const world = await openWorld();
    const emails = [
      JANE,
      RILEY,
      "sam@prospect.example",
      "x@blocked.example",
      "x@competitor.example",
      "x@ratings.example",
      "x@partner.example",
    ];
    const answer = await api(world, { emails, message: "Come along" });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { ok: true }]);
    expect((await rows(world)).length).toBe(7);
    expect((await mails(world)).map(({ toEmail }) => toEmail).sort()).toEqual(
      [JANE, RILEY, "sam@prospect.example", "x@partner.example"].sort(),
    );
  });

  test("takes the message as optional, and refuses what is no list, no text or too long", async () => {
    const world = await openWorld();
    for (const message of [undefined, null, "", "  "])
      expect(
        (await api(world, { emails: [`m${String(message).trim()}@corp.example`], message })).status,
      ).toBe(200);
    expect((await rows(world)).every(({ message }) => message === null)).toBe(true);
    for (const body of [
      {},
      { emails: [] },
      { emails: "" },
      { emails: [5] },
      { emails: [["a@corp.example"]] },
      { emails: ["a@corp.example b@corp.example"] },
      { emails: [JANE], message: 5 },
      { emails: [JANE], message: "x".repeat(201) },
      [],
      null,
      "x",
    ]) {
      expect([JSON.stringify(body).slice(0, 60), (await api(world, body)).status]).toEqual([
        JSON.stringify(body).slice(0, 60),
        400,
      ]);
    }
    expect((await api(world, "{", { body: "{" })).status).toBe(400);
    expect(
      (
        await api(
          world,
          {},
          { body: "emails=x", headers: { "content-type": "application/x-www-form-urlencoded" } },
        )
      ).status,
    ).toBe(415);
  });

  test("fifty times at once is one invitation and one mail", async () => {
    const world = await openWorld();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => api(world, { emails: [JANE] })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect([(await rows(world)).length, (await mails(world)).length]).toEqual([1, 1]);
  });

  test("sends one person three mails a day at most, whoever invites, and one member invites two hundred people", async () => {
    const world = await openWorld();
    const { orgId, id, memberId } = await accountOf(world);
    for (let hour = 0; hour < 5; hour += 1) {
      await api(
        world,
        { emails: [JANE] },
        hour % 2 === 0 ? {} : { as: "noor@unsigned.example", account: "noor@unsigned.example" },
      );
      await minutes(world, 61);
    }
    expect((await mails(world)).length).toBe(3);
    const day = Array.from({ length: 200 }, (_, i) => ({
      orgId,
      id: `i${i}`,
      accountId: id,
      memberId,
      email: `c${i}@corp.example`,
      emailKey: `c${i}@corp.example`,
      message: null,
      invitedAt: world.time.toISOString(),
      mailedAt: null,
    }));
    await world.services.store.write(
      async (trx) => void (await trx.insertInto("invitations").values(day).execute()),
    );
    expect((await api(world, { emails: ["one-more@corp.example"] })).status).toBe(429);
  });

  test("keeps markup and line breaks of names and messages out of the mail's markup and header", async () => {
    const world = await openWorld();
    await world.services.store.write((trx) =>
      trx
        .updateTable("members")
        .set({ firstName: "Ri\r\nBcc: x@evil.example" })
        .where("email", "=", RILEY)
        .execute()
        .then(() => undefined),
    );
    await api(world, {
      emails: [JANE],
      message: "<b>Free</b>\r\n\r\n\u202eGift https://evil.example",
    });
    const [mail] = await world.mails();
    expect(mail?.subject).not.toMatch(/[\r\n]/);
    expect(mail?.html).not.toContain("<b>Free");
    expect(mail?.html).not.toContain("\u202e");
    expect(mail?.html).not.toContain('href="https://evil.example');
  });
});

/** Gives Riley's account what it has in one product in another one, too. */
async function openToRiley(world: World, productId: string): Promise<void> {
  const orgId = await world.orgId("acme");
  const [member] = await membersByEmail(world.services.store.read, orgId, RILEY);
  const [profile] = await listProfiles(world.services.store.read, orgId);
  await world.services.store.write((trx) =>
    grantAccess(
      { trx, orgId, by: SYSTEM, now: world.time },
      {
        accountId: member?.accountId ?? "",
        productId,
        profileId: profile?.id ?? "",
        ndaRequired: false,
        expiresAt: null,
      },
    ),
  );
}

describe("an invitation", () => {
  test("begins on the page of a product that the inviter has, whichever is asked for", async () => {
    const world = await openWorld();
    const lake = await world.productId("acme", "Acme Data Lake");
    const choice = async () => {
      const { text } = await world.ask("/acme?inviteColleagues=true", { as: RILEY });
      return /<select[^>]*name="productId".*?<\/select>/s.exec(text)?.[0] ?? null;
    };
    expect(await choice()).toBeNull();
    await api(world, { emails: [JANE], productId: lake });
    expect(await invitedLink(world)).toContain("/acme?requestAccess=true");
    await openToRiley(world, lake);
    expect(await choice()).toContain("Acme Data Lake");
  });

  test("opens the request form with address and company filled in; the request waits, with who invited and into which account", async () => {
    const world = await openWorld();
    const lake = await world.productId("acme", "Acme Data Lake");
    await openToRiley(world, lake);
    await api(world, { emails: [JANE], productId: lake });
    const link = await invitedLink(world);
    expect(link).toContain(
      "/acme/product/Acme+Data+Lake?requestAccess=true&source=invite&inviteToken=",
    );
    const visitor = new Visitor(world);
    const page = await visitor.ask(link);
    expect(page.text).toContain(`value="${JANE}"`);
    expect(page.text).toContain('value="Customer Inc"');
    expect(page.text).toContain("Riley Novak<!-- --> invited you");
    const token = /name="invitedColleagueToken" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const action = (
      /<form[^>]* action="([^"]*get-access[^"]*)"/.exec(page.text)?.[1] ?? ""
    ).replaceAll("&amp;", "&");
    expect(action).toContain("inviteToken=");
    const again = await visitor.ask(action, {
      form: { intent: "request", email: JANE, invitedColleagueToken: token },
    });
    expect([
      again.status,
      again.text.includes(`name="invitedColleagueToken" value="${token}"`),
    ]).toEqual([400, true]);
    const sent = await visitor.ask(action, {
      form: {
        intent: "request",
        ...(await requestValues(world, "acme", { invitedColleagueToken: token, source: "invite" })),
      },
    });
    expect(sent.headers.location).toContain("accessStatus=request-sent");
    const { id } = await accountOf(world);
    const request = await latestRequest(world);
    expect(request).toMatchObject({
      email: JANE,
      status: "pending",
      invitedBy: RILEY,
      accountId: id,
      memberId: null,
      source: "invite",
    });
    const detail = await world.ask(`/requests/${request.id}`, { as: "reviewer@acme.example" });
    expect(detail.text).toContain("Invited by");
    expect(detail.text).toContain(RILEY);
    expect(detail.text).toContain("Invited to");
    expect(detail.text).toMatch(new RegExp(`<option value="${id}" selected=""`));
  });

  test("can be used again, gives nothing by itself, and holds to the rules of domains", async () => {
    const world = await openWorld();
    const { orgId, id, memberId } = await accountOf(world);
    await api(world, { emails: ["x@competitor.example", JANE] });
    const request = async (email: string) => {
      const row = (await rows(world)).find((candidate) => candidate.email === email);
      const token = inviteToken(world.services.key, orgId, { id: row?.id ?? "", email });
      await new Visitor(world).request({ email, invitedColleagueToken: token });
      return world.services.store.read
        .selectFrom("accessRequests")
        .selectAll()
        .where("email", "=", email)
        .orderBy("createdAt", "desc")
        .executeTakeFirstOrThrow();
    };
    expect(await request("x@competitor.example")).toMatchObject({
      status: "declined",
      outcome: "request_access_auto_declined",
      invitedBy: RILEY,
      accountId: null,
    });
    const first = await request(JANE);
    expect(await request(JANE)).toEqual(first);
    expect(await findMember(world.services.store.read, orgId, memberId)).not.toBeNull();
    expect(
      (
        await world.services.store.read
          .selectFrom("members")
          .select("email")
          .where("accountId", "=", id)
          .execute()
      ).map(({ email }) => email),
    ).toEqual([RILEY]);
  });

  test("counts for the invited person alone, and only while it is whole, this org's, and its inviter is there", async () => {
    const world = await openWorld();
    await api(world, { emails: [JANE] });
    const { orgId, id, memberId } = await accountOf(world);
    const [row] = await rows(world);
    const { key } = world.services;
    const good = inviteToken(key, orgId, { id: row?.id ?? "", email: JANE });
    const [payload = "", mac = ""] = good.split(".");
    const altered = [
      `${payload}.${mac.slice(0, -1)}${mac.endsWith("A") ? "B" : "A"}`,
      `${Buffer.from(JSON.stringify({ sub: "eve@corp.example", org: orgId, inv: row?.id })).toString("base64url")}.${mac}`,
      payload,
      `${payload}.`,
      `${good}.x`,
      `${good}${"x".repeat(3_000)}`,
      "",
      "%",
      inviteToken(key, await world.orgId("globex"), { id: row?.id ?? "", email: JANE }),
      inviteToken(key, orgId, { id: "no-such-invitation", email: JANE }),
      inviteToken(key, orgId, { id: row?.id ?? "", email: "eve@corp.example" }),
      `${payload}.${key.sign("subscriber:subscription", payload)}`,
    ];
    for (const token of altered) {
      const page = await new Visitor(world).ask(
        `/acme?requestAccess=true&inviteToken=${encodeURIComponent(token)}`,
      );
      expect([
        token.slice(0, 40),
        page.status,
        page.text.includes("invited you to request access"),
        page.text.includes("invitedColleagueToken"),
        page.text.includes(JANE),
      ]).toEqual([token.slice(0, 40), 200, false, false, false]);
      await new Visitor(world).request({
        email: `t${altered.indexOf(token)}@corp.example`,
        invitedColleagueToken: token,
      });
    }
    await new Visitor(world).request({ email: "other@corp.example", invitedColleagueToken: good });
    expect(
      (
        await world.services.store.read
          .selectFrom("accessRequests")
          .select("id")
          .where("invitedBy", "is not", null)
          .execute()
      ).length,
    ).toBe(0);
    expect((await world.ask(`/globex?requestAccess=true&inviteToken=${good}`)).text).not.toContain(
      JANE,
    );
    const page = () => world.ask(`/acme?requestAccess=true&inviteToken=${good}`);
    expect((await page()).text).toContain("invited you to request access");
    await world.services.store.write((trx) =>
      declineAccount({ trx, orgId, by: SYSTEM, now: world.time }, id),
    );
    expect((await page()).text).not.toContain("invited you to request access");
    await world.services.store.write(
      async (trx) =>
        void (await trx
          .updateTable("accounts")
          .set({ reviewStatus: "approved" })
          .where("id", "=", id)
          .execute()),
    );
    await world.services.store.write((trx) =>
      removeMember({ trx, orgId, by: SYSTEM, now: world.time }, id, memberId),
    );
    expect((await page()).text).not.toContain("invited you to request access");
  });

  test("opens the form where requests are closed to everybody else, in both faces", async () => {
    const world = await openWorld();
    await api(world, { emails: [JANE, "kit@corp.example"] });
    await setting(world, { publicAccessLevel: "Full" });
    const { orgId } = await accountOf(world);
    const tokenOf = async (email: string) =>
      inviteToken(world.services.key, orgId, {
        id: (await rows(world)).find((row) => row.email === email)?.id ?? "",
        email,
      });
    expect((await world.ask("/acme?requestAccess=true")).text).not.toContain("Submit Request");
    expect(
      (await world.ask(`/acme?requestAccess=true&inviteToken=${await tokenOf(JANE)}`)).text,
    ).toContain("Submit Request");
    expect(
      (
        await new Visitor(world).request({
          email: "lou@corp.example",
          invitedColleagueToken: await tokenOf(JANE),
        })
      ).status,
    ).toBe(400);
    expect(
      (
        await new Visitor(world).request({
          email: JANE,
          invitedColleagueToken: await tokenOf(JANE),
        })
      ).status,
    ).toBe(303);
    const values = await requestValues(world, "acme", { email: "kit@corp.example" });
    const ask = (body: object) =>
      world.ask("/api/share/acme/request", {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      });
    expect((await ask(values)).status).toBe(403);
    expect(
      (await ask({ ...values, invitedColleagueToken: await tokenOf("kit@corp.example") })).status,
    ).toBe(200);
  });

  test("leaves it to staff whom a rule would let in, where requests are closed", async () => {
    const world = await openWorld();
    const { orgId } = await accountOf(world);
    const { store, key } = world.services;
    const profileId = (await listProfiles(store.read, orgId))[0]?.id ?? "";
    await store.write((trx) =>
      addRule(
        { trx, orgId, by: SYSTEM, now: world.time },
        {
          matches: "domain",
          pattern: "corp.example",
          action: "approve",
          profileId,
          productIds: [],
          expiresInDays: null,
          ndaRequired: false,
          message: null,
          note: null,
        },
      ),
    );
    await api(world, { emails: [JANE, "kit@corp.example", "lou@corp.example"] });
    const ask = async (email: string) => {
      const invitedColleagueToken = inviteToken(key, orgId, {
        id: (await rows(world)).find((row) => row.email === email)?.id ?? "",
        email,
      });
      await new Visitor(world).request({ email, invitedColleagueToken });
      const { status } = await store.read
        .selectFrom("accessRequests")
        .select("status")
        .where("email", "=", email)
        .executeTakeFirstOrThrow();
      return { status, members: (await membersByEmail(store.read, orgId, email)).length };
    };
    await setting(world, { publicAccessLevel: "Full" });
    expect(await ask(JANE)).toEqual({ status: "pending", members: 0 });
    await setting(world, { publicAccessLevel: "PublicContentOnly", accessRequestsEnabled: false });
    expect(await ask("kit@corp.example")).toEqual({ status: "pending", members: 0 });
    await setting(world, { accessRequestsEnabled: true });
    expect(await ask("lou@corp.example")).toEqual({ status: "approved", members: 1 });
  });
});
