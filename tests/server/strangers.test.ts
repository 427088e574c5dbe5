import { availableParallelism } from "node:os";
import { describe, expect, test } from "vitest";
import { testInFive } from "../in-turn.ts";
import { newKey } from "#auth/access-keys/rules/key-text.ts";
import { inOrg } from "#db/tenant.ts";
import { Visitor } from "./access-world.ts";
import { memberKeyIn, staffKeyIn } from "./api-names.ts";
import { sendRaw, statusOf } from "./raw-request.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const OWNER = "owner@acme.example";
const MEMBER = "riley@customer.example";

/**
 * Notes each time that the database is asked for an org by its slug: once a request that the framework sees.
 * @param ms how long each takes from now on, so that those who ask together are there together
 */
function watchRenders(world: World, ms = 0): { count: number; most: number } {
  const executor = world.services.store.read.getExecutor();
  const before = executor.executeQuery;
  const seen = { count: 0, most: 0 };
  let running = 0;
  executor.executeQuery = async function watched(
    this: unknown,
    ...args: Parameters<typeof before>
  ) {
    if (!args[0].sql.includes('where "o"."slug" = ')) return before.apply(executor, args);
    seen.count += 1;
    running += 1;
    seen.most = Math.max(seen.most, running);
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    running -= 1;
    return before.apply(executor, args);
  } as typeof before;
  return seen;
}

function isKept(answer: Answer): boolean {
  return answer.headers.etag !== undefined && answer.headers["cache-control"] === "no-cache";
}

/** Every parameter that a page of ours reads somewhere, and a stranger's. */
const PARAMETERS = [
  "source",
  "itemKind",
  "redirectTo",
  "email",
  "returnTo",
  "welcome",
  "token",

  "q",
  "inviteColleagues",
  "requestAccess",
  "loginRequest",
  "accessStatus",
  "subscribe",
  "page",
  "subscribeStatus",
  "unsubscribeStatus",
  "show",
  "documents",
  "category",
  "accountId",
  "view",
  "permissionProfileId",
  "start",
  "utm_source",
  "_routes",
  "index",
  "__proto__",
  "x".repeat(300),
];

describe("a kept page", () => {
  testInFive(
    "is sent to whatever address that shows the same: odd parameters, long values, other spellings",
    async () => {
      const world = await openWorld();
      const page = await world.ask("/acme");
      const renders = watchRenders(world);
      for (const name of PARAMETERS) {
        for (const value of ["odd", `${Math.random()}`, "x".repeat(500), "%00%ff", "<b>"]) {
          const target = `/acme?${name}=${encodeURIComponent(value)}&${name}=2`;
          const answer = await world.ask(target);
          expect([target, answer.status, answer.headers.etag]).toEqual([
            target,
            200,
            page.headers.etag,
          ]);
        }
      }
      for (const target of ["/acme/", "/acme///", "/%61cme", "/acm%65?x=1", "/acme/?source=y"])
        expect([target, (await world.ask(target)).headers.etag]).toEqual([
          target,
          page.headers.etag,
        ]);
      for (const cookie of ["otc_x=1", "otc_staff_=1", "a=otc_staff=1", "\xa0otc_member=x"])
        expect([cookie, isKept(await world.ask("/acme", { headers: { cookie } }))]).toEqual([
          cookie,
          true,
        ]);
      expect(renders.count).toBe(0);
      const updates = await world.ask("/acme/updates");
      for (const target of ["/acme/UPDATES", "/acme/up%64ates/?page=1&q=2"])
        expect((await world.ask(target)).headers.etag).toBe(updates.headers.etag);
      expect(renders.count).toBe(1);
    },
  );

  test("has nothing in it of the address by which it was asked for first", async () => {
    const world = await openWorld();
    for (const [first, then] of [
      ["/acme/subprocessors?requestAccess=true&", "/acme/subprocessors?requestAccess=true"],
      ["/acme/faq?loginRequest=true&", "/acme/faq?loginRequest=true"],
      ["/acme/?subscribe=true&", "/acme?subscribe=true"],
      ["/%61cme/updates/?page=2&", "/acme/updates?page=2"],
    ] as const) {
      const odd = await world.ask(
        `${first}utm_customer=jane.doe%40bigbank.example&view=PWNED&accountId=PWNED&redirect=PWNED`,
      );
      const page = await world.ask(then);
      expect([first, odd.status, page.status, isKept(page)]).toEqual([first, 200, 200, true]);
      for (const { text } of [odd, page]) {
        expect(text).not.toContain("bigbank");
        expect(text).not.toContain("PWNED");
        expect(text).not.toContain("%61cme");
      }
      // What is one visitor's own makes an answer of their own.
      const own = await world.ask(`${then}&itemKind=PWNED&source=PWNED&requestToken=x`);
      expect(isKept(own)).toBe(false);
      expect((await world.ask(then)).text).toBe(page.text);
    }
  });

  test("has nothing in it of a header of whoever asked first", async () => {
    const world = await openWorld();
    const headers = {
      "user-agent": "PWNED",
      referer: "https://evil.example/PWNED",
      "accept-language": "PWNED",
      "x-forwarded-host": "pwned.example",
      "x-react-router-request": "yes",
      purpose: "prefetch",
    };
    const first = await world.ask("/acme/faq?loginRequest=true", { headers });
    expect(isKept(first)).toBe(true);
    expect(first.text).not.toMatch(/pwned/i);
    expect((await world.ask("/acme/faq?loginRequest=true")).text).toBe(first.text);
  });
});

