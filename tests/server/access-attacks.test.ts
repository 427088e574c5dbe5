import Database from "better-sqlite3";
import { describe, expect, test, vi } from "vitest";
import { revokeAccount } from "#access/accounts/store/account-changes.server.ts";
import { declineAccount } from "#auth/accounts/store/accounts.server.ts";
import { addMember } from "#auth/accounts/store/members.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { testInFive } from "../in-turn.ts";
import {
  fieldOf,
  lastLink,
  mails,
  minutes,
  requestValues,
  RILEY,
  setting,
  shownCode,
  Visitor,
} from "./access-world.ts";
import { onPostgres } from "./engine-words.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const KIM = "kim@expired.example";
const ALEX = "alex@clinic.example";
const pathOf = (link: string) => new URL(link).pathname + new URL(link).search;
const accountOf = async (world: World, email: string) =>
  (
    await world.services.store.read
      .selectFrom("members")
      .select("accountId")
      .where("email", "=", email)
      .executeTakeFirstOrThrow()
  ).accountId;
const requests = (world: World) =>
  world.services.store.read
    .selectFrom("accessRequests")
    .selectAll()
    .orderBy("createdAt", "desc")
    .execute();

describe("a member of two companies", () => {
  test("is at each what that one gave them, and a link or session of one is none at the other", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    await world.services.store.write(async (trx) =>
      addMember(
        { trx, orgId: acme, by: SYSTEM, now: world.time },
        await trx
          .selectFrom("members")
          .select("accountId")
          .where("email", "=", RILEY)
          .executeTakeFirstOrThrow()
          .then(({ accountId }) => accountId),
        { email: ALEX, firstName: "Alex", lastName: "Second" },
      ),
    );
    const visitor = new Visitor(world, "/globex");
    await visitor.logIn(ALEX);
    const { link } = await lastLink(world);
    expect(link).toContain("/globex/sign-in-link");
    const token = new URL(link).searchParams.get("token") ?? "";
    const confused = await visitor.ask(`/acme/sign-in-link?token=${token}`);
    expect(
      (
        await visitor.ask(`/acme/sign-in-link?token=${token}`, {
          form: { intent: "sign-in", proof: fieldOf(confused, "proof") },
        })
      ).status,
    ).toBe(400);
    expect((await visitor.openLink(link)).status).toBe(303);
    expect((await visitor.ask("/acme")).text).not.toContain("Account: Alex");
    expect(
      (await visitor.ask(`/acme?accountId=${await accountOf(world, RILEY)}`)).text,
    ).not.toContain("Account: ");
    const menu = (await visitor.ask("/globex")).text;
    expect(menu).toContain("Account: ");
    expect(menu).not.toContain("Customer Inc");
    for (const path of ["view", "nda"])
      expect(
        (
          await visitor.ask(
            `/api/statuspage/share/${await accountOf(world, RILEY)}/external/${path}`,
          )
        ).status,
      ).toBe(404);
    expect(
      (
        await visitor.ask("/globex/my-account", {
          form: { intent: "switch-account", accountId: await accountOf(world, RILEY) },
        })
      ).status,
    ).toBe(404);
    // On the one host there is a session for each company; each ends by itself.
    await minutes(world, 1);
    await visitor.ask("/acme/get-access?loginRequest=true", {
      form: { intent: "login", email: ALEX },
    });
    await visitor.openLink((await lastLink(world)).link);
    const both = `otc_member=${visitor.cookie("otc_member")}`;
    const account = async (portal: string) =>
      /Account: [^<]*/.exec((await visitor.ask(portal)).text)?.[0];
    const accounts = [await account("/acme"), await account("/globex")];
    expect([accounts.every((name) => name !== undefined), accounts[0] === accounts[1]]).toEqual([
      true,
      false,
    ]);
    // Signing in again takes the place of this company's session alone.
    await minutes(world, 1);
    await visitor.ask("/acme/get-access?loginRequest=true", {
      form: { intent: "login", email: ALEX },
    });
    await visitor.openLink((await lastLink(world)).link);
    expect((await world.ask("/acme", { headers: { cookie: both } })).text).not.toContain(
      "Account: ",
    );
    expect([await account("/acme"), await account("/globex")]).toEqual(accounts);
    const logout = (org: string) =>
      visitor.ask("/api/statuspage/share/auth/logout", { form: { org } });
    expect((await logout("acme")).headers.location).toBe("/acme");
    const told = (await visitor.ask("/acme")).text;
    expect([told.includes("You are logged out of "), told.includes("Log out of all")]).toEqual([
      true,
      true,
    ]);
    expect([await account("/acme"), await account("/globex")]).toEqual([undefined, accounts[1]]);
    await visitor.ask("/globex/my-account", { form: { intent: "sign-out-everywhere" } });
    expect([await account("/globex"), visitor.cookie("otc_member")]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("shares no browser with anybody else: signing in at one company ends another person's session with the other", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    await visitor.logIn(RILEY);
    await visitor.openLink((await lastLink(world)).link);
    const rileys = `otc_member=${visitor.cookie("otc_member")}`;
    expect((await visitor.ask("/acme")).text).toContain("Account: Riley");
    await minutes(world, 1);
    await visitor.ask("/globex/get-access?loginRequest=true", {
      form: { intent: "login", email: ALEX },
    });
    await visitor.openLink((await lastLink(world)).link);
    expect((await visitor.ask("/globex")).text).toContain("Account: Alex");
    expect((await visitor.ask("/acme")).text).not.toContain("Account: ");
    expect((await world.ask("/acme", { headers: { cookie: rileys } })).text).not.toContain(
      "Account: ",
    );
  });

  test("is two people to the requests: one company's request, link and memory say nothing at the other", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    await visitor.request();
    const token =
      /requestToken=([^\s&]+)/.exec((await mails(world, "request-received"))[0]?.text ?? "")?.[1] ??
      "";
    const page = await visitor.ask("/globex?accessStatus=pending-request");
    expect([
      page.text.includes("jane@corp.example"),
      page.text.includes("Withdraw request"),
    ]).toEqual([false, false]);
    expect((await visitor.ask(`/globex?requestToken=${token}`)).text).not.toContain(
      "Withdraw request",
    );
    expect(
      (
        await visitor.ask("/globex/get-access?accessStatus=pending-request", {
          form: { intent: "withdraw", requestToken: decodeURIComponent(token) },
        })
      ).status,
    ).toBe(400);
    expect((await requests(world))[0]?.status).toBe("pending");
  });
});

