import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { sendRaw, statusOf } from "./raw-request.ts";
import { OWNER } from "./staff-journeys.ts";
import { openWorld, type Answer, type Ask, type World } from "./world.ts";

const DOMAIN = "trust.acme.example";

/** What every answer carries, whatever it is. */
const ALWAYS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "x-permitted-cross-domain-policies": "none",
};

/** One request for each kind of answer that the server gives. */
async function everyKind(
  world: World,
): Promise<{ kind: string; target: string; options: Ask; status: number }[]> {
  const page = await world.ask("/acme");
  const [style = ""] = /\/assets\/[\w-]+\.css/.exec(page.text) ?? [];
  const [picture = ""] = /\/api\/share\/[\w-]+\/assets\/[\w-]+\?v=\d+/.exec(page.text) ?? [];
  return [
    { kind: "page, rendered", target: "/acme/faq", options: {}, status: 200 },
    { kind: "page, kept", target: "/acme/faq", options: {}, status: 200 },
    {
      kind: "page, not modified",
      target: "/acme",
      options: { headers: { "if-none-match": String(page.headers.etag) } },
      status: 304,
    },
    { kind: "page, HEAD", target: "/acme", options: { method: "HEAD" }, status: 200 },
    { kind: "page on a domain", target: "/", options: { host: DOMAIN }, status: 200 },
    { kind: "page of staff", target: "/acme", options: { as: OWNER }, status: 200 },
    { kind: "data of a page", target: "/acme.data", options: {}, status: 200 },
    { kind: "form", target: "/sign-in", options: {}, status: 200 },
    {
      kind: "form shown again",
      target: "/sign-in",
      options: { form: { email: "x" } },
      status: 400,
    },
    { kind: "built file", target: style, options: {}, status: 200 },
    { kind: "plain file", target: "/favicon.svg", options: {}, status: 200 },
    { kind: "picture", target: picture, options: {}, status: 200 },
    { kind: "drawn picture", target: "/api/share/acme/open-graph.png", options: {}, status: 200 },
    { kind: "JSON", target: "/readyz", options: {}, status: 200 },
    { kind: "text", target: "/robots.txt", options: {}, status: 200 },
    { kind: "XML", target: "/acme/sitemap.xml", options: {}, status: 200 },
    { kind: "redirect", target: "/", options: {}, status: 302 },
    { kind: "redirect to the sign-in", target: "/account", options: {}, status: 303 },
    {
      kind: "redirect to ORIGIN",
      target: "/acme",
      options: { host: "127.0.0.1:3000" },
      status: 302,
    },
    { kind: "no such page", target: "/acme/nothing", options: {}, status: 404 },
    { kind: "no such company", target: "/nobody", options: {}, status: 404 },
    { kind: "no such host", target: "/acme", options: { host: "evil.example" }, status: 404 },
    { kind: "no such resource", target: "/api/share/acme/assets/none", options: {}, status: 404 },
    { kind: "no such file", target: "/assets/none.js", options: {}, status: 404 },
    { kind: "no permission", target: "/team", options: { as: "viewer@acme.example" }, status: 403 },
    {
      kind: "foreign form",
      target: "/sign-in",
      options: { method: "POST", headers: { origin: "null" } },
      status: 403,
    },
    { kind: "odd method", target: "/acme", options: { method: "PUT" }, status: 405 },
    {
      kind: "body too large",
      target: "/sign-in",
      options: { method: "POST", headers: { "content-length": "9999999" } },
      status: 413,
    },
    { kind: "address too long", target: `/acme?${"x".repeat(9_000)}`, options: {}, status: 414 },
    { kind: "malformed host", target: "/acme", options: { host: "a b" }, status: 400 },
  ];
}

function policyOf(answer: Answer): Map<string, string> {
  const policy = String(answer.headers["content-security-policy"]);
  return new Map(
    policy
      .split("; ")
      .map((directive) => [
        directive.split(" ")[0] ?? "",
        directive.slice(directive.indexOf(" ") + 1),
      ]),
  );
}

/** Attributes of the tags of that name that run something: data blocks such as JSON-LD do not. */
function scriptTags(html: string): string[] {
  return [...html.matchAll(/<script([^>]*)>/g)]
    .map((match) => match[1] ?? "")
    .filter((attributes) => !attributes.includes("application/ld+json"));
}

