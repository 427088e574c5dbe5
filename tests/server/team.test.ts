import { describe, expect, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { createStaffSession } from "#auth/store/sessions.server.ts";
import { createStaff, grantRole } from "#auth/store/staff.server.ts";
import type { Writer } from "#db/store.ts";
import type { Role } from "#model/auth/permissions.ts";
import { testInFive } from "../in-turn.ts";
import {
  account,
  actions,
  cookieOf,
  enrol,
  MINUTE,
  OWNER,
  signIn,
  staffId,
} from "./staff-journeys.ts";
import { DEMO_PASSWORD, openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const DAY = 24 * 60 * MINUTE;
const later = (world: World, ms: number) => {
  world.time = new Date(world.time.getTime() + ms);
};

/** A new colleague at acme, at globex too when asked, with a session of their own. */
async function hire(
  world: World,
  email: string,
  roles: Readonly<Partial<Record<"acme" | "globex", Role>>>,
): Promise<{ id: string; cookie: string }> {
  const orgs = { acme: await world.orgId("acme"), globex: await world.orgId("globex") };
  const { passwordHash } = await world.services.store.read
    .selectFrom("staff")
    .select("passwordHash")
    .where("email", "=", OWNER)
    .executeTakeFirstOrThrow();
  return world.services.store.write(async (trx) => {
    const id = await createStaff(
      { trx, by: SYSTEM, now: world.time },
      { email, name: "Robin Vale", passwordHash },
    );
    for (const [org, role] of Object.entries(roles) as ["acme" | "globex", Role][])
      await grantRole({ trx, orgId: orgs[org], by: SYSTEM, now: world.time }, id, role);
    return {
      id,
      cookie: `otc_staff=${await createStaffSession(trx, { staffId: id, orgId: orgs.acme, userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", now: world.time })}`,
    };
  });
}

const invite = (world: World, form: Record<string, string>, as = OWNER) =>
  world.ask("/team/invite", { as, form });
/** Presses a button of the team's page. */
const team = (world: World, button: string, form: Record<string, string> = {}, as = OWNER) =>
  world.ask(`/team/${button}`, { as, form });
/** Presses a button of a person's page. */
const person = (
  world: World,
  id: string,
  button: string,
  form: Record<string, string> = {},
  as = OWNER,
) => world.ask(`/team/${id}/${button}`, { as, form });
const roleOf = async (world: World, id: string, org = "acme") =>
  (
    await world.services.store.read
      .selectFrom("staffRoles")
      .select("role")
      .where("staffId", "=", id)
      .where("orgId", "=", await world.orgId(org))
      .executeTakeFirst()
  )?.role ?? null;

/** The path of the link in the last invitation to an address. */
async function linkTo(world: World, email: string): Promise<string> {
  const mail = (await world.mails()).findLast(
    ({ toEmail, kind }) => toEmail === email && kind === "team-invitation",
  );
  return (
    /https?:\/\/[^/]+(\/sign-in\/invitation\?token=[\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "no link"
  );
}

/** The field that a page issued. */
const issuedIn = (page: Answer) => /name="issued" value="([^"]*)"/.exec(page.text)?.[1] ?? "";

const join = async (
  world: World,
  link: string,
  form: Record<string, string> = {},
  headers: Record<string, string> = {},
) =>
  world.ask(link, {
    form: {
      name: "Nia New",
      password: "a password of Nia's",
      issued: issuedIn(await world.ask(link, { headers })),
      ...form,
    },
    headers,
  });

describe("an invitation", () => {
  test("goes out by mail, is listed, and makes a colleague with name and password, signed in", async () => {
    const world = await openWorld();
    const sent = await invite(world, { email: " Nia@New.example ", role: "editor" });
    expect([sent.status, sent.headers.location]).toEqual([303, "/team"]);
    const mail = (await world.mails()).at(-1);
    expect(mail).toMatchObject({
      toEmail: "nia@new.example",
      orgId: null,
      secret: 1,
      kind: "team-invitation",
    });
    expect(mail?.text).toContain("Ingrid Sommer");
    expect((await world.ask("/team", { as: OWNER })).text).toContain("nia@new.example");
    const row = await world.services.store.read
      .selectFrom("teamInvitations")
      .selectAll()
      .executeTakeFirstOrThrow();
    const link = await linkTo(world, "nia@new.example");
    expect(JSON.stringify(row)).not.toContain(link.split("=")[1]);

    for (const method of ["GET", "HEAD", "GET"])
      expect((await world.ask(link, { method })).status).toBe(200);
    const joined = await join(world, link);
    expect([joined.status, joined.headers.location]).toEqual([303, "/home"]);
    const cookie = cookieOf(joined);
    expect((await world.ask("/updates", { headers: { cookie } })).status).toBe(200);
    expect((await world.ask("/team", { headers: { cookie } })).status).toBe(403);
    expect(
      (await signIn(world, { email: "nia@new.example", password: "a password of Nia's" })).status,
    ).toBe(303);
    expect((await world.ask(link)).status).toBe(404);
    expect((await world.ask("/team", { as: OWNER })).text).toContain("Nia New");
    expect(await actions(world, "acme")).toEqual(
      expect.arrayContaining(["team.invited", "team.invitation-accepted", "role.granted"]),
    );
  });

  test("to somebody who works elsewhere gets the same answer, and lets that person alone join", async () => {
    const world = await openWorld();
    const known = await invite(world, { email: "owner@globex.example", role: "viewer" });
    const unknown = await invite(world, { email: "owner@nowhere.example", role: "viewer" });
    expect([known.status, known.headers.location]).toEqual([
      unknown.status,
      unknown.headers.location,
    ]);
    const words = async (answer: Answer) =>
      (
        await world.ask("/sign-in", { headers: { cookie: cookieOf(answer, "otc_flash") } })
      ).text.replaceAll(/owner@\w+\.example/g, "X");
    expect(await words(known)).toBe(await words(unknown));
    const text = async (email: string) =>
      (await world.mails())
        .findLast(({ toEmail }) => toEmail === email)
        ?.text?.replaceAll(/token=[\w-]+/g, "");
    expect(await text("owner@globex.example")).toBe(await text("owner@nowhere.example"));

    const link = await linkTo(world, "owner@globex.example");
    const stranger = await world.ask(link);
    expect(stranger.text).toContain(`/sign-in?redirectTo=${encodeURIComponent(link)}`);
    expect(stranger.text).not.toContain('name="password"');
    // Neither a form without a session nor somebody else's session joins.
    expect(
      (
        await world.ask(link, {
          form: { name: "X", password: "a password of nobody's", issued: "x" },
        })
      ).headers.location,
    ).toBe(link);
    const other = await world.cookieOf("editor@acme.example", world.host);
    expect(
      (await world.ask(link, { headers: { cookie: other } })).text.replaceAll("<!-- -->", ""),
    ).toContain("you are signed in as editor@acme.example");
    expect((await world.ask(link, { form: {}, headers: { cookie: other } })).headers.location).toBe(
      link,
    );

    const cookie = await world.cookieOf("owner@globex.example", world.host);
    const page = await world.ask(link, { headers: { cookie } });
    // A bare POST to the mailed address does nothing.
    expect((await world.ask(link, { form: {}, headers: { cookie } })).headers.location).toBe(link);
    const joined = await world.ask(link, { form: { issued: issuedIn(page) }, headers: { cookie } });
    expect([joined.status, joined.headers.location]).toEqual([303, "/acme"]);
    const id = await staffId(world, "owner@globex.example");
    expect([await roleOf(world, id), await roleOf(world, id, "globex")]).toEqual([
      "viewer",
      "owner",
    ]);
    expect((await world.ask("/documents", { headers: { cookie } })).text).toContain("Acme Cloud");
  });

  test("ends after seven days, when it is withdrawn, and when it is sent again; that one is good for seven more", async () => {
    const world = await openWorld();
    await invite(world, { email: "nia@new.example", role: "editor" });
    const first = await linkTo(world, "nia@new.example");
    later(world, 6 * DAY);
    const { id } = await world.services.store.read
      .selectFrom("teamInvitations")
      .select("id")
      .executeTakeFirstOrThrow();
    const cookie = `otc_staff=${await world.services.store.write(async (trx) => createStaffSession(trx, { staffId: (await trx.selectFrom("staff").select("id").where("email", "=", OWNER).executeTakeFirstOrThrow()).id, orgId: null, now: world.time }))}`;
    expect(
      (
        await world.ask("/team/resend-invitation", {
          form: { invitation: id },
          headers: { cookie },
        })
      ).status,
    ).toBe(303);
    const second = await linkTo(world, "nia@new.example");
    expect(second).not.toBe(first);
    expect([(await world.ask(first)).status, (await world.ask(second)).status]).toEqual([404, 200]);
    later(world, 7 * DAY - MINUTE);
    expect((await world.ask(second)).status).toBe(200);
    const issued = issuedIn(await world.ask(second));
    later(world, MINUTE);
    expect((await world.ask(second)).text).toContain(wording.invitationGone);
    expect(
      (await world.ask(second, { form: { name: "Nia", password: "a password of Nia's", issued } }))
        .status,
    ).toBe(303);
    expect(
      await world.services.store.read
        .selectFrom("staff")
        .select("id")
        .where("email", "=", "nia@new.example")
        .execute(),
    ).toEqual([]);

    const fresh = await openWorld();
    await invite(fresh, { email: "nia@new.example", role: "editor" });
    const link = await linkTo(fresh, "nia@new.example");
    const waiting = await fresh.services.store.read
      .selectFrom("teamInvitations")
      .select("id")
      .executeTakeFirstOrThrow();
    expect((await team(fresh, "withdraw-invitation", { invitation: waiting.id })).status).toBe(303);
    expect((await fresh.ask(link)).status).toBe(404);
    expect((await team(fresh, "withdraw-invitation", { invitation: waiting.id })).status).toBe(404);
    expect((await fresh.ask("/team", { as: OWNER })).text).not.toContain("nia@new.example");
    expect(await actions(fresh, "acme")).toContain("team.invitation-withdrawn");
  });

  test("has one effect when it is accepted ten times at once", async () => {
    const world = await openWorld();
    await invite(world, { email: "nia@new.example", role: "editor" });
    const link = await linkTo(world, "nia@new.example");
    const form = {
      name: "Nia",
      password: "a password of Nia's",
      issued: issuedIn(await world.ask(link)),
    };
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.ask(link, { form })));
    expect(answers.filter((answer) => answer.headers.location === "/home")).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 303)).toEqual([]);
    expect(
      await world.services.store.read
        .selectFrom("staff")
        .select("id")
        .where("email", "=", "nia@new.example")
        .execute(),
    ).toHaveLength(1);
  });

  test("refuses what can't be, at the field and with the values kept", async () => {
    const world = await openWorld();
    for (const [form, words] of [
      [{ email: "no address", role: "viewer" }, "Enter an email address such as"],
      [{ email: "nia@new.example" }, "Choose a role"],
      [{ email: "nia@new.example", role: "god" }, "Choose a role"],
    ] as const) {
      const answer = await invite(world, form);
      expect(
        [
          answer.status,
          answer.text.includes(words),
          answer.text.includes(`value="${form.email}"`),
          answer.text.includes("<title>Error: "),
        ],
        words,
      ).toEqual([400, true, true, true]);
    }
    const there = await invite(world, { email: "EDITOR@acme.example", role: "viewer" });
    expect([there.status, there.text.includes("This person is already on the team.")]).toEqual([
      409,
      true,
    ]);
    await invite(world, { email: "nia@new.example", role: "viewer" });
    expect((await invite(world, { email: "nia@new.example", role: "editor" })).text).toContain(
      "This person is already invited.",
    );
    const link = await linkTo(world, "nia@new.example");
    for (const [form, words] of [
      [{ password: "short" }, "Use 10 characters or more"],
      [{ name: "" }, "Enter your name"],
      [{ name: "<b>" }, "Use letters"],
    ] as const) {
      const answer = await join(world, link, form);
      expect([answer.status, answer.text.includes(words)], words).toEqual([400, true]);
      expect(answer.text).not.toContain("a password of Nia");
    }
    for (const as of ["editor@acme.example", "reviewer@acme.example", "viewer@acme.example"])
      expect((await invite(world, { email: "x@new.example", role: "viewer" }, as)).status, as).toBe(
        403,
      );
    expect(
      (await team(world, "resend-invitation", { invitation: "no-such-invitation" })).status,
    ).toBe(404);
    const mine = await world.services.store.read
      .selectFrom("teamInvitations")
      .select("id")
      .executeTakeFirstOrThrow();
    expect(
      (await team(world, "withdraw-invitation", { invitation: mine.id }, "owner@globex.example"))
        .status,
    ).toBe(404);
    expect((await invite(world, { email: "y@new.example", role: "viewer" }, OWNER)).status).toBe(
      303,
    );
  });

  test("ends with the right of whoever sent it", async () => {
    const world = await openWorld();
    const admin = await hire(world, "ada@acme.example", { acme: "admin" });
    await invite(world, { email: "nia@new.example", role: "admin" }, "ada@acme.example");
    const link = await linkTo(world, "nia@new.example");
    expect((await world.ask(link)).status).toBe(200);
    await person(world, admin.id, "change-role", { role: "viewer" });
    expect((await world.ask(link)).status).toBe(404);
  });
});

