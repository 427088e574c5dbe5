import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDocument } from "../../db/documents.ts";
import { recordBlob } from "../../db/blobs.ts";
import { isoNow } from "../../db/ids.ts";
import { hideItem, linkDocuments, moveItem, removeItem, saveItem, saveItems, showItem, unlinkDocuments, type ItemValues } from "../../db/items.ts";
import { createOrg } from "../../db/orgs.ts";
import { createProduct, featureItems } from "../../db/products.ts";
import { NotFound, Refused } from "../../db/refusals.ts";
import { Store, type Writer } from "../../db/store.ts";
import { migratedImage } from "./migrated.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const BY = "Robin";
const STAMP = { by: BY, on: NOW };

let image: Buffer;
let store: Store;
let acme: string;
let globex: string;
let product: string;
let foreign: string;

beforeAll(async () => {
  image = await migratedImage();
});

beforeEach(async () => {
  store = Store.clone(image);
  await store.write(async (trx) => {
    acme = await createOrg(trx, { slug: "acme", name: "Acme Cloud" }, "test", NOW);
    globex = await createOrg(trx, { slug: "globex", name: "Globex Health" }, "test", NOW);
    product = await createProduct(trx, acme, { name: "Platform", isDefault: true, show: true, position: 0 }, NOW);
    foreign = await createProduct(trx, globex, { name: "Care", isDefault: true, show: true, position: 0 }, NOW);
  });
  return () => store.close();
});

const save = (values: Partial<ItemValues>, stamp = STAMP) => store.write((trx) => saveItem(trx, acme, product, { kind: "Reports", ...values }, stamp));
const saveAll = (list: Partial<ItemValues>[]) =>
  store.write((trx) => saveItems(trx, acme, product, list.map((values) => ({ values: { kind: "Reports", ...values }, stamp: STAMP }))));
const item = (uid: string, orgId = acme) => store.read.selectFrom("items").selectAll().where("orgId", "=", orgId).where("uid", "=", uid).executeTakeFirst();
const revision = async (orgId = acme) => (await store.read.selectFrom("orgs").select("revision").where("id", "=", orgId).executeTakeFirstOrThrow()).revision;
const oldSlugs = async () =>
  Object.fromEntries((await store.read.selectFrom("oldItemSlugs").select(["slug", "itemUid"]).where("orgId", "=", acme).execute()).map((row) => [row.slug, row.itemUid]));
const slugs = async () => {
  const rows = await store.read.selectFrom("items").select(["uid", "customSlug", "defaultSlug"]).where("orgId", "=", acme).execute();
  return Object.fromEntries(rows.map((row) => [row.uid, row.customSlug ?? row.defaultSlug]));
};

describe("a saved item", () => {
  test("of the catalogue has its title from there, and starts enabled, restricted and shown", async () => {
    await save({ uid: "Reports.soc2", title: "Something else" });
    expect(await item("Reports.soc2")).toMatchObject({
      title: "SOC 2 Report",
      sortKey: "soc 0000000002 report",
      custom: 0,
      enabledState: "Enabled",
      publicAccess: 0,
      hiddenAt: null,
      lastModifiedOn: isoNow(NOW),
      lastModifiedBy: BY,
    });
  });

  test("of its own gets a random uid and needs a title", async () => {
    const uid = await save({ title: "Our report" });
    expect(uid).toMatch(/^custom\.[\w-]{22}$/);
    expect(await item(uid)).toMatchObject({ title: "Our report", custom: 1, kind: "Reports" });
    await expect(save({ uid: "custom.untitled" })).rejects.toThrow(Refused);
  });

  test("keeps what a later save does not name, and loses what it names as null", async () => {
    await save({ uid: "Reports.soc2", explanation: "Yearly.", auditor: "Schellman", listEntries: [{ label: "Security" }] });
    await save({ uid: "Reports.soc2", auditor: null }, { by: "Pat", on: new Date("2026-11-21T08:00:00Z") });
    expect(await item("Reports.soc2")).toMatchObject({
      explanation: "Yearly.",
      auditor: null,
      listEntriesJson: '[{"label":"Security"}]',
      lastModifiedBy: "Pat",
      lastModifiedOn: "2026-11-21T08:00:00.000Z",
    });
  });

  test("stays in its card, whichever a later save names", async () => {
    await save({ uid: "Reports.soc2" });
    await save({ uid: "Reports.soc2", kind: "Legal" });
    expect((await item("Reports.soc2"))?.kind).toBe("Reports");
  });

  test("makes every cached page of its org old, and of no other", async () => {
    const before = [await revision(), await revision(globex)];
    await saveAll([{ uid: "Reports.soc2" }, { uid: "Reports.soc1" }]);
    expect([await revision(), await revision(globex)]).toEqual([(before[0] ?? 0) + 1, before[1]]);
  });
});

