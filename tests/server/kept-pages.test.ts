import { randomBytes } from "node:crypto";
import http from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createAsset } from "#platform/files/store/assets.server.ts";
import { setPicture, updateCustomization } from "#company/settings/store/customizations.server.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { OWNER } from "./staff-journeys.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { testInFive } from "../in-turn.ts";

/** Whether an answer came from a page that is kept for everyone. */
function isKept(answer: Answer): boolean {
  return answer.headers.etag !== undefined && answer.headers["cache-control"] === "no-cache";
}

async function rename(world: World, name: string): Promise<void> {
  const orgId = await world.orgId("acme");
  await world.services.store.write(async (trx) => {
    await trx.updateTable("orgs").set({ name }).where("id", "=", orgId).execute();
    await contentChanged(trx, orgId);
  });
}

/** How often the database was asked for an org by its slug: once a rendered page. */
function countRenders(world: World): () => number {
  const before = world.services.store.read.getExecutor().executeQuery;
  let count = 0;
  world.services.store.read.getExecutor().executeQuery = function counted(
    this: unknown,
    ...args: Parameters<typeof before>
  ) {
    if (args[0].sql.includes('where "o"."slug" = ')) count += 1;
    return before.apply(world.services.store.read.getExecutor(), args);
  } as typeof before;
  return () => count;
}

