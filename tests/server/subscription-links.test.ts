import { describe, expect, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { removeSubscriber } from "#updates/subscribers/store/subscriber-lists.server.ts";
import { block } from "#updates/subscribers/store/subscription-blocks.server.ts";
import {
  oneClickUrl,
  readSubscriptionToken,
  subscriptionToken,
  unsubscribeUrl,
} from "#updates/subscribers/mail/subscription-links.ts";
import {
  hidden,
  linkIn,
  mails,
  subscribeApi,
  subscribed,
  subscriber,
} from "./subscribers-world.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";

const HOUR = 3_600_000;
const READER = "reader@reader.example";
const DOMAIN = "trust.acme.example";

/** A text with one character of it changed, at each of some places. */
function flipped(text: string): string[] {
  const places = [
    0,
    Math.floor(text.length / 3),
    Math.floor(text.length / 2),
    text.length - 2,
    text.length - 1,
  ];
  return places.map(
    (at) => text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1),
  );
}

async function confirmPath(world: World, email: string): Promise<string> {
  // Who subscribes on the company's own domain confirms there.
  await world.ask("/subscribe", { form: { email }, host: DOMAIN });
  return linkIn(
    (await mails(world)).findLast((mail) => mail.to === email),
    /confirm/,
  ).path;
}

function tokenOf(world: World, orgId: string, email = READER): string {
  return subscriptionToken(world.services.key, "subscription", orgId, email);
}

describe("the link that confirms", () => {
  test("changes nothing when it is opened, prefetched, or posted to without the page's own field", async () => {
    const world = await openWorld();
    const path = await confirmPath(world, READER);
    const page = await world.ask(path, { host: DOMAIN });
    expect(page.text).toContain(` action="${new URL(path, "http://x").search}" method="post">`);
    for (const method of ["GET", "HEAD"]) await world.ask(path, { host: DOMAIN, method });
    const other = hidden(
      await world.ask(await confirmPath(world, "other@reader.example"), { host: DOMAIN }),
      "proof",
    );
    for (const form of [
      {},
      { proof: "" },
      { proof: "x.y" },
      { proof: other },
      ...flipped(hidden(page, "proof")).map((proof) => ({ proof })),
    ] as Record<string, string>[]) {
      const answer = await world.ask(path, { host: DOMAIN, form });
      expect([answer.status, answer.text.includes("Please press the button again")]).toEqual([
        400,
        true,
      ]);
      expect(answer.text).toContain("<title>Error: Confirm subscription");
    }
    for (const headers of [
      { origin: "https://scanner.example" },
      { "sec-fetch-site": "cross-site" },
    ] as Record<string, string>[]) {
      expect(
        (await world.ask(path, { host: DOMAIN, form: { proof: hidden(page, "proof") }, headers }))
          .status,
      ).toBe(403);
    }
    expect(await subscriber(world, READER)).toMatchObject({ state: "pending" });
    expect(
      (await world.ask(path, { host: DOMAIN, form: { proof: hidden(page, "proof") } })).headers
        .location,
    ).toBe("/?subscribeStatus=Confirmed");
  });

  test("is good for 48 hours, and its page for a day", async () => {
    const world = await openWorld();
    const path = await confirmPath(world, READER);
    const proof = hidden(await world.ask(path, { host: DOMAIN }), "proof");
    world.time = new Date(world.time.getTime() + 25 * HOUR);
    expect((await world.ask(path, { host: DOMAIN, form: { proof } })).status).toBe(400);
    const fresh = hidden(await world.ask(path, { host: DOMAIN }), "proof");
    world.time = new Date(world.time.getTime() + 23 * HOUR);
    expect((await world.ask(path, { host: DOMAIN })).headers.location).toBe(
      "/?subscribeStatus=TokenInvalid",
    );
    expect((await world.ask(path, { host: DOMAIN, form: { proof: fresh } })).headers.location).toBe(
      "/?subscribeStatus=TokenInvalid",
    );
    expect(await subscriber(world, READER)).toMatchObject({ state: "pending" });
    const modal = await world.ask("/acme?subscribeStatus=TokenInvalid");
    expect(modal.text).toContain(wording.subscriptionLinkExpired);
    expect(modal.text).toContain('href="/acme?subscribe=true"');
  });

  test("altered, foreign or made up leads to the same answer, and fifty presses at once confirm once", async () => {
    const world = await openWorld();
    const path = await confirmPath(world, READER);
    const token = new URLSearchParams(path.split("?")[1]).get("token") ?? "";
    for (const bad of [...flipped(token), "", "none", "\u0000", "x".repeat(4_000)]) {
      expect(
        (await world.ask(`/acme/subscription/confirm?token=${encodeURIComponent(bad)}`)).headers
          .location,
      ).toBe("/acme?subscribeStatus=TokenInvalid");
    }
    expect((await world.ask(`/globex/subscription/confirm?token=${token}`)).headers.location).toBe(
      "/globex?subscribeStatus=TokenInvalid",
    );
    const proof = hidden(await world.ask(path, { host: DOMAIN }), "proof");
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => world.ask(path, { host: DOMAIN, form: { proof } })),
    );
    expect(new Set(answers.map(({ headers }) => headers.location))).toEqual(
      new Set(["/?subscribeStatus=Confirmed"]),
    );
    expect((await world.ask(path, { host: DOMAIN })).headers.location).toBe(
      "/?subscribeStatus=Confirmed",
    );
  });

  test("once spent brings back no subscription that has ended; subscribing again does", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    const path = await confirmPath(world, READER);
    const proof = hidden(await world.ask(path, { host: DOMAIN }), "proof");
    await world.ask(path, { host: DOMAIN, form: { proof } });
    await world.ask("/api/share/acme/unsubscribe", {
      body: JSON.stringify({ token: tokenOf(world, acme) }),
      headers: { "content-type": "application/json" },
    });
    expect(await subscriber(world, READER)).toMatchObject({ state: "unsubscribed" });
    expect((await world.ask(path, { host: DOMAIN, form: { proof } })).headers.location).toBe(
      "/?subscribeStatus=TokenInvalid",
    );
    expect(await subscriber(world, READER)).toMatchObject({ state: "unsubscribed" });
    world.time = new Date(world.time.getTime() + HOUR);
    await subscribed(world, READER);
    expect(await subscriber(world, READER)).toMatchObject({
      state: "confirmed",
      unsubscribedAt: null,
    });
  });

  test("says Blocked to an address or domain that staff keep out", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    await world.services.store.write((trx) =>
      block({ trx, orgId: acme, by: SYSTEM, now: world.time }, "reader.example"),
    );
    const path = await confirmPath(world, READER);
    const proof = hidden(await world.ask(path, { host: DOMAIN }), "proof");
    expect((await world.ask(path, { host: DOMAIN, form: { proof } })).headers.location).toBe(
      "/?subscribeStatus=Blocked",
    );
    expect(await subscriber(world, READER)).toMatchObject({ state: "blocked", confirmedAt: null });
    const modal = (await world.ask("/acme?subscribeStatus=Blocked")).text.replace(/<!-- -->/g, "");
    expect(modal).toMatch(
      /Subscription failed[^]*You are blocked from subscribing[^]*contact support[^]*Back to Trust Center/,
    );
  });
});