describe("hiding", () => {
  test("ends when the item becomes public", async () => {
    await save({ uid: "Reports.soc2", hidden: true });
    expect(await item("Reports.soc2")).toMatchObject({ hiddenAt: isoNow(NOW), hiddenBy: BY });
    await save({ uid: "Reports.soc2", publicAccess: true });
    expect(await item("Reports.soc2")).toMatchObject({ publicAccess: 1, hiddenAt: null, hiddenBy: null });
  });

  test("asked for together with public access does not happen", async () => {
    await save({ uid: "Reports.soc2", hidden: true, publicAccess: true });
    expect(await item("Reports.soc2")).toMatchObject({ publicAccess: 1, hiddenAt: null });
  });

  test("survives a save that says nothing of it, with who and when", async () => {
    await save({ uid: "Reports.soc2", hidden: true });
    await save({ uid: "Reports.soc2", explanation: "New." }, { by: "Pat", on: new Date("2026-11-21T08:00:00Z") });
    expect(await item("Reports.soc2")).toMatchObject({ hiddenAt: isoNow(NOW), hiddenBy: BY });
  });

  test("is for restricted items; showing one again leaves it restricted", async () => {
    await save({ uid: "Reports.soc2" });
    await store.write((trx) => hideItem(trx, acme, product, "Reports.soc2", BY, NOW));
    expect((await item("Reports.soc2"))?.hiddenAt).toBe(isoNow(NOW));
    await store.write((trx) => showItem(trx, acme, product, "Reports.soc2", BY, NOW));
    expect(await item("Reports.soc2")).toMatchObject({ hiddenAt: null, publicAccess: 0 });
    await save({ uid: "Reports.soc3", publicAccess: true });
    await expect(store.write((trx) => hideItem(trx, acme, product, "Reports.soc3", BY, NOW))).rejects.toThrow(Refused);
  });
});