describe("roles", () => {
  test("change with the next request, with audit and mail; nobody changes their own", async () => {
    const world = await openWorld();
    const id = await staffId(world, "editor@acme.example");
    expect((await world.ask("/audit", { as: "editor@acme.example" })).status).toBe(403);
    expect((await person(world, id, "change-role", { role: "reviewer" })).status).toBe(303);
    expect((await world.ask("/audit", { as: "editor@acme.example" })).status).toBe(200);
    expect((await world.mails()).at(-1)).toMatchObject({
      toEmail: "editor@acme.example",
      kind: "team-changed",
      subject: "Your role at Acme Cloud has changed",
    });
    expect(await actions(world, "acme")).toContain("role.changed");
    const self = await person(world, await staffId(world, OWNER), "change-role", {
      role: "viewer",
    });
    expect([self.status, self.text.includes("change your own role")]).toEqual([409, true]);
    for (const button of ["remove", "end-sessions"])
      expect((await person(world, await staffId(world, OWNER), button)).status, button).toBe(409);
    const odd = await person(world, id, "change-role", { role: "emperor" });
    expect(odd.status).toBe(400);
    expect(
      (
        await person(world, await staffId(world, "owner@globex.example"), "change-role", {
          role: "viewer",
        })
      ).status,
    ).toBe(404);
  });

  test("of owners are made and unmade by owners alone", async () => {
    const world = await openWorld();
    await hire(world, "ada@acme.example", { acme: "admin" });
    const [owner, editor] = [
      await staffId(world, OWNER),
      await staffId(world, "editor@acme.example"),
    ];
    for (const button of ["change-role", "remove", "end-sessions"]) {
      const answer = await person(world, owner, button, { role: "viewer" }, "ada@acme.example");
      expect(
        [answer.status, answer.text.includes("Only owners can change or remove owners.")],
        button,
      ).toEqual([409, true]);
    }
    expect(
      (await person(world, editor, "change-role", { role: "owner" }, "ada@acme.example")).status,
    ).toBe(409);
    expect(
      (await invite(world, { email: "nia@new.example", role: "owner" }, "ada@acme.example")).status,
    ).toBe(409);
    expect((await world.ask("/team/invite", { as: "ada@acme.example" })).text).not.toContain(
      'value="owner"',
    );
    expect(await roleOf(world, owner)).toBe("owner");
    expect((await person(world, editor, "change-role", { role: "owner" })).status).toBe(303);
    expect(await roleOf(world, editor)).toBe("owner");
  });

  test("leave an owner, whoever goes: of two owners who remove each other at once, one stays", async () => {
    const world = await openWorld();
    const other = await hire(world, "olga@acme.example", { acme: "owner" });
    const owner = await staffId(world, OWNER);
    for (const button of ["remove", "change-role"]) {
      await world.services.store.write((trx) =>
        trx
          .updateTable("staffRoles")
          .set({ role: "owner" })
          .where("staffId", "in", [owner, other.id])
          .execute(),
      );
      const answers = await Promise.all([
        person(world, other.id, button, { role: "viewer" }),
        person(world, owner, button, { role: "viewer" }, "olga@acme.example"),
      ]);
      expect(
        answers.filter(({ status }) => status === 303),
        button,
      ).toHaveLength(1);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      const owners = await world.services.store.read
        .selectFrom("staffRoles")
        .select("staffId")
        .where("orgId", "=", await world.orgId("acme"))
        .where("role", "=", "owner")
        .execute();
      expect(owners, button).toHaveLength(1);
      const [left] = owners;
      const gone = left?.staffId === owner ? other.id : owner;
      await world.services.store.write(async (trx) =>
        grantRole(
          { trx, orgId: await acmeOf(world, trx), by: SYSTEM, now: world.time },
          gone,
          "owner",
        ),
      );
    }
  });

  testInFive(
    "the last owner can't leave; with a successor they can, by their password",
    async () => {
      const world = await openWorld();
      const cookie = cookieOf(await signIn(world));
      const acme = await world.orgId("acme");
      const form = { intent: "leave-team", orgId: acme, currentPassword: DEMO_PASSWORD };
      const last = await account(world, cookie, form);
      expect([last.status, last.text.includes("This is the last owner.")]).toEqual([409, true]);
      await hire(world, "olga@acme.example", { acme: "owner" });
      expect((await account(world, cookie, { ...form, currentPassword: "wrong" })).status).toBe(
        400,
      );
      expect(
        (await account(world, cookie, { ...form, orgId: await world.orgId("globex") })).status,
      ).toBe(404);
      expect((await account(world, cookie, form)).status).toBe(303);
      expect((await world.ask("/team", { headers: { cookie } })).status).toBe(403);
      expect((await world.ask("/account", { headers: { cookie } })).status).toBe(200);
    },
  );
});

