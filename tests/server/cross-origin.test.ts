import { describe, expect, test } from "vitest";
import { namesOf, staffKeyIn } from "./api-names.ts";
import { openWorld, type Answer } from "./world.ts";

const OWNER = "owner@acme.example";
const EVIL = { origin: "https://tool.example", "sec-fetch-site": "cross-site" };

/** The headers by which an answer is open to the pages of other sites. */
function corsOf({ headers }: Answer): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith("access-control-")),
  );
}

const before = (method: string) => ({
  ...EVIL,
  "access-control-request-method": method,
  "access-control-request-headers": "authorization",
});

describe("a page of another site", () => {
  test("reads what everyone may read, and what a key opens, without cookies", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    for (const [target, headers] of [
      ["/api/share/acme/view", {}],
      ["/api/share/acme/compliance-update", {}],
      ["/acme/feed.json", {}],
      ["/acme/feed.xml", {}],
      ["/acme/subprocessors.csv", {}],
      ["/acme/dora.csv", {}],
      ["/acme/cra.csv", {}],
      ["/acme/index.json", {}],
      ["/acme/faq.md", {}],
      ["/api/v1/me", { authorization: `Bearer ${key}` }],
    ] as const) {
      const answer = await world.ask(target, { headers: { ...EVIL, ...headers } });
      const { "access-control-allow-origin": origin, ...more } = corsOf(answer);
      expect([target, answer.status, origin]).toEqual([target, 200, "*"]);
      expect("access-control-allow-credentials" in more).toBe(false);
      // A page from memory is as open as the one that was rendered.
      expect(corsOf(await world.ask(target, { headers: { ...EVIL, ...headers } }))).toEqual({
        "access-control-allow-origin": origin,
        ...more,
      });
    }
  });

  test("learns why a key is refused, and what is left of its limit", async () => {
    const world = await openWorld();
    const answer = await world.ask("/api/v1/me", { headers: EVIL });
    expect([answer.status, corsOf(answer)["access-control-allow-origin"]]).toEqual([401, "*"]);
    expect(corsOf(answer)["access-control-expose-headers"]).toContain("RateLimit");
  });

  test("asks beforehand, and is told the methods and headers for ten minutes", async () => {
    const world = await openWorld();
    const { org = "" } = await namesOf(world);
    for (const [target, method] of [
      ["/api/v1/me", "GET"],
      [`/api/kb/${org}/query`, "POST"],
      ["/api/partner/trust-center", "GET"],
      ["/api/share/acme/view", "GET"],
    ] as const) {
      const answer = await world.ask(target, { method: "OPTIONS", headers: before(method) });
      expect([target, answer.status, answer.body.length]).toEqual([target, 204, 0]);
      const cors = corsOf(answer);
      expect(cors["access-control-allow-origin"]).toBe("*");
      expect(cors["access-control-max-age"]).toBe("600");
      expect(String(cors["access-control-allow-methods"]).split(", ")).toContain(method);
      expect(String(cors["access-control-allow-headers"])).toContain("Authorization");
      expect(cors["access-control-allow-credentials"]).toBeUndefined();
    }
  });

  test("gets nothing by a cookie, neither beforehand nor after", async () => {
    const world = await openWorld();
    for (const [target, method] of [
      ["/api/trust-center/view", "GET"],
      ["/api/trust-center/updates", "POST"],
      ["/api/documents/trust-center", "GET"],
      ["/api/graphql", "POST"],
      ["/home", "GET"],
    ] as const) {
      const asked = await world.ask(target, { method: "OPTIONS", headers: before(method) });
      expect([target, corsOf(asked)]).toEqual([target, {}]);
      const answer = await world.ask(target, { as: OWNER, headers: EVIL });
      expect([target, corsOf(answer)]).toEqual([target, {}]);
    }
    const sent = await world.ask("/api/share/acme/subscribe", {
      method: "POST",
      headers: { ...EVIL, "content-type": "application/json" },
      body: "{}",
    });
    expect([sent.status, corsOf(sent)]).toEqual([403, {}]);
  });

  test("sends nothing to an address of keys without a key in its request", async () => {
    const world = await openWorld();
    const { org = "" } = await namesOf(world);
    const send = (headers: Record<string, string>) =>
      world.ask(`/api/kb/${org}/query`, {
        method: "POST",
        as: OWNER,
        headers: { ...EVIL, "content-type": "application/json", ...headers },
        body: "{}",
      });
    expect((await send({})).status).toBe(403);
    expect((await send({ authorization: "Basic eDp5" })).status).toBe(403);
    expect((await send({ authorization: "Bearer no.key" })).status).toBe(401);
  });
});