describe("security headers", () => {
  test("stand on every kind of answer, with a policy that allows nothing unnamed", async () => {
    const world = await openWorld();
    for (const { kind, target, options, status } of await everyKind(world)) {
      const answer = await world.ask(target, options);
      expect([kind, answer.status]).toEqual([kind, status]);
      expect(answer.headers, kind).toMatchObject(ALWAYS);
      const isPicture = kind.includes("picture");
      expect(answer.headers["cross-origin-resource-policy"], kind).toBe(
        isPicture ? "cross-origin" : "same-origin",
      );
      const policy = policyOf(answer);
      expect(policy.get("default-src"), kind).toBe("'none'");
      if (kind !== "picture") expect(policy.get("frame-ancestors"), kind).toBe("'none'");
      expect(String(answer.headers["content-security-policy"]), kind).not.toMatch(
        /unsafe-eval|script-src[^;]*unsafe-inline|\*|http:/,
      );
      // What everyone may read of a company, pages of other sites may read as well.
      expect(answer.headers["access-control-allow-origin"], kind).toBe(
        target.startsWith("/api/share/") ? "*" : undefined,
      );
      for (const name of ["x-powered-by", "server", "strict-transport-security"])
        expect(answer.headers[name], `${kind}: ${name}`).toBeUndefined();
      expect(answer.headers["cache-control"], kind).toMatch(
        /^(?:private, no-store|private, no-cache|no-cache|public, max-age=\d+(?:, immutable)?)$/,
      );
      expect(answer.text, kind).not.toMatch(/at \S+ \(?\/|node_modules|node:internal/);
    }
  });

  test("ask for https from then on with an https ORIGIN, on every kind of answer, and never without", async () => {
    const world = await openWorld({ ORIGIN: "https://localhost:3000" });
    for (const { kind, target, options } of await everyKind(world)) {
      if (kind === "redirect to ORIGIN") continue;
      expect([
        kind,
        (await world.ask(target, options)).headers["strict-transport-security"],
      ]).toEqual([kind, "max-age=31536000"]);
    }
  });

  test("never let an answer for one person be kept by a cache for others", async () => {
    const world = await openWorld();
    for (const target of ["/acme", "/acme.data", "/account", "/team", "/audit"]) {
      const answer = await world.ask(target, { as: OWNER });
      expect([target, answer.status, answer.headers["cache-control"], answer.headers.etag]).toEqual(
        [target, 200, "private, no-store", undefined],
      );
    }
  });
});

describe("the Content-Security-Policy", () => {
  test("of visitors' pages runs this origin's own scripts alone: no nonce, nothing inline", async () => {
    const world = await openWorld();
    for (const target of [
      "/acme",
      "/acme?card=Legal",
      "/acme?requestAccess=true",
      "/acme?loginRequest=true",
      "/acme/updates",
      "/acme/faq",
      "/acme/subprocessors",
      "/globex",
      "/sign-in",
      "/acme/nothing",
      "/nobody",
    ]) {
      const answer = await world.ask(target);
      const policy = policyOf(answer);
      expect([target, policy.get("script-src")]).toEqual([
        target,
        expect.stringMatching(/^'(?:self|none)'$/),
      ]);
      expect(answer.text, target).not.toMatch(/nonce=|\son[a-z]+="|\sstyle="|javascript:/);
      for (const attributes of scriptTags(answer.text))
        expect(attributes, target).toMatch(/ src="\/assets\/[\w.-]+\.js"/);
      expect(
        scriptTags(answer.text).length === 0 || policy.get("script-src") === "'self'",
        target,
      ).toBe(true);
      for (const directive of ["img-src", "connect-src", "font-src", "style-src"])
        expect(policy.get(directive), target).not.toMatch(/https?:|\*/);
      expect(
        [
          policy.get("form-action"),
          policy.get("base-uri"),
          policy.get("object-src"),
          policy.get("frame-src"),
        ],
        target,
      ).toEqual(["'self'", "'none'", "'none'", "'none'"]);
    }
  });

  test("of staff pages names a nonce of its own for each answer, and every script carries it", async () => {
    const world = await openWorld();
    const nonces = new Set<string>();
    for (const target of ["/acme", "/acme", "/acme/faq", "/account", "/team"]) {
      const answer = await world.ask(target, { as: OWNER });
      const nonce =
        /'nonce-([A-Za-z0-9+/=]{20,})'/.exec(policyOf(answer).get("script-src") ?? "")?.[1] ?? "";
      expect(nonce, target).not.toBe("");
      expect(Buffer.from(nonce, "base64").length).toBeGreaterThanOrEqual(16);
      nonces.add(nonce);
      const scripts = scriptTags(answer.text);
      expect(scripts.length, target).toBeGreaterThan(1);
      for (const attributes of scripts) expect(attributes, target).toContain(`nonce="${nonce}"`);
      expect(answer.text, target).not.toMatch(/\son[a-z]+="|\sstyle="/);
    }
    expect(nonces.size).toBe(5);
  });

  test("allows the one inline style, the accent color, by its hash", async () => {
    const world = await openWorld();
    for (const [target, options] of [
      ["/acme", {}],
      ["/globex", {}],
      ["/acme", { as: OWNER }],
      ["/sign-in", {}],
    ] as const) {
      const answer = await world.ask(target, options);
      const styles = [...answer.text.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(
        (match) => match[1] ?? "",
      );
      expect([target, styles.length]).toEqual([target, 1]);
      const hash = createHash("sha256")
        .update(styles[0] ?? "")
        .digest("base64");
      expect(policyOf(answer).get("style-src"), target).toBe(`'self' 'sha256-${hash}'`);
    }
  });
});

describe("methods", () => {
  test("other than GET, HEAD and POST are refused on pages with 405, and change nothing", async () => {
    const world = await openWorld();
    const before = await world.services.store.read.selectFrom("sessions").selectAll().execute();
    for (const method of [
      "PUT",
      "PATCH",
      "DELETE",
      "OPTIONS",
      "TRACE",
      "PROPFIND",
      "PURGE",
      "SEARCH",
    ]) {
      for (const target of [
        "/acme",
        "/sign-in",
        "/account",
        "/assets/none.js",
        "/nobody",
        "/healthz",
      ]) {
        const answer = await world.ask(target, {
          method,
          form: { email: OWNER, password: "correct horse battery staple" },
        });
        expect([method, target, answer.status, answer.headers.allow]).toEqual([
          method,
          target,
          405,
          "GET, HEAD, POST",
        ]);
        expect(answer.headers["set-cookie"]).toBeUndefined();
        expect(answer.text).not.toContain("correct horse");
      }
    }
    expect(await world.services.store.read.selectFrom("sessions").selectAll().execute()).toEqual(
      before,
    );
  });

  test("that nobody knows, or that a header or a field pretends, are not taken for POST", async () => {
    const world = await openWorld();
    expect(
      statusOf(
        await sendRaw(
          world.port,
          "STEAL /acme HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n",
        ),
      ),
    ).toBe(400);
    const override = {
      "x-http-method-override": "POST",
      "x-http-method": "POST",
      "x-method-override": "POST",
    };
    const answer = await world.ask(
      `/sign-in?_method=POST&email=${OWNER}&password=correct+horse+battery+staple`,
      { headers: override },
    );
    expect([answer.status, answer.headers["set-cookie"]]).toEqual([200, undefined]);
    expect(answer.text).not.toContain("correct horse");
  });

  test("on the API get a problem document when they don't fit", async () => {
    const world = await openWorld();
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "TRACE"]) {
      const answer = await world.ask("/api/share/acme/open-graph.png", { method });
      expect([method, answer.status, answer.headers["content-type"]]).toEqual([
        method,
        405,
        "application/problem+json",
      ]);
      expect(JSON.parse(answer.text)).toMatchObject({ status: 405, type: "about:blank" });
    }
  });

  test("POST to a page that takes no form is 405, not an error", async () => {
    const world = await openWorld();
    for (const target of [
      "/acme",
      "/acme/faq",
      "/",
      "/robots.txt",
      "/healthz",
      "/acme/sitemap.xml",
    ]) {
      const { status } = await world.ask(target, { form: { a: "b" } });
      expect([target, status]).toEqual([target, 405]);
    }
  });
});