describe("what was altered", () => {
  test("in any part is none: the browser's memory, the session, the request's token", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    await visitor.logIn(RILEY);
    const { link } = await lastLink(world);
    const memory = visitor.cookie("otc_browser") ?? "";
    for (const altered of [
      `${memory.slice(0, -1)}${memory.endsWith("A") ? "B" : "A"}`,
      `A${memory.slice(1)}`,
      memory.slice(0, -10),
      `${memory}.${memory}`,
    ]) {
      // Not the asking browser any more: it is asked for the code.
      const page = await world.ask(pathOf(link), { headers: { cookie: `otc_browser=${altered}` } });
      expect([
        page.status,
        page.text.includes("You requested this link in another browser."),
      ]).toEqual([200, true]);
    }
    await visitor.openLink(link);
    const session = visitor.cookie("otc_member") ?? "";
    for (const altered of [
      session.slice(0, -1),
      `${session}x`,
      session.toUpperCase(),
      [...session].toReversed().join(""),
    ]) {
      expect(
        (await world.ask("/acme", { headers: { cookie: `otc_member=${altered}` } })).text,
      ).not.toContain("Riley Novak");
    }
    expect(
      (await world.ask("/acme", { headers: { cookie: `otc_member=${session}` } })).text,
    ).toContain("Riley Novak");
  });

  test("or repeated, moved or posted to another company's page: a proof is for its page alone", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    await visitor.logIn(RILEY);
    const first = await lastLink(world);
    const proof = fieldOf(await visitor.ask(pathOf(first.link)), "proof");
    await minutes(world, 1);
    await visitor.logIn(RILEY);
    const second = await lastLink(world);
    expect(second.link).not.toBe(first.link);
    expect(
      (await visitor.ask(pathOf(second.link), { form: { intent: "sign-in", proof } })).text,
    ).toContain("Please press the button on this page.");
    expect(visitor.cookie("otc_member")).toBeUndefined();
    expect((await visitor.openLink(second.link)).status).toBe(303);
  });
});

