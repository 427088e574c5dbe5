import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAsset } from "#platform/files/store/assets.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { hideCard, setCardIcon, showCard, updateCard } from "#content/cards/store/cards.server.ts";
import { addCompany, updateCompany } from "#content/companies/store/companies.server.ts";
import { setPicture } from "#company/settings/store/customizations.server.ts";
import {
  addDocument,
  changeDocumentType,
  removeDocument,
  updateDocument,
} from "#content/documents/store/documents.server.ts";
import {
  addDocumentVersion,
  restoreDocumentVersion,
} from "#content/documents/store/document-versions.server.ts";
import {
  addControl,
  removeControl,
  updateControl,
} from "#content/controls/store/controls.server.ts";
import {
  addFaqEntry,
  removeFaqEntry,
  updateFaqEntry,
} from "#content/knowledge-base/store/faq.server.ts";
import { isoNow } from "#db/ids.ts";
import { linkDocuments, saveItem, saveItems } from "#content/items/store/items.server.ts";
import { moveItem, removeItem } from "#content/items/store/item-state.server.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import {
  createProfile,
  removeProfile,
  updateProfile,
} from "#auth/profiles/store/permission-profiles.server.ts";
import {
  createProduct,
  findProduct,
  listProducts,
} from "#tenancy/products/store/products.server.ts";
import {
  arrangeCards,
  arrangeSections,
  featureItems,
  hideSection,
  showSection,
} from "#content/products/store/product-order.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import { gradeList } from "#content/grades/store/grades.server.ts";
import type { Store, Writer } from "#db/store.ts";
import {
  addSubprocessor,
  removeSubprocessor,
  updateSubprocessor,
} from "#content/subprocessors/store/subprocessors.server.ts";
import {
  addTopicUpdate,
  createTopic,
  hideTopic,
  pinTopic,
} from "#updates/updates/store/topics.server.ts";
import { trustedByList } from "#content/trusted-by/store/trusted-by.server.ts";
import { wholeOf } from "./engine-words.ts";
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

describe("a product", () => {
  test("is found by slug and by id, with spaces in its slug", async () => {
    await store.write((trx) =>
      createProduct(
        { trx, orgId: acme, now: NOW },
        { name: "Acme Data Lake", isDefault: false, show: true, position: 1 },
      ),
    );
    const lake = await findProduct(store.read, acme, "Acme Data Lake");
    expect(lake).toMatchObject({ slug: "Acme Data Lake", isDefault: false });
    expect(await findProduct(store.read, acme, lake?.id ?? "")).toEqual(lake);
    expect(await findProduct(store.read, globex, "Acme Data Lake")).toBeNull();
    const cards = await store.read
      .selectFrom("cards")
      .select("kind")
      .where("productId", "=", lake?.id ?? "")
      .execute();
    expect(cards).toHaveLength(30);
  });

  test("of the same name gets a number; a chosen slug that is taken is refused", async () => {
    await store.write((trx) =>
      createProduct(
        { trx, orgId: acme, now: NOW },
        { name: "platform", isDefault: false, show: true, position: 1 },
      ),
    );
    expect((await listProducts(store.read, acme)).map((found) => found.slug)).toEqual([
      "Platform",
      "platform-2",
    ]);
    const taken = store.write((trx) =>
      createProduct(
        { trx, orgId: acme, now: NOW },
        { name: "Third", slug: "PLATFORM", isDefault: false, show: true, position: 2 },
      ),
    );
    await expect(taken).rejects.toThrow(Refused);
  });

  test("that becomes the default one takes that place", async () => {
    await store.write((trx) =>
      createProduct(
        { trx, orgId: acme, now: NOW },
        { name: "Data Lake", isDefault: true, show: true, position: 1 },
      ),
    );
    expect(
      (await listProducts(store.read, acme))
        .filter((found) => found.isDefault)
        .map((found) => found.name),
    ).toEqual(["Data Lake"]);
  });
});