describe("unsubscribing", () => {
  test("by the mail's link: a dialog, its button, a message; the same link works again", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    await subscribed(world, READER);
    const link = new URL(
      unsubscribeUrl(world.services.key, {
        orgId: acme,
        portalUrl: "http://localhost:3000/acme",
        email: READER,
      }),
    );
    for (let i = 0; i < 2; i += 1) {
      const page = await world.ask(link.pathname + link.search);
      const text = page.text.replace(/<!-- -->/g, "");
      expect(text).toContain("Unsubscribe to Acme Cloud&#x27;s updates");
      expect(text).toContain(wording.noMoreUpdates);
      expect(page.headers["cache-control"]).toContain("no-store");
      expect(page.text).not.toContain(READER);
      const form = { token: hidden(page, "token"), proof: hidden(page, "proof") };
      if (i === 0) {
        expect(
          (await world.ask("/acme/unsubscribe", { form: { token: form.token } })).headers.location,
        ).toContain("/acme?unsubscribeToken=");
        expect(await subscriber(world, READER)).toMatchObject({ state: "confirmed" });
      }
      const done = await world.ask("/acme/unsubscribe", { form });
      expect([done.status, done.headers.location]).toEqual([303, "/acme"]);
      const home = await world.ask("/acme", {
        headers: { cookie: done.headers["set-cookie"]?.[0]?.split(";")[0] ?? "" },
      });
      expect(home.text).toMatch(/role="status"[^]*?You have been unsubscribed to updates/);
      expect(await subscriber(world, READER)).toMatchObject({ state: "unsubscribed" });
    }
    world.time = new Date(world.time.getTime() + 5 * 365 * 24 * HOUR);
    expect((await world.ask(link.pathname + link.search)).text).toContain(
      "Unsubscribe to Acme Cloud",
    );
  });

  test("with a token that decodes and is wrong ends in the failure dialog and its event; one that does not decode opens nothing", async () => {
    const world = await openWorld();
    const [acme, globex] = [await world.orgId("acme"), await world.orgId("globex")];
    await subscribed(world, READER);
    const token = tokenOf(world, acme);
    const [payload = ""] = token.split(".");
    const wrong = [
      `${payload}.${"A".repeat(43)}`,
      `${token}A`,
      tokenOf(world, globex),
      tokenOf(world, acme, "nobody@reader.example"),
      subscriptionToken(world.services.key, "one-click", acme, READER),
    ];
    for (const bad of wrong) {
      const page = await world.ask(`/acme?unsubscribeToken=${bad}`);
      expect(page.text, bad).toContain('role="dialog"');
      const done = await world.ask("/acme/unsubscribe", {
        form: { token: bad, proof: hidden(page, "proof") },
      });
      expect(done.headers.location).toBe("/acme?unsubscribeStatus=Failed");
      const api = await world.ask("/api/share/acme/unsubscribe", {
        body: JSON.stringify({ token: bad }),
        headers: { "content-type": "application/json" },
      });
      expect([api.status, JSON.parse(api.text).title]).toEqual([
        400,
        wording.unsubscribeLinkExpired,
      ]);
    }
    const failed = await world.ask("/acme?unsubscribeStatus=Failed");
    expect(failed.text.replace(/<!-- -->/g, "")).toMatch(
      /Unsubscribe failed[^]*Your unsubscribe link expired[^]*Please contact support at [^]*@[^]*Back to Trust Center/,
    );
    const events = await world.services.store.read
      .selectFrom("events")
      .select(["name", "detailJson"])
      .where("name", "=", "StatusPageUnsubscribeFailed")
      .execute();
    expect(events).toHaveLength(wrong.length * 2);
    expect(events[0]?.detailJson).toBe(JSON.stringify({ email: READER }));
    expect(await subscriber(world, READER)).toMatchObject({ state: "confirmed" });
    for (const none of ["x", "a.b", `${payload.slice(4)}.x`, "x".repeat(5_000), ""]) {
      expect((await world.ask(`/acme?unsubscribeToken=${none}`)).text, none).not.toContain(
        'role="dialog"',
      );
    }
  });

  test("after the subscriber was removed fails, as it says", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    await subscribed(world, READER);
    const { id = "" } = (await subscriber(world, READER)) ?? {};
    await world.services.store.write((trx) =>
      removeSubscriber({ trx, orgId: acme, by: SYSTEM, now: world.time }, id),
    );
    const api = await world.ask("/api/share/acme/unsubscribe", {
      body: JSON.stringify({ token: tokenOf(world, acme) }),
      headers: { "content-type": "application/json" },
    });
    expect(api.status).toBe(400);
    expect((await world.ask(`/acme/subscription?token=${tokenOf(world, acme)}`)).status).toBe(404);
  });

  test("by a plain form to the API is refused: only JSON, which no other site's form can send", async () => {
    const world = await openWorld();
    await subscribed(world, READER);
    const token = tokenOf(world, await world.orgId("acme"));
    expect((await world.ask("/api/share/acme/unsubscribe", { form: { token } })).status).toBe(415);
    expect(
      (
        await world.ask("/api/share/acme/unsubscribe", {
          body: JSON.stringify({ token }),
          headers: { "content-type": "application/json", origin: "https://evil.example" },
        })
      ).status,
    ).toBe(403);
    expect(await subscriber(world, READER)).toMatchObject({ state: "confirmed" });
  });
});

