import { describe, expect, test } from "vitest";
import { readFlash } from "#platform/http/request/flash.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { TOPIC_CATEGORIES } from "#model/updates/words.ts";
import { loadPreferences } from "#updates/subscribers/store/subscription-preferences.server.ts";
import { block } from "#updates/subscribers/store/subscription-blocks.server.ts";
import { testInFive } from "../in-turn.ts";
import {
  hidden,
  linkIn,
  mails,
  subscribeApi,
  subscribed,
  subscribeForm,
  subscriber,
  subscriberRows,
} from "./subscribers-world.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const HOUR = 3_600_000;
const NEW = "new@reader.example";

function flashOf(world: World, answer: Answer): string | undefined {
  const cookie =
    answer.headers["set-cookie"]?.find((one) => one.startsWith("otc_flash="))?.split(";")[0] ?? "";
  return readFlash({ host: world.host, cookies: cookie }, world.services)?.text;
}

/** The subscribe form with these categories ticked. */
function choice(categories: readonly string[]): URLSearchParams {
  return new URLSearchParams([
    ["email", NEW],
    ["offers", "categories"],
    ...categories.map((category) => ["categories", category]),
  ]);
}

async function chosen(world: World) {
  const { id = "" } = (await subscriber(world, NEW)) ?? {};
  return loadPreferences(world.services.store.read, await world.orgId("acme"), id);
}