describe("a state that changes under an open page", () => {
  test("revoked while a form is open: the next press finds nobody signed in, and the file is locked", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    await visitor.logIn("noor@unsigned.example");
    await visitor.openLink((await lastLink(world)).link);
    const versionId = fieldOf(await visitor.ask("/acme/nda"), "versionId");
    const orgId = await world.orgId("acme");
    const account = await accountOf(world, "noor@unsigned.example");
    await world.services.store.write((trx) =>
      revokeAccount({ trx, orgId, by: SYSTEM, now: world.time }, account),
    );
    const signed = await visitor.ask("/acme/nda", {
      form: { name: "Noor Haddad", agree: "yes", versionId },
    });
    expect([signed.status, signed.headers.location?.startsWith("/acme?loginRequest=true")]).toEqual(
      [303, true],
    );
    expect(
      await world.services.store.read
        .selectFrom("ndaSignatures")
        .select("id")
        .where("email", "=", "noor@unsigned.example")
        .execute(),
    ).toEqual([]);
    expect(
      (await visitor.ask("/acme/my-account", { form: { intent: "sign-out-everywhere" } })).headers
        .location,
    ).toContain("loginRequest=true");
    expect((await visitor.ask(`/api/statuspage/share/${account}/external/view`)).status).toBe(404);
    expect((await visitor.logIn("noor@unsigned.example")).headers.location).toBe(
      "/acme?accessStatus=access-expired",
    );
  });

  test("revoked between the link's mail and its button: the link signs nobody in", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    await visitor.logIn(RILEY);
    const { link } = await lastLink(world);
    const proof = fieldOf(await visitor.ask(pathOf(link)), "proof");
    const orgId = await world.orgId("acme");
    const account = await accountOf(world, RILEY);
    await world.services.store.write((trx) =>
      revokeAccount({ trx, orgId, by: SYSTEM, now: world.time }, account),
    );
    const answer = await visitor.ask(pathOf(link), { form: { intent: "sign-in", proof } });
    expect([answer.status, answer.text.includes("no longer works")]).toEqual([400, true]);
    expect(visitor.cookie("otc_member")).toBeUndefined();
  });

  test("declined while the pending page is open: a note and a withdrawal are told, and the page says so", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    await visitor.logIn("sam@prospect.example");
    const sam = await world.services.store.read
      .selectFrom("accessRequests")
      .selectAll()
      .where("email", "=", "sam@prospect.example")
      .executeTakeFirstOrThrow();
    const fresh = new Visitor(world);
    await fresh.request();
    expect((await fresh.ask("/acme?accessStatus=pending-request")).text).toContain(
      "Withdraw request",
    );
    const [own] = await requests(world);
    const orgId = await world.orgId("acme");
    await world.services.store.write(async (trx) => {
      await trx
        .updateTable("accessRequests")
        .set({
          status: "declined",
          outcome: "request_declined",
          decidedAt: world.time.toISOString(),
          decidedBy: "Test",
          pendingKey: null,
        })
        .where("orgId", "=", orgId)
        .where("id", "=", own?.id ?? "")
        .execute();
      if (sam.accountId !== null)
        await declineAccount({ trx, orgId, by: SYSTEM, now: world.time }, sam.accountId);
    });
    for (const form of [{ intent: "note", note: "More words" }, { intent: "withdraw" }] as Record<
      string,
      string
    >[]) {
      const answer = await fresh.ask("/acme/get-access?accessStatus=pending-request", { form });
      expect([answer.status, answer.text.includes("This request was already answered.")]).toEqual([
        400,
        true,
      ]);
    }
    expect((await requests(world)).find(({ id }) => id === own?.id)).toMatchObject({
      status: "declined",
      note: null,
    });
    const told = (await fresh.ask("/acme?accessStatus=pending-request")).text;
    expect([
      told.includes("Withdraw request"),
      told.includes("has since been decided or withdrawn"),
    ]).toEqual([false, true]);
    expect((await fresh.logIn("jane@corp.example")).headers.location).toBe(
      "/acme?accessStatus=request-declined",
    );
    expect((await visitor.logIn("sam@prospect.example")).headers.location).toBe(
      "/acme?accessStatus=request-declined",
    );
  });
});