describe("one-click (RFC 8058)", () => {
  async function oneClick(world: World) {
    await subscribed(world, READER);
    const { pathname, search } = new URL(
      oneClickUrl(world.services.key, {
        orgId: await world.orgId("acme"),
        portalUrl: "http://trust.acme.example:3000",
        email: READER,
      }),
    );
    return pathname + search;
  }

  test("unsubscribes by both kinds of form, from any site, and answers 200 again and again", async () => {
    const world = await openWorld();
    const path = await oneClick(world);
    const multipart =
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    expect(
      (
        await world.ask(path, {
          host: DOMAIN,
          body: multipart,
          headers: {
            "content-type": "multipart/form-data; boundary=b",
            origin: "https://mail.example",
            "sec-fetch-site": "cross-site",
          },
        })
      ).status,
    ).toBe(200);
    expect(await subscriber(world, READER)).toMatchObject({ state: "unsubscribed" });
    for (let i = 0; i < 3; i += 1)
      expect((await world.ask(path, { form: { "List-Unsubscribe": "One-Click" } })).status).toBe(
        200,
      );
  });

  test("changes nothing by GET, HEAD, another body or another token; GET leads to the dialog", async () => {
    const world = await openWorld();
    const path = await oneClick(world);
    const opened = await world.ask(path);
    expect([
      opened.status,
      opened.headers.location?.startsWith("http://trust.acme.example:3000/?unsubscribeToken="),
    ]).toEqual([303, true]);
    await world.ask(path, { method: "HEAD" });
    for (const form of [{}, { "List-Unsubscribe": "Yes" }, { token: "x" }] as Record<
      string,
      string
    >[])
      expect((await world.ask(path, { form })).status).toBe(400);
    expect(
      (await world.ask(path, { body: "{}", headers: { "content-type": "application/json" } }))
        .status,
    ).toBe(400);
    expect(
      (
        await world.ask(path, {
          body: `List-Unsubscribe=One-Click&x=${"y".repeat(20_000)}`,
          headers: { "content-type": "application/x-www-form-urlencoded" },
        })
      ).status,
    ).toBe(400);
    const [place = "", token = ""] = path.split("?token=");
    const acme = await world.orgId("acme");
    for (const bad of [
      ...flipped(token),
      tokenOf(world, acme),
      subscriptionToken(world.services.key, "one-click", await world.orgId("globex"), READER),
    ]) {
      expect(
        (await world.ask(`${place}?token=${bad}`, { form: { "List-Unsubscribe": "One-Click" } }))
          .status,
        bad,
      ).toBe(400);
    }
    expect(
      (
        await world.ask(path, {
          host: "trust.acme.example",
          method: "PUT",
          body: "List-Unsubscribe=One-Click",
        })
      ).status,
    ).toBe(405);
    expect(await subscriber(world, READER)).toMatchObject({ state: "confirmed" });
    // The addresses beside it stay closed to other sites.
    for (const other of [
      "/api/share/acme/unsubscribe",
      "/api/share/acme/unsubscribe/one-click/x",
      "/api/share/acme/x/unsubscribe/one-click",
    ]) {
      expect(
        (
          await world.ask(other, {
            form: { "List-Unsubscribe": "One-Click" },
            headers: { origin: "https://evil.example" },
          })
        ).status,
        other,
      ).toBe(403);
    }
  });

  test("its token stands in no mail's body", async () => {
    const world = await openWorld();
    const path = await oneClick(world);
    world.time = new Date(world.time.getTime() + HOUR);
    await subscribeApi(world, { email: READER });
    const token = path.split("?token=")[1] ?? "";
    for (const mail of await mails(world))
      expect(mail.text + mail.html).not.toMatch(new RegExp(`one-click|${token}`));
    expect(
      readSubscriptionToken(world.services.key, "subscription", await world.orgId("acme"), token),
    ).toBeNull();
  });
});

