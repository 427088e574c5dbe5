import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ContentError } from "#operations/exchange/content-ids.ts";
import { loadDemo } from "#operations/exchange/demo.ts";
import { DEMO_STAFF } from "#operations/exchange/demo-people.ts";
import { grantsInForce } from "#auth/accounts/store/accounts.server.ts";
import { membersByEmail } from "#auth/accounts/store/members.server.ts";
import { findOrgBySlug } from "#tenancy/orgs/store/orgs.server.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { Store } from "#db/store.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import {
  allCounts,
  brokenKeys,
  count,
  DEMO,
  demoCopy,
  NOW,
  storedBlobs,
  useImportWorld,
} from "./import-world.ts";
import { sqliteImage } from "./migrated.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";

const world = useImportWorld();
const hashPassword = async (password: string) => `hash of ${password}`;
const load = (
  options: Partial<Parameters<typeof loadDemo>[1]> = {},
  services: Partial<Parameters<typeof loadDemo>[0]> = {},
) =>
  loadDemo(
    {
      store: world.store,
      blobs: world.blobs,
      key: world.key,
      config: { demo: true },
      log: { info: () => undefined },
      ...services,
    },
    { now: NOW, password: "secret password", hashPassword, folder: DEMO, ...options },
  );

describe("the demo's people", () => {
  const stateOf = async (slug: string, email: string) => {
    const org = await findOrgBySlug(world.store.read, slug);
    const [member] = await membersByEmail(world.store.read, org?.id ?? "", email);
    if (org === null || member === undefined) throw new Error(`${email} is not there`);
    const state = await grantsInForce(world.store.read, org.id, member.accountId, NOW, member.id);
    return { member, ...state };
  };

  testInTurn("are there with their roles, and the password is hashed", async () => {
    expect(await load()).toEqual({ orgs: ["acme", "globex"], staffCreated: true });
    const roles = await world.store.read
      .selectFrom("staff")
      .innerJoin("staffRoles", "staffRoles.staffId", "staff.id")
      .innerJoin("orgs", "orgs.id", "staffRoles.orgId")
      .select(["orgs.slug", "staff.email", "staffRoles.role", "staff.passwordHash"])
      .execute();
    expect(roles.map((row) => `${row.slug} ${row.email} ${row.role}`).sort()).toEqual([
      "acme editor@acme.example editor",
      "acme owner@acme.example owner",
      "acme reviewer@acme.example reviewer",
      "acme viewer@acme.example viewer",
      "globex owner@globex.example owner",
    ]);
    expect(roles.every((row) => row.passwordHash === "hash of secret password")).toBe(true);
    expect(await brokenKeys(world.store)).toEqual([]);
  });

  testInFive("stand where a reviewer of the product wants to see them", async () => {
    await load();
    const riley = await stateOf("acme", "riley@customer.example");
    expect(riley.member.account).toMatchObject({ name: "Customer Inc", reviewStatus: "approved" });
    expect(riley.grants).toHaveLength(1);
    expect(riley.grants[0]).toMatchObject({
      profileName: "Prospect - core reports",
      ndaRequired: true,
      ndaPassed: true,
    });

    const sam = await stateOf("acme", "sam@prospect.example");
    expect([sam.member.account.reviewStatus, sam.grants.length, sam.expired]).toEqual([
      "pending",
      0,
      false,
    ]);
    const kim = await stateOf("acme", "kim@expired.example");
    expect([kim.member.account.reviewStatus, kim.grants.length, kim.expired]).toEqual([
      "approved",
      0,
      true,
    ]);
    const noor = await stateOf("acme", "noor@unsigned.example");
    expect(noor.grants[0]).toMatchObject({ ndaRequired: true, ndaPassed: false });
    const lee = await stateOf("acme", "lee@declined.example");
    expect([lee.member.account.reviewStatus, lee.grants.length]).toEqual(["declined", 0]);
    const alex = await stateOf("globex", "alex@clinic.example");
    expect(alex.grants[0]).toMatchObject({ ndaRequired: false });
    const requests = await world.store.read
      .selectFrom("accessRequests")
      .select(["email", "status"])
      .execute();
    expect(Object.fromEntries(requests.map((row) => [row.email, row.status]))).toMatchObject({
      "sam@prospect.example": "pending",
      "lee@declined.example": "declined",
      "riley@customer.example": "approved",
    });
  });

  testInTurn("riley's profile opens restricted items with files, and a hidden one", async () => {
    await load();
    const { grants, member } = await stateOf("acme", "riley@customer.example");
    const items = await world.store.read
      .selectFrom("items as i")
      .innerJoin("itemDocuments as d", (join) =>
        join.onRef("d.productId", "=", "i.productId").onRef("d.itemUid", "=", "i.uid"),
      )
      .select(["i.uid", "i.hiddenAt"])
      .distinct()
      .where("i.productId", "=", grants[0]?.productId ?? "")
      .where("i.publicAccess", "=", 0)
      .execute();
    const open = items.filter((item) => grants[0]?.itemUids.has(item.uid));
    expect(open.length).toBeGreaterThan(3);
    expect(open.filter((item) => item.hiddenAt !== null)).toHaveLength(1);
    expect(member.account.reviewStatus).toBe("approved");
  });
});

