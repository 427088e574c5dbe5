import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ContentError } from "../../app/content/content-error.ts";
import { loadDemo } from "../../app/content/demo.ts";
import { DEMO_STAFF } from "../../app/content/demo-people.ts";
import { importFolder } from "../../app/content/import-folder.ts";
import { createLargeOrg } from "../../app/content/large-org.ts";
import { customizationSchema } from "../../app/domain/customization.ts";
import { BlobStore } from "../../app/files/blob-store.ts";
import { InstallationKey } from "../../app/files/installation-key.ts";
import { grantsInForce, membersByEmail } from "../../db/accounts.ts";
import { createOrg, findOrgBySlug } from "../../db/orgs.ts";
import { Store } from "../../db/store.ts";
import { migratedImage } from "./migrated.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const DEMO = path.resolve("demo");
const KEY = new InstallationKey(Buffer.alloc(32, 7));

let image: Buffer;
let store: Store;
let blobs: BlobStore;
let folder: string;

beforeAll(async () => {
  image = await migratedImage();
});

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "otc-import-"));
  store = Store.clone(image);
  blobs = new BlobStore(path.join(folder, "blobs"), KEY);
  return async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  };
});

const importDemo = (slug: string, from = DEMO) => importFolder({ store, blobs }, path.join(from, slug), { now: NOW, by: "Robin" });
const log = { info: () => undefined };
const hashPassword = async (password: string) => `hash of ${password}`;
const load = (options: Partial<Parameters<typeof loadDemo>[1]> = {}, services: Partial<Parameters<typeof loadDemo>[0]> = {}) =>
  loadDemo({ store, blobs, config: { demo: true }, log, ...services }, { now: NOW, password: "secret password", hashPassword, folder: DEMO, ...options });

type Table = Parameters<typeof store.read.selectFrom>[0] & string;

async function tables(of = store): Promise<Table[]> {
  const { rows } = await sql<{ name: Table }>`select name from sqlite_master where type = 'table' and name not like '%kysely%' and name not like 'sqlite%'`.execute(of.read);
  return rows.map((row) => row.name);
}