describe("HEAD", () => {
  /** What may differ between two answers to the same question. */
  const OWN = ["date", "x-request-id", "content-security-policy", "connection", "keep-alive"];

  function comparable(answer: Answer): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(answer.headers).filter(([name]) => !OWN.includes(name)),
    );
  }

  test("equals GET without the body for kept pages, files and pictures, whichever comes first", async () => {
    const world = await openWorld();
    const kinds = (await everyKind(world)).filter(({ kind }) =>
      ["page on a domain", "built file", "plain file", "picture"].includes(kind),
    );
    for (const { kind, target, options } of [
      ...kinds,
      { kind: "page", target: "/acme/updates", options: {} },
    ]) {
      const head = await world.ask(target, { ...options, method: "HEAD" });
      const get = await world.ask(target, options);
      expect([kind, head.status, head.body.length]).toEqual([kind, 200, 0]);
      expect(comparable(head), kind).toEqual(comparable(get));
      expect(get.body.length, kind).toBe(Number(get.headers["content-length"]));
      expect(get.body.length, kind).toBeGreaterThan(100);
    }
  });

  test("has GET's status and no body for everything else", async () => {
    const world = await openWorld();
    for (const { kind, target, options, status } of await everyKind(world)) {
      if (options.method !== undefined || options.form !== undefined) continue;
      const head = await world.ask(target, { ...options, method: "HEAD" });
      expect([kind, head.status, head.body.length]).toEqual([kind, status, 0]);
      const get = await world.ask(target, options);
      for (const name of ["content-type", "cache-control", "location", "vary"])
        expect([kind, name, head.headers[name]]).toEqual([kind, name, get.headers[name]]);
    }
  });
});