describe("what is another org's", () => {
  /** One of everything in globex. */
  const control = {
    reference: "AC-01",
    title: "Mine now",
    requirements: [],
    access: "public" as const,
    productIds: [],
  };
  async function furnish(trx: Writer) {
    const write = { trx, orgId: globex, now: NOW };
    const hash = "b".repeat(64);
    await recordBlob(trx, globex, { hash, size: 3 }, isoNow(NOW));
    const company = await addCompany(trx, globex, { name: "Hooli" });
    await saveItem(
      trx,
      globex,
      foreign,
      { uid: "Reports.soc2", kind: "Reports", explanation: "Theirs." },
      STAMP,
    );
    return {
      company,
      asset: await createAsset(write, {
        type: "logo",
        fileName: "logo.png",
        contentType: "image/png",
        blobHash: hash,
      }),
      document: await addDocument(
        { trx, orgId: globex, by: { actor: "system", actorName: BY }, now: NOW },
        {
          originalName: "Report.pdf",
          contentType: "application/pdf",
          size: 3,
          blobHash: hash,
          type: "Other",
        },
      ),
      subprocessor: await addSubprocessor(trx, globex, foreign, { companyId: company }, NOW),
      trusted: await trustedByList.add(
        trx,
        { orgId: globex, productId: foreign },
        { companyId: company },
        STAMP,
      ),
      grade: await gradeList.add(
        trx,
        { orgId: globex, productId: foreign },
        {
          provider: "Qualys",
          label: "Qualys",
          grade: "A",
        },
        STAMP,
      ),
      entry: await addFaqEntry(
        trx,
        globex,
        { question: "Where?", answer: "Here.", access: "public", productIds: [] },
        NOW,
      ),
      control: await addControl(trx, globex, { ...control, productIds: [] }, NOW),
      topic: await createTopic(
        { trx, orgId: globex, now: NOW },
        { subject: "News", category: "general", productIds: [] },
      ),
      profile: await createProfile(write, { name: "Core", allItems: true, items: [] }),
    };
  }
  type Theirs = Awaited<ReturnType<typeof furnish>>;

  const faq = { question: "Why?", answer: "Because.", access: "public" as const };
  const update = {
    message: "Mine now.",
    audience: "public" as const,
    channelStatusPage: true,
    channelEmail: false,
    publishAt: NOW,
  };
  const grade = { provider: "Qualys" as const, label: "Mine now" };
  const foreignItem = () => [{ productId: foreign, itemUid: "Reports.soc2" }];
  const verbs: Record<string, (trx: Writer, theirs: Theirs) => Promise<unknown>> = {
    saveItem: (trx) =>
      saveItem(
        trx,
        acme,
        foreign,
        { uid: "Reports.soc2", kind: "Reports", explanation: "Mine now." },
        STAMP,
      ),
    saveItems: (trx) =>
      saveItems(trx, acme, foreign, [
        { values: { uid: "Reports.soc1", kind: "Reports" }, stamp: STAMP },
      ]),
    moveItem: (trx) =>
      moveItem(
        { trx, orgId: acme, by: { actor: "system", actorName: BY }, now: NOW },
        foreign,
        "Reports.soc2",
        "Legal",
      ),
    removeItem: (trx) => removeItem(trx, acme, foreign, "Reports.soc2"),
    linkDocuments: (trx) =>
      linkDocuments({ trx, orgId: acme, by: SYSTEM, now: NOW }, foreign, "Reports.soc2", ["none"]),
    featureItems: (trx) => featureItems(trx, acme, foreign, ["Reports.soc2"]),
    updateCard: (trx) => updateCard(trx, acme, foreign, "Reports", { title: "Mine now" }),
    hideCard: (trx) =>
      hideCard(
        { trx, orgId: acme, by: { actor: "system", actorName: BY }, now: NOW },
        foreign,
        "Reports",
      ),
    showCard: (trx) => showCard(trx, acme, foreign, "Reports"),
    "setCardIcon, product": (trx) => setCardIcon(trx, acme, foreign, "Reports", null),
    "setCardIcon, asset": (trx, { asset }) => setCardIcon(trx, acme, product, "Reports", asset),
    setPicture: (trx, { asset }) => setPicture({ trx, orgId: acme, now: NOW }, "logo", asset),
    "saveItem, badge": (trx, { asset }) =>
      saveItem(
        trx,
        acme,
        product,
        { uid: "Reports.soc1", kind: "Reports", badgeAssetId: asset },
        STAMP,
      ),
    arrangeSections: (trx) => arrangeSections(trx, acme, foreign, ["cards"]),
    arrangeCards: (trx) => arrangeCards(trx, acme, foreign, ["Ai"]),
    hideSection: (trx) => hideSection(trx, acme, foreign, "cards"),
    showSection: (trx) => showSection(trx, acme, foreign, "cards"),
    updateDocument: (trx, { document }) =>
      updateDocument(trx, acme, document, { originalName: "Mine.pdf" }),
    addDocumentVersion: (trx, { document }) =>
      addDocumentVersion({ trx, orgId: acme, by: SYSTEM, now: new Date() }, document, {
        fileName: "mine.txt",
        blobHash: "b".repeat(64),
        size: 1,
        contentType: "text/plain",
      }),
    restoreDocumentVersion: (trx, { document }) =>
      restoreDocumentVersion({ trx, orgId: acme, by: SYSTEM, now: new Date() }, document, 1),
    changeDocumentType: (trx, { document }) => changeDocumentType(trx, acme, [document], "Policy"),
    removeDocument: (trx, { document }) => removeDocument(trx, acme, document),
    "addCompany, logo": (trx, { asset }) =>
      addCompany(trx, acme, { name: "Hooli", logoAssetId: asset }),
    updateCompany: (trx, { company }) => updateCompany(trx, acme, company, { name: "Mine now" }),
    "addTrustedCompany, product": (trx, { company }) =>
      trustedByList.add(trx, { orgId: acme, productId: foreign }, { companyId: company }, STAMP),
    "addTrustedCompany, company": (trx, { company }) =>
      trustedByList.add(trx, { orgId: acme, productId: product }, { companyId: company }, STAMP),
    replaceTrustedCompanies: (trx) =>
      trustedByList.replace(trx, { orgId: acme, productId: foreign }, []),
    removeTrustedCompany: (trx, { trusted }) =>
      trustedByList.remove(trx, { orgId: acme, productId: foreign }, trusted, STAMP),
    "addSubprocessor, product": (trx, { company }) =>
      addSubprocessor(trx, acme, foreign, { companyId: company }, NOW),
    "addSubprocessor, company": (trx, { company }) =>
      addSubprocessor(trx, acme, product, { companyId: company }, NOW),
    updateSubprocessor: async (trx, { subprocessor }) =>
      updateSubprocessor(trx, acme, foreign, subprocessor, {
        companyId: await addCompany(trx, acme, { name: "Own" }),
      }),
    removeSubprocessor: (trx, { subprocessor }) =>
      removeSubprocessor(trx, acme, foreign, subprocessor),
    addGrade: (trx) => gradeList.add(trx, { orgId: acme, productId: foreign }, grade, STAMP),
    replaceGrades: (trx) => gradeList.replace(trx, { orgId: acme, productId: foreign }, []),
    updateGrade: (trx, theirs) =>
      gradeList.update(trx, { orgId: acme, productId: foreign }, theirs.grade, grade, STAMP),
    removeGrade: (trx, theirs) =>
      gradeList.remove(trx, { orgId: acme, productId: foreign }, theirs.grade, STAMP),
    "addFaqEntry, product": (trx) => addFaqEntry(trx, acme, { ...faq, productIds: [foreign] }, NOW),
    updateFaqEntry: (trx, { entry }) =>
      updateFaqEntry(trx, acme, entry, { ...faq, productIds: [] }, NOW),
    removeFaqEntry: (trx, { entry }) => removeFaqEntry(trx, acme, entry),
    "addControl, product": (trx) =>
      addControl(trx, acme, { ...control, productIds: [foreign] }, NOW),
    updateControl: (trx, { control: id }) => updateControl(trx, acme, id, control, NOW),
    removeControl: (trx, { control: id }) => removeControl(trx, acme, id),
    "createTopic, product": (trx) =>
      createTopic(
        { trx, orgId: acme, now: NOW },
        { subject: "News", category: "general", productIds: [foreign] },
      ),
    addTopicUpdate: (trx, { topic }) => addTopicUpdate(trx, acme, topic, update, BY),
    hideTopic: (trx, { topic }) => hideTopic({ trx, orgId: acme, by: SYSTEM, now: NOW }, topic),
    pinTopic: (trx, { topic }) => pinTopic({ trx, orgId: acme, by: SYSTEM, now: NOW }, topic),
    "createProfile, item": (trx) =>
      createProfile(
        { trx, orgId: acme, now: NOW },
        { name: "Mine", allItems: false, items: foreignItem() },
      ),
    updateProfile: (trx, { profile }) =>
      updateProfile(trx, acme, profile, { name: "Mine now", allItems: true, items: [] }),
    removeProfile: (trx, { profile }) => removeProfile(trx, acme, profile),
  };

  test.each(Object.keys(verbs))("is not found by %s, and nothing changes", async (name) => {
    const theirs = await store.write(furnish);
    const before = await wholeOf(store);
    await expect(store.write(async (trx) => verbs[name]?.(trx, theirs))).rejects.toThrow(NotFound);
    expect((await wholeOf(store)) === before).toBe(true);
  });

  test("is found by its own org", async () => {
    const theirs = await store.write(furnish);
    const own = await store.write((trx) =>
      removeDocument(trx, globex, theirs.document).then(() =>
        hideTopic({ trx, orgId: globex, by: SYSTEM, now: NOW }, theirs.topic),
      ),
    );
    expect(own).toBeUndefined();
    expect(
      await store.read
        .selectFrom("topics")
        .select("hiddenAt")
        .where("orgId", "=", globex)
        .executeTakeFirst(),
    ).toEqual({ hiddenAt: isoNow(NOW) });
  });
});
