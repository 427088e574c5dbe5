import http from "node:http";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cookieOf, OWNER, setupPath, signIn } from "./staff-journeys.ts";
import { WALK } from "../limits.ts";
import { chance, everything } from "../sample.ts";
import { openWorld, type World } from "./world.ts";
import { testInFive } from "../in-turn.ts";

/** Cases for each address, from the seed of the run, so that a failure comes again. */
const CASES = everything ? 1_000 : 100;
const SEED = Math.floor(chance("odd requests") * 2 ** 31);
/** Requests under way at once, over connections that stay. */
const AT_ONCE = 16;

interface Sent {
  method?: string;
  target: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Got {
  status: number;
  type: string;
  text: string;
}

/** Sends a request as it is; the path may hold what `new URL` would tidy up. */
function send(
  world: World,
  agent: http.Agent,
  { method = "GET", target, headers = {}, body }: Sent,
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const all = {
      host: world.host,
      ...headers,
      ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
    };
    const request = http.request(
      { agent, host: "127.0.0.1", port: world.port, method, path: target, headers: all },
      (response) => {
        let text = "";
        response.setEncoding("latin1").on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            type: String(response.headers["content-type"]),
            text,
          }),
        );
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

/** Sends every case and judges every answer. */
async function judge(
  world: World,
  cases: readonly Sent[],
  verdict: (answer: Got, sent: Sent) => void,
): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const waiting = [...cases];
  const work = async () => {
    for (let sent = waiting.pop(); sent !== undefined; sent = waiting.pop()) {
      const answer = await send(world, agent, sent);
      expect(
        answer.status,
        `${sent.method ?? "GET"} ${sent.target.slice(0, 500)}\n${sent.body?.slice(0, 500) ?? ""}`,
      ).toBeLessThan(500);
      expect(answer.text).not.toMatch(/at \S+ \((?:file:|\/)|node_modules|SqliteError/);
      verdict(answer, sent);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  agent.destroy();
  expect(world.logged.filter((line) => line.includes("unexpected error"))).toEqual([]);
}

const ODD_TEXTS = [
  "",
  " ",
  ".",
  "..",
  "...",
  "/",
  "//",
  "\\",
  "%",
  "%%",
  "%0",
  "%zz",
  "%00",
  "%0d%0a",
  "%ff",
  "%c0%af",
  "%ed%a0%80",
  "%f0%9f%98%80",
  "%e2%80%ae",
  "%2e%2e%2f",
  "%252e",
  "%25",
  "+",
  "*",
  "~",
  "@",
  ":",
  ";",
  "..;",
  "null",
  "undefined",
  "NaN",
  "true",
  "-1",
  "0",
  "1e309",
  "9".repeat(400),
  "a".repeat(3_000),
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "[object Object]",
  "<script>alert(1)</script>",
  "' or 1=1 --",
  '"',
  "`",
  "${7*7}",
  "{{7*7}}",
  "javascript:alert(1)",
  "//evil.example",
  "https://evil.example",
  "\u0000",
  "\ufeff",
  "\u202e",
  "😀",
  "é",
  "ÿ",
  "\ud800",
];

/** Words of the product, so that cases get past the first door. */
const WORDS = [
  "acme",
  "globex",
  "card",
  "item",
  "product",
  "updates",
  "subprocessors",
  "faq",
  "controls",
  "webpages",
  "live-status",
  "integrations",
  "hackerone",
  "statuspageio",
  "documents",
  "robots.txt",
  "sitemap.xml",
  ".well-known",
  "security.txt",
  "sign-in",
  "code",
  "sign-out",
  "setup",
  "account",
  "org",
  "audit",
  "team",
  "api",
  "share",
  "assets",
  "open-graph.png",
  "healthz",
  "readyz",
  "Legal",
  "Documents",
  "RiskProfile",
  "acme+cloud",
  "acme%20cloud",
  "search",
  "edit",
  ".data",
  "_root.data",
  "favicon.svg",
  "feed.xml",
  "-",
  "unknown-host",
];

const NAMES = [
  "card",
  "documents",
  "edit",
  "itemName",
  "itemUid",
  "loginRequest",
  "page",
  "product",
  "productId",
  "requestAccess",
  "show",
  "source",
  "subscribe",
  "subscribeStatus",
  "tab",
  "tcuUid",
  "updates",
  "unsubscribeToken",
  "inviteToken",
  "byoidJwt",
  "token",
  "q",
  "inviteColleagues",
  "view",
  "accountId",
  "permissionProfileId",
  "redirectTo",
  "v",
  "_routes",
  "index",
  "__proto__",
  "constructor",
  "constructor[prototype]",
  "__proto__[x]",
  "toString",
  "a[b][c]",
  "[]",
  "",
];

const odd = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ maxLength: 12 }),
);
const segment = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 2, arbitrary: odd },
);

