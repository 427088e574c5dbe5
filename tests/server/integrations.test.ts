import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { isoNow } from "#db/ids.ts";
import { switchFeature } from "#company/settings/store/customizations.server.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { RILEY } from "./access-world.ts";
import { changesOf, EDITOR, itemOf, ORIGIN, post, words } from "./edit-world.ts";
import { changed, formOf } from "./page-form.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const STATUS = "Infrastructure.statusMonitoring";
const BOUNTY = "ApplicationSecurity.responsibleDisclosure";
const STATUS_FORM = `/acme/edit/cards/Infrastructure/items/${STATUS}`;
const BOUNTY_FORM = `/acme/edit/cards/ApplicationSecurity/items/${BOUNTY}`;
const DRAWER = "/acme/card/Infrastructure";
const TEMPORARY = "Temporary connection error. It might be due to a temporary issue in ";
const MINUTE = 60_000;

type Handler = (response: http.ServerResponse, request: http.IncomingMessage, body: string) => void;

/** Both providers, on loopback: what a path answers is a test's to say. */
class Providers {
  readonly asked: { path: string; body: string }[] = [];
  readonly #answers = new Map<string, Handler>();
  readonly #server = http.createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const path = `${request.method} ${request.url}`;
      const body = Buffer.concat(pieces).toString("utf8");
      this.asked.push({ path, body });
      const answer = this.#answers.get(path);
      if (answer === undefined) response.writeHead(404).end("{}");
      else answer(response, request, body);
    });
  });

  static async open(): Promise<Providers> {
    const providers = new Providers();
    await new Promise<void>((resolve) => providers.#server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      providers.#server.closeAllConnections();
      providers.#server.close();
    });
    return providers;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get page(): string {
    return `http://${this.host}/status`;
  }

  does(path: string, answer: Handler): void {
    this.#answers.set(path, answer);
  }

  says(status: unknown, code = 200, headers: http.OutgoingHttpHeaders = {}): void {
    const text = typeof status === "string" ? status : JSON.stringify(status);
    this.does("GET /status/api/v2/summary.json", (response) =>
      response.writeHead(code, { "Content-Type": "application/json", ...headers }).end(text),
    );
  }

  programs(answer: unknown, code = 200): void {
    const text = typeof answer === "string" ? answer : JSON.stringify(answer);
    this.does("POST /graphql", (response) => response.writeHead(code).end(text));
  }
}

const summary = (indicator: string, description: string) => ({
  page: { id: "x" },
  status: { indicator, description },
});
const TEAM = {
  handle: "acme",
  resolved_report_count: 1_234,
  last_report_resolved_at: "2026-01-02T03:04:05Z",
  average_time_to_first_program_response: 5,
  average_time_to_report_triage: 60,
  average_bounty_lower_amount: 500,
  average_bounty_upper_amount: 750,
};

interface Opened {
  world: World;
  providers: Providers;
  productId: string;
}

/** The demo's company with nothing connected, and providers that OUTBOUND_ALLOW exempts. */
async function open(): Promise<Opened> {
  const providers = await Providers.open();
  const world = await openWorld({
    OUTBOUND_ALLOW: providers.host,
    HACKERONE_URL: `http://${providers.host}`,
  });
  for (const provider of ["hackerone", "statuspageio"])
    expect((await call(world, `${provider}/disconnect`, {})).status).toBe(200);
  return { world, providers, productId: await world.productId("acme") };
}

function call(world: World, path: string, body: unknown, as = EDITOR): Promise<Answer> {
  return world.ask(`/api/integrations/${path}`, {
    as,
    method: "POST",
    body: JSON.stringify(body),
    headers: { ...ORIGIN, "content-type": "application/json" },
  });
}

const linked = (page: string) => `statuspageio/${encodeURIComponent(page)}`;
const json = (answer: Answer) => JSON.parse(answer.text) as Record<string, unknown>;

async function connected(): Promise<Opened> {
  const opened = await open();
  opened.providers.says(summary("none", "All is well"));
  expect((await call(opened.world, linked(opened.providers.page), {})).status).toBe(200);
  opened.providers.asked.length = 0;
  return opened;
}

