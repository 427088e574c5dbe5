import { recordAccessRequest } from "#access/access-requests/store/access-requests.server.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  approveAccount,
  createAccount,
  declineAccount,
  grantAccess,
  grantsInForce,
  listAccounts,
  revokeGrant,
  signNda,
} from "#auth/accounts/store/accounts.server.ts";
import {
  accountsOfMember,
  addMember,
  findMember,
  membersByAddress,
} from "#auth/accounts/store/members.server.ts";
import { publishNdaVersion } from "#auth/nda/store/ndas.server.ts";
import { createProfile } from "#auth/profiles/store/permission-profiles.server.ts";
import { createProduct } from "#tenancy/products/store/products.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Store, Writer } from "#db/store.ts";
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

const grant = () =>
  store.write((trx) =>
    grantAccess(
      { trx, orgId: world.orgId, by: REVIEWER, now: at(-20) },
      {
        accountId: world.accountId,
        productId: world.platform,
        profileId: world.profileId,
        ndaRequired: true,
        expiresAt: null,
      },
    ),
  );
const audited = async () =>
  (
    await store.read.selectFrom("audit").select("action").where("orgId", "=", world.orgId).execute()
  ).map((row) => row.action);

describe("a member", () => {
  test("is found with the account, by an address in lower case", async () => {
    expect(await findMember(store.read, world.orgId, world.riley)).toMatchObject({
      email: "riley@customer.example",
      isAutoApprovedAccountMember: false,
      account: { id: world.accountId, name: "Customer Inc", reviewStatus: "approved" },
    });
  });

  test("can belong to several accounts, and only once to each", async () => {
    const second = await store.write(async (trx) => {
      const write = { trx, orgId: world.orgId, by: ROBIN, now: NOW };
      const id = await createAccount(write, { name: "Auditors LLP" });
      await addMember(write, id, {
        email: "riley@customer.example",
        firstName: "Riley",
        lastName: "Novak",
      });
      return id;
    });
    expect(
      (await accountsOfMember(store.read, world.orgId, world.riley)).map(
        (member) => member.account.id,
      ),
    ).toEqual([second, world.accountId]);
    const again = store.write((trx) =>
      addMember({ trx, orgId: world.orgId, by: ROBIN, now: NOW }, second, {
        email: "RILEY@customer.example",
        firstName: "R",
        lastName: "N",
      }),
    );
    await expect(again).rejects.toThrow(Refused);
  });

  test("is the same person with any tag in the address, and nobody beside it", async () => {
    const write = { orgId: world.orgId, by: ROBIN, now: NOW };
    const mine = ["pia@corp.example", "pia+@corp.example", "pia+a.b@corp.example"];
    const others = [
      "pi@corp.example",
      "pia,x@corp.example",
      "pia.m@corp.example",
      "pia@corp.example.org",
      "pia@other.example",
      "pia+x@other.example",
      "pia-x@corp.example",
      "pia0@corp.example",
      "piaa@corp.example",
      "piä@corp.example",
    ];
    await store.write(async (trx) => {
      for (const email of [...others, ...mine]) {
        const id = await createAccount({ trx, ...write }, { name: email });
        await addMember({ trx, ...write }, id, { email, firstName: "P", lastName: "" });
      }
    });
    for (const address of [
      { email: "pia@corp.example", key: "pia@corp.example" },
      { email: "pia+new@corp.example", key: "pia@corp.example" },
    ])
      expect(
        (await membersByAddress(store.read, world.orgId, address)).map(({ email }) => email).sort(),
      ).toEqual([...mine].sort());
  });

  test("who was removed is gone, and can come back", async () => {
    await store.write((trx) =>
      trx
        .updateTable("members")
        .set({ removedAt: NOW.toISOString(), removedBy: "Priya" })
        .where("id", "=", world.toni)
        .execute(),
    );
    expect(await findMember(store.read, world.orgId, world.toni)).toBeNull();
    const id = await store.write((trx) =>
      addMember({ trx, orgId: world.orgId, by: ROBIN, now: NOW }, world.accountId, {
        email: "toni@customer.example",
        firstName: "Toni",
        lastName: "Vale",
      }),
    );
    expect(id).toBe(world.toni);
    expect(await findMember(store.read, world.orgId, world.toni)).not.toBeNull();
  });
});

