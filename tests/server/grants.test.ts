import { recordAccessRequest } from "#access/access-requests/store/access-requests.server.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createAccount,
  declineAccount,
  grantAccess,
  grantsInForce,
  revokeGrant,
  signNda,
} from "#auth/accounts/store/accounts.server.ts";
import { publishNdaVersion, setNdaProvider } from "#auth/nda/store/ndas.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Store } from "#db/store.ts";
import { at, NOW, populate, REVIEWER, ROBIN } from "./granted.ts";
import { migratedImage, openMigrated } from "./migrated.ts";
import type { WorldImage } from "./world-database.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";

let image: WorldImage;
let store: Store;
let world: Awaited<ReturnType<typeof populate>>;

beforeAll(async () => {
  image = await migratedImage();
});

beforeEach(async () => {
  const database = await openMigrated(image);
  store = database.store;
  world = await store.write(populate);
  return () => database.close();
});

const grant = (
  values: { productId?: string; expiresAt?: string | null; ndaRequired?: boolean } = {},
  when = at(-20),
) =>
  store.write((trx) =>
    grantAccess(
      { trx, orgId: world.orgId, by: REVIEWER, now: when },
      {
        accountId: world.accountId,
        productId: world.platform,
        profileId: world.profileId,
        ndaRequired: true,
        expiresAt: null,
        ...values,
      },
    ),
  );
const inForce = (memberId?: string, now = NOW) =>
  grantsInForce(store.read, world.orgId, world.accountId, now, memberId);
const sign = (memberId: string) =>
  store.write((trx) =>
    signNda(
      { trx, orgId: world.orgId, by: ROBIN, now: at(-10) },
      { versionId: world.versionId, memberId, name: "Riley Novak" },
    ),
  );

describe("an approved account", () => {
  test("has its grant with the profile's items of that product", async () => {
    await grant();
    expect(await inForce(world.riley)).toEqual({
      grants: [
        {
          productId: world.platform,
          profileId: world.profileId,
          profileName: "Core",
          allItems: false,
          itemUids: new Set(["Reports.soc2"]),
          ndaRequired: true,
          ndaPassed: false,
          expiresAt: null,
        },
      ],
      expired: false,
      nextChange: null,
    });
  });

  test("without a grant has nothing, and nothing has expired", async () => {
    expect(await inForce()).toEqual({ grants: [], expired: false, nextChange: null });
  });

  test("keeps one grant a product: a new one replaces the one in force", async () => {
    await grant({ expiresAt: at(5).toISOString() });
    await grant({ expiresAt: at(50).toISOString(), ndaRequired: false }, at(-1));
    const { grants, nextChange } = await inForce();
    expect(grants.map((entry) => [entry.productId, entry.ndaRequired])).toEqual([
      [world.platform, false],
    ]);
    expect(nextChange).toBe(at(50).toISOString());
  });

  test("learns the earliest moment at which one of its grants ends", async () => {
    await grant({ expiresAt: at(30).toISOString() });
    await grant({ productId: world.lake, expiresAt: "2026-11-25T12:00:00Z" });
    const { grants, nextChange } = await inForce();
    expect(grants).toHaveLength(2);
    expect(nextChange).toBe(at(5).toISOString());
  });
});

describe("a grant", () => {
  test("ends at its moment, not before and not after", async () => {
    await grant({ expiresAt: at(1).toISOString() });
    expect((await inForce(undefined, new Date(at(1).getTime() - 1))).grants).toHaveLength(1);
    expect(await inForce(undefined, at(1))).toEqual({
      grants: [],
      expired: true,
      nextChange: null,
    });
  });

  test("that ran out does not make the account expired while another is in force", async () => {
    await grant({ expiresAt: at(-1).toISOString() });
    await grant({ productId: world.lake });
    const { grants, expired } = await inForce();
    expect(grants.map((entry) => entry.productId)).toEqual([world.lake]);
    expect(expired).toBe(false);
  });

  test("that was revoked counts no more: the account's access has ended, as it stands at login", async () => {
    const grantId = await grant();
    await store.write((trx) =>
      revokeGrant({ trx, orgId: world.orgId, by: REVIEWER, now: NOW }, grantId),
    );
    expect(await inForce()).toEqual({ grants: [], expired: true, nextChange: null });
    const row = await store.read
      .selectFrom("grants")
      .selectAll()
      .where("id", "=", grantId)
      .executeTakeFirst();
    expect(row).toMatchObject({ revokedAt: NOW.toISOString(), revokedBy: "Priya Raman" });
    await expect(
      store.write((trx) =>
        revokeGrant({ trx, orgId: world.orgId, by: REVIEWER, now: NOW }, grantId),
      ),
    ).rejects.toThrow(NotFound);
  });

  test("that ran out stays a grant that ran out when a new one is given and taken away", async () => {
    await grant({ expiresAt: at(-5).toISOString() });
    const second = await grant({}, at(-2));
    await store.write((trx) =>
      revokeGrant({ trx, orgId: world.orgId, by: REVIEWER, now: at(-1) }, second),
    );
    expect(await inForce()).toEqual({ grants: [], expired: true, nextChange: null });
  });
});

