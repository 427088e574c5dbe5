import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { saveItem, saveItems, type ItemValues } from "#content/items/store/items.server.ts";
import { removeItem } from "#content/items/store/item-state.server.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { createProduct } from "#tenancy/products/store/products.server.ts";
import type { Store } from "#db/store.ts";
import { migratedImage, openMigrated } from "./migrated.ts";
import type { WorldImage } from "./world-database.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const STAMP = { by: "Robin", on: NOW };

let image: WorldImage;
let store: Store;
let acme: string;
let product: string;

beforeAll(async () => {
  image = await migratedImage();
});

beforeEach(async () => {
  const database = await openMigrated(image);
  store = database.store;
  await store.write(async (trx) => {
    acme = await createOrg({ trx, by: SYSTEM, now: NOW }, { slug: "acme", name: "Acme Cloud" });
    product = await createProduct(
      { trx, orgId: acme, now: NOW },
      { name: "Platform", isDefault: true, show: true, position: 0 },
    );
  });
  return () => database.close();
});

const save = (values: Partial<ItemValues>) =>
  store.write((trx) => saveItem(trx, acme, product, { kind: "Reports", ...values }, STAMP));
const saveAll = (list: Partial<ItemValues>[]) =>
  store.write((trx) =>
    saveItems(
      trx,
      acme,
      product,
      list.map((values) => ({ values: { kind: "Reports", ...values }, stamp: STAMP })),
    ),
  );
const oldSlugs = async () =>
  Object.fromEntries(
    (
      await store.read
        .selectFrom("oldItemSlugs")
        .select(["slug", "itemUid"])
        .where("orgId", "=", acme)
        .execute()
    ).map((row) => [row.slug, row.itemUid]),
  );
const slugs = async () => {
  const rows = await store.read
    .selectFrom("items")
    .select(["uid", "customSlug", "defaultSlug"])
    .where("orgId", "=", acme)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.uid, row.customSlug ?? row.defaultSlug]));
};