describe("compression", () => {
  const WISHES: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ["", undefined],
    ["identity", undefined],
    ["gzip", "gzip"],
    ["GZIP", "gzip"],
    ["br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["br;q=0", undefined],
    ["br;q=0.0, gzip", "gzip"],
    ["br ; q=0.000, gzip ; q=0.5", "gzip"],
    ["gzip;q=0, br;q=0", undefined],
    ["br;q=0.001", "br"],
    ["brotli, gzipped", undefined],
    ["br;q=x, gzip", "gzip"],
    ["*;q=0", undefined],
  ];

  test("is what the browser takes, never what it refuses, and opens to the same bytes", async () => {
    const world = await openWorld();
    const style = /\/assets\/[\w-]+\.css/.exec((await world.ask("/acme")).text)?.[0] ?? "";
    for (const target of ["/acme", "/sign-in", style]) {
      const plain = (await world.ask(target)).text;
      for (const [wish, coding] of WISHES) {
        const answer = await world.ask(target, {
          headers: wish === undefined ? {} : { "accept-encoding": wish },
        });
        expect([target, wish, answer.headers["content-encoding"]]).toEqual([target, wish, coding]);
        expect(answer.headers.vary).toContain("Accept-Encoding");
        const open =
          coding === "br"
            ? brotliDecompressSync(answer.body)
            : coding === "gzip"
              ? gunzipSync(answer.body)
              : answer.body;
        expect(open.toString("utf8") === plain, `${target} ${wish}`).toBe(true);
      }
    }
  });

  test("leaves pictures as they are", async () => {
    const world = await openWorld();
    const answer = await world.ask("/api/share/acme/open-graph.png", {
      headers: { "accept-encoding": "br, gzip" },
    });
    expect([answer.headers["content-encoding"], answer.body.subarray(1, 4).toString()]).toEqual([
      undefined,
      "PNG",
    ]);
  });
});