describe("an account that is not approved", () => {
  test("has no grants in force while it is pending", async () => {
    const { accountId } = await store.write(async (trx) => {
      const id = await createAccount(
        { trx, orgId: world.orgId, by: ROBIN, now: NOW },
        { name: "Prospect AG" },
      );
      await grantAccess(
        { trx, orgId: world.orgId, by: REVIEWER, now: NOW },
        {
          accountId: id,
          productId: world.platform,
          profileId: world.profileId,
          ndaRequired: true,
          expiresAt: null,
        },
      );
      return { accountId: id };
    });
    expect(await grantsInForce(store.read, world.orgId, accountId, at(1))).toEqual({
      grants: [],
      expired: false,
      nextChange: null,
    });
  });

  test("loses them when it is declined, and is not called expired", async () => {
    await grant({ expiresAt: at(-1).toISOString() });
    await store.write((trx) =>
      declineAccount({ trx, orgId: world.orgId, by: REVIEWER, now: NOW }, world.accountId),
    );
    expect(await inForce()).toEqual({ grants: [], expired: false, nextChange: null });
  });

  test("takes its requests along when it is decided", async () => {
    const request = await store.write((trx) =>
      recordAccessRequest(
        { trx, orgId: world.orgId, by: ROBIN, now: at(-1) },
        {
          email: "Riley@customer.example",
          companyName: "Customer Inc",
          accountId: world.accountId,
        },
      ),
    );
    await store.write((trx) =>
      declineAccount({ trx, orgId: world.orgId, by: REVIEWER, now: NOW }, world.accountId),
    );
    const row = await store.read
      .selectFrom("accessRequests")
      .selectAll()
      .where("id", "=", request)
      .executeTakeFirst();
    expect(row).toMatchObject({
      email: "riley@customer.example",
      status: "declined",
      decidedAt: NOW.toISOString(),
      decidedBy: "Priya Raman",
    });
  });
});

describe("the NDA", () => {
  test("is passed by the member who signed, and by nobody else", async () => {
    await grant();
    await sign(world.riley);
    expect((await inForce(world.riley)).grants[0]?.ndaPassed).toBe(true);
    expect((await inForce(world.toni)).grants[0]?.ndaPassed).toBe(false);
    expect((await inForce()).grants[0]?.ndaPassed).toBe(true);
  });

  test("is passed by everyone of the account where one signature covers it", async () => {
    await grant();
    await sign(world.riley);
    await store.write((trx) =>
      setNdaProvider(trx, world.orgId, { provider: "clickwrap", accountWide: true }),
    );
    expect((await inForce(world.toni)).grants[0]?.ndaPassed).toBe(true);
  });

  test("is passed by everyone while the org asks for none", async () => {
    await grant();
    expect((await inForce(world.toni)).grants[0]?.ndaPassed).toBe(false);
    await store.write((trx) => setNdaProvider(trx, world.orgId, { provider: "none" }));
    expect((await inForce(world.toni)).grants[0]).toMatchObject({
      ndaRequired: true,
      ndaPassed: true,
    });
  });

  test("stays passed when a new version is published", async () => {
    await grant();
    await sign(world.riley);
    await store.write((trx) =>
      publishNdaVersion(
        { trx, orgId: world.orgId, by: SYSTEM, now: NOW },
        { title: "NDA 2", body: "Still." },
      ),
    );
    expect((await inForce(world.riley)).grants[0]?.ndaPassed).toBe(true);
  });

  test("is signed once a version, with what the signature is bound to", async () => {
    const id = await sign(world.riley);
    const version = await store.read
      .selectFrom("ndaVersions")
      .select("hash")
      .where("id", "=", world.versionId)
      .executeTakeFirstOrThrow();
    const row = await store.read
      .selectFrom("ndaSignatures")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirst();
    expect(row).toMatchObject({
      versionHash: version.hash,
      accountId: world.accountId,
      email: "riley@customer.example",
      name: "Riley Novak",
    });
    await expect(sign(world.riley)).rejects.toThrow(Refused);
  });
});