describe("a clock that jumps", () => {
  test("opens no used link, lets no code have more tries, and ends what has ended", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    await visitor.logIn(RILEY);
    const { link } = await lastLink(world);
    await visitor.openLink(link);
    await minutes(world, -60 * 24);
    expect((await visitor.ask(pathOf(link))).text).toContain(wording.linkGone);
    // The session was made tomorrow: it counts, and ends when it would have.
    expect((await visitor.ask("/acme")).text).toContain("Riley Novak");
    await minutes(world, 60 * 24 * 32);
    expect((await visitor.ask("/acme")).text).not.toContain("Riley Novak");
  });

  test("forwards ends a link at its half hour; its page, shown before, does not help", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    await visitor.logIn(RILEY);
    const { link } = await lastLink(world);
    const proof = fieldOf(await visitor.ask(pathOf(link)), "proof");
    await minutes(world, 30);
    expect((await visitor.ask(pathOf(link), { form: { intent: "sign-in", proof } })).status).toBe(
      400,
    );
    // Back again: what was not used is good for what is left of its half hour, by a page of this time.
    await minutes(world, -29);
    expect((await visitor.openLink(link)).status).toBe(303);
  });

  test("backwards, a proof of the future is none", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    await visitor.logIn(RILEY);
    const { link } = await lastLink(world);
    await minutes(world, 20);
    const proof = fieldOf(await visitor.ask(pathOf(link)), "proof");
    await minutes(world, -20);
    expect(
      (await visitor.ask(pathOf(link), { form: { intent: "sign-in", proof } })).text,
    ).toContain("Please press the button on this page.");
    expect((await visitor.openLink(link)).status).toBe(303);
  });

  test("tries of a code stay counted", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    const sent = await visitor.logIn(RILEY);
    const code = shownCode(await visitor.ask(`${sent.headers.location}&otherBrowser=true`));
    const { link } = await lastLink(world);
    const other = new Visitor(world);
    for (let i = 0; i < 5; i += 1) {
      await minutes(world, i % 2 === 0 ? -10 : 10);
      expect(
        (await other.openLink(link, { code: code === "111111" ? "222222" : "111111" })).status,
      ).toBe(400);
    }
    expect((await other.openLink(link, { code })).status).toBe(400);
    expect(other.cookie("otc_member")).toBeUndefined();
  });
});