describe("the slug of an item", () => {
  test("follows from its title; the later of two equal ones gets a number", async () => {
    await saveAll([
      { uid: "custom.a", title: "Our Report" },
      { uid: "custom.b", title: "Our  report!" },
      { uid: "custom.d", title: "文書" },
    ]);
    await save({ uid: "custom.c", title: "Our report" });
    expect(await slugs()).toEqual({
      "custom.a": "our-report",
      "custom.b": "our-report-2",
      "custom.c": "our-report-3",
      "custom.d": "item",
    });
  });

  test("stays as it is when the item is saved again", async () => {
    await saveAll([
      { uid: "custom.a", title: "Report" },
      { uid: "custom.b", title: "Report" },
    ]);
    await save({ uid: "custom.b", explanation: "New." });
    expect(await slugs()).toEqual({ "custom.a": "report", "custom.b": "report-2" });
    expect(await oldSlugs()).toEqual({});
  });

  test("stays shorter than 100 characters with its number", async () => {
    const title = "x".repeat(100);
    await saveAll([
      { uid: "custom.a", title },
      { uid: "custom.b", title },
    ]);
    const found = Object.values(await slugs());
    expect(found.map((slug) => slug.length)).toEqual([99, 99]);
    expect(found[1]).toMatch(/x-2$/);
  });

  test("can be chosen; the one before redirects, and so does each chosen one after it", async () => {
    await save({ uid: "Reports.soc2" });
    await save({ uid: "Reports.soc2", customSlug: "soc2-type2" });
    expect(await slugs()).toEqual({ "Reports.soc2": "soc2-type2" });
    expect(await oldSlugs()).toEqual({ "soc-2-report": "Reports.soc2" });
    await save({ uid: "Reports.soc2", customSlug: "soc2" });
    expect(await oldSlugs()).toEqual({
      "soc-2-report": "Reports.soc2",
      "soc2-type2": "Reports.soc2",
    });
  });

  test("goes back to the default one, which then redirects no more", async () => {
    await save({ uid: "Reports.soc2" });
    await save({ uid: "Reports.soc2", customSlug: "soc2" });
    await save({ uid: "Reports.soc2", customSlug: null });
    expect(await slugs()).toEqual({ "Reports.soc2": "soc-2-report" });
    expect(await oldSlugs()).toEqual({ soc2: "Reports.soc2" });
  });

  test("follows a new title, and the old one redirects", async () => {
    await save({ uid: "custom.a", title: "Report" });
    await save({ uid: "custom.a", title: "Audit report" });
    expect(await slugs()).toEqual({ "custom.a": "audit-report" });
    expect(await oldSlugs()).toEqual({ report: "custom.a" });
    await save({ uid: "custom.b", title: "Report" });
    expect((await slugs())["custom.b"]).toBe("report-2");
  });

  test("can't be chosen while another item answers at it, by choice or by title", async () => {
    await save({ uid: "Reports.soc2" });
    await save({ uid: "Reports.soc1", customSlug: "soc1" });
    await save({ uid: "Reports.soc3" });
    await expect(save({ uid: "Reports.soc3", customSlug: "soc1" })).rejects.toThrow(
      "This URL slug is already in use by item: SOC 1 Report",
    );
    await expect(save({ uid: "Reports.soc3", customSlug: "soc-2-report" })).rejects.toThrow(
      "This URL slug is already in use by item: SOC 2 Report",
    );
    expect((await slugs())["Reports.soc3"]).toBe("soc-3-report");
  });

  test("that merely redirects can be chosen, and leads to the item that chose it", async () => {
    await save({ uid: "Reports.soc2", customSlug: "old" });
    await save({ uid: "Reports.soc2", customSlug: "new" });
    await save({ uid: "Reports.soc1", customSlug: "old" });
    expect(await slugs()).toEqual({ "Reports.soc2": "new", "Reports.soc1": "old" });
    expect(await oldSlugs()).toEqual({});
  });

  test("gives way to a chosen one when the item that it follows from has an own slug", async () => {
    await save({ uid: "custom.a", title: "Report", customSlug: "first" });
    await save({ uid: "custom.b", title: "Other", customSlug: "report" });
    await save({ uid: "custom.a", customSlug: null });
    expect(await slugs()).toEqual({ "custom.a": "report-2", "custom.b": "report" });
  });

  test("can be swapped between two items in one save", async () => {
    await saveAll([
      { uid: "Reports.soc1", customSlug: "one" },
      { uid: "Reports.soc2", customSlug: "two" },
    ]);
    await saveAll([
      { uid: "Reports.soc1", customSlug: "two" },
      { uid: "Reports.soc2", customSlug: "one" },
    ]);
    expect(await slugs()).toEqual({ "Reports.soc1": "two", "Reports.soc2": "one" });
    expect(await oldSlugs()).toEqual({});
  });

  test("is chosen before titles are counted when many are saved at once", async () => {
    await saveAll([
      { uid: "custom.a", title: "Report" },
      { uid: "custom.b", title: "Other", customSlug: "report" },
    ]);
    expect(await slugs()).toEqual({ "custom.a": "report-2", "custom.b": "report" });
  });

  test("is another product's business there", async () => {
    const second = await store.write((trx) =>
      createProduct(
        { trx, orgId: acme, now: NOW },
        { name: "Data Lake", isDefault: false, show: true, position: 1 },
      ),
    );
    await save({ uid: "Reports.soc2", customSlug: "soc2" });
    await store.write((trx) =>
      saveItem(
        trx,
        acme,
        second,
        { uid: "Reports.soc2", kind: "Reports", customSlug: "soc2" },
        STAMP,
      ),
    );
    const rows = await store.read
      .selectFrom("items")
      .select("customSlug")
      .where("orgId", "=", acme)
      .execute();
    expect(rows.map((row) => row.customSlug)).toEqual(["soc2", "soc2"]);
  });

  test("is free for others once its item is removed", async () => {
    await save({ uid: "custom.a", title: "Report", customSlug: "first" });
    await save({ uid: "custom.a", customSlug: "second" });
    await store.write((trx) => removeItem(trx, acme, product, "custom.a"));
    await save({ uid: "custom.b", title: "Second" });
    expect(await slugs()).toEqual({ "custom.b": "second" });
    expect(await oldSlugs()).toEqual({});
  });
});