/** The org's id inside a transaction. */
async function acmeOf(_world: World, trx: Writer): Promise<string> {
  return (
    await trx.selectFrom("orgs").select("id").where("slug", "=", "acme").executeTakeFirstOrThrow()
  ).id;
}

describe("removing somebody", () => {
  test("ends what they may do here with the next request, and nothing of what they do elsewhere", async () => {
    const world = await openWorld();
    const robin = await hire(world, "robin@both.example", { acme: "admin", globex: "admin" });
    const ask = (path: string) => world.ask(path, { headers: { cookie: robin.cookie } });
    expect((await ask("/team")).text).toContain("Acme Cloud");
    expect((await person(world, robin.id, "remove")).headers.location).toBe("/team");
    const after = await ask("/team");
    expect(after.status).toBe(200);
    expect(after.text).toContain("Globex Health");
    expect(after.text).not.toMatch(/acme/i);
    expect((await ask("/acme/edit/sections")).status).not.toBe(200);
    const { orgId } = await world.services.store.read
      .selectFrom("sessions")
      .select("orgId")
      .where("staffId", "=", robin.id)
      .executeTakeFirstOrThrow();
    expect(orgId).toBeNull();
    expect((await world.mails()).at(-1)).toMatchObject({
      toEmail: "robin@both.example",
      subject: "You’re no longer on Acme Cloud’s team",
    });
    expect(await actions(world, "acme")).toContain("role.removed");
    expect(await actions(world, "globex")).not.toContain("role.removed");
    expect((await person(world, robin.id, "remove")).status).toBe(404);
    expect((await world.ask(`/team/${robin.id}`, { as: OWNER })).status).toBe(404);
  });
});