/** Presses a button of an item's form. */
async function press(world: World, path: string, changes: Record<string, string | null>) {
  const form = changed(formOf(await world.ask(path, { as: EDITOR }), "enabledState"), changes);
  return post(world, path, Object.fromEntries(form));
}

async function settled(providers: Providers, times: number): Promise<void> {
  await expect.poll(() => providers.asked.length).toBe(times);
  await pause(100);
}

describe("connecting by the form", () => {
  testInFive("a status page goes through its states, and keeps what else was typed", async () => {
    const { world, providers } = await open();
    providers.says(summary("minor", "Search is slow"));
    const page = await world.ask(STATUS_FORM, { as: EDITOR });
    expect(words(page)).toContain("Statuspage is not connected.");
    expect(page.text.toLowerCase()).toContain(`formaction="${STATUS_FORM}/connect"`.toLowerCase());
    const answer = await press(world, `${STATUS_FORM}/connect`, {
      href: `${providers.page}/`,
      explanation: "Typed and not saved",
    });
    expect(answer.status).toBe(200);
    expect(words(answer)).toContain("Connected to Statuspage");
    expect(words(answer)).toMatch(/Minor issue\s+Search is slow/);
    expect(words(answer)).toContain("Typed and not saved");
    expect(words(answer)).toMatch(/as of \d\d:\d\d (?:UTC|GMT)/);
    expect(answer.text).toMatch(/<input[^>]*name="href"[^>]*readOnly|readonly/i);
    expect(answer.text).toMatch(/<input[^>]*name="showInCard"[^>]*checked/);
    const item = await itemOf(world, STATUS);
    expect([item?.href, item?.explanation]).toEqual([
      providers.page,
      expect.not.stringContaining("Typed"),
    ]);
    // What was typed is saved by the form as it stands now.
    const saved = await post(
      world,
      STATUS_FORM,
      Object.fromEntries(changed(formOf(answer, "enabledState"), { intent: "save" })),
    );
    expect(saved.status).toBe(303);
    expect((await itemOf(world, STATUS))?.explanation).toBe("Typed and not saved");

    const reader = await world.ask(DRAWER);
    expect(words(reader)).toMatch(/Minor issue\s+Search is slow/);
    expect(words(await world.ask("/acme"))).toMatch(/Minor issue:\s+Search is slow/);

    const ended = await press(world, `${STATUS_FORM}/disconnect`, {});
    expect(words(ended)).toContain("Disconnected from Statuspage");
    expect((await itemOf(world, STATUS))?.integrationJson).toBeNull();
    expect((await itemOf(world, STATUS))?.href).toBe(providers.page);
    expect(words(await world.ask(DRAWER))).not.toContain("Search is slow");
  });

  test("a program's statistics", async () => {
    const { world, providers } = await open();
    providers.programs({ data: { team: TEAM } });
    const answer = await press(world, `${BOUNTY_FORM}/connect`, {
      href: "hackerone.com/acme/",
    });
    expect(words(answer)).toContain("Connected to HackerOne");
    for (const fact of ["1,234", "January 2, 2026", "5 hours", "2.5 days", "$500 - $750"])
      expect(words(answer)).toContain(fact);
    expect(JSON.parse(providers.asked[0]?.body ?? "")).toMatchObject({
      variables: { handle: "acme" },
    });
    expect(words(await world.ask("/acme/card/ApplicationSecurity"))).toContain("1,234");
  });

  test.each([
    [
      "",
      "Please enter a valid HackerOne link, e.g. https://hackerone.com/acme (without query parameters)",
    ],
    [
      "https://hackerone.com/acme?type=team",
      "Please enter a valid HackerOne link, e.g. https://hackerone.com/acme (without query parameters)",
    ],
    [
      "https://hackerone.com",
      "Please enter a valid HackerOne link, e.g. https://hackerone.com/acme (without query parameters)",
    ],
    [
      "https://hackerone.com.example/acme",
      "Please enter a valid HackerOne link, e.g. https://hackerone.com/acme (without query parameters)",
    ],
  ])("refuses the link %j", async (href, message) => {
    const { world, providers } = await open();
    const answer = await press(world, `${BOUNTY_FORM}/connect`, { href });
    expect([answer.status, words(answer).includes(message)]).toEqual([400, true]);
    expect(providers.asked).toEqual([]);
  });

  test("the link stays what it is while it is connected, and the switch hides it", async () => {
    const { world, productId } = await connected();
    const other = await press(world, STATUS_FORM, {
      intent: "save",
      href: "https://elsewhere.example/",
    });
    expect([
      other.status,
      words(other).includes("Disconnect Statuspage to change the link."),
    ]).toEqual([400, true]);
    const hidden = await press(world, STATUS_FORM, { intent: "save", showInCard: null });
    expect(hidden.status).toBe(303);
    expect(words(await world.ask(DRAWER))).not.toContain("All is well");
    const share = `/api/share/acme/statuspageio?productId=${productId}`;
    expect((await world.ask(share)).status).toBe(404);
    const staff = await world.ask(`/api/trust-center/statuspageio?productId=${productId}`, {
      as: EDITOR,
    });
    expect(json(staff)).toMatchObject({ showInCard: false, description: "All is well" });
  });

  test("an item that nobody saved yet stays unpublished, and Undo ends a connection", async () => {
    const { world, providers } = await open();
    const productId = await world.productId("acme");
    await world.services.store.write((trx) =>
      trx
        .deleteFrom("items")
        .where("uid", "=", STATUS)
        .where("productId", "=", productId)
        .execute(),
    );
    providers.says(summary("none", "All is well"));
    const answer = await call(world, linked(providers.page), {});
    expect(answer.status).toBe(200);
    expect((await itemOf(world, STATUS))?.enabledState).toBe("NotEnabled");
    const change = (await changesOf(world)).at(-1);
    expect(change).toMatchObject({ id: json(answer).changeId, subject: "item" });
    expect(change?.summary).toContain("Statuspage");
    const undone = await post(world, `/acme/edit/changes/${change?.id}/undo`, {});
    expect(undone.status).toBe(303);
    expect(await itemOf(world, STATUS)).toBeUndefined();
    const audit = await world.services.store.read
      .selectFrom("audit")
      .select(["action", "subject"])
      .where("action", "like", "integration.%")
      .orderBy("at")
      .execute();
    expect(audit).toContainEqual({ action: "integration.connected", subject: providers.page });
    expect(audit).toContainEqual({
      action: "integration.disconnected",
      subject: "https://status.acme.example",
    });
  });

  test("the plan", async () => {
    const { world } = await connected();
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) =>
      switchFeature({ trx, orgId, now: world.time }, "growthIntegrations", false),
    );
    expect(words(await world.ask(STATUS_FORM, { as: EDITOR }))).toContain(
      "Upgrade to Growth to share live status on your Trust Center",
    );
    const form = await world.ask(BOUNTY_FORM, { as: EDITOR });
    expect(form.text).toContain(
      'title="Upgrade to Growth to share live stats on your Trust Center"',
    );
    const refused = await call(world, "hackerone/connect", { page: "https://hackerone.com/acme" });
    expect([refused.status, json(refused).title]).toEqual([
      403,
      "Upgrade to Growth to share live stats on your Trust Center",
    ]);
    expect(words(await world.ask(DRAWER))).not.toContain("All is well");
    const productId = await world.productId("acme");
    const answers = async (path: string, as?: string) =>
      world.ask(`${path}/hackerone?productId=${productId}`, as === undefined ? {} : { as });
    expect((await answers("/api/share/acme")).status).toBe(404);
    expect(json(await answers("/api/trust-center", EDITOR))).toMatchObject({
      allowed: false,
      enabled: false,
    });
  });
});

