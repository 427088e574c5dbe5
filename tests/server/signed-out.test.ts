import { describe, expect, test } from "vitest";
import { grantRole } from "#auth/store/staff.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { testInFive } from "../in-turn.ts";
import { lastLink, RILEY, Visitor } from "./access-world.ts";
import { EDITOR } from "./edit-world.ts";
import { multipart, pdf } from "./multipart.ts";
import { changed, fieldsOf, formOf, formsOf } from "./page-form.ts";
import { endSessions } from "./session-forms.ts";
import { codeNow, enrol, MINUTE, OWNER, staffId } from "./staff-journeys.ts";
import { DEMO_PASSWORD, openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const NEW = "/knowledge-base/new";
const STILL = wording.typedIsKept;
const QUESTION = "What is typed in an hour?";

async function signedIn(world: World, email = OWNER): Promise<Visitor> {
  const browser = new Visitor(world);
  const answer = await browser.ask("/sign-in", { form: { email, password: DEMO_PASSWORD } });
  expect(answer.status).toBe(303);
  return browser;
}

/** What somebody has typed in a form of this page. */
async function typed(browser: Visitor, question = QUESTION): Promise<URLSearchParams> {
  return changed(formOf(await browser.ask(NEW), 'name="question"'), {
    question,
    answer: "Line one\n\nLine <two>",
    topic: "Work",
  });
}

/** Sends the sign-in forms as they stand on their pages: the address, then the password. */
async function signInAt(browser: Visitor, page: Answer, email = OWNER): Promise<Answer> {
  const send = (at: Answer, values: Record<string, string>) => {
    const [last = ""] = Object.keys(values).slice(-1);
    const form = formsOf(at).find((text) => text.includes(`name="${last}"`)) ?? "";
    const target = /<form[^>]*\baction="([^"]*)"/.exec(form)?.[1] ?? "";
    return browser.ask(target, { form: changed(fieldsOf(form), values) });
  };
  return send(await send(page, { email }), { email, password: DEMO_PASSWORD });
}

async function entries(world: World): Promise<number> {
  const rows = await world.services.store.read
    .selectFrom("faqEntries")
    .select("id")
    .where("question", "=", QUESTION)
    .execute();
  return rows.length;
}

const kept = (world: World) =>
  world.services.store.read.selectFrom("keptForms").selectAll().execute();

const questionIn = (page: Answer) => formOf(page, 'name="question"').get("question");