test("every decision leaves a row in the audit", async () => {
  const grantId = await grant();
  await store.write((trx) =>
    revokeGrant({ trx, orgId: world.orgId, by: REVIEWER, now: NOW }, grantId),
  );
  await store.write((trx) =>
    signNda(
      { trx, orgId: world.orgId, by: ROBIN, now: at(-10) },
      { versionId: world.versionId, memberId: world.riley, name: "Riley Novak" },
    ),
  );
  await store.write((trx) =>
    declineAccount({ trx, orgId: world.orgId, by: REVIEWER, now: NOW }, world.accountId),
  );
  expect((await audited()).sort()).toEqual([
    "account.approved",
    "account.created",
    "account.declined",
    "grant.given",
    "grant.revoked",
    "member.added",
    "member.added",
    "nda.signed",
    "org.created",
  ]);
});

describe("another org", () => {
  test("sees neither account nor member nor grants", async () => {
    await grant();
    expect(await listAccounts(store.read, world.other)).toEqual([]);
    expect(await findMember(store.read, world.other, world.riley)).toBeNull();
    expect(await grantsInForce(store.read, world.other, world.accountId, NOW)).toEqual({
      grants: [],
      expired: false,
      nextChange: null,
    });
  });

  const verbs: Record<string, (trx: Writer) => Promise<unknown>> = {
    addMember: (trx) =>
      addMember({ trx, orgId: world.other, by: REVIEWER, now: NOW }, world.accountId, {
        email: "x@y.example",
        firstName: "X",
        lastName: "Y",
      }),
    approveAccount: (trx) =>
      approveAccount({ trx, orgId: world.other, by: REVIEWER, now: NOW }, world.accountId),
    declineAccount: (trx) =>
      declineAccount({ trx, orgId: world.other, by: REVIEWER, now: NOW }, world.accountId),
    recordAccessRequest: (trx) =>
      recordAccessRequest(
        { trx, orgId: world.other, by: ROBIN, now: NOW },
        { email: "x@y.example", companyName: "Y", accountId: world.accountId },
      ),
    grantAccess: (trx) =>
      grantAccess(
        { trx, orgId: world.other, by: REVIEWER, now: NOW },
        {
          accountId: world.accountId,
          productId: world.platform,
          profileId: world.profileId,
          ndaRequired: false,
          expiresAt: null,
        },
      ),
    "signNda, version": (trx) =>
      signNda(
        { trx, orgId: world.other, by: ROBIN, now: NOW },
        { versionId: world.versionId, memberId: world.riley, name: "Riley" },
      ),
    "signNda, member": async (trx) => {
      const versionId = await publishNdaVersion(
        { trx, orgId: world.other, by: SYSTEM, now: NOW },
        { title: "NDA", body: "Ours." },
      );
      return signNda(
        { trx, orgId: world.other, by: ROBIN, now: NOW },
        { versionId, memberId: world.riley, name: "Riley" },
      );
    },
    "grantAccess, product": async (trx) => {
      const write = { trx, orgId: world.other, by: REVIEWER, now: NOW };
      const accountId = await createAccount(write, { name: "Own", reviewStatus: "approved" });
      const profileId = await createProfile(write, { name: "Own", allItems: true, items: [] });
      return grantAccess(
        { trx, orgId: world.other, by: REVIEWER, now: NOW },
        { accountId, productId: world.platform, profileId, ndaRequired: false, expiresAt: null },
      );
    },
    "grantAccess, profile": async (trx) => {
      const write = { trx, orgId: world.other, by: REVIEWER, now: NOW };
      const accountId = await createAccount(write, { name: "Own", reviewStatus: "approved" });
      const productId = await createProduct(write, {
        name: "Own",
        isDefault: true,
        show: true,
        position: 0,
      });
      return grantAccess(
        { trx, orgId: world.other, by: REVIEWER, now: NOW },
        { accountId, productId, profileId: world.profileId, ndaRequired: false, expiresAt: null },
      );
    },
  };

  test.each(Object.keys(verbs))("gets 'not found' from %s, and nothing changes", async (name) => {
    const before = await audited();
    await expect(store.write(async (trx) => verbs[name]?.(trx))).rejects.toThrow(NotFound);
    expect(await audited()).toEqual(before);
    expect(
      (await listAccounts(store.read, world.orgId)).map((account) => account.reviewStatus),
    ).toEqual(["approved"]);
  });

  test("can't revoke a grant", async () => {
    const grantId = await grant();
    await expect(
      store.write((trx) =>
        revokeGrant({ trx, orgId: world.other, by: REVIEWER, now: NOW }, grantId),
      ),
    ).rejects.toThrow(NotFound);
    expect(
      (await grantsInForce(store.read, world.orgId, world.accountId, NOW)).grants,
    ).toHaveLength(1);
  });
});