/** Percent-encodes what a request line can't hold, and leaves every oddity that it can. */
function sendable(text: string): string {
  return [...Buffer.from(text, "utf8")]
    .map((byte) =>
      byte > 0x20 && byte < 0x7f
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, "0")}`,
    )
    .join("");
}

const query = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...NAMES) }, { weight: 1, arbitrary: odd }),
      odd,
    ),
    { maxLength: 6 },
  )
  .map((pairs) =>
    pairs.length === 0
      ? ""
      : `?${pairs.map(([name, value]) => `${sendable(name)}=${sendable(value)}`).join("&")}`,
  );

function sample<T>(arbitrary: fc.Arbitrary<T>, numRuns = CASES): T[] {
  return fc.sample(arbitrary, { numRuns, seed: SEED });
}

/** The addresses of the product, each with its free parts as `*`. */
const ROUTES = [
  "/*",
  "/globex",
  "/globex/*",
  "/*/updates",
  "/globex/card/*",
  "/globex/item/*",
  "/acme/product/*",
  "/acme/product/*/card/*",
  "/acme/product/*/*",
  "/globex/updates",
  "/acme/updates/*",
  "/globex/subprocessors",
  "/globex/faq",
  "/acme/robots.txt",
  "/globex/sitemap.xml",
  "/acme/.well-known/*",
  "/",
  "/robots.txt",
  "/healthz",
  "/readyz",
  "/sign-in",
  "/sign-in/code",
  "/sign-out",
  "/setup",
  "/account",
  "/account/org",
  "/audit",
  "/team",
  "/mail",
  "/mail/suppressions",
  "/api/*",
  "/api/share/*/open-graph.png",
  "/api/share/acme/assets/*",
  "/api/share/*/assets/*",
  "/assets/*",
];

describe("odd addresses, a thousand and more", () => {
  testInFive(
    "of each route are answered without a 5xx, for visitors",
    async () => {
      const world = await openWorld();
      const each = Math.ceil((3 * CASES) / ROUTES.length / 2);
      const cases = ROUTES.flatMap((route) => {
        const parts = route.split("*").length - 1;
        const target = fc
          .tuple(fc.array(odd, { minLength: parts, maxLength: parts }), query)
          .map(([free, search]) => route.replace(/\*/g, () => sendable(free.pop() ?? "")) + search);
        return sample(target, each).map((path): Sent => ({ target: path }));
      });
      expect(cases.length).toBeGreaterThan(CASES);
      await judge(world, cases, () => undefined);
    },
    WALK.timeout,
  );

  test(
    "made of the product's own words and of oddities are answered without a 5xx, for visitors, on both doors, as data too",
    async () => {
      const world = await openWorld();
      const target = fc
        .tuple(
          fc.array(segment, { maxLength: 6 }),
          fc.constantFrom("", "", "/", ".data", "//", "/..;/", "%2f"),
          query,
        )
        .map(([path, end, search]) => `/${path.map(sendable).join("/")}${end}${search}`);
      const cases = sample(target).map((path, i): Sent => ({
        target: path,
        ...(i % 4 === 0 ? { headers: { host: "trust.acme.example:3000" } } : {}),
        ...(i % 7 === 0 ? { method: "HEAD" } : {}),
      }));
      await judge(world, cases, () => undefined);
    },
    WALK.timeout,
  );

  test(
    "are answered without a 5xx for staff, who see more",
    async () => {
      const world = await openWorld();
      const cookie = await world.cookieOf("owner@globex.example", world.host);
      const routes = [
        "/globex",
        "/globex/updates",
        "/globex/faq",
        "/globex/card/*",
        "/globex/product/*/*",
        "/audit",
        "/team",
        "/mail",
        "/mail/suppressions",
        "/account",
        "/sign-in",
        "/globex.data",
        "/audit.data",
      ];
      const target = fc
        .tuple(fc.constantFrom(...routes), odd, query)
        .map(([route, free, search]) => route.replace(/\*/g, () => sendable(free)) + search);
      await judge(
        world,
        sample(target, CASES / 2).map((path): Sent => ({ target: path, headers: { cookie } })),
        () => undefined,
      );
    },
    WALK.timeout,
  );

  test(
    "below /api/ are refused as problem documents alone",
    async () => {
      const world = await openWorld();
      const target = fc
        .tuple(
          fc.array(fc.oneof(segment, fc.constantFrom("share", "assets", "acme")), { maxLength: 5 }),
          query,
        )
        .map(([path, search]) => `/api/${path.map(sendable).join("/")}${search}`);
      const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "TRACE"];
      const cases = sample(target).map((path, i): Sent => ({
        target: path,
        method: methods[i % methods.length] ?? "GET",
        ...(i % 3 === 0 ? { headers: { origin: "https://evil.example" } } : {}),
      }));
      await judge(world, cases, ({ status, type, text }, { target: address, method }) => {
        if (status < 400) return;
        expect([address, type]).toEqual([address, "application/problem+json"]);
        if (method !== "HEAD")
          expect(JSON.parse(text)).toMatchObject({ status, title: expect.any(String) });
      });
    },
    WALK.timeout,
  );
});

describe("odd headers", () => {
  test(
    "of every kind that the server reads are answered without a 5xx",
    async () => {
      const world = await openWorld();
      const names = [
        "host",
        "cookie",
        "accept-encoding",
        "if-none-match",
        "origin",
        "sec-fetch-site",
        "user-agent",
        "accept-language",
        "content-type",
        "x-forwarded-for",
        "x-forwarded-host",
        "referer",
        "range",
        "accept",
        "expect-ct",
        "te",
        "x-remix-response",
        "x-react-router-spa-mode",
      ];
      const value = fc
        .oneof(
          odd,
          fc.constantFrom(
            "otc_staff=x",
            "otc_flash=e30.x",
            "otc_flash=.",
            "otc_staff=%00; otc_member=..",
            "br;q=x, gzip;;q",
            "bytes=0-1,5-",
            'W/"",*',
          ),
        )
        .map((text) => sendable(text).slice(0, 4_000));
      const headers = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 });
      const cases = sample(
        fc.tuple(
          fc.constantFrom(
            "/acme",
            "/sign-in",
            "/account",
            "/healthz",
            "/api/share/acme/open-graph.png",
            "/favicon.svg",
          ),
          headers,
        ),
      ).map(([target, all]): Sent => ({ target, headers: all }));
      await judge(world, cases, ({ status }) => expect(status).not.toBe(500));
    },
    WALK.timeout,
  );
});

describe("a thousand odd forms", () => {
  const FIELDS = [
    "email",
    "password",
    "redirectTo",
    "code",
    "orgName",
    "slug",
    "intent",
    "session",
    "currentPassword",
    "newPassword",
    "orgId",
    "email[0]",
    "email.x",
    "email[]",
    "__proto__",
    "__proto__.x",
    "constructor.prototype.x",
    "__intent__",
    "toString",
    "then",
    "$",
    "a[999999]",
  ];
  const VALUES = [
    "a@b.example",
    OWNER,
    "change-password",
    "begin-totp",
    "confirm-totp",
    "cancel-totp",
    "renew-codes",
    "disable-totp",
    "end-session",
    "000000",
    "/acme",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "A name",
    "a-slug",
    "long enough for a password",
  ];
  const field = fc.tuple(
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...FIELDS) }, { weight: 1, arbitrary: odd }),
    fc.oneof(fc.constantFrom(...VALUES), odd),
  );
  const encoded = fc
    .array(field, { maxLength: 8 })
    .map((fields) =>
      fields
        .map(([name, value]) => `${sendable(name)}=${sendable(value).replaceAll("&", "%26")}`)
        .join("&"),
    );
  const raw = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.json(),
    fc.constantFrom(
      "",
      "&",
      "=",
      "&&==&&",
      "%",
      "{",
      "[",
      "email",
      "a".repeat(200_000),
      "a=".repeat(5_000),
      "&".repeat(3_000),
    ),
  );
  const types = [
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=utf-16",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "application/json",
    "text/plain",
    "",
    "x",
  ];
  const form = fc.oneof(
    { weight: 4, arbitrary: encoded.map((body) => ({ body, type: types[0] ?? "" })) },
    {
      weight: 1,
      arbitrary: fc.tuple(raw, fc.constantFrom(...types)).map(([body, type]) => ({ body, type })),
    },
  );

  /** Sends them all to one address; a 4xx shows the form again, except where there is none to show. */
  async function flood(world: World, target: string, cookie: string): Promise<void> {
    const cases = sample(form).map(({ body, type }): Sent => ({
      method: "POST",
      target,
      body,
      headers: { cookie, "content-type": type },
    }));
    await judge(world, cases, ({ status, text, type }, { body }) => {
      if (status < 400 || status === 404) return;
      const what = `${target} ${status} ${body?.slice(0, 300)}`;
      expect(type, what).toBe("text/html; charset=utf-8");
      expect(text, what).toContain("<form");
      expect(text, what).toContain("<title>Error: ");
      expect(text, what).not.toMatch(/<script>alert|href="javascript:/);
    });
  }

  test(
    "to /sign-in are refused with the form, and sign nobody in",
    async () => {
      const world = await openWorld();
      await flood(world, "/sign-in", "");
      expect(await world.services.store.read.selectFrom("sessions").selectAll().execute()).toEqual(
        [],
      );
    },
    WALK.timeout,
  );

  test(
    "to /sign-in/code, with and without a password before, are refused or led back",
    async () => {
      const world = await openWorld();
      await flood(world, "/sign-in/code", "otc_staff=nobody");
      expect(await world.services.store.read.selectFrom("sessions").selectAll().execute()).toEqual(
        [],
      );
    },
    WALK.timeout,
  );

  test(
    "to /sign-out give no error",
    async () => {
      const world = await openWorld();
      await flood(world, "/sign-out", cookieOf(await signIn(world)));
    },
    WALK.timeout,
  );

  test(
    "to /setup are refused with the form, and make no second company",
    async () => {
      const world = await openWorld();
      await flood(world, await setupPath(world), "");
      expect(
        (await world.services.store.read.selectFrom("orgs").select("id").execute()).length,
      ).toBeLessThanOrEqual(1);
    },
    WALK.timeout,
  );

  testInFive(
    "to /account are refused with the form, and leave the password alone",
    async () => {
      const world = await openWorld();
      await flood(world, "/account", cookieOf(await signIn(world)));
      world.time = new Date(world.time.getTime() + 24 * 3_600_000);
      const answer = await signIn(world);
      expect([
        answer.status,
        answer.headers.location === "/home" || answer.headers.location?.startsWith("/sign-in/code"),
      ]).toEqual([303, true]);
    },
    WALK.timeout,
  );

  test(
    "to /account/org change to no company that is not one's own",
    async () => {
      const world = await openWorld();
      const cookie = cookieOf(await signIn(world));
      const bodies = sample(form).map(({ body, type }): Sent => ({
        method: "POST",
        target: "/account/org",
        body,
        headers: { cookie, "content-type": type },
      }));
      await judge(world, bodies, ({ status }) =>
        expect([303, 400, 404, 413, 415]).toContain(status),
      );
      const orgs = await world.services.store.read.selectFrom("sessions").select("orgId").execute();
      expect(new Set(orgs.map(({ orgId }) => orgId))).toEqual(new Set([await world.orgId("acme")]));
    },
    WALK.timeout,
  );
});