describe("a form of staff whose session ended", () => {
  testInFive(
    "waits on the sign-in page, stands there again, and does nothing before it is sent again",
    async () => {
      const world = await openWorld();
      const browser = await signedIn(world);
      const form = await typed(browser);
      await endSessions(world);
      const asked = await browser.ask(NEW, { form });
      expect(asked.status).toBe(401);
      expect(asked.text).toContain("You were signed out before this was saved.");
      expect(asked.text).not.toContain(QUESTION);
      const wrong = await browser.ask("/sign-in", {
        form: { email: OWNER, password: "wrong", redirectTo: NEW },
      });
      expect(wrong.status).toBe(400);
      const answer = await signInAt(browser, asked);
      expect([answer.status, answer.headers.location]).toEqual([303, NEW]);
      const again = await browser.ask(NEW);
      expect([again.status, again.text.includes(STILL)]).toEqual([200, true]);
      const shown = formOf(again, 'name="question"');
      for (const name of ["question", "answer", "topic"])
        expect([name, shown.get(name)]).toEqual([name, form.get(name)]);
      expect(again.text).not.toMatch(/<title>Error/);
      expect(await entries(world)).toBe(0);
      // Loaded anew, it is still there; sent, it is done, and gone.
      expect(questionIn(await browser.ask(NEW))).toBe(QUESTION);
      expect((await browser.ask(NEW, { form: shown })).status).toBe(303);
      expect(await entries(world)).toBe(1);
      expect(questionIn(await browser.ask(NEW))).toBe("");
      expect(await kept(world)).toEqual([]);
    },
  );

  testInFive(
    "passes through the second factor, and through a new password of somebody who signed out",
    async () => {
      const world = await openWorld();
      const { secret } = await enrol(world);
      world.time = new Date(world.time.getTime() + MINUTE);
      const browser = new Visitor(world);
      await browser.ask("/sign-in", { form: { email: OWNER, password: DEMO_PASSWORD } });
      await browser.ask("/sign-in/code", { form: { code: codeNow(world, secret) } });
      const form = await typed(browser);
      // In another tab, which takes the cookie away.
      expect((await browser.ask("/sign-out", { form: {} })).status).toBe(303);
      expect(browser.cookie("otc_staff")).toBeUndefined();
      const asked = await browser.ask(NEW, { form });
      expect(asked.status).toBe(401);
      world.time = new Date(world.time.getTime() + MINUTE);
      const password = await signInAt(browser, asked);
      expect(password.headers.location).toContain("/sign-in/code");
      expect((await browser.ask(NEW)).status).toBe(303);
      const answer = await browser.ask(password.headers.location ?? "", {
        form: { code: codeNow(world, secret) },
      });
      expect(answer.headers.location).toBe(NEW);
      expect(questionIn(await browser.ask(NEW))).toBe(QUESTION);
    },
  );

  testInFive(
    "is empty for somebody else who signs in there, and opens in no other browser",
    async () => {
      const world = await openWorld();
      const browser = await signedIn(world);
      const form = await typed(browser);
      await endSessions(world);
      const asked = await browser.ask(NEW, { form });
      const answer = await signInAt(browser, asked, EDITOR);
      expect(answer.headers.location).toBe(NEW);
      const page = await browser.ask(NEW);
      expect([page.text.includes(STILL), questionIn(page)]).toEqual([false, ""]);
      expect(questionIn(await (await signedIn(world)).ask(NEW))).toBe("");
      // Its own person, in its own browser, later.
      await browser.ask("/sign-out", { form: {} });
      await browser.ask("/sign-in", { form: { email: OWNER, password: DEMO_PASSWORD } });
      expect(questionIn(await browser.ask(NEW))).toBe(QUESTION);
      expect(questionIn(await browser.ask("/knowledge-base/new?x=1"))).toBe("");
    },
  );

  test("is shown in the company where it was typed alone", async () => {
    const world = await openWorld();
    const globex = await world.orgId("globex");
    const owner = await staffId(world, OWNER);
    await world.services.store.write((trx) =>
      grantRole({ trx, orgId: globex, by: SYSTEM, now: world.time }, owner, "owner"),
    );
    const browser = await signedIn(world);
    await browser.ask("/account/org", { form: { orgId: await world.orgId("acme") } });
    const form = await typed(browser);
    await endSessions(world);
    await signInAt(browser, await browser.ask(NEW, { form }));
    await browser.ask("/account/org", { form: { orgId: globex } });
    expect(questionIn(await browser.ask(NEW))).toBe("");
    await browser.ask("/account/org", { form: { orgId: await world.orgId("acme") } });
    expect(questionIn(await browser.ask(NEW))).toBe(QUESTION);
  });

  test("waits for an hour, in a row that says nothing", async () => {
    const world = await openWorld();
    const browser = await signedIn(world);
    const form = await typed(browser);
    await endSessions(world);
    await browser.ask(NEW, { form });
    expect(JSON.stringify(await kept(world))).not.toMatch(/typed|owner@|knowledge/);
    world.time = new Date(world.time.getTime() + 61 * MINUTE);
    await browser.ask("/sign-in", { form: { email: OWNER, password: DEMO_PASSWORD } });
    expect(questionIn(await browser.ask(NEW))).toBe("");
  });

  test("leaves out passwords, codes and tokens, and what is too long or a file, and says so", async () => {
    const world = await openWorld();
    const browser = await signedIn(world);
    await endSessions(world);
    const long = "long ".repeat(15_000);
    const asked = await browser.ask(NEW, {
      form: new URLSearchParams([
        ["question", QUESTION],
        ["answer", long],
        ["comment", long],
        ["topic", long],
        ["a", long],
        ["password", "hush-1"],
        ["currentPassword", "hush-2"],
        ["code", "hush-3"],
        ["apiToken", "hush-4"],
        ["clientSecret", "hush-5"],
      ]),
    });
    expect(asked.text).toContain("One field was too long to store");
    const { key } = world.services;
    const [row] = await kept(world);
    const opened = key.open(`kept-form ${browser.cookie("otc_form")}`, row?.sealed ?? "");
    expect(opened).not.toContain("hush");
    expect(Buffer.byteLength(opened)).toBeLessThan(257 * 1024);
    expect(() => key.open("kept-form another", row?.sealed ?? "")).toThrow();
    const at = "/documents?uploadModal=true";
    const { body, headers } = multipart(
      [{ name: "report.pdf", type: "application/pdf", bytes: pdf() }],
      { type: "Policy" },
    );
    const upload = await browser.ask(at, { method: "POST", body, headers });
    expect([upload.status, upload.text.includes("The file report.pdf couldn’t be stored")]).toEqual(
      [401, true],
    );
  });

  test("by a script, too, which is led to the page itself", async () => {
    const world = await openWorld();
    const browser = await signedIn(world);
    const form = await typed(browser);
    await endSessions(world);
    const asked = await browser.ask("/knowledge-base/new.data", { form });
    expect([asked.status, asked.text.includes("/sign-in?redirectTo")]).toEqual([202, true]);
    await browser.ask("/sign-in", { form: { email: OWNER, password: DEMO_PASSWORD } });
    const data = await browser.ask("/knowledge-base/new.data");
    expect([data.status, data.text.includes("reload")]).toEqual([202, true]);
    expect(questionIn(await browser.ask(NEW))).toBe(QUESTION);
  });

  test("waits while a company asks for a second factor", async () => {
    const world = await openWorld();
    const browser = await signedIn(world);
    const form = await typed(browser);
    const orgId = await world.orgId("acme");
    const { store } = world.services;
    const requiredAt = world.time.toISOString();
    await store.write((trx) =>
      trx
        .insertInto("twoFactorRules")
        .values({ orgId, requiredAt, requiredBy: "Somebody" })
        .execute(),
    );
    const asked = await browser.ask(NEW, { form });
    expect([asked.status, asked.headers.location]).toEqual([303, "/account"]);
    expect((await browser.ask("/account")).text).toContain("Open it again");
    await store.write((trx) => trx.deleteFrom("twoFactorRules").execute());
    expect(questionIn(await browser.ask(NEW))).toBe(QUESTION);
    expect(await entries(world)).toBe(0);
  });
});

