import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { addDocument } from "#content/documents/store/documents.server.ts";
import { isoNow } from "#db/ids.ts";
import {
  linkDocuments,
  saveItem,
  saveItems,
  unlinkDocuments,
  type ItemValues,
} from "#content/items/store/items.server.ts";
import { moveItem, removeItem } from "#content/items/store/item-state.server.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { createProduct } from "#tenancy/products/store/products.server.ts";
import { featureItems } from "#content/products/store/product-order.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Store } from "#db/store.ts";
import { migratedImage, openMigrated } from "./migrated.ts";
import type { WorldImage } from "./world-database.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const BY = "Robin";
const STAMP = { by: BY, on: NOW };

let image: WorldImage;
let store: Store;
let acme: string;
let globex: string;
let product: string;
let foreign: string;

beforeAll(async () => {
  image = await migratedImage();
});

beforeEach(async () => {
  const database = await openMigrated(image);
  store = database.store;
  await store.write(async (trx) => {
    const write = { trx, by: SYSTEM, now: NOW };
    acme = await createOrg(write, { slug: "acme", name: "Acme Cloud" });
    globex = await createOrg(write, { slug: "globex", name: "Globex Health" });
    product = await createProduct(
      { trx, orgId: acme, now: NOW },
      { name: "Platform", isDefault: true, show: true, position: 0 },
    );
    foreign = await createProduct(
      { trx, orgId: globex, now: NOW },
      { name: "Care", isDefault: true, show: true, position: 0 },
    );
  });
  return () => database.close();
});

const save = (values: Partial<ItemValues>, stamp = STAMP) =>
  store.write((trx) => saveItem(trx, acme, product, { kind: "Reports", ...values }, stamp));
const saveAll = (list: Partial<ItemValues>[]) =>
  store.write((trx) =>
    saveItems(
      trx,
      acme,
      product,
      list.map((values) => ({ values: { kind: "Reports", ...values }, stamp: STAMP })),
    ),
  );
const item = (uid: string, orgId = acme) =>
  store.read
    .selectFrom("items")
    .selectAll()
    .where("orgId", "=", orgId)
    .where("uid", "=", uid)
    .executeTakeFirst();
const revision = async (orgId = acme) =>
  (
    await store.read
      .selectFrom("orgs")
      .select("revision")
      .where("id", "=", orgId)
      .executeTakeFirstOrThrow()
  ).revision;

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
    await save({
      uid: "Reports.soc2",
      explanation: "Yearly.",
      auditor: "Schellman",
      listEntries: [{ label: "Security" }],
    });
    await save(
      { uid: "Reports.soc2", auditor: null },
      { by: "Pat", on: new Date("2026-11-21T08:00:00Z") },
    );
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
    expect(await item("Reports.soc2")).toMatchObject({
      publicAccess: 1,
      hiddenAt: null,
      hiddenBy: null,
    });
  });

  test("asked for together with public access does not happen", async () => {
    await save({ uid: "Reports.soc2", hidden: true, publicAccess: true });
    expect(await item("Reports.soc2")).toMatchObject({ publicAccess: 1, hiddenAt: null });
  });

  test("survives a save that says nothing of it, with who and when", async () => {
    await save({ uid: "Reports.soc2", hidden: true });
    await save(
      { uid: "Reports.soc2", explanation: "New." },
      { by: "Pat", on: new Date("2026-11-21T08:00:00Z") },
    );
    expect(await item("Reports.soc2")).toMatchObject({ hiddenAt: isoNow(NOW), hiddenBy: BY });
  });

  test("ends where it is shown again, and leaves it restricted", async () => {
    await save({ uid: "Reports.soc2", hidden: true });
    expect((await item("Reports.soc2"))?.hiddenAt).toBe(isoNow(NOW));
    await save({ uid: "Reports.soc2", hidden: false });
    expect(await item("Reports.soc2")).toMatchObject({ hiddenAt: null, publicAccess: 0 });
  });
});

describe("an item that moves", () => {
  test("takes its default place in the other card", async () => {
    await save({ uid: "Reports.networkDiagram" });
    await store.write((trx) =>
      trx.updateTable("items").set({ position: 3 }).where("orgId", "=", acme).execute(),
    );
    await store.write((trx) =>
      moveItem(
        { trx, orgId: acme, by: { actor: "system", actorName: BY }, now: NOW },
        product,
        "Reports.networkDiagram",
        "NetworkSecurity",
      ),
    );
    expect(await item("Reports.networkDiagram")).toMatchObject({
      kind: "NetworkSecurity",
      position: null,
    });
  });

  test("neither leaves nor enters the cards that take no part", async () => {
    await saveAll([{ uid: "Reports.soc2" }, { uid: "RiskProfile.impact", kind: "RiskProfile" }]);
    await expect(
      store.write((trx) =>
        moveItem(
          { trx, orgId: acme, by: { actor: "system", actorName: BY }, now: NOW },
          product,
          "RiskProfile.impact",
          "Reports",
        ),
      ),
    ).rejects.toThrow(Refused);
    await expect(
      store.write((trx) =>
        moveItem(
          { trx, orgId: acme, by: { actor: "system", actorName: BY }, now: NOW },
          product,
          "Reports.soc2",
          "Overview",
        ),
      ),
    ).rejects.toThrow(Refused);
  });
});

