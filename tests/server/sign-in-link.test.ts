import { describe, expect, test } from "vitest";
import { sha256 } from "#db/ids.ts";
import { createSignInLink, spendSignInLink } from "#auth/store/sign-in-links.server.ts";
import {
  fieldOf,
  lastLink,
  mails,
  minutes,
  RILEY,
  setting,
  shownCode,
  Visitor,
} from "./access-world.ts";
import { actions } from "./staff-journeys.ts";
import { openWorld, type World } from "./world.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { wording } from "../wording.ts";

const DOMAIN = "trust.acme.example";

/** Asks for a link, and reads it from the mail. */
async function asked(world: World, query?: string) {
  const visitor = new Visitor(world);
  await visitor.logIn(RILEY, query);
  return { visitor, ...(await lastLink(world)) };
}

async function isSignedIn(visitor: Visitor, path = "/acme"): Promise<boolean> {
  return (await visitor.ask(path)).text.includes("Riley Novak");
}

const pathOf = (link: string) => new URL(link).pathname + new URL(link).search;

describe("a sign-in link", () => {
  test("signs in the browser that asked, once, by its button, and leads back to the item", async () => {
    const world = await openWorld();
    const { visitor, link, toEmail } = await asked(world, "loginRequest=true&itemUid=Reports.soc2");
    expect(toEmail).toBe(RILEY);
    const page = await visitor.ask(pathOf(link));
    expect(page.text).toContain("By proceeding you agree to");
    expect(page.text).not.toContain(wording.ndaText);
    const answer = await visitor.openLink(link);
    // What was asked for opens: no page stands between.
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      "/acme?itemUid=Reports.soc2&openDocument=true",
    ]);
    expect(await isSignedIn(visitor)).toBe(true);
    expect((await visitor.ask("/acme/?itemUid=Reports.soc2")).headers.location).toContain(
      "/acme/product/Acme+Platform/",
    );
    expect(await actions(world, "acme")).toContain("member.signed-in");
    await minutes(world, 1);
    const again = await asked(world);
    expect((await again.visitor.openLink(again.link)).headers.location).toBe("/acme");
  });

  test("is not spent by looking at it, however often and by whom, nor by a bare POST", async () => {
    const world = await openWorld();
    const { visitor, link } = await asked(world);
    for (const method of ["GET", "HEAD", "GET"])
      expect((await world.ask(pathOf(link), { method })).status).toBe(200);
    // w3m leaves the token away, unless the form names it.
    expect((await visitor.ask(pathOf(link))).text).toContain(
      ` action="${new URL(link).search}" method="post">`,
    );
    expect((await world.ask(pathOf(link), { method: "POST", form: {} })).status).toBe(400);
    expect(
      (await visitor.ask(pathOf(link), { form: { intent: "sign-in", proof: "" } })).status,
    ).toBe(400);
    expect(
      (await visitor.ask(pathOf(link), { form: { intent: "sign-in", proof: "lq2x.AAAA" } })).status,
    ).toBe(400);
    expect(visitor.cookie("otc_member")).toBeUndefined();
    expect((await visitor.openLink(link)).status).toBe(303);
  });

  test("used, expired, altered or cut shows a plain page with 'Get a new link'", async () => {
    const world = await openWorld();
    const { visitor, link } = await asked(world);
    const token = new URL(link).searchParams.get("token") ?? "";
    const flipped = `${token.slice(0, 10)}${token[10] === "A" ? "B" : "A"}${token.slice(11)}`;
    for (const other of [flipped, token.slice(0, 20), "", "../x", "A".repeat(43)]) {
      const page = await visitor.ask(`/acme/sign-in-link?token=${encodeURIComponent(other)}`);
      expect([
        page.status,
        page.text.includes(wording.getNewLink),
        page.text.includes("Sign in to Trust Center"),
      ]).toEqual([200, true, false]);
    }
    await visitor.openLink(link);
    const used = await world.ask(pathOf(link));
    expect(used.text).toContain(wording.getNewLink);
    const fresh = await asked(world);
    await minutes(world, 31);
    const late = await fresh.visitor.openLink(fresh.link);
    expect([late.status, fresh.visitor.cookie("otc_member")]).toEqual([400, undefined]);
  });

  test("renewed goes to the same address with the same way back", async () => {
    const world = await openWorld();
    const { link } = await asked(world, "loginRequest=true&itemUid=Reports.soc2");
    await minutes(world, 31);
    const other = new Visitor(world);
    const page = await other.ask(pathOf(link));
    const answer = await other.ask(pathOf(link), {
      form: { intent: "renew", proof: fieldOf(page, "proof") },
    });
    expect(answer.headers.location).toBe("/acme?accessStatus=check-email");
    const renewed = await lastLink(world);
    expect([renewed.toEmail, renewed.link === link]).toEqual([RILEY, false]);
    expect((await other.openLink(renewed.link)).headers.location).toContain("Reports.soc2");
  });

  test("of one tenant does nothing on another's portal, and of one host nothing on another host", async () => {
    const world = await openWorld();
    const { link } = await asked(world);
    const token = new URL(link).searchParams.get("token") ?? "";
    for (const [path, host] of [
      ["/globex", undefined],
      ["", DOMAIN],
    ] as const) {
      const visitor = new Visitor(world, path, host === undefined ? {} : { host });
      const page = await visitor.ask(`${path}/sign-in-link?token=${token}`);
      expect([page.status, page.text.includes(wording.getNewLink)]).toEqual([200, true]);
      expect(
        (
          await visitor.ask(`${path}/sign-in-link?token=${token}`, {
            form: { intent: "sign-in", proof: fieldOf(page, "proof") },
          })
        ).status,
      ).toBe(400);
      expect(visitor.cookie("otc_member")).toBeUndefined();
    }
  });

  test("asked for on the org's own domain leads there and signs in there alone", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world, "", { host: DOMAIN });
    await visitor.logIn(RILEY);
    const { link } = await lastLink(world);
    expect(link).toMatch(/^http:\/\/trust\.acme\.example:3000\/sign-in-link\?token=/);
    expect((await visitor.openLink(link)).status).toBe(303);
    expect(await isSignedIn(visitor, "/")).toBe(true);
    const elsewhere = await world.ask("/acme", {
      headers: { cookie: `otc_member=${visitor.cookie("otc_member")}` },
    });
    expect(elsewhere.text).not.toContain("Riley Novak");
  });

  test("used twice at once signs in once", async () => {
    const world = await openWorld();
    const { visitor, link } = await asked(world);
    const proof = fieldOf(await visitor.ask(pathOf(link)), "proof");
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        visitor.ask(pathOf(link), { form: { intent: "sign-in", proof } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(
      await world.services.store.read.selectFrom("sessions").selectAll().execute(),
    ).toHaveLength(1);
  });

  test("is spent once, and by its own tenant alone, even where nobody looked at it before", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const [acme, globex] = [await world.orgId("acme"), await world.orgId("globex")];
    const { id: memberId } = await store.read
      .selectFrom("members")
      .select("id")
      .where("email", "=", RILEY)
      .executeTakeFirstOrThrow();
    const link = {
      memberId,
      email: RILEY,
      host: world.host,
      askedFrom: "a network",
      browser: null,
      returnTo: "/acme",
    };
    const spend = (orgId: string, id: string) =>
      store.write((trx) => spendSignInLink({ trx, orgId, now: world.time }, id, false));
    const { id } = await store.write((trx) =>
      createSignInLink({ trx, orgId: acme, now: world.time }, link),
    );
    expect(await spend(globex, id)).toBe(false);
    expect(await spend(acme, id)).toBe(true);
    expect(await spend(acme, id)).toBe(false);
  });

  test("is stored as a hash alone, and in no log", async () => {
    const world = await openWorld();
    const { visitor, link, code } = await asked(world);
    await visitor.openLink(link);
    const token = new URL(link).searchParams.get("token") ?? "";
    const rows = JSON.stringify(
      await world.services.store.read.selectFrom("signInLinks").selectAll().execute(),
    );
    expect([rows.includes(token), rows.includes(sha256(token)), rows.includes(code)]).toEqual([
      false,
      true,
      false,
    ]);
    expect(world.logged.join("\n")).not.toContain(token);
  });
});