describe("the slug of an item", () => {
  test("follows from its title; the later of two equal ones gets a number", async () => {
    await saveAll([{ uid: "custom.a", title: "Our Report" }, { uid: "custom.b", title: "Our  report!" }, { uid: "custom.d", title: "文書" }]);
    await save({ uid: "custom.c", title: "Our report" });
    expect(await slugs()).toEqual({ "custom.a": "our-report", "custom.b": "our-report-2", "custom.c": "our-report-3", "custom.d": "item" });
  });

  test("stays as it is when the item is saved again", async () => {
    await saveAll([{ uid: "custom.a", title: "Report" }, { uid: "custom.b", title: "Report" }]);
    await save({ uid: "custom.b", explanation: "New." });
    expect(await slugs()).toEqual({ "custom.a": "report", "custom.b": "report-2" });
    expect(await oldSlugs()).toEqual({});
  });

  test("stays shorter than 100 characters with its number", async () => {
    const title = "x".repeat(100);
    await saveAll([{ uid: "custom.a", title }, { uid: "custom.b", title }]);
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
    expect(await oldSlugs()).toEqual({ "soc-2-report": "Reports.soc2", "soc2-type2": "Reports.soc2" });
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
    await expect(save({ uid: "Reports.soc3", customSlug: "soc1" })).rejects.toThrow("This URL slug is already in use by item: SOC 1 Report");
    await expect(save({ uid: "Reports.soc3", customSlug: "soc-2-report" })).rejects.toThrow("This URL slug is already in use by item: SOC 2 Report");
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
    await saveAll([{ uid: "Reports.soc1", customSlug: "one" }, { uid: "Reports.soc2", customSlug: "two" }]);
    await saveAll([{ uid: "Reports.soc1", customSlug: "two" }, { uid: "Reports.soc2", customSlug: "one" }]);
    expect(await slugs()).toEqual({ "Reports.soc1": "two", "Reports.soc2": "one" });
    expect(await oldSlugs()).toEqual({});
  });

  test("is chosen before titles are counted when many are saved at once", async () => {
    await saveAll([{ uid: "custom.a", title: "Report" }, { uid: "custom.b", title: "Other", customSlug: "report" }]);
    expect(await slugs()).toEqual({ "custom.a": "report-2", "custom.b": "report" });
  });

  test("is another product's business there", async () => {
    const second = await store.write((trx) => createProduct(trx, acme, { name: "Data Lake", isDefault: false, show: true, position: 1 }, NOW));
    await save({ uid: "Reports.soc2", customSlug: "soc2" });
    await store.write((trx) => saveItem(trx, acme, second, { uid: "Reports.soc2", kind: "Reports", customSlug: "soc2" }, STAMP));
    const rows = await store.read.selectFrom("items").select("customSlug").where("orgId", "=", acme).execute();
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

describe("an item that moves", () => {
  test("takes its default place in the other card", async () => {
    await save({ uid: "Reports.networkDiagram" });
    await store.write((trx) => trx.updateTable("items").set({ position: 3 }).where("orgId", "=", acme).execute());
    await store.write((trx) => moveItem(trx, acme, product, "Reports.networkDiagram", "NetworkSecurity", BY, NOW));
    expect(await item("Reports.networkDiagram")).toMatchObject({ kind: "NetworkSecurity", position: null });
  });

  test("neither leaves nor enters the cards that take no part", async () => {
    await saveAll([{ uid: "Reports.soc2" }, { uid: "RiskProfile.impact", kind: "RiskProfile" }]);
    await expect(store.write((trx) => moveItem(trx, acme, product, "RiskProfile.impact", "Reports", BY, NOW))).rejects.toThrow(Refused);
    await expect(store.write((trx) => moveItem(trx, acme, product, "Reports.soc2", "Overview", BY, NOW))).rejects.toThrow(Refused);
  });
});

describe("documents of an item", () => {
  const newDocument = (orgId: string) =>
    store.write(async (trx) => {
      await recordBlob(trx, orgId, { hash: "a".repeat(64), size: 3 }, isoNow(NOW));
      return addDocument(trx, orgId, { originalName: "Report.pdf", contentType: "application/pdf", size: 3, blobHash: "a".repeat(64), type: "Other" }, BY, NOW);
    });
  const links = () => store.read.selectFrom("itemDocuments").select(["itemUid", "documentId"]).where("orgId", "=", acme).execute();

  test("are linked once, however often they are linked, and go with the item", async () => {
    await save({ uid: "Reports.soc2" });
    const documentId = await newDocument(acme);
    await store.write((trx) => linkDocuments(trx, acme, product, "Reports.soc2", [documentId], BY, NOW));
    await store.write((trx) => linkDocuments(trx, acme, product, "Reports.soc2", [documentId], BY, NOW));
    await store.write((trx) => featureItems(trx, acme, product, ["Reports.soc2"]));
    expect(await links()).toEqual([{ itemUid: "Reports.soc2", documentId }]);
    await store.write((trx) => removeItem(trx, acme, product, "Reports.soc2"));
    expect(await links()).toEqual([]);
    const page = await store.read.selectFrom("productPages").select("featuredJson").where("productId", "=", product).executeTakeFirst();
    expect(page?.featuredJson).toBe("[]");
    expect(await store.read.selectFrom("documents").select("id").where("orgId", "=", acme).execute()).toEqual([{ id: documentId }]);
  });

  test("are unlinked and stay in the library", async () => {
    await save({ uid: "Reports.soc2" });
    const documentId = await newDocument(acme);
    await store.write((trx) => linkDocuments(trx, acme, product, "Reports.soc2", [documentId], BY, NOW));
    await store.write((trx) => unlinkDocuments(trx, acme, product, "Reports.soc2", [documentId]));
    expect(await links()).toEqual([]);
  });

  test("are the org's own: another's can't be linked", async () => {
    await save({ uid: "Reports.soc2" });
    const documentId = await newDocument(globex);
    await expect(store.write((trx) => linkDocuments(trx, acme, product, "Reports.soc2", [documentId], BY, NOW))).rejects.toThrow(NotFound);
    expect(await links()).toEqual([]);
  });
});

describe("another org's product", () => {
  const verbs: Record<string, (trx: Writer) => Promise<unknown>> = {
    saveItem: (trx) => saveItem(trx, acme, foreign, { uid: "Reports.soc2", kind: "Reports", explanation: "Mine now." }, STAMP),
    saveItems: (trx) => saveItems(trx, acme, foreign, [{ values: { uid: "Reports.soc1", kind: "Reports" }, stamp: STAMP }]),
    hideItem: (trx) => hideItem(trx, acme, foreign, "Reports.soc2", BY, NOW),
    showItem: (trx) => showItem(trx, acme, foreign, "Reports.soc2", BY, NOW),
    moveItem: (trx) => moveItem(trx, acme, foreign, "Reports.soc2", "Legal", BY, NOW),
    removeItem: (trx) => removeItem(trx, acme, foreign, "Reports.soc2"),
    linkDocuments: (trx) => linkDocuments(trx, acme, foreign, "Reports.soc2", ["none"], BY, NOW),
    featureItems: (trx) => featureItems(trx, acme, foreign, ["Reports.soc2"]),
  };

  test.each(Object.keys(verbs))("is not found by %s, and nothing changes", async (name) => {
    await store.write((trx) => saveItem(trx, globex, foreign, { uid: "Reports.soc2", kind: "Reports", explanation: "Theirs." }, STAMP));
    const before = [await item("Reports.soc2", globex), await revision(), await revision(globex)];
    await expect(store.write(async (trx) => verbs[name]?.(trx))).rejects.toThrow(NotFound);
    expect([await item("Reports.soc2", globex), await revision(), await revision(globex)]).toEqual(before);
  });
});
