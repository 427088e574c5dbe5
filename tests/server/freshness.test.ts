import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { addDocument } from "#content/documents/store/documents.server.ts";
import { linkDocuments, saveItem } from "#content/items/store/items.server.ts";
import { unpublishOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { createTopics } from "#updates/updates/store/topics.server.ts";
import { PROCESSES } from "../limits.ts";
import { emptyContent } from "./bare-world.ts";
import { VERBS, verbsInSources, type Ground } from "./freshness-verbs.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const HOUR_MS = 3_600_000;
const SECOND_MS = 1_000;

/** Whether an answer came from a page that is kept for everyone. */
function isKept(answer: Answer): boolean {
  return answer.headers.etag !== undefined && answer.headers["cache-control"] === "no-cache";
}

/** What is no page, and kept beside the pages. */
const KEPT_FILES = ["/sitemap.xml", "/subprocessors.csv", "/dora.csv", "/cra.csv"];

async function bareWorld(): Promise<World> {
  const world = await openWorld();
  await emptyContent(world);
  return world;
}

/** The texts that stand in the page, not in its address. */
const textOf = async (world: World, path: string) => (await world.ask(path)).text;

describe("a kept page", () => {
  test("has an ETag for each encoding, opens to the same bytes, and answers 304 without a body to who has it", async () => {
    const world = await bareWorld();
    const plain = await world.ask("/acme");
    const unpacked = {
      identity: (body: Buffer) => body,
      gzip: gunzipSync,
      br: brotliDecompressSync,
    } as const;
    const etags = new Set<string>();
    for (const [encoding, unpack] of Object.entries(unpacked)) {
      const headers = { "accept-encoding": encoding };
      let answer = await world.ask("/acme", { headers });
      const known = () =>
        world.ask("/acme", {
          headers: { ...headers, "if-none-match": String(answer.headers.etag) },
        });
      let again = await known();
      // The best compression comes once, when there is time for it, with a tag of its own.
      if (again.status === 200)
        [answer, again] = [
          again,
          await world.ask("/acme", {
            headers: { ...headers, "if-none-match": String(again.headers.etag) },
          }),
        ];
      etags.add(String(answer.headers.etag));
      expect(unpack(answer.body).toString("utf8")).toBe(plain.text);
      expect(answer.headers["content-encoding"]).toBe(
        encoding === "identity" ? undefined : encoding,
      );
      expect(answer.headers.vary).toMatch(/accept-encoding/i);
      expect([again.status, again.body.length, again.headers.etag]).toEqual([
        304,
        0,
        answer.headers.etag,
      ]);
      const other = await world.ask("/acme", {
        headers: { ...headers, "if-none-match": '"another"' },
      });
      expect([other.status, unpack(other.body).toString("utf8")]).toEqual([200, plain.text]);
    }
    expect(etags.size).toBe(3);
  });

  test("is one for every address that differs in what nobody reads, and says none of it", async () => {
    const world = await bareWorld();
    const first = await world.ask("/acme?utm_source=zebra-utm&gclid=zebra-click&zebra=1");
    for (const query of [
      "",
      "?",
      "?utm_campaign=x&utm_medium=y",
      "?fbclid=1",
      "?accountId=1",
      "?permissionProfileId=1",
      "?view=public",
    ]) {
      const answer = await world.ask(`/acme${query}`);
      expect([isKept(answer), answer.headers.etag], query).toEqual([true, first.headers.etag]);
    }
    expect(first.text).not.toContain("zebra");
    const tab = await world.ask("/acme?documents=public&utm_source=x");
    expect((await world.ask("/acme?documents=public")).headers.etag).toBe(tab.headers.etag);
  });

  test("is another one for each door and host, and never the wrong one's", async () => {
    const world = await bareWorld();
    const own = await world.ask("/", { host: "trust.acme.example" });
    expect(isKept(own)).toBe(true);
    expect(await textOf(world, "/acme")).toContain('href="/acme');
    expect((await world.ask("/", { host: "trust.acme.example" })).text).not.toContain(
      'href="/acme',
    );
  });

  test("is bypassed by a cookie of ours, whatever it says, and not by others", async () => {
    const world = await bareWorld();
    await world.ask("/acme");
    for (const cookie of [
      "otc_flash=x",
      "otc_staff=x",
      "otc_member=x",
      "otc_browser=x",
      "a=b; otc_flash=x",
    ]) {
      expect(
        (await world.ask("/acme", { headers: { cookie } })).headers["cache-control"],
        cookie,
      ).toBe("private, no-store");
    }
    expect(
      isKept(
        await world.ask("/acme", {
          headers: { cookie: "_ga=1; theme=dark; notc_x=1; otc_x=1; __Host-otc_staff=x" },
        }),
      ),
    ).toBe(true);
  });

  test("is never one with a token, a search, one person's dialog, or a data twin", async () => {
    const world = await bareWorld();
    for (const target of [
      "/acme?unsubscribeToken=t",
      "/acme?requestAccess=true&inviteToken=t",
      "/acme?byoidJwt=t",
      "/acme/faq?q=t",
      "/acme/subprocessors?q=t",
      "/acme.data",
      "/acme/faq.data",
    ]) {
      for (const answer of [await world.ask(target), await world.ask(target)])
        expect([target, isKept(answer), answer.headers["cache-control"]]).toEqual([
          target,
          false,
          "private, no-store",
        ]);
    }
  });

  test("alone may be kept: members, staff, previews, refusals and redirects say private, no-store", async () => {
    const world = await bareWorld();
    const cases: [string, string?][] = [
      ["/acme", "riley@customer.example"],
      ["/acme", "owner@acme.example"],
      ["/acme?view=public", "owner@acme.example"],
      ["/acme", "owner@globex.example"],
      ["/audit", "owner@acme.example"],
      ["/audit"],
      ["/acme/no/such/page"],
      ["/acme/updates/no-such-topic"],
      ["/no-such-company"],
      ["/acme?productId=x"],
      ["/sign-in"],
      ["/"],
    ];
    for (const [target, as] of cases) {
      const answer = await world.ask(target, as === undefined ? {} : { as });
      expect([target, as, answer.headers["cache-control"], answer.headers.etag]).toEqual([
        target,
        as,
        "private, no-store",
        undefined,
      ]);
    }
  });
});

describe("a change of content", () => {
  test("has a row in the table for every verb of a store that ends in contentChanged, and for no other", () => {
    expect(Object.keys(VERBS).sort()).toEqual(verbsInSources());
  });

  test("shows with the next anonymous request, whatever verb made it", PROCESSES, async () => {
    const world = await bareWorld();
    const { store } = world.services;
    const [org, product] = [await world.orgId("acme"), await world.productId("acme")];
    const blob = await store.read
      .selectFrom("blobs")
      .select(["hash", "size"])
      .where("orgId", "=", org)
      .limit(1)
      .executeTakeFirstOrThrow();
    const asset = (
      await store.read
        .selectFrom("assets")
        .select("id")
        .where("orgId", "=", org)
        .limit(1)
        .executeTakeFirstOrThrow()
    ).id;
    await store.write(async (trx) => {
      for (const [uid, kind] of [
        ["TrustedBy.companies", "TrustedBy"],
        ["Subprocessors.subprocessors", "Subprocessors"],
        ["SecurityGrades.grades", "SecurityGrades"],
      ] as const) {
        await saveItem(trx, org, product, { uid, kind }, { by: "Test", on: world.time });
      }
    });
    const ids: Ground["ids"] = {};
    const revision = async () =>
      (
        await store.read
          .selectFrom("orgs")
          .select("revision")
          .where("id", "=", org)
          .executeTakeFirstOrThrow()
      ).revision;
    const faults: string[] = [];
    for (const [
      verb,
      { change, at = "", shows, loses, changes, status = 200, unseen },
    ] of Object.entries(VERBS)) {
      const [before, was] = [await world.ask(`/acme${at}`), await revision()];
      await store.write((trx) => change({ trx, org, product, now: world.time, blob, asset, ids }));
      const after = await world.ask(`/acme${at}`);
      if ((await revision()) <= was) faults.push(`${verb} left the revision as it was`);
      if (after.status !== status) faults.push(`${verb}: status ${after.status}`);
      if (shows !== undefined && (before.text.includes(shows) || !after.text.includes(shows)))
        faults.push(`${verb} does not bring '${shows}' to /acme${at}`);
      if (loses !== undefined && (!before.text.includes(loses) || after.text.includes(loses)))
        faults.push(`${verb} does not take '${loses}' from /acme${at}`);
      if (changes && before.text === after.text) faults.push(`${verb} leaves /acme${at} as it was`);
      for (const path of KEPT_FILES) {
        const [kept, anew] = [
          await world.ask(`/acme${path}`),
          await world.ask(`/acme${path}`, { headers: { cookie: "otc_flash=x" } }),
        ];
        if (kept.status !== anew.status || kept.text !== anew.text)
          faults.push(`${verb} leaves /acme${path} as it was`);
        if (kept.status === 200 && (!isKept(kept) || isKept(anew)))
          faults.push(`/acme${path} is not kept after ${verb}`);
      }
      if (before.status === 200 && !isKept(before))
        faults.push(`/acme${at} was not kept before ${verb}`);
      if (
        !unseen &&
        shows === undefined &&
        loses === undefined &&
        !changes &&
        status === before.status
      )
        faults.push(`${verb} has nothing to show for itself`);
    }
    expect(faults).toEqual([]);
  });

  test("leaves the other org's pages kept: they are not even rendered again", async () => {
    const world = await bareWorld();
    const before = await world.ask("/globex");
    // Written past every verb: only a page that is rendered anew could show it.
    await world.services.store.write((trx) =>
      trx.updateTable("orgs").set({ name: "Rendered Anew" }).where("slug", "=", "globex").execute(),
    );
    const acme = await world.orgId("acme");
    await world.services.store.write((trx) =>
      updateCustomization({ trx, orgId: acme, now: world.time }, { portalTitle: "Another title" }),
    );
    const after = await world.ask("/globex");
    expect([after.headers.etag, after.text.includes("Rendered Anew")]).toEqual([
      before.headers.etag,
      false,
    ]);
    expect(await textOf(world, "/acme")).toContain("Another title");
  });

  test("that unpublishes takes pages, data, lists and pictures from the public with the next request, at both doors", async () => {
    const world = await bareWorld();
    const acme = await world.orgId("acme");
    const picture =
      /\/api\/share\/[^"]+\/assets\/[^"]+/.exec(await textOf(world, "/acme"))?.[0] ?? "";
    const paths = [
      "",
      "/updates",
      "/faq",
      "/subprocessors",
      "/robots.txt",
      "/sitemap.xml",
      "/.well-known/security.txt",
      "/card/Policies",
    ];
    const here = [
      ...paths.map((path) => `/acme${path}`),
      "/acme.data",
      picture,
      "/api/share/acme/open-graph.png",
    ];
    const there = paths.map((path) => path || "/");
    // One after the other: one network that asks for all of them at once is told to come again.
    const statuses = async () => {
      const found: number[] = [];
      for (const path of here) found.push((await world.ask(path)).status);
      for (const path of there)
        found.push((await world.ask(path, { host: "trust.acme.example" })).status);
      return new Set(found);
    };
    expect(await statuses()).toEqual(new Set([200]));
    await world.services.store.write((trx) =>
      unpublishOrg({ trx, orgId: acme, by: SYSTEM, now: world.time }),
    );
    expect(await statuses()).toEqual(new Set([404]));
  });
});

describe("the clock alone, without a write", () => {
  /** A world with one topic whose update is published `after` milliseconds from now. */
  async function withTopic(after: number): Promise<{ world: World; topic: string }> {
    const world = await bareWorld();
    const acme = await world.orgId("acme");
    const publishAt = new Date(world.time.getTime() + after);
    const values = {
      subject: "By the clock",
      category: "general" as const,
      productIds: [],
      createdAt: world.time,
    };
    const [topic = ""] = await world.services.store.write((trx) =>
      createTopics(
        trx,
        acme,
        [
          {
            ...values,
            updates: [
              {
                message: "A message",
                audience: "public",
                channelStatusPage: true,
                channelEmail: false,
                publishAt,
              },
            ],
          },
        ],
        "Test",
      ),
    );
    return { world, topic };
  }

  /** What pages say at moments after the start, each asked twice: as it is rendered, and as it is kept. */
  async function over<T>(
    world: World,
    moments: readonly number[],
    look: () => Promise<T>,
  ): Promise<T[]> {
    const start = world.time.getTime();
    const generation = world.services.store.generation();
    const seen: T[] = [];
    for (const moment of moments) {
      world.time = new Date(start + moment);
      seen.push(await look());
      expect(await look()).toEqual(seen.at(-1));
    }
    expect(world.services.store.generation()).toBe(generation);
    return seen;
  }

  test("takes the updates bar away a day after the update, from every page", async () => {
    const { world, topic } = await withTopic(-HOUR_MS);
    const bar = async () =>
      Promise.all(
        ["/acme", "/acme/faq", "/acme/subprocessors", "/acme/card/Policies"].map(async (path) =>
          (await textOf(world, path)).includes(`tcuUid=${topic}`),
        ),
      );
    const [shown, gone] = [
      [true, true, true, true],
      [false, false, false, false],
    ];
    expect(await over(world, [0, 23 * HOUR_MS - 1, 23 * HOUR_MS, 48 * HOUR_MS], bar)).toEqual([
      shown,
      shown,
      gone,
      gone,
    ]);
  });

  test("publishes a scheduled update at its moment: on the list, the page, its own address and the sitemap", async () => {
    const { world, topic } = await withTopic(HOUR_MS);
    const look = async () => [
      (await textOf(world, "/acme/updates")).includes("By the clock"),
      (await textOf(world, "/acme")).includes("By the clock"),
      (await textOf(world, "/acme/sitemap.xml")).includes(topic),
      (await world.ask(`/acme/updates/${topic}`)).status === 200,
    ];
    expect(await over(world, [0, HOUR_MS - 1, HOUR_MS], look)).toEqual([
      [false, false, false, false],
      [false, false, false, false],
      [true, true, true, true],
    ]);
  });

  test.each<
    [what: string, expiredDocuments: "shown" | "hidden", timeZone: string, midnight: string]
  >([
    ["is marked", "shown", "Europe/Berlin", "2026-11-20T23:00:00Z"],
    ["disappears", "hidden", "America/Chicago", "2026-11-21T06:00:00Z"],
    ["disappears", "hidden", "Pacific/Auckland", "2026-11-20T11:00:00Z"],
  ])(
    "ends a document's last day: it %s where expired ones are %s, at midnight in %s",
    async (_what, expiredDocuments, timeZone, midnight) => {
      const world = await bareWorld();
      const [acme, product] = [await world.orgId("acme"), await world.productId("acme")];
      await world.services.store.write(async (trx) => {
        const write = { trx, orgId: acme, by: SYSTEM, now: world.time };
        await trx.updateTable("orgs").set({ timeZone }).where("id", "=", acme).execute();
        await updateCustomization(write, { expiredDocuments });
        const { hash, size } = await trx
          .selectFrom("blobs")
          .select(["hash", "size"])
          .where("orgId", "=", acme)
          .limit(1)
          .executeTakeFirstOrThrow();
        await saveItem(
          trx,
          acme,
          product,
          { uid: "custom.one", kind: "Reports", title: "With a file", publicAccess: true },
          { by: "Test", on: world.time },
        );
        const id = await addDocument(write, {
          originalName: "dated.pdf",
          contentType: "application/pdf",
          size,
          blobHash: hash,
          type: "Other",
          expiresOn: "2026-11-20",
        });
        await linkDocuments(write, product, "custom.one", [id]);
      });
      const look = async () => {
        const text = await textOf(world, "/acme/card/Reports");
        return [text.includes("dated.pdf"), text.includes("Expired")];
      };
      const end = Date.parse(midnight) - world.time.getTime();
      expect(await over(world, [0, end - 1, end], look)).toEqual([
        [true, false],
        [true, false],
        expiredDocuments === "shown" ? [true, true] : [false, false],
      ]);
    },
  );

  test("tells an update by its day until midnight in the org's zone, and by its date after a month", async () => {
    const { world, topic } = await withTopic(-HOUR_MS);
    const midnight = Date.parse("2026-11-20T23:00:00Z") - world.time.getTime();
    const told = /<time dateTime="2026-11-20T[^"]*" title="November 20, 2026, [^"]*">([^<]*)</;
    const look = () =>
      Promise.all(
        ["/acme", "/acme/updates", `/acme/updates/${topic}`].map(
          async (path) => told.exec(await textOf(world, path))?.[1],
        ),
      );
    const all = (text: string) => [text, text, text];
    const days = (count: number) => midnight + count * 24 * HOUR_MS;
    expect(
      await over(world, [0, midnight - SECOND_MS, midnight, days(1), days(29), days(30)], look),
    ).toEqual(
      ["today", "today", "yesterday", "2 days ago", "30 days ago", "November 20, 2026"].map(all),
    );
  });

  test("marks an item as expired when its last day has ended in the org's zone", async () => {
    const world = await bareWorld();
    const [acme, product] = [await world.orgId("acme"), await world.productId("acme")];
    await world.services.store.write((trx) =>
      saveItem(
        trx,
        acme,
        product,
        {
          uid: "custom.one",
          kind: "Reports",
          title: "Dated item",
          publicAccess: true,
          expiry: "2026-11-21",
        },
        { by: "Test", on: world.time },
      ),
    );
    const midnight = Date.parse("2026-11-21T23:00:00Z") - world.time.getTime();
    const look = async () => [
      (await textOf(world, "/acme/card/Reports")).includes("Expired"),
      (await textOf(world, "/acme/product/Acme+Platform/dated-item")).includes("Expired"),
    ];
    expect(await over(world, [0, midnight - SECOND_MS, midnight], look)).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ]);
  });
});