describe("what providers answer", () => {
  const invalid = wording.hackerOneFailed;
  test.each<[string, unknown, number, number, string, string]>([
    ["no such program", { data: { team: null } }, 200, 404, "NOT_FOUND", wording.invalidHackerOne],
    [
      "not found as an error",
      { data: { team: null }, errors: [{ type: "NOT_FOUND" }] },
      200,
      404,
      "NOT_FOUND",
      wording.invalidHackerOne,
    ],
    [
      "another error",
      { data: { team: null }, errors: [{ type: "THROTTLED" }] },
      200,
      502,
      "UNKNOWN",
      invalid,
    ],
    [
      "other types",
      { data: { team: { ...TEAM, resolved_report_count: "12" } } },
      200,
      502,
      "UNKNOWN",
      invalid,
    ],
    ["no JSON", "<html>", 200, 502, "UNKNOWN", invalid],
    ["an array", "[]", 200, 502, "UNKNOWN", invalid],
    ["too much", " ".repeat(1024 * 1024 + 1), 200, 502, "UNKNOWN", invalid],
    ["a redirect", "", 302, 502, "UNKNOWN", invalid],
    ["too many requests", { data: { team: TEAM } }, 429, 502, "UNKNOWN", invalid],
    ["a fault", { data: { team: TEAM } }, 500, 502, "UNKNOWN", invalid],
  ])("HackerOne: %s", async (_, body, code, status, fault, message) => {
    const { world, providers } = await open();
    const warned: string[] = [];
    const { log } = world.services;
    const { warn } = log;
    log.warn = (fields, said) => {
      warned.push(said);
      warn(fields, said);
    };
    providers.programs(body, code);
    const answer = await call(world, "hackerone/connect", { page: "https://hackerone.com/acme" });
    expect([answer.status, json(answer).code, json(answer).title]).toEqual([
      status,
      fault,
      message,
    ]);
    expect((await itemOf(world, BOUNTY))?.integrationJson).toBeNull();
    const reported = world.logged.some((line) => line.includes("could not be connected"));
    expect(reported).toBe(fault === "UNKNOWN");
    // A link that leads nowhere is no fault of this server.
    expect(world.logged.filter((line) => line.includes("request failed"))).toEqual([]);
    expect(warned.filter((said) => said.includes("a provider gave no answer"))).toHaveLength(
      status === 502 ? 1 : 0,
    );
  });

  test.each<[string, unknown, number]>([
    ["other types", { status: { indicator: 3, description: "x" } }, 200],
    ["an indicator that there is not", summary("odd", "x"), 200],
    ["no JSON", "All fine!", 200],
    ["null", "null", 200],
    ["too much", " ".repeat(1024 * 1024 + 1), 200],
    ["a redirect", "", 301],
    ["too many requests", summary("none", "x"), 429],
    ["a fault", summary("none", "x"), 500],
  ])("Statuspage: %s", async (_, body, code) => {
    const { world, providers } = await open();
    const message = wording.invalidStatuspage;
    providers.says(body, code, code === 301 ? { Location: "/elsewhere" } : {});
    for (const method of ["GET", "POST"]) {
      const answer = await world.ask(`/api/integrations/${linked(providers.page)}`, {
        as: EDITOR,
        method,
        headers: ORIGIN,
      });
      expect([answer.status, json(answer).title]).toEqual([502, message]);
    }
    expect(words(await press(world, `${STATUS_FORM}/connect`, { href: providers.page }))).toContain(
      message,
    );
    expect((await itemOf(world, STATUS))?.integrationJson).toBeNull();
  });

  testInTurn(
    "a page on a private address, and one that does not answer in time",
    async () => {
      const { world, providers } = await open();
      const inner = await call(world, linked("http://127.0.0.1:1/status"), {});
      expect(inner.status).toBe(502);
      providers.does("GET /status/api/v2/summary.json", () => undefined);
      const began = performance.now();
      expect((await call(world, linked(providers.page), {})).status).toBe(502);
      expect(performance.now() - began).toBeLessThan(9_000);
    },
    20_000,
  );

  test("a preview changes nothing, and its twin connects", async () => {
    const { world, providers } = await open();
    providers.says({
      ...summary("none", "All is well"),
      scheduled_maintenances: [{ status: "in_progress" }],
    });
    const before = (await changesOf(world)).length;
    const preview = await world.ask(`/api/integrations/${linked(providers.page)}`, { as: EDITOR });
    expect(json(preview)).toEqual({
      page: providers.page,
      allowed: true,
      showInCard: true,
      indicator: "maintenance",
      description: "All is well",
    });
    expect((await changesOf(world)).length).toBe(before);
    const answer = await call(world, linked(providers.page), {});
    expect(json(answer)).toMatchObject({ ...json(preview), changeId: expect.any(String) });
  });

  test("calls that edit need the right, and name the org's own product", async () => {
    const { world, providers } = await open();
    providers.says(summary("none", "All is well"));
    for (const path of [linked(providers.page), "hackerone/connect", "statuspageio/disconnect"]) {
      const of = (as?: string) =>
        world.ask(`/api/integrations/${path}`, {
          ...(as === undefined ? {} : { as }),
          method: "POST",
          body: JSON.stringify({ page: "https://hackerone.com/acme" }),
          headers: { ...ORIGIN, "content-type": "application/json" },
        });
      expect([(await of()).status, (await of("viewer@acme.example")).status]).toEqual([401, 403]);
    }
    const foreign = await world.productId("globex");
    for (const path of [
      `${linked(providers.page)}?productId=${foreign}`,
      `hackerone/disconnect?productId=${foreign}`,
    ])
      expect((await call(world, path, {})).status).toBe(404);
    expect(
      (
        await call(world, "hackerone/connect", {
          page: "https://hackerone.com/acme",
          productId: foreign,
        })
      ).status,
    ).toBe(404);
  });
});