describe("the codes", () => {
  test("a page asks for the mailed code or shows the one for another browser, never both", async () => {
    const world = await openWorld();
    const { visitor, code } = await asked(world);
    const sixDigits = (text: string) => text.match(/>\d{6}</g) ?? [];
    const page = await visitor.ask("/acme?accessStatus=check-email");
    expect(page.text).toContain(wording.enterCode);
    expect([page.text.includes('name="code"'), sixDigits(page.text)]).toEqual([true, []]);
    const to = /<a[^>]*href="([^"]+)"[^>]*>Opening the link in another browser\?</.exec(page.text);
    const other = await visitor.ask((to?.[1] ?? "").replaceAll("&amp;", "&"));
    expect([other.text.includes('name="code"'), sixDigits(other.text)]).toEqual([
      false,
      [`>${shownCode(other)}<`],
    ]);
    expect(shownCode(other)).not.toBe(code);
    expect(other.text).toMatch(
      /<a[^>]*href="\/acme\?accessStatus=check-email"[^>]*>Sign in here instead</,
    );
    // Another browser learns nothing by the address.
    expect(shownCode(await world.ask("/acme?accessStatus=check-email&otherBrowser=true"))).toBe("");
  });

  test.each([
    ["somebody with access", RILEY, false],
    ["anybody, where sign-in is discreet", "nobody@unknown.example", true],
  ])(
    "are sent again after a minute, with a link that leads the same way: %s",
    async (_, email, discreet) => {
      const world = await openWorld();
      await setting(world, { discreetSignIn: discreet });
      const visitor = new Visitor(world);
      const query = "loginRequest=true&itemUid=Reports.soc2";
      const target = (await visitor.logIn(email, query)).headers.location ?? "";
      const first = await lastLink(world).catch(() => null);
      const again = () =>
        visitor.ask(`/acme/get-access?${target.split("?")[1]}`, { form: { intent: "send-again" } });
      world.time = new Date(world.time.getTime() + 19_500);
      const page = (await visitor.ask(target)).text;
      expect(page).toContain(wording.noEmailYet);
      expect(page).toMatch(/data-wait-seconds="41"[^>]*>Send again</);
      const early = await again();
      expect([
        early.status,
        early.text.includes("Please wait 41 seconds, then send it again."),
      ]).toEqual([400, true]);
      expect(await mails(world)).toHaveLength(1);
      world.time = new Date(world.time.getTime() + 41_000);
      expect((await visitor.ask(target)).text).toMatch(
        /<button(?![^>]*data-wait)[^>]*>Send again</,
      );
      const sent = await again();
      expect([sent.status, sent.headers.location]).toEqual([303, target]);
      const after = (await visitor.ask(target)).text;
      expect(after).toContain("We sent another email.");
      expect(after).toContain('data-wait-seconds="60"');
      expect(await mails(world)).toHaveLength(2);
      if (discreet) return;
      const second = await lastLink(world);
      expect(second.link).not.toBe(first?.link);
      expect((await visitor.openLink(second.link)).headers.location).toContain("Reports.soc2");
    },
  );

  test("are not sent again to somebody who asked for none", async () => {
    const world = await openWorld();
    const answer = await new Visitor(world).ask("/acme/get-access?accessStatus=check-email", {
      form: { intent: "send-again" },
    });
    expect(answer.status).toBe(400);
    expect(await mails(world)).toEqual([]);
  });

  test("another browser is asked for the one that the asking browser shows", async () => {
    const world = await openWorld();
    const { visitor, link, code } = await asked(world);
    const shown = shownCode(await visitor.ask("/acme?accessStatus=check-email&otherBrowser=true"));
    expect(shown).toMatch(/^\d{6}$/);
    const other = new Visitor(world);
    expect((await other.ask(pathOf(link))).text).toContain(
      "You requested this link in another browser",
    );
    expect((await other.openLink(link)).status).toBe(400);
    expect((await other.openLink(link, { code: shown === code ? "000000" : code })).status).toBe(
      400,
    );
    expect(
      (await other.openLink(link, { code: `${shown.slice(0, 3)} ${shown.slice(3)}` })).status,
    ).toBe(303);
    expect(await isSignedIn(other)).toBe(true);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test("the mail's one is taken where the link was asked for, and nowhere else", async () => {
    const world = await openWorld();
    const { visitor, code } = await asked(world);
    const form = { intent: "code", code };
    expect(
      (await new Visitor(world).ask("/acme/get-access?accessStatus=check-email", { form })).status,
    ).toBe(400);
    expect((await visitor.ask("/acme/get-access?accessStatus=check-email", { form })).status).toBe(
      303,
    );
    expect(await isSignedIn(visitor)).toBe(true);
    expect((await visitor.ask("/acme/get-access?accessStatus=check-email", { form })).status).toBe(
      400,
    );
  });

  test("asked for twice: the newest mail's one signs in, the earlier one says which", async () => {
    const world = await openWorld();
    const { visitor, code: earlier } = await asked(world);
    const target = "/acme/get-access?accessStatus=check-email";
    const enter = (code: string) => visitor.ask(target, { form: { intent: "code", code } });
    // Within a minute it is the same mail, which still counts.
    await visitor.logIn(RILEY);
    expect((await mails(world)).length).toBe(1);
    await minutes(world, 2);
    await visitor.logIn(RILEY);
    const { code } = await lastLink(world);
    expect((await mails(world)).length).toBe(2);
    const refused = await enter(earlier === code ? "000000" : earlier);
    expect([
      refused.status,
      refused.text.includes("That code isn’t right. Use the one from the newest email."),
    ]).toEqual([400, true]);
    expect((await enter(code)).status).toBe(303);
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test("asked for in two browsers within a minute: one mail, whose code signs in the first to type it", async () => {
    const world = await openWorld();
    const { visitor, code } = await asked(world);
    const other = new Visitor(world);
    await other.logIn(RILEY);
    expect((await mails(world)).length).toBe(1);
    const form = { intent: "code", code };
    const target = "/acme/get-access?accessStatus=check-email";
    expect((await other.ask(target, { form })).status).toBe(303);
    const late = await visitor.ask(target, { form });
    expect([late.status, late.text.includes("Request a new link.")]).toEqual([400, true]);
    await minutes(world, 0.5);
    await visitor.logIn(RILEY);
    const next = await lastLink(world);
    expect((await visitor.ask(target, { form: { ...form, code: next.code } })).status).toBe(303);
    expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([true, true]);
  });

  test("end after five tries, in parallel too", async () => {
    const world = await openWorld();
    const { visitor, code } = await asked(world);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    const target = "/acme/get-access?accessStatus=check-email";
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        visitor.ask(target, { form: { intent: "code", code: wrong } }),
      ),
    );
    expect(answers.filter(({ text }) => text.includes("That code isn’t right"))).toHaveLength(5);
    expect((await visitor.ask(target, { form: { intent: "code", code } })).text).toContain(
      "no longer works",
    );
    expect(visitor.cookie("otc_member")).toBeUndefined();
  });
});