describe("a kept page", () => {
  test("of no organization is kept as well, and no save drops it", async () => {
    const world = await openWorld();
    const first = await world.ask("/api/reference");
    await rename(world, "Renamed");
    const second = await world.ask("/api/reference");
    expect([first.status, isKept(first), isKept(second)]).toEqual([200, true, true]);
    expect(second.headers.etag).toBe(first.headers.etag);
    expect(isKept(await world.ask("/api/reference", { as: OWNER }))).toBe(false);
  });

  test("is the page as it was rendered, in every encoding, and 304 to those who have it", async () => {
    const world = await openWorld();
    const [first, second] = [await world.ask("/acme"), await world.ask("/acme")];
    expect(isKept(first) && isKept(second)).toBe(true);
    expect(second.text).toBe(first.text);
    expect(first.text).toMatch(/^<!DOCTYPE html>.*<\/html>$/s);
    const packed = await world.ask("/acme", { headers: { "accept-encoding": "br" } });
    expect(brotliDecompressSync(packed.body).toString("utf8")).toBe(first.text);
    for (const [coding, etag] of [
      ["br", packed.headers.etag],
      ["identity", first.headers.etag],
    ]) {
      for (const match of [`${etag}`, `W/${etag}`, `"x", ${etag}`, "*"]) {
        const answer = await world.ask("/acme", {
          headers: { "accept-encoding": `${coding}`, "if-none-match": match },
        });
        expect([match, answer.status, answer.body.length, answer.headers.etag]).toEqual([
          match,
          304,
          0,
          etag,
        ]);
        expect(answer.headers["content-length"]).toBeUndefined();
      }
    }
    expect(
      (await world.ask("/acme", { headers: { "if-none-match": String(packed.headers.etag) } }))
        .status,
    ).toBe(200);
  });

  test("changes with the request after a change, and another org's change leaves it", async () => {
    const world = await openWorld();
    const before = await world.ask("/acme");
    const globex = await world.ask("/globex");
    await rename(world, "Acme Renamed");
    const after = await world.ask("/acme");
    expect(after.text).toContain("Acme Renamed");
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(
      (await world.ask("/acme", { headers: { "if-none-match": String(before.headers.etag) } }))
        .status,
    ).toBe(200);
    expect((await world.ask("/globex")).headers.etag).toBe(globex.headers.etag);
  });

  test("stays what browsers have after a change that it doesn't show, its shared picture's address too", async () => {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    const picture = async () =>
      /property="og:image" content="[^"]*(\/api\/share\/[^"]*)"/.exec(
        (await world.ask("/acme")).text,
      )?.[1] ?? "";
    const before = await world.ask("/acme");
    const shared = await picture();
    await world.services.store.write((trx) => contentChanged(trx, orgId));
    const known = { "if-none-match": String(before.headers.etag) };
    expect((await world.ask("/acme", { headers: known })).status).toBe(304);
    expect((await world.ask(shared)).headers["cache-control"]).toMatch(
      /max-age=31536000, immutable$/,
    );
    await world.services.store.write((trx) =>
      updateCustomization({ trx, orgId, now: world.time }, { accentColour: "#aa3311" }),
    );
    expect((await world.ask("/acme", { headers: known })).status).toBe(200);
    expect(await picture()).not.toBe(shared);
    // Whoever still asks by the old address sees the new picture, for a day.
    expect((await world.ask(shared)).headers["cache-control"]).toBe("public, max-age=86400");
  });

  test("ends with its moment, when only the clock went on", async () => {
    const world = await openWorld();
    const renders = countRenders(world);
    await world.ask("/acme");
    await world.ask("/acme");
    expect(renders()).toBe(1);
    world.time = new Date(world.time.getTime() + 400 * 24 * 3_600_000);
    await world.ask("/acme");
    expect(renders()).toBe(2);
  });

  test("is nobody's who carries a cookie of ours, and everybody's who carries others", async () => {
    const world = await openWorld();
    await world.ask("/acme");
    for (const cookie of [
      "otc_staff=x",
      "a=b; otc_member=y",
      "otc_flash=z",
      "a=b;otc_browser=1",
      await world.cookieOf(OWNER, world.host),
    ]) {
      expect([cookie, isKept(await world.ask("/acme", { headers: { cookie } }))]).toEqual([
        cookie,
        false,
      ]);
    }
    for (const cookie of [
      "SameSite=Lax",
      "_ga=GA1.2.3",
      "not_otc_staff=x",
      "",
      "x=otc_staff",
      "otc_x=1",
      "otc_staff2=x",
      "__Host-otc_staff=x",
    ]) {
      expect([cookie, isKept(await world.ask("/acme", { headers: { cookie } }))]).toEqual([
        cookie,
        true,
      ]);
    }
  });

  test("does not depend on what nobody reads, and does on what changes it", async () => {
    const world = await openWorld();
    const renders = countRenders(world);
    const plain = await world.ask("/acme");
    for (const query of [
      "?",
      "?utm_source=x",
      "?utm_source=y&gclid=z",
      "?x",
      "?&&",
      "?__proto__=1",
    ]) {
      expect([query, (await world.ask(`/acme${query}`)).text === plain.text]).toEqual([
        query,
        true,
      ]);
    }
    expect(renders()).toBe(1);
    expect((await world.ask("/acme?requestAccess=true")).text).not.toBe(plain.text);
    // Of a repeated parameter the first counts.
    const [a, b] = [
      await world.ask("/acme?requestAccess=true&requestAccess=no"),
      await world.ask("/acme?requestAccess=no&requestAccess=true"),
    ];
    expect(a.text).not.toBe(b.text);
  });

  test("is never one with a token, a search, or a data request", async () => {
    const world = await openWorld();
    for (const target of [
      "/acme?unsubscribeToken=x",
      "/acme?requestAccess=true&inviteToken=x",
      "/acme?byoidJwt=x",
      "/acme/faq?q=data",
      "/acme/controls?q=data",
      `/acme?loginRequest=true&source=x`,
      "/acme.data",
      "/acme.data?_routes=portal%2Fframe",
    ]) {
      expect([target, isKept(await world.ask(target)), isKept(await world.ask(target))]).toEqual([
        target,
        false,
        false,
      ]);
    }
    const part = await world.ask("/acme.data?_routes=portal%2Fframe&utm_source=x");
    const whole = await world.ask("/acme.data?utm_source=x");
    expect(whole.body.length).toBeGreaterThan(part.body.length);
  });

  test("is not emptied by a HEAD that comes first", async () => {
    const world = await openWorld();
    const head = await world.ask("/acme/faq", { method: "HEAD" });
    const get = await world.ask("/acme/faq");
    expect([head.body.length, head.headers["content-length"], head.headers.etag]).toEqual([
      0,
      String(get.body.length),
      get.headers.etag,
    ]);
    expect(get.text).toContain("</html>");
  });

  test("is never an error, a redirect or an unpublished portal", async () => {
    const world = await openWorld();
    for (const target of [
      "/acme/nothing",
      "/nobody",
      "/",
      "/acme/item/none",
      "/sign-in",
      "/robots.txt",
    ]) {
      expect([target, isKept(await world.ask(target)), isKept(await world.ask(target))]).toEqual([
        target,
        false,
        false,
      ]);
    }
    await world.ask("/acme");
    await world.services.store.write((trx) =>
      trx
        .updateTable("publications")
        .set({ unpublishedAt: world.time.toISOString(), unpublishedBy: "test" })
        .execute(),
    );
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) => contentChanged(trx, orgId));
    expect((await world.ask("/acme")).status).toBe(404);
  });

  test("is rendered once for all who ask at the same time", async () => {
    const world = await openWorld();
    const renders = countRenders(world);
    const answers = await Promise.all(Array.from({ length: 30 }, () => world.ask("/acme")));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(renders()).toBe(1);
  });

  testInFive("waits for nobody who reads another answer slowly", async () => {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    const { hash, size } = await world.services.blobs.put(orgId, randomBytes(16 * 1024 * 1024), {
      maxBytes: Infinity,
    });
    const picture = await world.services.store.write(async (trx) => {
      const write = { trx, orgId, now: world.time };
      await recordBlob(trx, orgId, { hash, size }, world.time.toISOString());
      const id = await createAsset(write, {
        type: "logo",
        fileName: "large.png",
        contentType: "image/png",
        blobHash: hash,
      });
      await setPicture(write, "logo", id);
      return id;
    });
    const target = `/api/share/acme/assets/${picture}`;
    const slow = http.get({
      host: "127.0.0.1",
      port: world.port,
      path: target,
      headers: { host: world.host },
      agent: false,
    });
    const response = await new Promise<http.IncomingMessage>((resolve) =>
      slow.once("response", resolve),
    );
    response.pause();
    expect((await world.ask(target)).body.length).toBe(size);
    expect(response.complete).toBe(false);
    slow.destroy();
    await world.services.blobs.remove(orgId, hash);
  });
});