describe("readings", () => {
  test("are made anew behind an answer, at most every five minutes, and kept pages end with them", async () => {
    const { world, providers } = await connected();
    expect(words(await world.ask("/acme"))).toContain("All is well");
    providers.says(summary("critical", "All is down"));
    world.time = new Date(world.time.getTime() + 4 * MINUTE);
    expect(words(await world.ask("/acme"))).toContain("All is well");
    expect(words(await world.ask(DRAWER))).toContain("All is well");
    await pause(100);
    expect(providers.asked).toEqual([]);

    world.time = new Date(world.time.getTime() + 2 * MINUTE);
    // Who comes first sees what was read before, and waits for nobody.
    expect(words(await world.ask("/acme"))).toContain("All is well");
    await settled(providers, 1);
    world.time = new Date(world.time.getTime() + 16_000);
    expect(words(await world.ask("/acme"))).toMatch(/Critical issue:\s+All is down/);
    expect(words(await world.ask(DRAWER))).toMatch(/Critical issue\s+All is down/);
    await pause(100);
    expect(providers.asked).toHaveLength(1);
  });

  test("hide the widget when they fail, and tell staff", async () => {
    const { world, providers, productId } = await connected();
    const { host } = providers;
    providers.says("<html>", 500);
    world.time = new Date(world.time.getTime() + 6 * MINUTE);
    await world.ask(DRAWER);
    await settled(providers, 1);
    world.time = new Date(world.time.getTime() + 16_000);
    for (const path of [DRAWER, "/acme"]) {
      const page = words(await world.ask(path));
      expect(page).not.toContain("All is well");
      expect(page).not.toContain(TEMPORARY);
    }
    const shared = `statuspageio?productId=${productId}`;
    expect((await world.ask(`/api/share/acme/${shared}`)).status).toBe(404);
    expect((await world.ask("/acme/live-status")).status).toBe(404);
    const message = `${TEMPORARY}${host}. In the meantime, your live status isn't shared on your Trust Center.`;
    for (const path of [DRAWER, STATUS_FORM])
      expect(words(await world.ask(path, { as: EDITOR }))).toContain(message);
    const staff = await world.ask(`/api/trust-center/${shared}`, { as: EDITOR });
    expect([staff.status, json(staff).title]).toEqual([502, message]);
    // It comes back by itself.
    providers.says(summary("none", "Up again"));
    world.time = new Date(world.time.getTime() + 6 * MINUTE);
    await world.ask(DRAWER);
    await settled(providers, 2);
    world.time = new Date(world.time.getTime() + 16_000);
    expect(words(await world.ask(DRAWER))).toContain("Up again");
  });

  test("no visitor waits for a slow page", async () => {
    const { world, providers } = await connected();
    providers.does("GET /status/api/v2/summary.json", () => undefined);
    world.time = new Date(world.time.getTime() + 6 * MINUTE);
    await world.ask("/acme");
    const began = performance.now();
    expect(words(await world.ask(DRAWER))).toContain("All is well");
    expect(performance.now() - began).toBeLessThan(3_000);
    await settled(providers, 1);
  });

  test("of the demo are examples that nobody is asked for", async () => {
    const world = await openWorld();
    world.time = new Date(world.time.getTime() + 60 * MINUTE);
    expect(words(await world.ask(DRAWER))).toMatch(/No incidents\s+All Systems Operational/);
    expect(words(await world.ask("/acme/card/ApplicationSecurity"))).toContain("412");
    await pause(100);
    expect(world.logged.filter((line) => line.includes("integration"))).toEqual([]);
  });
});