describe("loading the demo", () => {
  testInTurn("happens once: a second start finds it", async () => {
    await load();
    const before = await allCounts(world.store);
    expect(await load()).toEqual({ orgs: [], staffCreated: false });
    expect(await allCounts(world.store)).toEqual(before);
  });

  test("does not happen where the demo is off, or where somebody has an org", async () => {
    expect(await load({}, { config: { demo: false } })).toEqual({ orgs: [], staffCreated: false });
    expect(await count(world.store, "orgs")).toBe(0);
    await world.store.write((trx) =>
      createOrg({ trx, by: SYSTEM, now: NOW }, { slug: "acme", name: "The real Acme" }),
    );
    expect(await load()).toEqual({ orgs: [], staffCreated: false });
    expect([await count(world.store, "orgs"), await count(world.store, "staff")]).toEqual([1, 0]);
  });

  testInTurn("goes on after an interruption between the orgs", async () => {
    const copy = demoCopy(world);
    writeFileSync(path.join(copy, "globex/org.yaml"), "slug: globex\n");
    await expect(load({ folder: copy })).rejects.toThrow(ContentError);
    expect([await count(world.store, "orgs"), await count(world.store, "staff")]).toEqual([1, 0]);
    expect(await load()).toEqual({ orgs: ["globex"], staffCreated: true });
    expect([await count(world.store, "orgs"), await count(world.store, "staff")]).toEqual([
      2,
      DEMO_STAFF.length,
    ]);
  });

  testInFive("goes on after an interruption before the people", async () => {
    await expect(load({ hashPassword: () => Promise.reject(new Error("killed")) })).rejects.toThrow(
      "killed",
    );
    expect([
      await count(world.store, "orgs"),
      await count(world.store, "staff"),
      await count(world.store, "accounts"),
    ]).toEqual([2, 0, 0]);
    expect(await load()).toEqual({ orgs: [], staffCreated: true });
    expect([await count(world.store, "staff"), await count(world.store, "accounts")]).toEqual([
      DEMO_STAFF.length,
      6,
    ]);
  });

  testInFive("does not bring back staff that were removed", async () => {
    await load();
    await world.store.write((trx) => trx.deleteFrom("staff").execute());
    expect(await load()).toEqual({ orgs: [], staffCreated: false });
    expect(await count(world.store, "staff")).toBe(0);
  });

  testInTurn("by two processes at once gives one demo", async () => {
    const file = path.join(world.folder, "trust.db");
    writeFileSync(file, await sqliteImage());
    const [first, second] = [Store.open(file, null), Store.open(file, null)] as const;
    const starts = [first, second];
    const results = await Promise.all(starts.map((own) => load({}, { store: own })));
    expect(results.flatMap((result) => result.orgs).sort()).toEqual(["acme", "globex"]);
    expect(results.filter((result) => result.staffCreated)).toHaveLength(1);
    expect(await allCounts(first)).toMatchObject({
      orgs: 2,
      staff: DEMO_STAFF.length,
      accounts: 6,
      publications: 2,
    });
    expect(await brokenKeys(second)).toEqual([]);
    const rows = await first.read.selectFrom("blobs").select(["orgId", "hash"]).execute();
    expect(storedBlobs(world).sort()).toEqual(rows.map((row) => `${row.orgId} ${row.hash}`).sort());
    await Promise.all(starts.map((own) => own.close()));
  });
});