describe("strangers and other sites", () => {
  test("plant nothing in anybody's form", async () => {
    const world = await openWorld();
    const browser = await signedIn(world);
    const form = await typed(browser, "Planted?");
    await endSessions(world);
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
    ];
    for (const headers of foreign) {
      const answer = await browser.ask(NEW, { form, headers });
      expect([answer.status, answer.headers["set-cookie"]]).toEqual([403, undefined]);
    }
    expect(await kept(world)).toEqual([]);
  });

  testInFive(
    "make nothing grow: what nobody is known to have typed is bounded, and a person's, too",
    async () => {
      const world = await openWorld();
      const statuses = new Set<number>();
      for (let i = 0; i < 50; i += 1)
        statuses.add((await world.ask(NEW, { form: { question: `Mine ${i}` } })).status);
      expect([...statuses].sort()).toEqual([303, 401]);
      expect((await kept(world)).length).toBeLessThanOrEqual(40);
      const browser = await signedIn(world);
      await endSessions(world);
      const before = (await kept(world)).length;
      for (let i = 0; i < 20; i += 1)
        await browser.ask(`${NEW}?n=${i}`, { form: { question: `Mine ${i}` } });
      expect((await kept(world)).length - before).toBe(8);
    },
  );

  test("send empty forms and buttons to the sign-in as before, and keep nothing", async () => {
    const world = await openWorld();
    const answer = await world.ask(NEW, { form: { intent: "save", question: "" } });
    expect([answer.status, answer.headers["set-cookie"]]).toEqual([303, undefined]);
    expect(await kept(world)).toEqual([]);
  });
});

describe("a member's form", () => {
  const PAGE = "/acme/item/soc2-type2";

  async function member(world: World): Promise<Visitor> {
    const visitor = new Visitor(world);
    await visitor.logIn(RILEY);
    expect((await visitor.openLink((await lastLink(world)).link)).status).toBe(303);
    return visitor;
  }

  test("stands as it was typed after the mailed link was opened in the same browser", async () => {
    const world = await openWorld();
    const visitor = await member(world);
    const form = changed(formOf(await visitor.ask(PAGE), 'name="content"'), {
      content: "A long question\nin two lines",
    });
    await endSessions(world);
    const asked = await visitor.ask(PAGE, { form });
    expect([asked.status, asked.headers.location?.includes("loginRequest=true")]).toEqual([
      303,
      true,
    ]);
    world.time = new Date(world.time.getTime() + 5 * MINUTE);
    await visitor.logIn(RILEY);
    const signed = await visitor.openLink((await lastLink(world)).link);
    expect(signed.headers.location).toBe(PAGE);
    const again = await visitor.ask(PAGE);
    expect(again.text).toContain(STILL);
    expect(formOf(again, 'name="content"').get("content")).toBe("A long question\nin two lines");
    const comments = () =>
      world.services.store.read.selectFrom("comments").select("content").execute();
    expect((await comments()).filter(({ content }) => content.includes("two lines"))).toEqual([]);
    const sent = await visitor.ask(PAGE, { form: formOf(again, 'name="content"') });
    expect(sent.status).toBe(303);
    expect((await comments()).filter(({ content }) => content.includes("two lines"))).toHaveLength(
      1,
    );
  });

  test("stands there after the code was typed, and for nobody else", async () => {
    const world = await openWorld();
    const visitor = await member(world);
    const at = "/acme/invite-colleagues";
    const form = { emails: "one@customer.example", message: "Have a look at it" };
    await endSessions(world);
    const asked = await visitor.ask(at, { form });
    expect(asked.status).toBe(303);
    world.time = new Date(world.time.getTime() + 5 * MINUTE);
    await visitor.logIn(RILEY);
    const { code } = await lastLink(world);
    const typedCode = await visitor.ask("/acme/get-access?accessStatus=check-email", {
      form: { intent: "code", code },
    });
    expect([typedCode.status, typedCode.headers.location]).toEqual([303, at]);
    const again = (await visitor.ask(at)).text;
    expect([again.includes("one@customer.example"), again.includes("Have a look at it")]).toEqual([
      true,
      true,
    ]);
    expect(again).toContain(STILL);
    expect(again).not.toContain("Problem inviting");
    world.time = new Date(world.time.getTime() + 5 * MINUTE);
    expect((await (await member(world)).ask(at)).text).not.toContain("one@customer.example");
  });
});
