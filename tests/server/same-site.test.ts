import { describe, expect, test } from "vitest";
import { createSetupLink } from "#auth/store/setup-links.server.ts";
import { sample } from "../sample.ts";
import { cookieOf, OWNER, signIn } from "./staff-journeys.ts";
import { DEMO_PASSWORD, openWorld, type World } from "./world.ts";

const ORIGIN = "http://localhost:3000";

/** What a browser says of a form that another page sent. */
const FOREIGN: Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "" },
  { origin: "https://localhost:3000" },
  { origin: "http://localhost" },
  { origin: "http://localhost:3001" },
  { origin: "http://localhost:3000.evil.example" },
  { origin: "http://evil.localhost:3000" },
  { origin: "http://127.0.0.1:3000" },
  { origin: "http://trust.acme.example:3000" },
  { origin: `${ORIGIN}, https://evil.example` },
  { origin: `${ORIGIN}/` },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "anything" },
  { origin: ORIGIN, "sec-fetch-site": "cross-site" },
  { origin: "null", "sec-fetch-site": "same-origin" },
];

/** Every table's rows; when a session was last seen, or on which day a member, is no change that anyone made. */
async function rows(world: World): Promise<string> {
  const { read } = world.services.store;
  const tables = await read.introspection.getTables();
  const all = await Promise.all(
    tables.map(async ({ name }) => {
      const found = await read
        .selectFrom(name as "sessions")
        .selectAll()
        .execute();
      return [
        name,
        name === "sessions"
          ? found.map((row) => ({ ...row, lastSeenAt: null }))
          : name === "memberVisits"
            ? []
            : found,
      ];
    }),
  );
  return JSON.stringify(all);
}

/** Every address that changes something, with a form that it would take. */
async function mutations(
  world: World,
): Promise<{ target: string; form: Record<string, string> }[]> {
  const globex = await world.orgId("globex");
  const token = await world.services.store.write((trx) => createSetupLink(trx, world.time));
  return [
    { target: "/sign-in", form: { email: OWNER, password: DEMO_PASSWORD } },
    { target: "/sign-in/code", form: { code: "123456" } },
    { target: "/sign-out", form: {} },
    {
      target: `/setup?token=${token}`,
      form: {
        orgName: "Evil Inc",
        slug: "evil",
        email: "evil@evil.example",
        password: "a long password of mine",
      },
    },
    { target: "/account", form: { intent: "sign-out-everywhere" } },
    { target: "/account", form: { intent: "begin-totp" } },
    { target: "/account/org", form: { orgId: globex } },
    { target: "/acme/subscribe", form: { email: "someone@else.example" } },
    { target: "/acme/unsubscribe", form: { token: "x.y" } },
    { target: "/acme/subscription?token=x.y", form: { scope: "all", digest: "each" } },
    { target: "/subscribers/blocks", form: { intent: "block", value: "else.example" } },
    { target: "/subscribers/export.csv", form: {} },
    { target: "/api/share/acme/subscribe", form: { email: "someone@else.example" } },
    { target: "/api/share/acme/assets/none", form: { a: "b" } },
  ];
}

describe("a form that another site sent", () => {
  test("is refused with 403 at every address, page or data, and changes nothing", async () => {
    const world = await openWorld();
    const cookie = cookieOf(await signIn(world));
    const forms = await mutations(world);
    const before = await rows(world);
    for (const { target, form } of forms) {
      const [path = "", query] = target.split("?");
      for (const address of [target, `${path}.data${query === undefined ? "" : `?${query}`}`]) {
        for (const headers of FOREIGN) {
          const answer = await world.ask(address, { form, headers: { ...headers, cookie } });
          expect([address, headers, answer.status]).toEqual([address, headers, 403]);
          expect(answer.headers["set-cookie"]).toBeUndefined();
          if (!address.startsWith("/api/"))
            expect(answer.text).toBe(
              "This form was sent from another site. Nothing was changed.\n",
            );
        }
      }
    }
    expect(await rows(world)).toBe(before);
  });

  test("is refused for PUT, PATCH and DELETE on the API, too", async () => {
    const world = await openWorld();
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const answer = await world.ask("/api/share/acme/assets/none", {
        method,
        headers: { origin: "https://evil.example" },
      });
      expect([method, answer.status, answer.headers["content-type"]]).toEqual([
        method,
        403,
        "application/problem+json",
      ]);
    }
  });

  test("is refused on an org's own domain by that domain's origin", async () => {
    const world = await openWorld();
    const host = "trust.acme.example:3000";
    for (const origin of [
      ORIGIN,
      "http://trust.globex.example:3000",
      "http://trust.acme.example",
    ]) {
      expect([
        origin,
        (await world.ask("/", { host, method: "POST", headers: { origin } })).status,
      ]).toEqual([origin, 403]);
    }
    expect(
      (await world.ask("/", { host, method: "POST", headers: { origin: `http://${host}` } }))
        .status,
    ).toBe(405);
  });
});