describe("two-factor sign-in for the team", () => {
  test("is required by somebody who has it alone, and closes the org to who has none until they enrol", async () => {
    const world = await openWorld();
    const without = await team(world, "require-two-factor");
    expect([
      without.status,
      without.text.includes("Turn on two-factor sign-in or add a passkey for yourself first"),
    ]).toEqual([409, true]);
    const { cookie } = await enrol(world);
    expect(
      (await world.ask("/team/require-two-factor", { form: {}, headers: { cookie } })).status,
    ).toBe(303);

    const robin = await hire(world, "robin@both.example", { acme: "editor", globex: "editor" });
    const ask = (path: string, form?: Record<string, string>) =>
      world.ask(path, {
        ...(form === undefined ? {} : { form }),
        headers: { cookie: robin.cookie },
      });
    for (const path of [
      "/documents",
      "/updates/new",
      "/acme",
      "/acme/card/Reports",
      "/acme/edit/sections",
      "/team",
      "/history",
    ]) {
      const answer = await ask(path);
      expect([answer.status, answer.headers.location], path).toEqual([303, "/account"]);
    }
    expect((await ask("/documents.data")).status).toBe(202);
    expect(
      (await ask("/knowledge-base/new", { question: "Q?", answer: "A", access: "public" })).headers
        .location,
    ).toBe("/account");
    expect((await ask("/api/trust-center/view")).status).toBe(404);
    expect((await ask("/api/documents/trust-center")).status).toBe(403);
    const page = await ask("/account");
    expect(page.text).toContain("requires two-factor sign-in");
    // Elsewhere they go on, and come back to the same closed door.
    expect((await ask("/account/org", { orgId: await world.orgId("globex") })).status).toBe(303);
    expect((await ask("/documents")).text).toContain("Globex Health");
    await ask("/account/org", { orgId: await world.orgId("acme") });
    expect((await ask("/documents")).headers.location).toBe("/account");

    await world.services.store.write((trx) =>
      trx
        .updateTable("staff")
        .set({ totpSecret: "sealed", totpConfirmedAt: world.time.toISOString() })
        .where("id", "=", robin.id)
        .execute(),
    );
    expect((await ask("/documents")).status).toBe(200);
    expect(await actions(world, "acme")).toContain("team.two-factor-required");
  });

  testInFive(
    "can't be turned off while a team asks for it, and can once it does no more",
    async () => {
      const world = await openWorld();
      const { cookie } = await enrol(world);
      const press = (button: string) =>
        world.ask(`/team/${button}`, { form: {}, headers: { cookie } });
      await press("require-two-factor");
      const off = { intent: "disable-totp", currentPassword: DEMO_PASSWORD };
      const refused = await account(world, cookie, off);
      expect([refused.status, refused.text.includes("It can’t be turned off")]).toEqual([
        409,
        true,
      ]);
      expect((await press("leave-two-factor-open")).status).toBe(303);
      expect((await account(world, cookie, off)).status).toBe(303);
      expect(await actions(world, "acme")).toContain("team.two-factor-optional");
    },
  );

  test("leads who signs in without one to the account page", async () => {
    const world = await openWorld();
    const { cookie } = await enrol(world);
    await world.ask("/team/require-two-factor", { form: {}, headers: { cookie } });
    const signedIn = await signIn(world, { email: "editor@acme.example" });
    const home = await world.ask(signedIn.headers.location ?? "", {
      headers: { cookie: cookieOf(signedIn) },
    });
    expect([home.status, home.headers.location]).toEqual([303, "/account"]);
  });
});