describe("names", () => {
  test.each([
    ["right to left", "נועה", "عبد الرحمن"],
    ["combining marks", "e\u0301\u0302", "ก็ำ"],
    ["fifty letters beyond the first plane", "𐐷".repeat(50), "𐐷"],
    ["apostrophes and hyphens", "O’Neil-Ünal", "d'Arc"],
  ])("with %s are taken as they are", async (_, firstName, lastName) => {
    const world = await openWorld();
    const answer = await new Visitor(world).request({ firstName, lastName });
    expect(answer.status).toBe(303);
    expect((await requests(world))[0]).toMatchObject({
      firstName: firstName.normalize("NFC"),
      lastName: lastName.normalize("NFC"),
    });
  });

  test.each([
    ["fifty-one letters", "𐐷".repeat(51), wording.atMost50Characters],
    ["an override of the direction", "Jane\u202eevil", wording.allowedCharacters],
    ["an isolate", "Jane\u2066x", wording.allowedCharacters],
    ["a zero-width space", "Ja\u200bne", wording.allowedCharacters],
    ["a line break", "Jane\r\nBcc: x@evil.example", ""],
    ["a null", "Jane\u0000", ""],
    ["an address", "https://evil.example", ""],
    ["markup", "<img src=x>", wording.allowedCharacters],
  ])("with %s are refused, the value kept", async (_, firstName, words) => {
    const world = await openWorld();
    const before = (await requests(world)).length;
    const answer = await new Visitor(world).request({ firstName });
    expect([answer.status, answer.text.includes(words)]).toEqual([400, true]);
    expect([(await requests(world)).length, (await mails(world)).length]).toEqual([before, 0]);
  });
});