describe("a cookie that only one of two readers sees", () => {
  testInFive("is seen by neither, and no page with what it says is kept", async () => {
    const world = await openWorld();
    const attacker = new Visitor(world);
    const email = "call-0800@attacker.example";
    await attacker.logIn(email);
    const memory = attacker.cookie("otc_browser") ?? "";
    // Read, it shows in the dialog.
    const own = await world.ask("/acme?loginRequest=true", {
      headers: { cookie: `otc_browser=${memory}` },
    });
    expect([own.text.includes(email), isKept(own)]).toEqual([true, false]);
    const pages = [
      "/acme",
      "/acme/faq",
      "/acme/updates",
      "/acme/subprocessors",
      "/acme/legal/terms",
    ];
    const pair = `otc_browser=${memory}`;
    const cookies = [
      ...["\xa0", "\x0b", "\x0c", "\xef\xbb\xbf", "\x85", "\xad"].flatMap((odd) => [
        `${odd}${pair}`,
        `otc_browser${odd}=${memory}`,
        `otc_browser=${odd}${memory}`,
        `a=b;${odd}${pair}`,
      ]),
      `"${pair}"`,
      `"otc_browser"=${memory}`,
      `otc%5fbrowser=${memory}`,
      `OTC_BROWSER=${memory}`,
      `__Host-${pair}`,
      `a=";${pair}`,
      `a=b,${pair}`,
      `=;${pair}`,
      `;;=x;\t${pair}`,
      `${pair};${pair}`,
      `otc_browser=; ${pair}`,
      `otc_browser="${memory}"; ${pair}`,
    ];
    for (const [i, cookie] of cookies.entries()) {
      const target = `${pages[i % pages.length] ?? ""}?loginRequest=true&subscribeStatus=${["Confirmed", "Blocked", "x"][i % 3] ?? ""}`;
      const poison = await sendRaw(
        world.port,
        Buffer.from(
          `GET ${target} HTTP/1.1\r\nHost: ${world.host}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
          "latin1",
        ),
      );
      expect([cookie, [200, 400].includes(statusOf(poison))]).toEqual([cookie, true]);
      const victim = await world.ask(target);
      expect([cookie, victim.status, victim.text.includes(email)]).toEqual([cookie, 200, false]);
    }
    // Several headers are one list.
    for (const lines of [
      `Cookie: a=b\r\nCookie: ${pair}`,
      `Cookie: \xa0\r\ncookie: ${pair}`,
      `COOKIE: ${pair}\r\nCookie: x`,
    ]) {
      const target = "/acme/legal/privacy?loginRequest=true";
      const answer = await sendRaw(
        world.port,
        Buffer.from(
          `GET ${target} HTTP/1.1\r\nHost: ${world.host}\r\n${lines}\r\nConnection: close\r\n\r\n`,
          "latin1",
        ),
      );
      expect([lines, /etag/i.test(answer), (await world.ask(target)).text.includes(email)]).toEqual(
        [lines, false, false],
      );
    }
  });
});

describe("what is no page, and the same for all strangers", () => {
  test.each(["/acme/sitemap.xml", "/acme/subprocessors.csv"])(
    "is made once and kept: %s",
    async (target) => {
      const world = await openWorld();
      const first = await world.ask(target);
      expect([first.status, isKept(first), first.headers["content-disposition"]]).toEqual([
        200,
        true,
        target.endsWith(".csv") ? 'attachment; filename="subprocessors-acme.csv"' : undefined,
      ]);
      const renders = watchRenders(world);
      for (const odd of ["?utm_source=x", "?q=y", "?page=3", ""]) {
        const again = await world.ask(`${target}${odd}`);
        expect([odd, again.text, again.headers.etag]).toEqual([
          odd,
          first.text,
          first.headers.etag,
        ]);
      }
      const etag = String(first.headers.etag);
      const unchanged = await world.ask(target, { headers: { "if-none-match": etag } });
      expect([unchanged.status, renders.count]).toEqual([304, 0]);
      // Whoever is signed in gets their own, which nobody keeps.
      for (const as of [OWNER, MEMBER]) {
        const own = await world.ask(target, { as });
        expect([as, own.status, isKept(own)]).toEqual([as, 200, false]);
      }
      expect((await world.ask(target)).text).toBe(first.text);
    },
  );

  test("has one copy of a sitemap, whichever product is named", async () => {
    const world = await openWorld();
    const { headers } = await world.ask("/acme/sitemap.xml");
    for (const odd of ["?product=none", "?productId=none", `?product=${"x".repeat(90)}`])
      expect([odd, (await world.ask(`/acme/sitemap.xml${odd}`)).headers.etag]).toEqual([
        odd,
        headers.etag,
      ]);
  });
});

describe("a search of a list", () => {
  test.each([
    ["/acme/faq?q=%s", /name="q"[^>]*value="tea &amp; milk"/],
    ["/acme/controls?q=%s", /name="q"[^>]*value="tea &amp; milk"/],
    ["/acme/subprocessors?q=%s", /name="q"[^>]*value="tea &amp; milk"/],
    ["/acme?kb=open&kbQuery=%s", /name="kbQuery"[^>]*value="tea &amp; milk"/],
  ])(
    "counts as one, is refused over the limit, and keeps what was typed: %s",
    async (door, typed) => {
      const world = await openWorld();
      const target = door.replace("%s", encodeURIComponent("tea & milk"));
      await world.services.limits.consume("search-network", "127.0.0.1", 119);
      expect((await world.ask(target)).status).toBe(200);
      for (const more of door.includes("?q=")
        ? ["", "&page=7", "&entry=none"]
        : ["", "&kbPage=9"]) {
        const refused = await world.ask(target + more);
        expect([more, refused.status, Number(refused.headers["retry-after"]) > 0]).toEqual([
          more,
          429,
          true,
        ]);
        expect(refused.text).toMatch(/role="alert"[^>]*>Too many attempts\. Please try again in/);
        expect(refused.text).toMatch(typed);
      }
      expect((await world.ask(target.replace(/[?&](?:q|kbQuery)=.*/, ""))).status).toBe(200);
      // Nobody of another network waits.
      await world.services.limits.forgive("search-network", "127.0.0.1");
      expect((await world.ask(target)).status).toBe(200);
    },
  );
});

describe("a page beyond the last, or with an entry that is not there", () => {
  test("leads to the page that there is, and is never kept", async () => {
    const world = await openWorld();
    const { headers } = await world.ask("/acme/updates?page=999999");
    const last = /^\/acme\/updates\?page=(\d)$/.exec(headers.location ?? "")?.[1];
    expect(Number(last)).toBeGreaterThan(1);
    for (const [target, location] of [
      [
        `/acme/updates?page=${Number(last) + 1}&utm_source=x`,
        `/acme/updates?page=${last}&utm_source=x`,
      ],
      ["/acme?page=50", `/acme?page=${last}`],
      ["/acme?tcuUid=nobody&utm=x", "/acme?utm=x&notHere=update"],
      ["/acme/faq?page=77&q=nothing-has-this", "/acme/faq?q=nothing-has-this"],
      ["/acme/controls?page=77&framework=SOC+2", "/acme/controls?framework=SOC+2"],
      ["/acme/controls?page=77&framework=None+Such&utm=x", "/acme/controls?utm=x"],
      ["/globex/updates?page=9", "/globex/updates"],
    ]) {
      const answer = await world.ask(target ?? "");
      expect([target, answer.status, answer.headers.location, isKept(answer)]).toEqual([
        target,
        302,
        location,
        false,
      ]);
      expect((await world.ask(location ?? "")).status).toBe(200);
    }
    expect(
      (await world.ask("/updates?page=50", { host: "trust.acme.example" })).headers.location,
    ).toBe(`/updates?page=${last}`);
    expect((await world.ask("/?tcuUid=x", { host: "trust.acme.example" })).headers.location).toBe(
      "/?notHere=update",
    );
  });
});

describe("many strangers", () => {
  const PROXY = { TRUST_PROXY: "loopback" };
  const from = (ip: string, cookie?: string) => ({
    headers: { "x-forwarded-for": ip, ...(cookie === undefined ? {} : { cookie }) },
  });
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
  const odd = (i: number) => `/acme/faq?q=${i}`;

  testInFive(
    "of one network wait their turn, and are refused with 429 beyond it, however they ask",
    async () => {
      const world = await openWorld(PROXY);
      watchRenders(world, 80);
      for (const ask of [
        odd,
        (i: number) => `/acme/legal/terms.data?x=${i}`,
        (i: number) => `/acme/nothing/${i}`,
        (i: number) => `/acme/documents/none-${i}/download`,
      ]) {
        const answers = await Promise.all(
          Array.from({ length: 30 }, (_, i) => world.ask(ask(i), from(`192.0.2.${i}`))),
        );
        const refused = answers.filter(({ status }) => status === 429);
        // Two at most run and ten wait; those that are done make room for a few more.
        expect(refused.length).toBeGreaterThan(3);
        expect(answers.length - refused.length).toBeGreaterThanOrEqual(12);
        for (const { headers, text } of refused)
          expect([Number(headers["retry-after"]) > 0, text]).toEqual([
            true,
            "Too many requests from your network. Wait a moment, then try again.\n",
          ]);
      }
      expect((await world.ask(odd(1), from("192.0.2.1"))).status).toBe(200);
    },
  );

  testInFive(
    "don’t hold up calls with a key that opens something, but those with one that opens nothing",
    async () => {
      const world = await openWorld(PROXY);
      const [staffKey, memberKey, revoked, empty] = [
        await staffKeyIn(world, { email: OWNER }),
        await memberKeyIn(world),
        await staffKeyIn(world, { email: OWNER, name: "Revoked" }),
        // In force still, but its person has no access anymore.
        await memberKeyIn(world, { email: "kim@expired.example" }),
      ];
      const orgId = await world.orgId("acme");
      await world.services.store.write((trx) =>
        inOrg(trx, orgId)
          .updateTable("accessKeys")
          .set({ revokedAt: world.time.toISOString() })
          .where("name", "=", "Revoked")
          .execute(),
      );
      // So long that the line is still full when a busy machine takes the calls in.
      const renders = watchRenders(world, 1_500);
      const flood = Array.from({ length: 30 }, (_, i) => world.ask(odd(i), from("192.0.2.7")));
      // The line is full once the first of them are refused.
      await Promise.race(
        flood.map(async (asked) => ((await asked).status === 429 ? asked : new Promise(() => {}))),
      );
      expect(renders.count).toBeGreaterThan(0);
      const by = (key: string, target = "/api/v1/me") => {
        const { headers } = from("192.0.2.7");
        return world.ask(target, { headers: { ...headers, authorization: `Bearer ${key}` } });
      };
      const many = (ask: () => Promise<Answer>) =>
        Promise.all(Array.from({ length: 15 }, () => ask()));
      const [ours, members, ...others] = await Promise.all([
        many(() => by(staffKey)),
        many(() => by(memberKey, "/api/v1/portal")),
        many(() => by(revoked)),
        many(() => by(empty, "/api/v1/portal")),
        many(() => by(newKey())),
        many(() => by(staffKey, odd(99))),
        // In force, but not for these calls, whose own limits never count it.
        many(() => by(memberKey)),
        many(() => by(staffKey, "/api/v1/portal")),
      ]);
      expect(new Set(statuses([...ours, ...members]))).toEqual(new Set([200]));
      for (const answers of others) expect(statuses(answers)).toContain(429);
      await Promise.all(flood);
    },
  );

  testInFive(
    "lock nobody out: kept pages, other networks, members, staff, pictures, forms",
    async () => {
      const world = await openWorld(PROXY);
      await world.ask("/acme");
      const [staff, member] = [
        await world.cookieOf(OWNER, world.host),
        await world.cookieOf(MEMBER, world.host),
      ];
      const logo =
        /\/api\/share\/[^"]+\/assets\/[^"]+/.exec((await world.ask("/acme")).text)?.[0] ?? "";
      watchRenders(world, 80);
      const flood = Array.from({ length: 30 }, (_, i) => world.ask(odd(i), from("192.0.2.7")));
      const ours = [
        ...Array.from({ length: 20 }, () => world.ask("/acme", from("192.0.2.7"))),
        ...Array.from({ length: 20 }, () => world.ask("/acme?utm=1", from("192.0.2.9"))),
        ...Array.from({ length: 20 }, () =>
          world.ask(logo.replaceAll("&amp;", "&"), from("192.0.2.9")),
        ),
        ...Array.from({ length: 15 }, (_, i) => world.ask(odd(i), from("192.0.2.7", member))),
        ...Array.from({ length: 15 }, () => world.ask("/documents", from("192.0.2.7", staff))),
        world.ask(odd(1), from("198.51.100.7")),
        world.ask(odd(2), from("2001:db8:1:2::1")),
        world.ask("/acme/subscribe", { ...from("192.0.2.7"), form: { email: "x" } }),
      ];
      expect(new Set(statuses(await Promise.all(ours)))).toEqual(new Set([200, 400]));
      expect(
        statuses(await Promise.all(flood)).filter((status) => status === 429).length,
      ).toBeGreaterThan(5);
    },
  );

  testInFive("with cookies that were made up are strangers still", async () => {
    const world = await openWorld(PROXY);
    watchRenders(world, 80);
    for (const cookie of ["otc_staff=x", "otc_member=x.y.z", "otc_browser=1", "otc_flash=a.b"]) {
      const answers = await Promise.all(
        Array.from({ length: 18 }, () =>
          world.ask("/acme/legal/terms", from("203.0.113.5", cookie)),
        ),
      );
      expect(new Set(statuses(answers))).toEqual(new Set([200, 429]));
    }
  });

  test("who ask for the same new page all get it, and it is rendered once", async () => {
    const world = await openWorld(PROXY);
    const renders = watchRenders(world);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        world.ask("/acme/legal/terms", from(i % 2 ? "192.0.2.1" : `10.0.${i}.1`)),
      ),
    );
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    expect(renders.count).toBe(1);
  });

  test("take no more at once than there are processors", async () => {
    const world = await openWorld(PROXY);
    const renders = watchRenders(world, 20);
    await Promise.all(Array.from({ length: 20 }, (_, i) => world.ask(odd(i), from(`10.1.${i}.1`))));
    expect([renders.count, renders.most]).toEqual([20, Math.min(20, availableParallelism())]);
  });
});