async function count(table: Table, orgId?: string, of = store): Promise<number> {
  const where = orgId === undefined ? sql`` : sql` where "orgId" = ${orgId}`;
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}${where}`.execute(of.read);
  return rows[0]?.n ?? 0;
}

async function allCounts(of = store): Promise<Record<string, number>> {
  return Object.fromEntries(await Promise.all((await tables(of)).map(async (table): Promise<[string, number]> => [table, await count(table, undefined, of)])));
}

const brokenKeys = async (of = store) => (await sql`pragma foreign_key_check`.execute(of.read)).rows;
const storedBlobs = () => (existsSync(path.join(folder, "blobs")) ? readdirSync(path.join(folder, "blobs"), { recursive: true, encoding: "utf8" }).filter((name) => /[0-9a-f]{64}$/.test(name)) : []);

/** A copy of the demo whose files can be spoiled. */
function demoCopy(): string {
  const copy = path.join(folder, "demo");
  for (const slug of ["acme", "globex"]) cpSync(path.join(DEMO, slug), path.join(copy, slug), { recursive: true });
  return copy;
}

describe("the demo folder", () => {
  test("acme loads whole, with every row that its counts name", async () => {
    const { orgId, counts } = await importDemo("acme");
    const { rows } = await sql<{ kinds: number }>`select count(distinct kind) as kinds from items where "orgId" = ${orgId} and "enabledState" <> 'NotEnabled'`.execute(store.read);
    expect(rows[0]?.kinds).toBeGreaterThanOrEqual(20);
    expect(counts.items).toBeGreaterThanOrEqual(150);
    expect(counts.documents).toBeGreaterThanOrEqual(40);
    expect(counts.products).toBe(2);
    expect(counts.faq).toBe(30);
    expect(counts.topics).toBe(12);
    const platform = await store.read.selectFrom("products").select("id").where("orgId", "=", orgId).where("isDefault", "=", 1).executeTakeFirstOrThrow();
    const ofPlatform = async (table: "subprocessors" | "securityGrades") => (await store.read.selectFrom(table).select("id").where("productId", "=", platform.id).execute()).length;
    expect(await ofPlatform("subprocessors")).toBe(25);
    expect(await ofPlatform("securityGrades")).toBe(13);

    const stored = { products: "products", items: "items", documents: "documents", companies: "companies", trustedCompanies: "trustedCompanies", subprocessors: "subprocessors", grades: "securityGrades", faq: "faqEntries", topics: "topics", updates: "topicUpdates", profiles: "permissionProfiles", ndaVersions: "ndaVersions", blobs: "blobs" } as const;
    for (const [noun, table] of Object.entries(stored)) expect([noun, await count(table, orgId)]).toEqual([noun, counts[noun as keyof typeof stored]]);
    expect(await brokenKeys()).toEqual([]);
    const org = await findOrgBySlug(store.read, "acme");
    expect(org).toMatchObject({ name: "Acme Cloud", published: true, timeZone: "Europe/Berlin" });
    expect([org?.logo, org?.logoDark, org?.banner, org?.favicon].every((picture) => picture !== null)).toBe(true);
    expect(org?.customization.publicAccessLevel).toBe("PublicContentOnly");
  });

  test("globex loads beside it, and the two share no row and no blob", async () => {
    const { orgId: acme } = await importDemo("acme");
    const { orgId: globex, counts } = await importDemo("globex");
    expect(counts.products).toBe(1);
    expect((await findOrgBySlug(store.read, "globex"))?.switchedOff).toEqual(new Set(["bulkDownload", "partnerImport"]));
    expect(await brokenKeys()).toEqual([]);
    for (const name of storedBlobs()) expect([acme, globex]).toContain(name.split(path.sep)[0]);
    const ids = await store.read.selectFrom("documents").select("id").execute();
    expect(new Set(ids.map((row) => row.id)).size).toBe(ids.length);
  });

  test("stores each file so that it reads back as it was, pictures cleaned", async () => {
    const { orgId } = await importDemo("acme");
    const document = await store.read.selectFrom("documents").selectAll().where("orgId", "=", orgId).where("originalName", "=", "Acme Cloud SOC 2 Type II Report 2026.pdf").executeTakeFirstOrThrow();
    const original = readFileSync(path.join(DEMO, "acme/files/soc2-type2-2026.pdf"));
    expect((await blobs.readAll(orgId, document.blobHash, 10_000_000)).equals(original)).toBe(true);
    expect(document).toMatchObject({ contentType: "application/pdf", size: original.length, createdBy: "Robin" });
    const pictures = await store.read.selectFrom("assets").selectAll().where("orgId", "=", orgId).where("contentType", "=", "image/svg+xml").execute();
    expect(pictures.length).toBeGreaterThan(10);
    for (const { blobHash } of pictures) expect((await blobs.readAll(orgId, blobHash, 1_000_000)).toString()).toMatch(/^<svg [^]*<\/svg>$|^<svg [^]*\/>$/);
  });

  test("keeps moments near to the loading, and updates in the order of their file", async () => {
    const { orgId } = await importDemo("acme");
    const newest = await store.read.selectFrom("topicUpdates").select("createdAt").where("orgId", "=", orgId).orderBy("createdAt", "desc").executeTakeFirst();
    expect(newest?.createdAt).toBe("2026-11-20T07:00:00.000Z");
    const times = await store.read.selectFrom("topicUpdates").select(["topicId", "createdAt"]).where("orgId", "=", orgId).execute();
    expect(new Set(times.map((row) => `${row.topicId} ${row.createdAt}`)).size).toBe(times.length);
    const soc2 = await store.read.selectFrom("items").selectAll().where("orgId", "=", orgId).where("uid", "=", "Reports.soc2").executeTakeFirst();
    expect(soc2).toMatchObject({ expiry: "2027-09-30", customSlug: "soc2-type2", lastModifiedBy: "Tomasz Wilk", lastModifiedOn: "2026-11-08T12:00:00.000Z" });
  });

  test("stores only the settings that it names", async () => {
    const { orgId } = await importDemo("globex");
    const row = await store.read.selectFrom("customizations").select("settingsJson").where("orgId", "=", orgId).executeTakeFirstOrThrow();
    const settings = JSON.parse(row.settingsJson) as Record<string, unknown>;
    expect(settings).not.toHaveProperty("guideUrl");
    expect(settings.reportIssue).toEqual({ enabled: true, onClickAction: "send_email" });
    expect(customizationSchema.parse(settings).portalTitle).toBe("Assurance Portal");
  });
});

describe("an import that fails", () => {
  const nothing = async () => {
    expect(Object.entries(await allCounts()).filter(([, rows]) => rows > 0)).toEqual([]);
    expect(storedBlobs()).toEqual([]);
  };

  test("because of a fault leaves nothing", async () => {
    const copy = demoCopy();
    writeFileSync(path.join(copy, "acme/faq.yaml"), "entries: 7\n");
    await expect(importDemo("acme", copy)).rejects.toThrow("faq.yaml:1 entries: ");
    await nothing();
  });

  test("because of a picture that is none says which, and leaves nothing", async () => {
    const copy = demoCopy();
    writeFileSync(path.join(copy, "globex/assets/logo.svg"), "<html></html>");
    await expect(importDemo("globex", copy)).rejects.toThrow(/^org\.yaml:8 logo: assets\/logo\.svg/);
    await nothing();
  });

  test("in the middle of its rows leaves nothing", async () => {
    const failing = importFolder({ store, blobs }, path.join(DEMO, "acme"), {
      now: NOW,
      by: "Robin",
      alongside: async (trx) => {
        expect((await trx.selectFrom("items").select("uid").execute()).length).toBeGreaterThan(150);
        throw new Error("the power fails");
      },
    });
    await expect(failing).rejects.toThrow("the power fails");
    await nothing();
  });

  test("because the org exists changes nothing of it", async () => {
    await store.write((trx) => createOrg(trx, { slug: "globex", name: "Globex the First" }, "test", NOW));
    const before = await allCounts();
    const error = await importDemo("globex").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ContentError);
    expect(String(error)).toContain("org.yaml:1 slug: there is an org globex already");
    expect(await allCounts()).toEqual(before);
    expect(storedBlobs()).toEqual([]);
  });

  test("because another org has its domain leaves nothing", async () => {
    const id = await store.write((trx) => createOrg(trx, { slug: "other", name: "Other" }, "test", NOW));
    await store.write((trx) => trx.insertInto("domains").values({ id: "d", orgId: id, host: "trust.acme.example", createdAt: NOW.toISOString() }).execute());
    await expect(importDemo("acme")).rejects.toThrow("another org has the domain trust.acme.example");
    expect(await findOrgBySlug(store.read, "acme")).toBeNull();
  });
});

describe("the demo's people", () => {
  const stateOf = async (slug: string, email: string) => {
    const org = await findOrgBySlug(store.read, slug);
    const [member] = await membersByEmail(store.read, org?.id ?? "", email);
    if (org === null || member === undefined) throw new Error(`${email} is not there`);
    const state = await grantsInForce(store.read, org.id, member.accountId, NOW, member.id);
    return { member, ...state };
  };

  test("are there with their roles, and the password is hashed", async () => {
    expect(await load()).toEqual({ orgs: ["acme", "globex"], staffCreated: true });
    const roles = await store.read
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
    expect(await brokenKeys()).toEqual([]);
  });

  test("stand where a reviewer of the product wants to see them", async () => {
    await load();
    const riley = await stateOf("acme", "riley@customer.example");
    expect(riley.member.account).toMatchObject({ name: "Customer Inc", reviewStatus: "approved" });
    expect(riley.grants).toHaveLength(1);
    expect(riley.grants[0]).toMatchObject({ profileName: "Prospect - core reports", ndaRequired: true, ndaPassed: true });

    const sam = await stateOf("acme", "sam@prospect.example");
    expect([sam.member.account.reviewStatus, sam.grants.length, sam.expired]).toEqual(["pending", 0, false]);
    const kim = await stateOf("acme", "kim@expired.example");
    expect([kim.member.account.reviewStatus, kim.grants.length, kim.expired]).toEqual(["approved", 0, true]);
    const noor = await stateOf("acme", "noor@unsigned.example");
    expect(noor.grants[0]).toMatchObject({ ndaRequired: true, ndaPassed: false });
    const lee = await stateOf("acme", "lee@declined.example");
    expect([lee.member.account.reviewStatus, lee.grants.length]).toEqual(["declined", 0]);
    const alex = await stateOf("globex", "alex@clinic.example");
    expect(alex.grants[0]).toMatchObject({ ndaRequired: false });
    const requests = await store.read.selectFrom("accessRequests").select(["email", "status"]).execute();
    expect(Object.fromEntries(requests.map((row) => [row.email, row.status]))).toMatchObject({ "sam@prospect.example": "pending", "lee@declined.example": "declined", "riley@customer.example": "approved" });
  });

  test("riley's profile opens restricted items with files, and a hidden one", async () => {
    await load();
    const { grants, member } = await stateOf("acme", "riley@customer.example");
    const items = await store.read
      .selectFrom("items as i")
      .innerJoin("itemDocuments as d", (join) => join.onRef("d.productId", "=", "i.productId").onRef("d.itemUid", "=", "i.uid"))
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
  test("happens once: a second start finds it", async () => {
    await load();
    const before = await allCounts();
    expect(await load()).toEqual({ orgs: [], staffCreated: false });
    expect(await allCounts()).toEqual(before);
  });

  test("does not happen where the demo is off, or where somebody has an org", async () => {
    expect(await load({}, { config: { demo: false } })).toEqual({ orgs: [], staffCreated: false });
    expect(await count("orgs")).toBe(0);
    await store.write((trx) => createOrg(trx, { slug: "acme", name: "The real Acme" }, "test", NOW));
    expect(await load()).toEqual({ orgs: [], staffCreated: false });
    expect([await count("orgs"), await count("staff")]).toEqual([1, 0]);
  });

  test("goes on after an interruption between the orgs", async () => {
    const copy = demoCopy();
    writeFileSync(path.join(copy, "globex/org.yaml"), "slug: globex\n");
    await expect(load({ folder: copy })).rejects.toThrow(ContentError);
    expect([await count("orgs"), await count("staff")]).toEqual([1, 0]);
    expect(await load()).toEqual({ orgs: ["globex"], staffCreated: true });
    expect([await count("orgs"), await count("staff")]).toEqual([2, DEMO_STAFF.length]);
  });

  test("goes on after an interruption before the people", async () => {
    await expect(load({ hashPassword: () => Promise.reject(new Error("killed")) })).rejects.toThrow("killed");
    expect([await count("orgs"), await count("staff"), await count("accounts")]).toEqual([2, 0, 0]);
    expect(await load()).toEqual({ orgs: [], staffCreated: true });
    expect([await count("staff"), await count("accounts")]).toEqual([DEMO_STAFF.length, 6]);
  });

  test("does not bring back staff that were removed", async () => {
    await load();
    await store.write((trx) => trx.deleteFrom("staff").execute());
    expect(await load()).toEqual({ orgs: [], staffCreated: false });
    expect(await count("staff")).toBe(0);
  });

  test("by two processes at once gives one demo", async () => {
    const file = path.join(folder, "trust.db");
    writeFileSync(file, image);
    const starts = [Store.open(file), Store.open(file)];
    const results = await Promise.all(starts.map((own) => load({}, { store: own })));
    const [first, second] = starts;
    expect(results.flatMap((result) => result.orgs).sort()).toEqual(["acme", "globex"]);
    expect(results.filter((result) => result.staffCreated)).toHaveLength(1);
    expect(await allCounts(first)).toMatchObject({ orgs: 2, staff: DEMO_STAFF.length, accounts: 6, publications: 2 });
    expect(await brokenKeys(second)).toEqual([]);
    const rows = await first?.read.selectFrom("blobs").select(["orgId", "hash"]).execute();
    expect(storedBlobs().map((name) => name.split(path.sep).filter((part) => part.length !== 2).join(" ")).sort()).toEqual(rows?.map((row) => `${row.orgId} ${row.hash}`).sort());
    await Promise.all(starts.map((own) => own.close()));
  });
});

test("a large org has what was asked for, the same at every making, and is published", async () => {
  const size = { items: 10_000, updates: 1_000, subprocessors: 500 };
  const orgId = await createLargeOrg({ store }, { ...size, slug: "large" });
  expect(await count("items", orgId)).toBe(size.items + 1);
  expect([await count("topicUpdates", orgId), await count("subprocessors", orgId)]).toEqual([size.updates, size.subprocessors]);
  expect((await findOrgBySlug(store.read, "large"))?.published).toBe(true);
  expect(await brokenKeys()).toEqual([]);
  const again = Store.clone(image);
  const other = await createLargeOrg({ store: again }, { ...size, slug: "large" });
  const itemsOf = (of: Store, org: string) =>
    of.read.selectFrom("items").select(["uid", "kind", "title", "defaultSlug", "enabledState", "publicAccess", "hiddenAt", "explanation", "lastModifiedOn"]).where("orgId", "=", org).orderBy("uid").execute();
  expect(await itemsOf(again, other)).toEqual(await itemsOf(store, orgId));
  await again.close();
});
