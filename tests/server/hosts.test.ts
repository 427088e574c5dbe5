import { describe, expect, test } from "vitest";
import { testInFive } from "../in-turn.ts";
import { sendRaw, statusOf } from "./raw-request.ts";
import { cookieOf, OWNER } from "./staff-journeys.ts";
import { DEMO_PASSWORD, openWorld, type Answer, type World } from "./world.ts";

const EVIL = "evil.example";
const DOMAIN = "trust.acme.example";
/** Every way in which proxies and frameworks are told of another host. */
const SPOOFS: Record<string, string> = {
  "x-forwarded-host": EVIL,
  "x-forwarded-server": EVIL,
  "x-forwarded-proto": "https",
  "x-forwarded-port": "8443",
  "x-forwarded-for": "203.0.113.66",
  "x-host": EVIL,
  "x-http-host-override": EVIL,
  "x-original-host": EVIL,
  "x-original-url": `//${EVIL}/`,
  "x-rewrite-url": `//${EVIL}/`,
  "x-real-ip": "203.0.113.66",
  forwarded: `host=${EVIL};proto=https;for=203.0.113.66`,
};

/** Everything that an answer says, where a name could be reflected. */
function said(answer: Answer): string {
  return `${JSON.stringify(answer.headers)}\n${answer.text}`;
}

function signIn(world: World, headers: Record<string, string>, host?: string): Promise<Answer> {
  return world.ask("/sign-in", {
    form: { email: OWNER, password: DEMO_PASSWORD },
    headers,
    ...(host === undefined ? {} : { host }),
  });
}

async function lastIp(world: World): Promise<string | null> {
  const row = await world.services.store.read
    .selectFrom("sessions")
    .select("ip")
    .orderBy("createdAt", "desc")
    .executeTakeFirstOrThrow();
  return row.ip;
}

function metaOf(answer: Answer): {
  canonical: string | undefined;
  ogUrl: string | undefined;
  ogImage: string | undefined;
} {
  const property = (name: string) =>
    new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(answer.text)?.[1];
  return {
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(answer.text)?.[1],
    ogUrl: property("og:url"),
    ogImage: property("og:image"),
  };
}

describe("a host that nobody owns", () => {
  test("gets 404 for every kind of path and method, and is never reflected", async () => {
    const world = await openWorld();
    const asset = /\/assets\/[\w-]+\.css/.exec((await world.ask("/acme")).text)?.[0] ?? "";
    expect(asset).not.toBe("");
    for (const path of [
      "/",
      "/acme",
      "/acme.data",
      "/acme/updates",
      "/sign-in",
      "/robots.txt",
      "/acme/sitemap.xml",
      "/api/share/acme/open-graph.png",
      asset,
      `/${EVIL}`,
    ]) {
      for (const method of ["GET", "HEAD", "POST"]) {
        const answer = await world.ask(path, {
          host: EVIL,
          method,
          headers: { cookie: await world.cookieOf(OWNER, EVIL) },
        });
        expect([path, method, answer.status]).toEqual([path, method, 404]);
        expect(said(answer).replaceAll(path, "")).not.toContain(EVIL);
        expect(answer.headers.location).toBeUndefined();
      }
    }
  });

  test("says 'Company not found' to people and a problem document to machines", async () => {
    const world = await openWorld();
    expect((await world.ask("/acme", { host: EVIL })).text).toContain("Company not found");
    const api = await world.ask("/api/share/acme/open-graph.png", { host: EVIL });
    expect(api.headers["content-type"]).toBe("application/problem+json");
    expect(JSON.parse(api.text)).toMatchObject({ status: 404, title: "Not Found" });
  });

  test("is not let in by the names of an owned one before, behind or inside its own", async () => {
    const world = await openWorld();
    for (const host of [
      `${DOMAIN}.${EVIL}`,
      `x.${DOMAIN}`,
      `x${DOMAIN}`,
      `${DOMAIN}:8080`,
      "localhost",
      "localhost:80",
      "localhost:3001",
      `localhost:3000.${EVIL}`,
      "0.0.0.0:3000",
      "[::]:3000",
      "127.0.0.1:3001",
    ]) {
      const answer = await world.ask("/acme", { host });
      expect([host, answer.status]).toEqual([host, host.includes(":3000.") ? 400 : 404]);
    }
  });

  test("is refused a kept page that an owned one put into memory", async () => {
    const world = await openWorld();
    await world.ask("/acme");
    expect((await world.ask("/acme")).headers.etag).toBeDefined();
    expect((await world.ask("/acme", { host: EVIL })).status).toBe(404);
    expect((await world.ask("/", { host: DOMAIN })).status).toBe(200);
    expect((await world.ask("/", { host: EVIL })).status).toBe(404);
  });
});