describe("subscribing", () => {
  test("by the form: one pending subscriber, one mail, a message on the page; the mail's button confirms", async () => {
    const world = await openWorld();
    const answer = await subscribeForm(world, {
      email: "  New@Reader.EXAMPLE ",
      source: "portal",
      returnTo: "/acme/updates",
    });
    expect([answer.status, answer.headers.location]).toEqual([303, "/acme/updates"]);
    expect(flashOf(world, answer)).toBe(wording.confirmSubscription);
    expect(await subscriber(world, NEW)).toMatchObject({
      state: "pending",
      source: "portal",
      confirmedAt: null,
    });
    const page = await world.ask("/acme/updates", {
      headers: { cookie: answer.headers["set-cookie"]?.[0]?.split(";")[0] ?? "" },
    });
    expect(page.text).toMatch(
      /role="status"[^]*?Please check your email inbox to confirm your subscription/,
    );

    const [mail] = await mails(world);
    expect(mail).toMatchObject({ to: NEW, kind: "subscription-confirm" });
    const { host, path } = linkIn(mail, /confirm/);
    const confirm = await world.ask(path, { host });
    expect(confirm.status).toBe(200);
    expect(confirm.text).toContain("Confirm subscription</button>");
    expect(confirm.headers["cache-control"]).toContain("no-store");
    const done = await world.ask(path, { host, form: { proof: hidden(confirm, "proof") } });
    expect([done.status, done.headers.location]).toEqual([303, "/acme?subscribeStatus=Confirmed"]);
    expect(await subscriber(world, NEW)).toMatchObject({
      state: "confirmed",
      confirmedAt: world.time.toISOString(),
    });
    const modal = await world.ask("/acme?subscribeStatus=Confirmed", { host });
    expect(modal.text).toContain("Subscription confirmed");
    expect(modal.text.replace(/<!-- -->/g, "")).toContain(
      "You will now receive updates from Acme Cloud&#x27;s Trust Center via email",
    );
  });

  test.each([
    ["some categories", ["incidents", "general"], false, ["general", "incidents"]],
    ["all of them, which is every update", TOPIC_CATEGORIES, true, []],
  ] as const)("to %s", async (_what, categories, allUpdates, kept) => {
    const world = await openWorld();
    const answer = await world.ask("/acme/subscribe", { form: choice(categories) });
    expect(answer.status).toBe(303);
    expect(await chosen(world)).toMatchObject({ allUpdates, categories: kept });
  });

  test("to no category is refused; the page keeps what was filled in", async () => {
    const world = await openWorld();
    const answer = await world.ask("/acme/subscribe", { form: choice([]) });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("Choose at least one category");
    expect(answer.text).toContain(`value="${NEW}"`);
    expect(answer.text).not.toMatch(/name="categories"[^>]*checked/);
    expect(await subscriber(world, NEW)).toBeUndefined();
  });

  test("anew with other categories replaces the choice until it is confirmed, and never after", async () => {
    const world = await openWorld();
    await world.ask("/acme/subscribe", { form: choice(["general"]) });
    world.time = new Date(world.time.getTime() + HOUR);
    await subscribed(world, NEW);
    expect(await chosen(world)).toMatchObject({ allUpdates: false, categories: ["general"] });
    world.time = new Date(world.time.getTime() + HOUR);
    expect((await world.ask("/acme/subscribe", { form: choice(["incidents"]) })).status).toBe(303);
    expect(await chosen(world)).toMatchObject({ allUpdates: false, categories: ["general"] });
  });

  test("by the API, with the same rules and the same answer", async () => {
    const world = await openWorld();
    const answer = await subscribeApi(world, { email: NEW, source: "api" });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      200,
      { ok: true, message: wording.confirmSubscription },
    ]);
    expect(await subscriber(world, NEW)).toMatchObject({ state: "pending", source: "api" });
    for (const [body, message] of [
      [{}, "Email is required"],
      [{ email: "" }, "Email is required"],
      [{ email: 7 }, "Email is required"],
      [{ email: "x" }, wording.invalidEmail],
      [{ email: `a@b.example\r\nBcc: c@d.example` }, wording.invalidEmail],
    ] as const) {
      const refused = await subscribeApi(world, body);
      expect([
        refused.status,
        refused.headers["content-type"],
        JSON.parse(refused.text).errors,
      ]).toEqual([400, "application/problem+json", { email: [message] }]);
    }
    expect(
      (
        await world.ask("/api/share/acme/subscribe", {
          body: "email=a@b.example",
          headers: { "content-type": "application/x-www-form-urlencoded" },
        })
      ).status,
    ).toBe(415);
    for (const path of ["nobody", await world.orgId("globex")]) {
      expect(
        (
          await subscribeApi(
            world,
            { email: NEW },
            path,
            path === "nobody" ? {} : { host: "trust.acme.example" },
          )
        ).status,
      ).toBe(404);
    }
  });

  test("fifty times at once makes one subscriber and one mail, by form and API together", async () => {
    const world = await openWorld();
    const spellings = [
      NEW,
      "NEW@reader.example",
      " new@READER.example ",
      "new+trust@reader.example",
    ];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        i % 2 === 0
          ? subscribeForm(world, { email: spellings[i % 4] ?? NEW })
          : subscribeApi(world, { email: spellings[i % 4] }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 200]));
    expect((await subscriberRows(world)).filter(({ emailKey }) => emailKey === NEW)).toHaveLength(
      1,
    );
    expect((await mails(world)).filter(({ kind }) => kind === "subscription-confirm")).toHaveLength(
      1,
    );
  });

  test("tells outsiders nothing: new, pending, confirmed, unsubscribed and blocked addresses get the same answer", async () => {
    const world = await openWorld();
    await subscribed(world, "known@reader.example");
    const acme = await world.orgId("acme");
    await world.services.store.write((trx) =>
      block({ trx, orgId: acme, by: SYSTEM, now: world.time }, "blocked.example"),
    );
    world.time = new Date(world.time.getTime() + HOUR);
    const seen = new Set<string>();
    for (const email of [
      "fresh@reader.example",
      "fresh@reader.example",
      "known@reader.example",
      "someone@mail.blocked.example",
    ]) {
      const [form, api] = [
        await subscribeForm(world, { email }),
        await subscribeApi(world, { email }),
      ];
      seen.add(
        JSON.stringify([
          form.status,
          form.headers.location,
          flashOf(world, form),
          api.status,
          api.text,
        ]),
      );
    }
    expect(seen.size).toBe(1);
    const last = (await mails(world))
      .slice(1)
      .map(({ to, kind }) => `${kind} ${to}`)
      .sort();
    expect(last).toEqual([
      "subscribed-already known@reader.example",
      "subscription-confirm fresh@reader.example",
      "subscription-confirm someone@mail.blocked.example",
    ]);
  });

  testInFive(
    "mails one address four times a day at most, and a network is stopped at three hundred addresses",
    async () => {
      const world = await openWorld();
      for (let i = 0; i < 8; i += 1) {
        expect((await subscribeForm(world, { email: `new+${i}@reader.example` })).status).toBe(303);
        world.time = new Date(world.time.getTime() + 10 * 60_000);
      }
      expect(await mails(world)).toHaveLength(4);
      const statuses: number[] = [];
      for (let i = 0; i < 300; i += 1)
        statuses.push(
          (await subscribeApi(world, { email: "x" + String(i) + "@reader.example" })).status,
        );
      expect(statuses.filter((status) => status === 200)).toHaveLength(292);
      const refused = await subscribeForm(world, { email: "late@reader.example" });
      expect([refused.status, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
      expect(refused.text).toContain('value="late@reader.example"');
    },
  );

  test("refused, shows the form again with its values, the message at the field and in the title", async () => {
    const world = await openWorld();
    for (const [email, message] of [
      ["", "Email is required"],
      ["no address", wording.invalidEmail],
      [`${"a".repeat(400)}@b.example`, wording.invalidEmail],
    ] as const) {
      const answer = await subscribeForm(world, { email, agree: "yes" });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain("<title>Error: Subscribe");
      expect(answer.text).toContain(`href="#subscribe-email"`);
      expect(answer.text).toMatch(new RegExp(`subscribe-email-error"[^]*?${message}`));
      if (email !== "") expect(answer.text).toContain(`value="${email}"`);
    }
    expect(await mails(world)).toEqual([]);
  });

  test("leads only back into the portal", async () => {
    const world = await openWorld();
    for (const returnTo of [
      "//evil.example",
      "https://evil.example/",
      "/globex",
      "/acme.evil",
      "/\\evil.example",
      "/sign-out",
      "",
    ]) {
      expect(
        (await subscribeForm(world, { email: NEW, returnTo })).headers.location,
        returnTo,
      ).toBe("/acme");
    }
    expect(
      (
        await world.ask("/subscribe", {
          host: "trust.acme.example",
          form: { email: NEW, returnTo: "/updates" },
        })
      ).headers.location,
    ).toBe("/updates");
  });

  test("is not there where the org switched it off, nor for the owner", async () => {
    const world = await openWorld();
    expect(
      (await world.ask("/acme?subscribe=true", { as: "owner@acme.example" })).text,
    ).not.toContain('role="dialog"');
    expect((await world.ask("/acme?subscribe=true")).text).toMatch(
      /role="dialog"[^]*?Subscribe to/,
    );
    const acme = await world.orgId("acme");
    await world.services.store.write((trx) =>
      updateCustomization({ trx, orgId: acme, now: new Date() }, { subscribeEnabled: false }),
    );
    const page = await world.ask("/acme?subscribe=true");
    expect(page.text).not.toContain('role="dialog"');
    expect(page.text).not.toMatch(/Subscribe</);
    expect((await world.ask("/acme/subscribe")).status).toBe(404);
    expect((await subscribeForm(world, { email: NEW })).status).toBe(404);
    expect((await subscribeApi(world, { email: NEW })).status).toBe(404);
    expect(await mails(world)).toEqual([]);
  });

  test("that fails unexpectedly says so and leaves an event", async () => {
    const world = await openWorld();
    await world.services.store.write((trx) =>
      trx.schema.alterTable("outbox").renameTo("outboxAway").execute(),
    );
    const answer = await subscribeForm(world, { email: NEW });
    expect(answer.status).toBe(500);
    expect(answer.text).toMatch(
      /role="alert"[^>]*>(?:(?!<\/p>)[^])*Unfortunately, an unknown error has occurred\./,
    );
    expect(answer.text).not.toContain(wording.problem);
    const api = await subscribeApi(world, { email: NEW });
    expect([api.status, JSON.parse(api.text).title]).toEqual([
      500,
      "Unfortunately, an unknown error has occurred.",
    ]);
    const events = await world.services.store.read
      .selectFrom("events")
      .select(["name", "viewerKind"])
      .execute();
    expect(events).toEqual([
      { name: "StatusPageSubscribeFailed", viewerKind: "public" },
      { name: "StatusPageSubscribeFailed", viewerKind: "public" },
    ]);
    expect(await subscriber(world, NEW)).toBeUndefined();
  });
});