describe("the build's own files", () => {
  test("with hashed names are kept for ever, others asked for again; both answer 304 to those who have them", async () => {
    const world = await openWorld();
    const style = /\/assets\/[\w-]+\.css/.exec((await world.ask("/acme")).text)?.[0] ?? "";
    for (const [target, cacheControl] of [
      [style, "public, max-age=31536000, immutable"],
      ["/favicon.svg", "no-cache"],
    ] as const) {
      for (const coding of ["br", "gzip", "identity"]) {
        const headers = { "accept-encoding": coding };
        const first = await world.ask(target, { headers });
        expect([
          first.status,
          first.headers["cache-control"],
          first.headers["content-encoding"] ?? "identity",
        ]).toEqual([200, cacheControl, coding]);
        const etag = first.headers.etag ?? "";
        expect(etag).toMatch(/^"[\w-]+"$/);
        for (const match of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
          const again = await world.ask(target, {
            headers: { ...headers, "if-none-match": match },
          });
          expect([match, again.status, again.body.length, again.headers.etag]).toEqual([
            match,
            304,
            0,
            etag,
          ]);
        }
        expect(
          (await world.ask(target, { headers: { ...headers, "if-none-match": '"other"' } })).status,
        ).toBe(200);
      }
    }
  });

  test("are all that is below their folder: no path leads out, none into what is not for browsers", async () => {
    const world = await openWorld();
    const ways = [
      "/assets/../server/index.js",
      "/assets/../../server/index.js",
      "/assets/../../../package.json",
      "/..%2fserver/index.js",
      "/%2e%2e/%2e%2e/package.json",
      "/assets/%2e%2e%2f%2e%2e%2fpackage.json",
      "/assets/..%5c..%5cpackage.json",
      "/assets/....//....//package.json",
      "/assets//etc/passwd",
      "//etc/passwd",
      "/assets/%00.css",
      "/.vite/manifest.json",
      "/assets/",
      "/assets",
      "/package.json",
      "/.env",
      "/.git/config",
      "/server/index.js",
      "/data/trust.db",
      "/../../../../../../etc/passwd",
    ];
    for (const way of ways) {
      const answer = await sendRaw(
        world.port,
        `GET ${way} HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`,
      );
      expect([way, statusOf(answer)]).toEqual([way, expect.toBeOneOf([400, 404])]);
      expect(answer, way).not.toMatch(/"dependencies"|root:x:|createListener|SQLite format/);
    }
  });

  test("take no POST", async () => {
    const world = await openWorld();
    const { status } = await world.ask("/favicon.svg", { form: { a: "b" } });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

describe("an org's pictures", () => {
  test("are kept for ever under their revision alone, and asked for again without it", async () => {
    const world = await openWorld();
    const address =
      /\/api\/share\/[\w-]+\/assets\/[\w-]+\?v=\d+/.exec((await world.ask("/acme")).text)?.[0] ??
      "";
    const [path = "", revision = ""] = address.split("?v=");
    const first = await world.ask(address);
    expect([first.status, first.headers["cache-control"]]).toEqual([
      200,
      "public, max-age=31536000, immutable",
    ]);
    for (const query of [
      "",
      "?v=",
      `?v=${Number(revision) + 1}`,
      `?v=${revision}0`,
      "?v=__proto__",
      `?V=${revision}`,
    ]) {
      const answer = await world.ask(path + query);
      expect([query, answer.status, answer.headers["cache-control"]]).toEqual([
        query,
        200,
        "private, no-cache",
      ]);
    }
    const again = await world.ask(path, {
      headers: { "if-none-match": String(first.headers.etag) },
    });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await world.ask(path, { host: DOMAIN })).status).toBe(200);
  });

  test("are another org's under no address, and gone from the public with the portal", async () => {
    const world = await openWorld();
    const address = /\/api\/share\/([\w-]+)\/assets\/([\w-]+)/.exec(
      (await world.ask("/acme")).text,
    );
    expect((await world.ask(`/api/share/globex/assets/${address?.[2]}`)).status).toBe(404);
    const unpublished = { unpublishedAt: world.time.toISOString(), unpublishedBy: "test" };
    await world.services.store.write((trx) =>
      trx.updateTable("publications").set(unpublished).execute(),
    );
    expect((await world.ask(address?.[0] ?? "")).status).toBe(404);
    const own = await world.ask(`${address?.[0]}?v=1`, { as: OWNER });
    expect([own.status, own.headers["cache-control"]]).toEqual([200, "private, no-cache"]);
  });
});

describe("a first visit", () => {
  /** Kilobytes, brotli. */
  const BUDGET = { html: 30 * 1024, css: 15 * 1024, js: 6 * 1024 };

  test("of the demo portals stays within its budget, loads no font and asks no third party", async () => {
    const world = await openWorld();
    for (const [target, options] of [
      ["/acme", {}],
      ["/globex", {}],
      ["/acme", { as: "riley@customer.example" }],
    ] as const) {
      const headers = { "accept-encoding": "br" };
      const page = await world.ask(target, { ...options, headers });
      const html = brotliDecompressSync(page.body).toString("utf8");
      const size = async (urls: string[]) =>
        (await Promise.all(urls.map((url) => world.ask(url, { headers })))).reduce(
          (sum, { status, body }) => (expect(status).toBe(200), sum + body.length),
          0,
        );
      const styles = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(
        (match) => match[1] ?? "",
      );
      const scripts = [
        ...html.matchAll(/<script[^>]* src="([^"]+)"|<link rel="modulepreload" href="([^"]+)"/g),
      ].map((match) => match[1] ?? match[2] ?? "");
      const imported: string[] = [];
      for (const script of scripts) {
        for (const [, name] of (await world.ask(script)).text.matchAll(
          /(?:from|import)\s*"\.\/([\w.-]+\.js)"/g,
        ))
          imported.push(`/assets/${name}`);
      }
      expect(page.body.length, `${target}: HTML`).toBeLessThanOrEqual(BUDGET.html);
      expect(await size(styles), `${target}: CSS`).toBeLessThanOrEqual(BUDGET.css);
      expect(await size([...scripts, ...imported]), `${target}: JS`).toBeLessThanOrEqual(BUDGET.js);
      const css = (await Promise.all(styles.map((url) => world.ask(url))))
        .map(({ text }) => text)
        .join("");
      expect(css, target).not.toMatch(/@font-face|@import|url\((?!"?data:)/);
      const loaded = [
        ...html.matchAll(
          /<(?:img|script|source|iframe|link rel="(?:stylesheet|preload|modulepreload|icon)")[^>]*?(?:src|href|srcset)="([^"]+)"/gi,
        ),
      ].map((match) => match[1] ?? "");
      expect(
        loaded.filter((url) => !url.startsWith("/") && !url.startsWith("data:")),
        target,
      ).toEqual([]);
    }
  });
});