describe("a member's session", () => {
  test("ends with Log Out, for forms and programs, and leads to the public page", async () => {
    const world = await openWorld();
    const { visitor, link } = await asked(world);
    await visitor.openLink(link);
    const stolen = visitor.cookie("otc_member") ?? "";
    const out = await visitor.ask("/api/statuspage/share/auth/logout", {
      form: { intent: "logout" },
    });
    expect([out.status, out.headers.location]).toEqual([303, "/acme"]);
    expect((await visitor.ask("/acme")).text).toContain(wording.loggedOut);
    expect(
      (await world.ask("/acme", { headers: { cookie: `otc_member=${stolen}` } })).text,
    ).not.toContain("Riley Novak");
    expect((await world.ask("/api/statuspage/share/auth/logout", { method: "POST" })).status).toBe(
      200,
    );
    expect(await actions(world, "acme")).toContain("member.signed-out");
  });

  test("is listed beside the others, ends alone, or with them all", async () => {
    const world = await openWorld();
    const first = await asked(world);
    await first.visitor.openLink(first.link);
    await minutes(world, 1);
    const second = await asked(world);
    await second.visitor.openLink(second.link);
    const page = await second.visitor.ask("/acme/my-account");
    expect(page.text).toContain("(this browser)");
    await second.visitor.ask("/acme/my-account", {
      form: { intent: "end-session", session: fieldOf(page, "session") },
    });
    expect([await isSignedIn(first.visitor), await isSignedIn(second.visitor)]).toEqual([
      false,
      true,
    ]);
    const third = await asked(world);
    await third.visitor.openLink(third.link);
    await second.visitor.ask("/acme/my-account", { form: { intent: "sign-out-everywhere" } });
    expect([await isSignedIn(third.visitor), await isSignedIn(second.visitor)]).toEqual([
      false,
      false,
    ]);
    expect((await second.visitor.ask("/acme/my-account")).headers.location).toBe(
      "/acme?loginRequest=true&source=account&redirectTo=%2Fmy-account",
    );
  });

  test("of a member of two accounts begins in the last used one, and can go on in the other", async () => {
    const world = await openWorld();
    const { approveAccount, createAccount } =
      await import("#auth/accounts/store/accounts.server.ts");
    const { addMember } = await import("#auth/accounts/store/members.server.ts");
    const orgId = await world.orgId("acme");
    const second = await world.services.store.write(async (trx) => {
      const write = { trx, orgId, by: SYSTEM, now: world.time };
      const id = await createAccount(write, { name: "Second Ltd" });
      await approveAccount(write, id);
      await addMember(write, id, { email: RILEY, firstName: "Riley", lastName: "Novak" });
      return id;
    });
    const { visitor, link } = await asked(world);
    await visitor.openLink(link);
    const menu = await visitor.ask("/acme");
    expect(menu.text).toContain(`value="${second}"`);
    expect(
      (
        await visitor.ask("/acme/my-account", {
          form: { intent: "switch-account", accountId: second },
        })
      ).status,
    ).toBe(303);
    expect((await visitor.ask("/acme/my-account")).text).toContain(`${RILEY}, Second Ltd`);
    const first = (
      await world.services.store.read
        .selectFrom("members")
        .select("accountId")
        .where("email", "=", RILEY)
        .where("accountId", "!=", second)
        .executeTakeFirstOrThrow()
    ).accountId;
    expect((await visitor.ask(`/acme/my-account?accountId=${first}`)).text).toContain(
      `${RILEY}, Customer Inc`,
    );
    expect((await visitor.ask("/acme?accountId=nobody")).text).not.toContain("Riley Novak");
    expect(
      (
        await visitor.ask("/acme/my-account", {
          form: { intent: "switch-account", accountId: "nobody" },
        })
      ).status,
    ).toBe(404);
    expect(await mails(world, "sign-in-link")).toHaveLength(1);
  });
});