describe("a malformed host", () => {
  test("is refused with 400, not guessed at, and not reflected", async () => {
    const world = await openWorld();
    const hosts = [
      "",
      " ",
      "exa mple",
      "evil.example/acme",
      "user@evil.example",
      "<script>alert(1)</script>",
      "evil.example:port",
      "evil.example:1234567",
      "[::1",
      "::1",
      "a,b",
      "localhost:3000, evil.example",
      "évil.example",
      "-evil.example",
      "%00",
      "'\"",
      `${"a".repeat(300)}.example`,
    ];
    for (const host of hosts) {
      const answer = await sendRaw(
        world.port,
        `GET /acme HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      expect([host, statusOf(answer)]).toEqual([host, 400]);
      expect(answer).not.toContain("evil.example");
      expect(answer).not.toContain("<script>alert");
    }
  });

  test("none at all, or two, are refused as well", async () => {
    const world = await openWorld();
    await world.ask("/acme");
    const requests = [
      "GET /acme HTTP/1.1\r\nConnection: close\r\n\r\n",
      "GET /acme HTTP/1.0\r\n\r\n",
      `GET /acme HTTP/1.1\r\nHost: localhost:3000\r\nHost: ${EVIL}\r\nConnection: close\r\n\r\n`,
      `GET /acme HTTP/1.1\r\nHost: ${EVIL}\r\nhost: localhost:3000\r\nConnection: close\r\n\r\n`,
      `GET http://${EVIL}/acme HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`,
    ];
    for (const request of requests) {
      const answer = await sendRaw(world.port, request);
      expect([request, statusOf(answer)]).toEqual([request, 400]);
      expect(answer).not.toContain(EVIL);
    }
  });
});

describe("forwarded headers", () => {
  test("of a stranger count for nothing: not the host, not the scheme, not the address", async () => {
    const world = await openWorld();
    const page = await world.ask("/acme", { headers: SPOOFS });
    expect(page.status).toBe(200);
    expect(said(page)).not.toContain(EVIL);
    expect(
      (await world.ask("/acme", { host: EVIL, headers: { "x-forwarded-host": world.host } }))
        .status,
    ).toBe(404);
    expect(
      (await world.ask("/", { headers: { "x-forwarded-host": DOMAIN } })).headers.location,
    ).toBe("/acme");

    const { "x-forwarded-proto": _proto, ...others } = SPOOFS;
    const signedIn = await signIn(world, { ...others, "x-forwarded-proto": "https" });
    expect(signedIn.status).toBe(303);
    expect(signedIn.headers["set-cookie"]?.join()).not.toMatch(/__Host-|Secure/);
    expect(await lastIp(world)).toBe("127.0.0.1");
    expect(
      (await signIn(world, { origin: "https://localhost:3000", "x-forwarded-proto": "https" }))
        .status,
    ).toBe(403);
  });

  test("poison no kept page", async () => {
    const world = await openWorld();
    await world.ask("/acme/faq", { headers: SPOOFS });
    const kept = await world.ask("/acme/faq");
    expect(kept.headers.etag).toBeDefined();
    expect(said(kept)).not.toContain(EVIL);
  });

  testInFive(
    "of trusted proxies are read as each wrote them: with ports, in brackets, one after another",
    async () => {
      const world = await openWorld({
        TRUST_PROXY: "loopback, 10.0.0.0/8",
        ORIGIN: "https://trust.example",
      });
      const base = {
        "x-forwarded-host": "trust.example",
        "x-forwarded-proto": "https",
        origin: "https://trust.example",
      };
      for (const [claim, ip] of [
        ["203.0.113.9:5678", "203.0.113.9"],
        ["[2001:db8::9]:443", "2001:db8::9"],
        ["[2001:db8::9]", "2001:db8::9"],
        ["2001:db8::9", "2001:db8::9"],
        ["198.51.100.1:1, 203.0.113.9:2, 10.0.0.7:3", "203.0.113.9"],
        ["198.51.100.1, unknown", "127.0.0.1"],
        ["198.51.100.1, 10.0.0.7, garbage:1, 10.0.0.8", "10.0.0.8"],
      ] as const) {
        const headers = { ...base, "x-forwarded-for": claim };
        world.time = new Date(world.time.getTime() + 1_000);
        expect((await signIn(world, headers, "inner:3000")).status).toBe(303);
        expect([claim, await lastIp(world)]).toEqual([claim, ip]);
      }
      // What came with the request stands before what the proxies wrote.
      for (const [hosts, chain, status] of [
        [`${EVIL}, trust.example`, "203.0.113.9", 200],
        [`trust.example, ${EVIL}`, "203.0.113.9", 404],
        [`${EVIL}, trust.example, inner.example`, "203.0.113.9, 10.0.0.7", 200],
        ["trust.example", "203.0.113.9, 10.0.0.7", 200],
        ["trust.example", "", 200],
      ] as const)
        expect([
          hosts,
          (
            await world.ask("/acme", {
              host: "inner:3000",
              headers: { ...base, "x-forwarded-host": hosts, "x-forwarded-for": chain },
            })
          ).status,
        ]).toEqual([hosts, status]);
    },
  );

  test("of a proxy that TRUST_PROXY does not name count for nothing either", async () => {
    const world = await openWorld({ TRUST_PROXY: "10.0.0.0/8, 192.0.2.1" });
    expect(
      (await world.ask("/", { headers: { "x-forwarded-host": DOMAIN } })).headers.location,
    ).toBe("/acme");
    await signIn(world, { "x-forwarded-for": "203.0.113.66" });
    expect(await lastIp(world)).toBe("127.0.0.1");
  });

  test("of a trusted proxy name host, scheme and address; its client's own claims don't", async () => {
    const world = await openWorld({ TRUST_PROXY: "loopback", ORIGIN: "https://trust.example" });
    const via = {
      "x-forwarded-host": "trust.example",
      "x-forwarded-proto": "https",
      "x-forwarded-for": "198.51.100.1, 203.0.113.9",
    };
    const page = await world.ask("/acme", { host: "10.0.0.5:3000", headers: via });
    expect(page.status).toBe(200);
    expect(page.headers["strict-transport-security"]).toBe("max-age=31536000");

    const signedIn = await signIn(
      world,
      { ...via, origin: "https://trust.example" },
      "10.0.0.5:3000",
    );
    expect(signedIn.status).toBe(303);
    expect(cookieOf(signedIn, "__Host-otc_staff")).not.toBe("");
    for (const cookie of signedIn.headers["set-cookie"] ?? [])
      expect(cookie).toMatch(/^__Host-otc_\w+=.*; Path=\/; HttpOnly; SameSite=Lax.*; Secure$/);
    // The proxy appends the address that it saw; what stands before is the client's claim.
    expect(await lastIp(world)).toBe("203.0.113.9");

    expect(
      (await signIn(world, { ...via, origin: "http://trust.example" }, "10.0.0.5:3000")).status,
    ).toBe(403);
    expect(
      (
        await world.ask("/acme", {
          host: "trust.example",
          headers: { ...via, "x-forwarded-host": EVIL },
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await world.ask("/acme", {
          host: "trust.example",
          headers: { ...via, "x-forwarded-host": "a b" },
        })
      ).status,
    ).toBe(400);
    const onDomain = await world.ask("/faq", {
      host: "10.0.0.5:3000",
      headers: { ...via, "x-forwarded-host": DOMAIN },
    });
    expect(onDomain.status).toBe(200);
    expect(metaOf(onDomain).canonical).toBe(`https://${DOMAIN}/faq`);
  });

  test("are not needed behind a TLS proxy: the scheme is the one that ORIGIN names", async () => {
    const world = await openWorld({ ORIGIN: "https://trust.example" });
    expect((await signIn(world, { origin: "https://trust.example" }, "trust.example")).status).toBe(
      303,
    );
    expect((await signIn(world, { origin: "http://trust.example" }, "trust.example")).status).toBe(
      403,
    );
    expect((await world.ask("/acme", { host: "trust.example:443" })).status).toBe(200);
    expect((await world.ask("/acme", { host: "trust.example:80" })).status).toBe(404);
  });
});

describe("the names of this machine", () => {
  test("lead to ORIGIN with path and query, whatever they look like", async () => {
    const world = await openWorld();
    for (const host of ["127.0.0.1:3000", "[::1]:3000"]) {
      for (const [path, location] of [
        ["/acme?card=Legal&x=%2F", "/acme?card=Legal&x=%2F"],
        ["/", "/"],
        [`/${EVIL}/x`, `/${EVIL}/x`],
        [`/@${EVIL}`, `/@${EVIL}`],
        ["/assets/none.js", "/assets/none.js"],
      ] as const) {
        const answer = await world.ask(path, { host });
        expect([answer.status, answer.headers.location]).toEqual([
          302,
          `http://localhost:3000${location}`,
        ]);
        expect(new URL(answer.headers.location ?? "").origin).toBe("http://localhost:3000");
      }
      for (const path of [
        `//${EVIL}/x`,
        `///${EVIL}`,
        `/\\${EVIL}`,
        `/x/..//${EVIL}`,
        `/%0d%0aLocation:%20//${EVIL}`,
      ]) {
        const answer = await world.ask(path, { host });
        expect([
          path,
          answer.headers.location?.startsWith("http://localhost:3000/") ?? answer.status,
        ]).toEqual([path, expect.toBeOneOf([true, 400])]);
      }
      const posted = await world.ask("/sign-in", {
        host,
        form: { email: OWNER, password: DEMO_PASSWORD },
      });
      expect([posted.status, posted.headers.location]).toEqual([
        307,
        "http://localhost:3000/sign-in",
      ]);
      expect(posted.headers["set-cookie"]).toBeUndefined();
    }
  });

  test("are unknown hosts where ORIGIN is not local", async () => {
    const world = await openWorld({ ORIGIN: "https://trust.example" });
    for (const host of ["127.0.0.1:3000", "127.0.0.1", "[::1]", "localhost:3000", "localhost"])
      expect((await world.ask("/acme", { host })).status).toBe(404);
  });
});

describe("an org's own domain", () => {
  test("is found with and without port, with a trailing dot, and in any case", async () => {
    const world = await openWorld();
    const bodies = new Set<string>();
    for (const host of [
      DOMAIN,
      `${DOMAIN}:3000`,
      `${DOMAIN}.`,
      `${DOMAIN}.:3000`,
      DOMAIN.toUpperCase(),
      "Trust.Acme.Example:3000",
      `${DOMAIN}:80`,
    ]) {
      const answer = await world.ask("/faq", { host });
      expect([host, answer.status]).toEqual([host, 200]);
      bodies.add(answer.text);
    }
    expect(bodies.size).toBe(1);
    for (const host of ["LOCALHOST:3000", "localhost.:3000", "Localhost:3000"])
      expect([host, (await world.ask("/acme", { host })).status]).toEqual([host, 200]);
  });

  test("shows its org alone, at the root, without the private area", async () => {
    const world = await openWorld();
    const home = await world.ask("/", { host: DOMAIN });
    expect(home.text).toContain("Acme Cloud");
    expect(home.text).not.toMatch(/href="\/acme[/"]/);
    for (const path of [
      "/acme",
      "/globex",
      "/globex/faq",
      "/sign-in",
      "/sign-out",
      "/setup",
      "/account",
      "/audit",
      "/team",
      "/acme/faq",
      "/api/share/globex/open-graph.png",
    ]) {
      const answer = await world.ask(path, { host: DOMAIN });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.text).not.toContain("Globex");
    }
  });

  test("stops answering with the next request when it is no longer verified, kept pages included", async () => {
    const world = await openWorld();
    await world.ask("/faq", { host: DOMAIN });
    expect((await world.ask("/faq", { host: DOMAIN })).headers.etag).toBeDefined();
    await world.services.store.write((trx) =>
      trx.updateTable("domains").set({ verifiedAt: null }).where("host", "=", DOMAIN).execute(),
    );
    expect((await world.ask("/faq", { host: DOMAIN })).status).toBe(404);
  });

  test("shows its new org when it moves, not the old one's kept page", async () => {
    const world = await openWorld();
    expect((await world.ask("/faq", { host: DOMAIN })).text).toContain("Acme Cloud");
    const globex = await world.orgId("globex");
    await world.services.store.write((trx) =>
      trx.updateTable("domains").set({ orgId: globex }).where("host", "=", DOMAIN).execute(),
    );
    const moved = await world.ask("/faq", { host: DOMAIN });
    expect(moved.text).toContain("Globex Health");
    expect(moved.text).not.toContain("Acme Cloud");
  });
});

describe("health checks", () => {
  test("answer by any name, and by none", async () => {
    const world = await openWorld();
    for (const path of ["/healthz", "/readyz"]) {
      for (const host of [
        world.host,
        EVIL,
        "10.0.0.7",
        "127.0.0.1:3000",
        "[::1]:3000",
        DOMAIN,
        "pod-1.cluster.local:8080",
      ]) {
        const answer = await world.ask(path, { host });
        expect([path, host, answer.status]).toEqual([path, host, 200]);
        expect(JSON.parse(answer.text)).toMatchObject({ status: "ok" });
        expect(said(answer)).not.toContain(EVIL);
      }
      expect(statusOf(await sendRaw(world.port, `GET ${path} HTTP/1.0\r\n\r\n`))).toBe(200);
      expect((await world.ask(path, { method: "HEAD", host: EVIL })).status).toBe(200);
    }
  });
});

describe("links to this portal", () => {
  test("are built from the stored origin and domain, whatever the request calls itself", async () => {
    const world = await openWorld();
    const spoofed: Record<string, string>[] = [{}, SPOOFS];
    for (const headers of spoofed) {
      const acme = await world.ask("/acme", { headers });
      expect(metaOf(acme)).toMatchObject({
        canonical: `http://${DOMAIN}:3000/`,
        ogUrl: `http://${DOMAIN}:3000/`,
      });
      expect(metaOf(acme).ogImage).toMatch(new RegExp(`^http://${DOMAIN}:3000/api/share/`));
      const own = await world.ask("/faq", { host: DOMAIN.toUpperCase(), headers });
      expect(metaOf(own).canonical).toBe(`http://${DOMAIN}:3000/faq`);
      const globex = await world.ask("/globex", { headers });
      expect(metaOf(globex).canonical).toBe("http://localhost:3000/globex");
      for (const path of [
        "/robots.txt",
        "/acme/robots.txt",
        "/acme/sitemap.xml",
        "/acme/.well-known/security.txt",
      ]) {
        const answer = await world.ask(path, { headers });
        expect(answer.status).toBe(200);
        // The portal that the default host leads to names its sitemap on its own domain alone.
        if (path === "/robots.txt") expect(answer.text).not.toContain("Sitemap:");
        else expect(answer.text).toContain(`http://${DOMAIN}:3000/`);
        expect(said(answer)).not.toContain(EVIL);
      }
    }
  });
});