describe("the sessions of somebody on the team", () => {
  testInFive(
    "show time and browser, no address and no other org; ended, they open nothing here and everything elsewhere",
    async () => {
      const world = await openWorld();
      const robin = await hire(world, "robin@both.example", { acme: "editor", globex: "editor" });
      await world.services.store.write((trx) =>
        trx
          .updateTable("sessions")
          .set({ ip: "203.0.113.77" })
          .where("staffId", "=", robin.id)
          .execute(),
      );
      const page = await world.ask(`/team/${robin.id}`, { as: OWNER });
      expect(page.text).toMatch(/Firefox/);
      expect(page.text).not.toMatch(/203\.0\.113\.77|globex/i);
      const handle = /name="session" value="([0-9a-f]{16})"/.exec(page.text)?.[1] ?? "";
      const ask = (path: string) => world.ask(path, { headers: { cookie: robin.cookie } });
      expect((await ask("/documents")).status).toBe(200);
      expect((await person(world, robin.id, "end-session", { session: handle })).status).toBe(303);
      expect((await ask("/documents")).headers.location).toBe("/account");
      expect((await ask("/acme")).headers.location).toBe("/account");
      expect((await ask("/account")).text).toContain("ended your session");
      expect((await ask("/globex/edit/sections")).status).toBe(200);
      expect(await actions(world, "acme")).toContain("team.sessions-ended");
      expect(await actions(world, "globex")).not.toContain("team.sessions-ended");
      expect((await world.ask(`/team/${robin.id}`, { as: OWNER })).text).toMatch(
        /No session shows [^]*Acme Cloud[^]* now\./,
      );
      const anew = cookieOf(await signIn(world, { email: "robin@both.example" }));
      expect((await world.ask("/acme/edit/sections", { headers: { cookie: anew } })).status).toBe(
        200,
      );
    },
  );

  test("that show another company are not listed, and are closed with all", async () => {
    const world = await openWorld();
    const robin = await hire(world, "robin@both.example", { acme: "editor", globex: "editor" });
    const globex = await world.orgId("globex");
    await world.services.store.write((trx) =>
      trx.updateTable("sessions").set({ orgId: globex }).where("staffId", "=", robin.id).execute(),
    );
    expect((await world.ask(`/team/${robin.id}`, { as: OWNER })).text).not.toMatch(/Firefox/);
    expect((await world.ask(`/team/${robin.id}`, { as: "owner@globex.example" })).text).toMatch(
      /Firefox/,
    );
    expect((await person(world, robin.id, "end-sessions")).status).toBe(303);
    const ask = (path: string) => world.ask(path, { headers: { cookie: robin.cookie } });
    expect((await ask("/acme/edit/sections")).status).not.toBe(200);
    expect((await ask("/globex/edit/sections")).status).toBe(200);
  });

  test("leave the address that somebody works from in the record of the company that they work for", async () => {
    const world = await openWorld();
    await hire(world, "robin@both.example", { acme: "editor", globex: "editor" });
    expect(cookieOf(await signIn(world, { email: "robin@both.example" }))).not.toBe("");
    const signedIn = async (slug: string) =>
      world.services.store.read
        .selectFrom("audit")
        .select("ip")
        .where("orgId", "=", await world.orgId(slug))
        .where("action", "=", "staff.signed-in")
        .orderBy("at", "desc")
        .limit(1)
        .execute();
    expect(await signedIn("acme")).toEqual([{ ip: expect.any(String) }]);
    expect(await signedIn("globex")).toEqual([{ ip: null }]);
  });

  test("of somebody who works here alone end whole", async () => {
    const world = await openWorld();
    const robin = await hire(world, "robin@acme.example", { acme: "editor" });
    expect((await person(world, robin.id, "end-sessions")).status).toBe(303);
    expect(
      (await world.ask("/account", { headers: { cookie: robin.cookie } })).headers.location,
    ).toBe("/sign-in?redirectTo=%2Faccount");
    expect((await person(world, robin.id, "end-session", { session: "0".repeat(16) })).status).toBe(
      303,
    );
    expect((await person(world, robin.id, "end-session", { session: "%" })).status).toBe(400);
  });
});