describe("discreet sign-in", () => {
  const KNOWN = [RILEY, KIM, "sam@prospect.example", "lee@declined.example"];
  const STRANGERS = [
    "nobody@corpus.example",
    "x@blocked.example",
    "nobody@gmail.com",
    "no.one@long-name.partner.example",
  ];

  /** An answer without what differs by chance: the address itself, codes, sealed values, ids of requests. */
  const bytes = ({ status, headers, text }: Answer, email: string): string => {
    const kept = Object.entries(headers).filter(
      ([name]) => !["date", "x-request-id", "content-length", "set-cookie", "etag"].includes(name),
    );
    const cookies = (headers["set-cookie"] ?? []).map((cookie) =>
      cookie.replace(/=[^;]*/, "=VALUE"),
    );
    return JSON.stringify([
      status,
      kept,
      cookies,
      text.replaceAll(email, "ADDRESS").replace(/(tracking-\[0\.2em\]">)\d{6}</, "$1CODE<"),
    ]);
  };

  testInFive(
    "answers known and unknown addresses by the same bytes, pages and programs, login and request",
    async () => {
      const world = await openWorld();
      await setting(world, { discreetSignIn: true });
      const seen = new Set<string>();
      for (const email of [...KNOWN, ...STRANGERS]) {
        const visitor = new Visitor(world);
        const login = await visitor.logIn(email);
        const page = await visitor.ask(login.headers.location ?? "");
        const wrong = await visitor.ask("/acme/get-access?accessStatus=check-email", {
          form: { intent: "code", code: "000000" },
        });
        const api = await world.ask("/api/share/acme/login", {
          method: "POST",
          body: JSON.stringify({ email }),
          headers: { "content-type": "application/json", "user-agent": "program" },
        });
        const asking = new Visitor(world);
        const request = await asking.request({ email });
        const sent = await asking.ask(request.headers.location ?? "");
        seen.add(
          [login, page, wrong, api, request, sent].map((answer) => bytes(answer, email)).join("\n"),
        );
      }
      expect(seen.size).toBe(1);
    },
  );

  test("answers codes and questions asked again after a request alike, until none is taken", async () => {
    const world = await openWorld();
    await setting(world, { discreetSignIn: true });
    const seen = new Set<string>();
    for (const email of [...KNOWN, ...STRANGERS]) {
      const asking = new Visitor(world);
      const answers = [await asking.request({ email })];
      for (let count = 0; count < 6; count += 1)
        answers.push(
          await asking.ask("/acme/get-access?accessStatus=check-email", {
            form: { intent: "code", code: "000000" },
          }),
        );
      for (let count = 0; count < 7; count += 1) {
        await minutes(world, 1.5);
        answers.push(await asking.request({ email }));
      }
      expect(answers.map(({ status }) => status)).toContain(429);
      seen.add(answers.map((answer) => bytes(answer, email)).join("\n"));
    }
    expect(seen.size).toBe(1);
  });

  // What runs is seen at the statements of SQLite's own driver.
  test.runIf(!onPostgres())(
    "does the same for both: as many rows and mails written, and about as many questions asked of the database",
    async () => {
      const world = await openWorld();
      await setting(world, { discreetSignIn: true });
      // Statements are kept prepared, so that what counts is how often one runs.
      const statement = Object.getPrototypeOf(
        new Database(":memory:").prepare("select 1"),
      ) as Database.Statement;
      const runs = [vi.spyOn(statement, "all"), vi.spyOn(statement, "run")];
      const work = async (email: string) => {
        const before = {
          links: await count(world, "signInLinks"),
          mails: await count(world, "outbox"),
        };
        for (const run of runs) run.mockClear();
        await new Visitor(world).logIn(email);
        const statements = runs.flatMap((run) =>
          run.mock.contexts.map((context) => (context as Database.Statement).source),
        );
        const writes = statements
          .filter((sql) => /^(insert|update|delete)/i.test(sql))
          .map((sql) => sql.slice(0, 40))
          .sort();
        return {
          links: (await count(world, "signInLinks")) - before.links,
          mails: (await count(world, "outbox")) - before.mails,
          writes,
          reads: statements.length - writes.length,
        };
      };
      const done = [];
      for (const email of [...KNOWN, ...STRANGERS]) done.push(await work(email));
      for (const run of runs) run.mockRestore();
      expect(
        new Set(done.map(({ links, mails: sent, writes }) => JSON.stringify([links, sent, writes])))
          .size,
      ).toBe(1);
      expect(done[0]).toMatchObject({ links: 1, mails: 1 });
      // Where somebody stands is looked up by a few indexed questions more or less; what costs, the link and the mail, is the same.
      const reads = done.map((one) => one.reads);
      expect(Math.max(...reads) - Math.min(...reads)).toBeLessThanOrEqual(6);
    },
  );

  const count = async (world: World, table: "signInLinks" | "outbox") =>
    (await world.services.store.read.selectFrom(table).select("id").execute()).length;
});

describe("the address of an approval's mail", () => {
  test.each([
    "/acme/?loginRequest=true&email=pat%40partner.example",
    "/acme?loginRequest=true&email=pat%40partner.example",
  ])("%s opens the login tab at once, with the address in it", async (path) => {
    const world = await openWorld();
    const page = await world.ask(path);
    expect([page.status, page.text.includes('value="pat@partner.example"')]).toEqual([200, true]);
    expect(page.text).toContain("Get access to Acme Cloud");
  });

  test("is the one that the mail has, on both doors", async () => {
    const world = await openWorld();
    await new Visitor(world).request({ email: "pat@partner.example", companyName: "Partner" });
    await new Visitor(world, "/acme", {}).ask("/acme/get-access?requestAccess=true", {
      form: {
        intent: "request",
        ...(await requestValues(world, "acme", { email: "kit@partner.example" })),
      },
    });
    const links = (await mails(world, "access-approved")).map(
      ({ text }) => /https?:\/\/\S*sign-in-link\S*/.exec(text)?.[0] ?? "",
    );
    expect(links).toHaveLength(2);
    for (const link of links) {
      const page = await world.ask(pathOf(link));
      expect([page.status, page.text.includes(wording.sendSignInLink)]).toEqual([200, true]);
    }
    const domain = await world.ask("/?loginRequest=true&email=pat%40partner.example", {
      host: "trust.acme.example",
    });
    expect([domain.status, domain.text.includes('value="pat@partner.example"')]).toEqual([
      200,
      true,
    ]);
  });
});