describe("preferences", () => {
  test("are saved by the page's own form, and count for the next mailing", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    await subscribed(world, READER);
    const path = `/acme/subscription?token=${tokenOf(world, acme)}`;
    const page = await world.ask(path);
    expect([page.status, page.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    expect(page.text).toContain('<meta name="robots" content="noindex"');
    expect(page.headers["referrer-policy"]).toBe("same-origin");
    expect(page.text).toContain(READER);
    // w3m leaves the token away, unless the form names it.
    expect(page.text).toContain(' action="?token=');
    const proof = hidden(page, "proof");
    const lake = await world.productId("acme", "Acme Data Lake");
    const form = new URLSearchParams([
      ["scope", "some"],
      ["categories", "incidents"],
      ["categories", "general"],
      ["productIds", lake],
      ["productIds", "foreign"],
      ["digest", "weekly"],
    ]);
    expect((await world.ask(path, { form })).status).toBe(400);
    form.set("proof", proof);
    const saved = await world.ask(path, { form });
    expect([saved.status, saved.headers.location]).toEqual([303, path]);
    const { id = "" } = (await subscriber(world, READER)) ?? {};
    const { loadPreferences } =
      await import("#updates/subscribers/store/subscription-preferences.server.ts");
    expect(await loadPreferences(world.services.store.read, acme, id)).toEqual({
      allUpdates: false,
      categories: ["general", "incidents"],
      productIds: [lake],
      digest: "weekly",
    });
    for (const bad of [
      { scope: "some", digest: "each" },
      { scope: "all" },
      { digest: "each" },
      { scope: "x", digest: "y" },
    ] as Record<string, string>[]) {
      const refused = await world.ask(path, { form: { ...bad, proof } });
      expect(refused.status).toBe(400);
      expect(refused.text).toContain("<title>Error: Your subscription");
    }
  });

  test("open for no altered, foreign or missing token", async () => {
    const world = await openWorld();
    await subscribed(world, READER);
    const token = tokenOf(world, await world.orgId("acme"));
    for (const bad of ["", "x", ...flipped(token), tokenOf(world, await world.orgId("globex"))]) {
      const answer = await world.ask(`/acme/subscription?token=${bad}`);
      expect([answer.status, answer.text.includes(READER)], bad).toEqual([404, false]);
    }
    expect((await world.ask(`/globex/subscription?token=${token}`)).status).toBe(404);
  });
});