describe("who sees it", () => {
  test("whoever may open the item, at every address", async () => {
    const { world, productId } = await connected();
    const orgId = await world.orgId("acme");
    const account = await world.services.store.read
      .selectFrom("members")
      .select("accountId")
      .where("email", "=", RILEY)
      .executeTakeFirstOrThrow();
    const faces = async () => ({
      page: words(await world.ask(DRAWER)).includes("All is well"),
      card: words(await world.ask("/acme")).includes("All is well"),
      share: (await world.ask(`/api/share/${orgId}/statuspageio?productId=${productId}`)).status,
      link: (await world.ask("/acme/live-status")).status,
      member: (
        await world.ask(
          `/api/statuspage/share/${account.accountId}/external/statuspageio?productId=${productId}`,
          { as: RILEY },
        )
      ).status,
      staff: (
        await world.ask(`/api/trust-center/statuspageio?productId=${productId}`, { as: EDITOR })
      ).status,
      preview: (
        await world.ask(`/api/trust-center/statuspageio?productId=${productId}&view=public`, {
          as: EDITOR,
        })
      ).status,
    });
    expect(await faces()).toEqual({
      page: true,
      card: true,
      share: 200,
      link: 303,
      member: 200,
      staff: 200,
      preview: 200,
    });
    const share = await world.ask(`/api/share/${orgId}/statuspageio?productId=${productId}`);
    expect(json(share)).toEqual({
      allowed: true,
      showInCard: true,
      indicator: "none",
      description: "All is well",
      asOf: expect.stringMatching(/Z$/),
    });
    await world.services.store.write(async (trx) => {
      await trx
        .updateTable("items")
        .set({ publicAccess: 0, hiddenAt: isoNow(world.time), hiddenBy: "Ingrid" })
        .where("uid", "=", STATUS)
        .where("productId", "=", productId)
        .execute();
      await contentChanged(trx, orgId);
    });
    expect(await faces()).toMatchObject({
      page: false,
      card: false,
      share: 404,
      link: 404,
      staff: 200,
      preview: 404,
    });
    const none = await world.ask(`/api/share/${orgId}/statuspageio`);
    expect(none.status).toBe(400);
    const foreign = await world.productId("globex");
    expect((await world.ask(`/api/share/${orgId}/statuspageio?productId=${foreign}`)).status).toBe(
      404,
    );
  });

  test("a click on the live status is noted, of visitors alone", async () => {
    const { world, providers } = await connected();
    const events = () =>
      world.services.store.read
        .selectFrom("events")
        .select(["itemUid", "viewerKind", "detailJson"])
        .where("name", "=", "status card item clicked")
        .execute();
    const answer = await world.ask("/acme/live-status");
    expect([answer.status, answer.headers.location]).toEqual([303, providers.page]);
    await expect.poll(async () => (await events()).length).toBe(1);
    await world.ask("/acme/live-status", { method: "HEAD" });
    await world.ask("/acme/live-status", { as: EDITOR });
    expect(
      (await world.ask("/acme/live-status", { headers: { "sec-purpose": "prefetch" } })).status,
    ).toBe(503);
    await pause(100);
    expect(await events()).toEqual([
      { itemUid: STATUS, viewerKind: "public", detailJson: '{"indicator":"none"}' },
    ]);
  });
});