describe("documents of an item", () => {
  const newDocument = (orgId: string) =>
    store.write(async (trx) => {
      await recordBlob(trx, orgId, { hash: "a".repeat(64), size: 3 }, isoNow(NOW));
      return addDocument(
        { trx, orgId, by: { actor: "system", actorName: BY }, now: NOW },
        {
          originalName: "Report.pdf",
          contentType: "application/pdf",
          size: 3,
          blobHash: "a".repeat(64),
          type: "Other",
        },
      );
    });
  const links = () =>
    store.read
      .selectFrom("itemDocuments")
      .select(["itemUid", "documentId"])
      .where("orgId", "=", acme)
      .execute();

  test("are linked once, however often they are linked, and go with the item", async () => {
    await save({ uid: "Reports.soc2" });
    const documentId = await newDocument(acme);
    await store.write((trx) =>
      linkDocuments({ trx, orgId: acme, by: SYSTEM, now: NOW }, product, "Reports.soc2", [
        documentId,
      ]),
    );
    await store.write((trx) =>
      linkDocuments({ trx, orgId: acme, by: SYSTEM, now: NOW }, product, "Reports.soc2", [
        documentId,
      ]),
    );
    await store.write((trx) => featureItems(trx, acme, product, ["Reports.soc2"]));
    expect(await links()).toEqual([{ itemUid: "Reports.soc2", documentId }]);
    await store.write((trx) => removeItem(trx, acme, product, "Reports.soc2"));
    expect(await links()).toEqual([]);
    const page = await store.read
      .selectFrom("productPages")
      .select("featuredJson")
      .where("productId", "=", product)
      .executeTakeFirst();
    expect(page?.featuredJson).toBe("[]");
    expect(
      await store.read.selectFrom("documents").select("id").where("orgId", "=", acme).execute(),
    ).toEqual([{ id: documentId }]);
  });

  test("are unlinked and stay in the library", async () => {
    await save({ uid: "Reports.soc2" });
    const documentId = await newDocument(acme);
    await store.write((trx) =>
      linkDocuments({ trx, orgId: acme, by: SYSTEM, now: NOW }, product, "Reports.soc2", [
        documentId,
      ]),
    );
    await store.write((trx) =>
      unlinkDocuments({ trx, orgId: acme, by: SYSTEM, now: new Date() }, product, "Reports.soc2", [
        documentId,
      ]),
    );
    expect(await links()).toEqual([]);
    const audit = await store.read
      .selectFrom("audit")
      .select(["actorName", "action", "subject", "detailJson"])
      .where("orgId", "=", acme)
      .where("action", "in", ["document.linked", "document.unlinked"])
      .orderBy("id")
      .execute();
    expect(audit.map(({ action, subject }) => [action, subject]).sort()).toEqual([
      ["document.linked", documentId],
      ["document.unlinked", documentId],
    ]);
    expect(audit[0]).toMatchObject({
      actorName: SYSTEM.actorName,
      detailJson: JSON.stringify({ productId: product, itemUid: "Reports.soc2" }),
    });
    await store.write((trx) =>
      unlinkDocuments({ trx, orgId: acme, by: SYSTEM, now: new Date() }, product, "Reports.soc2", [
        documentId,
      ]),
    );
    expect(
      await store.read
        .selectFrom("audit")
        .select("id")
        .where("action", "=", "document.unlinked")
        .execute(),
    ).toHaveLength(1);
  });

  test("are taken by items that can carry them alone: standard ones by the catalogue, custom ones by their card", async () => {
    const documentId = await newDocument(acme);
    const link = (itemUid: string) =>
      store.write((trx) =>
        linkDocuments({ trx, orgId: acme, by: SYSTEM, now: NOW }, product, itemUid, [documentId]),
      );
    await saveAll([
      { uid: "Documents.companyOverview", kind: "Documents" },
      { uid: "custom.policy", kind: "Policies", title: "A policy" },
      { uid: "RiskProfile.impact", kind: "RiskProfile" },
      { uid: "Overview.overview", kind: "Overview" },
      { uid: "custom.answer", kind: "RiskProfile", title: "An answer" },
    ]);
    for (const uid of ["Documents.companyOverview", "custom.policy"]) await link(uid);
    for (const uid of ["RiskProfile.impact", "Overview.overview", "custom.answer"])
      await expect(link(uid)).rejects.toThrow(Refused);
    expect((await links()).map(({ itemUid }) => itemUid).sort()).toEqual([
      "Documents.companyOverview",
      "custom.policy",
    ]);
  });

  test("are the org's own: another's can't be linked", async () => {
    await save({ uid: "Reports.soc2" });
    const documentId = await newDocument(globex);
    await expect(
      store.write((trx) =>
        linkDocuments({ trx, orgId: acme, by: SYSTEM, now: NOW }, product, "Reports.soc2", [
          documentId,
        ]),
      ),
    ).rejects.toThrow(NotFound);
    expect(await links()).toEqual([]);
  });
});

test("a product of another org takes no item", async () => {
  const before = [await revision(), await revision(globex)];
  await expect(
    store.write((trx) =>
      saveItem(trx, acme, foreign, { uid: "Reports.soc2", kind: "Reports" }, STAMP),
    ),
  ).rejects.toThrow(NotFound);
  expect(await item("Reports.soc2", globex)).toBeUndefined();
  expect([await revision(), await revision(globex)]).toEqual(before);
});