describe("a form of our own", () => {
  test("is taken from a browser, new or old, and from text browsers and curl, which say nothing", async () => {
    const world = await openWorld();
    const own: Record<string, string>[] = [
      {},
      { origin: ORIGIN },
      { origin: "HTTP://LOCALHOST:3000" },
      { "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "none" },
      { origin: ORIGIN, "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate" },
      { referer: "https://evil.example/" },
      { "user-agent": "Lynx/2.9.0dev.12 libwww-FM/2.14", cookie: "SameSite=Lax" },
    ];
    for (const headers of own) {
      const answer = await signIn(world, {}, headers);
      expect([headers, answer.status]).toEqual([headers, 303]);
      expect(cookieOf(answer)).not.toBe("");
    }
  });
});

describe("GET and HEAD", () => {
  /** Every address of the product that a link can name, and what forms would send, in the query. */
  async function addresses(world: World): Promise<string[]> {
    const forms = (await mutations(world)).map(
      ({ target, form }) =>
        `${target}${target.includes("?") ? "&" : "?"}${new URLSearchParams(form)}`,
    );
    const portal = [
      "",
      "/updates",
      "/subprocessors",
      "/faq",
      "/faq?q=data",
      "/card/Legal",
      "/product/acme+cloud",
      "/robots.txt",
      "/sitemap.xml",
      "/.well-known/security.txt",
    ].map((path) => `/acme${path}`);
    const dialogs = [
      "requestAccess=true",
      "loginRequest=true",
      "subscribe=true",
      "unsubscribeToken=x",
      "inviteToken=x",
      "inviteColleagues=true",
      "byoidJwt=x",
      "view=public",
      "edit=true",
    ].map((query) => `/acme?${query}`);
    return [
      ...forms,
      ...portal,
      ...dialogs,
      "/",
      "/healthz",
      "/readyz",
      "/robots.txt",
      "/sign-in",
      "/sign-out",
      "/account",
      "/audit",
      "/team",
      "/mail",
      "/mail/suppressions",
      "/setup",
      "/api/share/acme/open-graph.png",
      "/api/none",
    ];
  }

  test("change not one row, whoever asks, page or data", async () => {
    const world = await openWorld();
    const all = await addresses(world);
    const cookies = [
      "",
      await world.cookieOf(OWNER, world.host),
      await world.cookieOf("riley@customer.example", world.host),
    ];
    const before = await rows(world);
    for (const cookie of cookies) {
      for (const target of all) {
        const [path = "", query = ""] = target.split("?");
        const ways = [
          [target, "GET"],
          [target, "HEAD"],
          [`${path}.data?${query}`, "GET"],
        ] as const;
        // The short run asks for each in one of the three ways.
        for (const [address, method] of sample(ways, 1, `${target} for ${cookie.slice(0, 9)}`)) {
          const answer = await world.ask(address, { method, headers: { cookie } });
          expect(answer.status, `${method} ${address}`).toBeLessThan(500);
          expect(answer.headers["set-cookie"]?.join() ?? "", `${method} ${address}`).not.toMatch(
            /otc_(?:staff|member)=/,
          );
        }
      }
    }
    expect(await rows(world)).toBe(before);
  });
});
