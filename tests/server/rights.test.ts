import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, test } from "vitest";
import routes from "../../app/routes.ts";
import { declineAccount, revokeGrant } from "#auth/accounts/store/accounts.server.ts";
import { createAsset } from "#platform/files/store/assets.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { sha256 } from "#db/ids.ts";
import { saveItem } from "#content/items/store/items.server.ts";
import { removeItem } from "#content/items/store/item-state.server.ts";
import { unpublishOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { revokeSession } from "#auth/store/session-list.server.ts";
import { createStaff, grantRole } from "#auth/store/staff.server.ts";
import type { Writer } from "#db/store.ts";
import { createTopic } from "#updates/updates/store/topics.server.ts";
import { WALK } from "../limits.ts";
import { sample } from "../sample.ts";
import {
  dataTwin,
  differences,
  faceOfPage,
  HOST_OF,
  ownData,
  rowsOfTable,
} from "./rights-check.ts";
import {
  belongsToPortal,
  RIGHTS,
  VIEWERS,
  whileUnpublished,
  type ViewerName,
} from "./rights-table.ts";
import { specimenWorld, type SpecimenWorld } from "./specimens.ts";
import type { Answer } from "./world.ts";
import { testInTurn } from "../in-turn.ts";

const DOMAIN = HOST_OF.domain ?? "";
const DAY_MS = 86_400_000;

/** The world of the specimens with an admin beside its other staff. */
async function walkedWorld(): Promise<SpecimenWorld> {
  const world = await specimenWorld();
  await world.services.store.write(async (trx) => {
    const write = { trx, orgId: world.ids.acme ?? "", by: SYSTEM, now: world.time };
    const admin = await createStaff(write, {
      email: VIEWERS.admin,
      name: "Ada Admin",
      passwordHash: "none",
    });
    await grantRole(write, admin, "admin");
  });
  return world;
}

/** The route ids that the framework gives: the named ones, else the file's path without its ending. */
function routeIds(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap((entry) => [
    entry.id ?? entry.file.replace(/\.[jt]sx?$/, ""),
    ...routeIds(entry.children ?? []),
  ]);
}

describe("the table of rights", () => {
  test("has rows for every route, and every row is for a route", () => {
    expect(Object.keys(RIGHTS).sort()).toEqual([...new Set(routeIds(routes))].sort());
    expect(Object.entries(RIGHTS).filter(([, addresses]) => addresses.length === 0)).toEqual([]);
  });

  test("declares every cell, for every viewer at both doors", () => {
    const undeclared = rowsOfTable().flatMap(({ route, door, path, cells }) =>
      (Object.keys(VIEWERS) as ViewerName[])
        .filter((viewer) => !((cells[viewer]?.status ?? 0) > 0))
        .map((viewer) => `${route} at ${door} ${path} for ${viewer}`),
    );
    expect(undeclared).toEqual([]);
  });

  test(
    "is what the server does, on the default host and on an org's own domain",
    WALK,
    async () => {
      expect(await differences(await walkedWorld(), rowsOfTable())).toEqual([]);
    },
  );

  testInTurn(
    "leaves an unpublished portal to its own staff on the default host",
    WALK,
    async () => {
      const world = await walkedWorld();
      await world.services.store.write((trx) =>
        unpublishOrg({ trx, orgId: world.ids.acme ?? "", by: SYSTEM, now: world.time }),
      );
      const viewers: ViewerName[] = [
        "anonymous",
        "approved",
        "elsewhere",
        "owner",
        "viewer",
        "staffElsewhere",
      ];
      for (const door of ["default", "domain"] as const) {
        const rows = rowsOfTable().filter(
          (row) =>
            row.door === door &&
            belongsToPortal(row.route) &&
            !row.path.includes("{globexAccount}"),
        );
        for (const isCall of [false, true])
          expect(
            await differences(
              world,
              rows.filter(({ path }) => path.startsWith("/api/") === isCall),
              {
                viewers,
                // Which methods a call takes is no secret of the company's.
                change: (viewer, cell) =>
                  isCall && cell.status === 405 ? cell : whileUnpublished(door, viewer, cell),
              },
            ),
          ).toEqual([]);
      }
      expect((await world.ask("/robots.txt")).text).not.toContain("/acme/");
    },
  );

  testInTurn(
    "holds for a route's loader that is asked alone: what refuses a viewer gives no data",
    WALK,
    async () => {
      const world = await walkedWorld();
      const given: string[] = [];
      const viewers = [
        "anonymous",
        "approved",
        "viewer",
        "viewerAsProfile",
        "staffElsewhere",
      ] as const;
      const refused = rowsOfTable().flatMap((row) =>
        viewers
          .filter((viewer) => (row.cells[viewer]?.status ?? 200) !== 200)
          .map((viewer) => ({ row, viewer })),
      );
      // The short run asks for one of a route's addresses that refuse a viewer alike.
      const alike = Map.groupBy(refused, ({ row, viewer }) =>
        [row.route, viewer, JSON.stringify(row.cells[viewer])].join(" "),
      );
      for (const { row, viewer } of [...alike].flatMap(([name, same]) => sample(same, 1, name))) {
        const data = await ownData(world, row, viewer);
        if (data !== undefined)
          given.push(
            `${row.route} at ${row.door} ${row.path} for ${viewer}: ${JSON.stringify(data)}`,
          );
      }
      expect(given).toEqual([]);
    },
  );
});

describe("a cookie", () => {
  test("of staff changes nothing at all on an org's own domain", async () => {
    const world = await walkedWorld();
    for (const path of [
      "/",
      "/item/draft-item",
      "/item/hidden-item",
      "/card/Esg",
      "/no/such/page",
    ]) {
      const stranger = await world.ask(path, { host: DOMAIN });
      const staff = await world.ask(path, { host: DOMAIN, as: VIEWERS.owner });
      expect([staff.status, staff.text], path).toEqual([stranger.status, stranger.text]);
    }
  });

  test("of a member is worthless on another host than the one it was made for", async () => {
    const world = await walkedWorld();
    const [here, there] = [
      await world.cookieOf(VIEWERS.approved, world.host),
      await world.cookieOf(VIEWERS.approved, DOMAIN),
    ];
    const face = async (path: string, host: string, cookie: string) =>
      faceOfPage(await world.ask(path, { host, headers: { cookie } }), VIEWERS.approved);
    expect(await face("/acme", world.host, here)).toBe("member");
    expect(await face("/", DOMAIN, there)).toBe("member");
    expect(await face("/", DOMAIN, here)).toBe("public");
    expect(await face("/acme", world.host, there)).toBe("public");
    expect(await face("/globex", world.host, here)).toBe("public");
    expect(
      (await world.ask("/item/hidden-item", { host: DOMAIN, headers: { cookie: here } })).status,
    ).toBe(404);
  });

  test("of a member opens no private area, and one of staff under a member's name opens nothing", async () => {
    const world = await walkedWorld();
    const token = async (email: string) =>
      (await world.cookieOf(email, world.host)).split("=")[1] ?? "";
    const asStaff = { cookie: `otc_staff=${await token(VIEWERS.approved)}` };
    const asMember = { cookie: `otc_member=${await token(VIEWERS.owner)}` };
    expect((await world.ask("/audit", { headers: asStaff })).status).toBe(303);
    expect(faceOfPage(await world.ask("/acme", { headers: asStaff }), null)).toBe("public");
    expect((await world.ask("/acme/item/hidden-item", { headers: asMember })).status).toBe(404);
  });
});

describe("a right that ends, ends with the next request", () => {
  /** What a person gets of a thing that the public does not get, before and after a change. */
  async function beforeAndAfter(
    email: string,
    path: string,
    change: (world: SpecimenWorld) => Promise<unknown> | void,
  ): Promise<[number, number]> {
    const world = await walkedWorld();
    const status = async () => (await world.ask(path, { as: email })).status;
    const before = await status();
    await change(world);
    return [before, await status()];
  }
  const tokenHash = async (world: SpecimenWorld, email: string) =>
    sha256((await world.cookieOf(email, world.host)).split("=")[1] ?? "");
  const memberRow = (trx: Writer, email: string) =>
    trx.selectFrom("members").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
  const end = async (world: SpecimenWorld, email: string) => {
    const hash = await tokenHash(world, email);
    await world.services.store.write((trx) => revokeSession(trx, hash, world.time));
  };
  const { approved, owner, editor, reviewer } = VIEWERS;

  test("a revoked session of staff, on the portal and in the private area", async () => {
    expect(
      await beforeAndAfter(owner, "/acme/item/draft-item", (world) => end(world, owner)),
    ).toEqual([200, 404]);
    expect(await beforeAndAfter(owner, "/audit", (world) => end(world, owner))).toEqual([200, 303]);
  });

  test("a role that was taken, or made smaller", async () => {
    const without = (world: SpecimenWorld) =>
      world.services.store.write((trx) =>
        trx
          .deleteFrom("staffRoles")
          .where("orgId", "=", world.ids.acme ?? "")
          .execute(),
      );
    expect(await beforeAndAfter(editor, "/acme/item/draft-item", without)).toEqual([200, 404]);
    expect(await beforeAndAfter(reviewer, "/audit", without)).toEqual([200, 403]);
    const smaller = (world: SpecimenWorld) =>
      world.services.store.write(async (trx) => {
        const { id } = await trx
          .selectFrom("staff")
          .select("id")
          .where("email", "=", reviewer)
          .executeTakeFirstOrThrow();
        await grantRole(
          { trx, orgId: world.ids.acme ?? "", by: SYSTEM, now: world.time },
          id,
          "viewer",
        );
      });
    expect(await beforeAndAfter(reviewer, "/audit", smaller)).toEqual([200, 403]);
  });

  test("a revoked session of a member, and a member who was removed", async () => {
    expect(
      await beforeAndAfter(approved, "/acme/item/hidden-item", (world) => end(world, approved)),
    ).toEqual([200, 404]);
    const removed = (world: SpecimenWorld) =>
      world.services.store.write((trx) =>
        trx
          .updateTable("members")
          .set({ removedAt: world.time.toISOString(), removedBy: "Test" })
          .where("email", "=", approved)
          .execute(),
      );
    expect(await beforeAndAfter(approved, "/acme/item/hidden-item", removed)).toEqual([200, 404]);
  });

  test("a revoked grant, a declined account, and an item that left the profile", async () => {
    const revoked = (world: SpecimenWorld) =>
      world.services.store.write(async (trx) => {
        const { orgId, accountId } = await memberRow(trx, approved);
        const { id } = await trx
          .selectFrom("grants")
          .select("id")
          .where("accountId", "=", accountId)
          .executeTakeFirstOrThrow();
        await revokeGrant({ trx, orgId, by: SYSTEM, now: world.time }, id);
      });
    expect(await beforeAndAfter(approved, "/acme/item/hidden-item", revoked)).toEqual([200, 404]);
    const declined = (world: SpecimenWorld) =>
      world.services.store.write(async (trx) => {
        const { orgId, accountId } = await memberRow(trx, approved);
        await declineAccount({ trx, orgId, by: SYSTEM, now: world.time }, accountId);
      });
    expect(await beforeAndAfter(approved, "/acme/item/hidden-item", declined)).toEqual([200, 404]);
    const taken = (world: SpecimenWorld) =>
      world.services.store.write((trx) =>
        trx.deleteFrom("profileItems").where("itemUid", "=", "custom.hidden").execute(),
      );
    expect(await beforeAndAfter(approved, "/acme/item/hidden-item", taken)).toEqual([200, 404]);
  });

  test("a grant and a session that run out by the clock, without a write", async () => {
    const turned = (days: number) => (world: SpecimenWorld) => {
      world.time = new Date(world.time.getTime() + days * DAY_MS);
    };
    expect(await beforeAndAfter(owner, "/audit", turned(1))).toEqual([200, 303]);
    expect(await beforeAndAfter(approved, "/acme/item/hidden-item", turned(8))).toEqual([200, 404]);
    const world = await walkedWorld();
    expect((await world.ask("/acme/item/hidden-item", { as: approved })).status).toBe(200);
    turned(326)(world);
    const cookie = await world.cookieOf(VIEWERS.unsigned, world.host);
    expect((await world.ask("/acme/item/hidden-item", { headers: { cookie } })).status).toBe(200);
  });
});

describe("a foreign id, a deleted one and a random one", () => {
  /** The body with the id that was asked for, and what is new in every answer to staff, taken out. */
  function bare(answer: Answer, asked: string): string {
    const nonce =
      /'nonce-([^']+)'/.exec(String(answer.headers["content-security-policy"] ?? ""))?.[1] ??
      /"nonce","([^"]+)"/.exec(answer.text)?.[1];
    // What the page's forms are known by is another one each time, as the nonce is.
    const once =
      /name="formOnce" value="([^"]+)"/.exec(answer.text)?.[1] ??
      /\\?"once\\?",\\?"([\w-]{22})\\?"/.exec(answer.text)?.[1];
    const text = [nonce, once].reduce<string>(
      (all, random) => (random === undefined ? all : all.replaceAll(random, "·")),
      answer.text,
    );
    return [asked, encodeURIComponent(asked), asked.replaceAll(" ", "+")].reduce(
      (rest, id) => rest.replaceAll(id, "·"),
      text,
    );
  }

  /** The answers to several ids at one place, each different one once. */
  async function answers(
    world: SpecimenWorld,
    viewer: ViewerName,
    place: (id: string) => string,
    ids: readonly string[],
    host?: string,
  ): Promise<string[]> {
    const email = VIEWERS[viewer];
    const found = new Set<string>();
    for (const id of ids) {
      const answer = await world.ask(place(id), {
        ...(email === null ? {} : { as: email }),
        ...(host === undefined ? {} : { host }),
      });
      found.add(
        `${answer.status} ${answer.headers["content-type"]} ${answer.headers["cache-control"]}\n${bare(answer, id)}`,
      );
    }
    return [...found];
  }

  const RANDOM = ["0123456789abcdefghijkl", "zzzzzzzzzzzzzzzzzzzzzz"];

  test.each<ViewerName>(["anonymous", "approved", "viewer"])(
    "give %s the same answer, byte for byte, at pictures, topics, items, cards and products",
    WALK,
    async (viewer) => {
      const world = await walkedWorld();
      const gone = await plantAndRemove(world);
      const {
        acme = "",
        globexAsset = "",
        globexTopic = "",
        scheduledTopic = "",
        hiddenTopic = "",
        privateTopic = "",
      } = world.ids;
      const asOwner = viewer === "viewer";
      const unknown = asOwner
        ? []
        : [hiddenTopic, ...(viewer === "anonymous" ? [privateTopic] : [])];
      const absentItems = asOwner
        ? []
        : ["draft-item", "in-hidden-card", ...(viewer === "anonymous" ? ["hidden-item"] : [])];
      const absentUids = asOwner
        ? []
        : ["custom.draft", "custom.esg", ...(viewer === "anonymous" ? ["custom.hidden"] : [])];
      const laterId = await world.productId("acme", "Acme Later");
      const places: [(id: string) => string, string[]][] = [
        [(id) => `/api/share/${acme}/assets/${id}`, [...RANDOM, globexAsset, gone.asset]],
        [
          (id) => `/acme/updates/${id}`,
          [...RANDOM, globexTopic, gone.topic, scheduledTopic, ...unknown],
        ],
        [
          (id) => `/acme/item/${id}`,
          [...RANDOM, "only-in-globex", "gone-item", "open-in-lake", ...absentItems],
        ],
        [
          (id) => `/acme/product/Acme+Platform/${id}`,
          [...RANDOM, "only-in-globex", "gone-item", "open-in-lake", ...absentItems],
        ],
        [(id) => `/acme/card/${id}`, [...RANDOM, "CustomerData", ...(asOwner ? [] : ["Esg"])]],
        [
          (id) => `/acme/product/${encodeURIComponent(id)}`,
          [...RANDOM, "Globex Care", "Gone Product", ...(asOwner ? [] : ["Acme Later"])],
        ],
        [
          (id) => `/acme/updates?product=${encodeURIComponent(id)}`,
          [...RANDOM, "Globex Care", "Gone Product", ...(asOwner ? [] : ["Acme Later"])],
        ],
        [
          (id) => `/acme?productId=${id}`,
          [...RANDOM, await world.productId("globex"), gone.product, ...(asOwner ? [] : [laterId])],
        ],
        [(id) => `/acme?itemUid=${id}`, [...RANDOM, "custom.globex", "custom.gone", ...absentUids]],
      ];
      for (const [place, ids] of places) {
        for (const form of [place, (id: string) => dataTwin(place(id))]) {
          expect(await answers(world, viewer, form, ids), form("…")).toHaveLength(1);
        }
      }
      expect(
        await answers(world, viewer, (id) => `/${id}`, ["globex", "no-such-company"], DOMAIN),
      ).toHaveLength(1);
      expect(
        await answers(
          world,
          viewer,
          (id) => `/api/share/${id}/open-graph.png`,
          ["globex", world.ids.globex ?? "", "nobody"],
          DOMAIN,
        ),
      ).toHaveLength(1);
    },
  );

  /** Rows of acme that are no more, and an item that globex alone has. */
  async function plantAndRemove(
    world: SpecimenWorld,
  ): Promise<{ asset: string; topic: string; product: string }> {
    const { acme = "", globex = "" } = world.ids;
    const [platform, care] = [await world.productId("acme"), await world.productId("globex")];
    return world.services.store.write(async (trx) => {
      const write = { trx, orgId: acme, now: world.time };
      const stamp = { by: "Test", on: world.time };
      const kind = { kind: "Reports", publicAccess: true } as const;
      await saveItem(
        trx,
        globex,
        care,
        { ...kind, uid: "custom.globex", title: "Only in globex" },
        stamp,
      );
      await saveItem(
        trx,
        acme,
        platform,
        { ...kind, uid: "custom.gone", title: "Gone item" },
        stamp,
      );
      await removeItem(trx, acme, platform, "custom.gone");
      const topic = await createTopic(write, {
        subject: "Gone",
        category: "general",
        productIds: [],
      });
      await trx.deleteFrom("topics").where("id", "=", topic).execute();
      const { blobHash } = await trx
        .selectFrom("assets")
        .select("blobHash")
        .where("orgId", "=", acme)
        .limit(1)
        .executeTakeFirstOrThrow();
      const asset = await createAsset(write, {
        type: "icon",
        fileName: "gone.svg",
        contentType: "image/svg+xml",
        blobHash,
      });
      await trx.deleteFrom("assets").where("id", "=", asset).execute();
      return { asset, topic, product: "aaaaaaaaaaaaaaaaaaaaaa" };
    });
  }
});
