import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { FEATURES } from "#model/settings/customization.ts";
import {
  keepPlanCheck,
  removePlan,
  setPlan,
} from "#company/entitlements/store/entitlements.server.ts";
import { SYSTEM, type Write } from "#tenancy/audit/store/audit.server.ts";
import { editCard, saveCardTexts } from "#content/cards/store/card-edits.server.ts";
import { hideCard, setCardIcon, showCard, updateCard } from "#content/cards/store/cards.server.ts";
import {
  addCompanies,
  addCompany,
  updateCompany,
} from "#content/companies/store/companies.server.ts";
import { chooseCompanies, chooseCompany } from "#content/companies/store/company-choice.server.ts";
import { settleLogo } from "#content/companies/store/company-rows.server.ts";
import { changeCustomization } from "#company/settings/store/change-customization.server.ts";
import {
  setPicture,
  switchFeature,
  putCustomization,
  updateCustomization,
} from "#company/settings/store/customizations.server.ts";
import {
  addDocument,
  addDocuments,
  changeDocumentType,
  removeDocument,
  updateDocument,
} from "#content/documents/store/documents.server.ts";
import { recordDocumentText, recordLock } from "#content/documents/store/document-texts.server.ts";
import {
  addDocumentVersion,
  restoreDocumentVersion,
} from "#content/documents/store/document-versions.server.ts";
import { saveImportedControls } from "#content/controls/store/imports.server.ts";
import {
  addControl,
  addControls,
  removeControl,
  updateControl,
} from "#content/controls/store/controls.server.ts";
import { addWebpage, removeWebpage } from "#content/webpages/store/webpages.server.ts";
import { keepPageReading } from "#content/webpages/store/webpage-readings.server.ts";
import { saveImportedFaq } from "#content/knowledge-base/store/knowledge-base.server.ts";
import { stageFile } from "#web/table-import/store/staged-files.server.ts";
import {
  addDomain,
  claimDomain,
  domainAnswered,
  findClaim,
  keepCheck,
  removeDomain,
} from "#tenancy/orgs/store/domains.server.ts";
import { CHECKS_TO_LOSE, keepRecheck } from "#tenancy/orgs/store/domain-rechecks.server.ts";
import {
  addProduct,
  makeDefaultProduct,
  moveProduct,
  placeProducts,
  removeProduct,
  updateProduct,
} from "#content/products/store/product-changes.server.ts";
import { addProductCopy } from "#content/products/store/product-copies.server.ts";
import {
  addUploads,
  changeTypes,
  deleteDocument,
  editDocument,
  restoreVersion,
  uploadVersion,
} from "#content/documents/store/library.server.ts";
import {
  addFaqEntries,
  addFaqEntry,
  favouriteFaqEntry,
  removeFaqEntry,
  updateFaqEntry,
} from "#content/knowledge-base/store/faq.server.ts";
import { mergeFaqEntries } from "#content/knowledge-base/store/merging.server.ts";
import { arrangeItems, placeItems } from "#content/items/store/item-places.server.ts";
import { addStarters } from "#content/starter-controls/store/starter-controls.server.ts";
import { placeDocuments } from "#content/items/store/place-documents.server.ts";
import { connectItem, disconnectItem } from "#content/items/store/integrations.server.ts";
import { deleteCustomItem, editItem } from "#content/items/store/item-edits.server.ts";
import {
  linkDocuments,
  linkManyDocuments,
  saveItem,
  saveItems,
  unlinkDocuments,
} from "#content/items/store/items.server.ts";
import { moveItem, removeItem, touchListItem } from "#content/items/store/item-state.server.ts";
import { newId } from "#db/ids.ts";
import { publishNdaVersion, setNdaProvider } from "#auth/nda/store/ndas.server.ts";
import { linkOnlyDocuments } from "#content/items/store/item-documents.server.ts";
import { publishOrg, unpublishOrg, updateOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import {
  createProfile,
  putProfile,
  removeProfile,
  updateProfile,
} from "#auth/profiles/store/permission-profiles.server.ts";
import { chooseItems } from "#access/profiles/store/profile-choices.server.ts";
import {
  createProduct,
  listProducts,
  replaceProductLinks,
} from "#tenancy/products/store/products.server.ts";
import {
  arrangeCards,
  arrangeDocuments,
  arrangeDocumentTiles,
  arrangeSections,
  featureItems,
  hideSection,
  showSection,
} from "#content/products/store/product-order.server.ts";
import { gradeList } from "#content/grades/store/grades.server.ts";
import { answerRiskProfile } from "#content/risk-profile/store/risk-answers.server.ts";
import type { Writer } from "#db/store.ts";
import {
  importSubprocessors,
  listSubprocessor,
  listSubprocessors,
  relistSubprocessor,
  unlistSubprocessor,
} from "#content/subprocessors/store/subprocessor-edits.server.ts";
import { textsOf } from "#content/subprocessors/forms/subprocessors.ts";
import {
  addSubprocessor,
  addSubprocessors,
  arrangeSubprocessors,
  removeSubprocessor,
  replaceSubprocessors,
  updateSubprocessor,
} from "#content/subprocessors/store/subprocessors.server.ts";
import { resumeOrg, suspendOrg } from "#tenancy/installation/store/suspensions.server.ts";
import { saveDraft } from "#updates/updates/store/topic-drafts.server.ts";
import { editTopicUpdate, unpublishUpdate } from "#updates/updates/store/topic-edits.server.ts";
import { publishDraft } from "#updates/updates/store/topic-publication.server.ts";
import { withdrawScheduled } from "#updates/updates/store/topic-withdrawal.server.ts";
import {
  addTopicUpdate,
  createTopic,
  createTopics,
  hideTopic,
  pinTopic,
  showTopic,
  unpinTopic,
} from "#updates/updates/store/topics.server.ts";
import {
  publishStagedVersion,
  stageVersion,
} from "#content/documents/store/staged-versions.server.ts";
import { trustedByList } from "#content/trusted-by/store/trusted-by.server.ts";

/** Every verb that ends in `contentChanged`, and what the next anonymous request shows of it. */

const BY = "Freshness";

const PLAN = {
  sealedToken: "1.none",
  features: FEATURES,
  expiresAt: "2027-01-01T00:00:00.000Z",
};
const SOUND = { fault: null, faultedAt: null, endedAt: null };
const ENDED = {
  fault: "expired" as const,
  faultedAt: "2026-11-01T00:00:00.000Z",
  endedAt: "2026-11-08T00:00:00.000Z",
};

/** What the rows find in the world, and what earlier rows leave for later ones. */
export interface Ground {
  trx: Writer;
  org: string;
  product: string;
  now: Date;
  blob: { hash: string; size: number };
  asset: string;
  ids: Record<string, string>;
}

export interface VerbRow {
  change: (ground: Ground) => Promise<unknown>;
  /** The page that shows it, below the portal's base; the home page unless given. */
  at?: string;
  /** What the page says after the change, or no longer says. */
  shows?: string;
  loses?: string;
  /** The page changes in another way: its order, its marks. */
  changes?: true;
  /** Its status after the change. */
  status?: number;
  /** Strangers see nothing of it by itself: the org's revision grows all the same. */
  unseen?: true;
}

const write = ({ trx, org: orgId, now }: Ground): Write => ({ trx, orgId, by: SYSTEM, now });
const stamp = ({ now }: Ground) => ({ by: BY, on: now });
const file = (ground: Ground, originalName: string) => ({
  originalName,
  contentType: "application/pdf",
  size: ground.blob.size,
  blobHash: ground.blob.hash,
  type: "Other" as const,
});
const upload = (blob: Ground["blob"]) => ({
  fileName: "upload.pdf",
  contentType: "application/pdf",
  blob,
  encryptedType: null,
});
const otherBlob = (g: Ground) =>
  g.trx
    .selectFrom("blobs")
    .select(["hash", "size"])
    .where("orgId", "=", g.org)
    .where("hash", "<>", g.blob.hash)
    .limit(1)
    .executeTakeFirstOrThrow();
const update = ({ now }: Ground, message: string) => ({
  message,
  audience: "public" as const,
  channelStatusPage: true,
  channelEmail: false,
  publishAt: now,
});
const faq = (question: string) => ({
  question,
  answer: "An answer",
  access: "public" as const,
  productIds: [],
});
const control = (reference: string, title: string) => ({
  reference,
  title,
  requirements: ["SOC 2 CC6.1"],
  access: "public" as const,
  productIds: [],
});
const open = (uid: string, title: string) => ({
  uid,
  title,
  kind: "Reports" as const,
  publicAccess: true,
});
const REPORTS = "/card/Reports";

const WORDING = {
  category: "general" as const,
  productIds: [],
  effectiveOn: null,
  objectionDays: null,
  revision: null,
};

const listEdit = ({ org, product, now }: Ground) => ({
  orgId: org,
  productId: product,
  by: SYSTEM,
  now,
  draft: null,
});

async function published(ground: Ground, subject: string, publishAt: Date | null): Promise<string> {
  const topic = { ...WORDING, subject, hidden: false, pinned: false, productIds: [] };
  const draft = await saveDraft(
    write(ground),
    {
      topicId: null,
      topic,
      message: "A draft's message",
      audience: "public",
      statusPage: true,
      email: null,
      publishAt,
    },
    {},
  );
  return (
    await publishDraft(write(ground), draft.id, {
      revision: 1,
      needSecondPerson: false,
      confirmListed: false,
      mail: noMail,
    })
  ).updateId;
}

/** Who changed a list of rows, and when. */
const LISTED = { by: "Ingrid Sommer", on: new Date("2026-01-05T09:00:00Z") };

/** The item that shows a live status, as its form has it. */
const MONITORED = {
  uid: "Infrastructure.statusMonitoring",
  kind: "Reports",
  item: {
    title: "Status Monitoring",
    enabledState: "Enabled",
    publicAccess: true,
    hidden: false,
    explanation: null,
    href: null,
    type: null,
    choice: null,
    maturity: null,
    recurrence: null,
    auditor: null,
    expiry: null,
    listEntries: [],
    bridgeLetter: null,
    integration: {
      provider: "statuspageio",
      page: "https://status.example.org",
      showInCard: true,
    },
  },
} as const;

/** In an order in which each finds what it needs. */
export const VERBS: Readonly<Record<string, VerbRow>> = {
  saveItem: {
    at: REPORTS,
    shows: "Saved alone",
    change: (g) => saveItem(g.trx, g.org, g.product, open("custom.one", "Saved alone"), stamp(g)),
  },
  saveItems: {
    at: REPORTS,
    shows: "Saved with others",
    change: (g) =>
      saveItems(g.trx, g.org, g.product, [
        { values: open("custom.two", "Saved with others"), stamp: stamp(g) },
        {
          values: { ...open("custom.three", "Saved third"), publicAccess: false },
          stamp: stamp(g),
        },
      ]),
  },
  arrangeItems: {
    at: REPORTS,
    changes: true,
    change: (g) => arrangeItems(g.trx, g.org, g.product, "Reports", ["custom.two", "custom.one"]),
  },
  placeItems: {
    at: REPORTS,
    changes: true,
    change: (g) => placeItems(g.trx, g.org, g.product, "Reports", new Map()),
  },
  moveItem: {
    at: REPORTS,
    changes: true,
    change: (g) => moveItem(write(g), g.product, "custom.three", "Policies"),
  },

  editItem: {
    at: REPORTS,
    shows: "Edited as a form",
    change: (g) =>
      editItem(
        write(g),
        g.product,
        { uid: "custom.edited", kind: "Reports" },
        {
          values: { title: "Edited as a form", publicAccess: true },
          link: [],
          unlink: [],
          documentTypes: {},
        },
      ),
  },
  connectItem: {
    at: REPORTS,
    shows: "Status that was read",
    change: (g) =>
      connectItem(
        write(g),
        g.product,
        { ...MONITORED, isStored: false },
        {
          integration: MONITORED.item.integration,
          reading: {
            provider: "statuspageio",
            status: { indicator: "none", description: "Status that was read" },
          },
        },
      ),
  },
  disconnectItem: {
    at: REPORTS,
    loses: "Status that was read",
    change: (g) => disconnectItem(write(g), g.product, { ...MONITORED, isStored: true }),
  },
  deleteCustomItem: {
    at: REPORTS,
    loses: "Edited as a form",
    change: (g) => deleteCustomItem(write(g), g.product, "custom.edited"),
  },
  editCard: {
    at: REPORTS,
    loses: "Saved with others",
    change: (g) =>
      editCard(write(g), g.product, "Reports", {
        items: [
          {
            uid: "custom.two",
            enabledState: "NotEnabled",
            hidden: false,
            was: { enabledState: "Enabled", hidden: false },
          },
        ],
      }),
  },

  addDocument: {
    unseen: true,
    change: async (g) => (g.ids.document = await addDocument(write(g), file(g, "first-file.pdf"))),
  },
  addDocuments: {
    unseen: true,
    change: async (g) =>
      ([g.ids.second = ""] = await addDocuments(
        g.trx,
        g.org,
        [{ ...file(g, "second-file.pdf"), createdAt: g.now }],
        BY,
      )),
  },
  linkDocuments: {
    at: REPORTS,
    shows: "first-file.pdf",
    change: (g) => linkDocuments(write(g), g.product, "custom.one", [g.ids.document ?? ""]),
  },
  placeDocuments: {
    at: REPORTS,
    changes: true,
    change: (g) =>
      placeDocuments(write(g), g.product, [
        { id: g.ids.document ?? "", type: "Policy", item: "Reports.soc3", access: "public" },
      ]),
  },
  addStarters: {
    at: "/card/ChangeConfigurationManagement",
    changes: true,
    change: (g) =>
      addStarters(write(g), g.product, {
        uids: ["ChangeConfigurationManagement.versionControl"],
        access: "public",
      }),
  },
  linkManyDocuments: {
    at: REPORTS,
    shows: "second-file.pdf",
    change: async (g) => {
      await saveItem(
        g.trx,
        g.org,
        g.product,
        { uid: "custom.two", kind: "Reports", enabledState: "Enabled" },
        stamp(g),
      );
      await linkManyDocuments(write(g), g.product, [
        { itemUid: "custom.two", documentId: g.ids.second ?? "" },
      ]);
    },
  },
  linkOnlyDocuments: {
    at: REPORTS,
    changes: true,
    change: async (g) => {
      await saveItem(
        g.trx,
        g.org,
        g.product,
        { uid: "custom.three", kind: "Reports", enabledState: "Enabled" },
        stamp(g),
      );
      const wanted = new Map([["custom.three", [g.ids.second ?? ""]]]);
      await linkOnlyDocuments(write(g), g.product, wanted);
    },
  },
  updateDocument: {
    at: REPORTS,
    shows: "renamed-file.pdf",
    change: (g) =>
      updateDocument(g.trx, g.org, g.ids.document ?? "", { originalName: "renamed-file.pdf" }),
  },
  changeDocumentType: {
    at: REPORTS,
    shows: "Whitepaper",
    change: (g) => changeDocumentType(g.trx, g.org, [g.ids.document ?? ""], "Whitepaper"),
  },
  addDocumentVersion: {
    unseen: true,
    change: async (g) => {
      const { hash, size } = await otherBlob(g);
      await addDocumentVersion(write(g), g.ids.document ?? "", {
        fileName: "next.pdf",
        blobHash: hash,
        size,
        contentType: "application/pdf",
      });
    },
  },
  restoreDocumentVersion: {
    unseen: true,
    change: (g) => restoreDocumentVersion(write(g), g.ids.document ?? "", 1),
  },
  recordDocumentText: {
    unseen: true,
    change: (g) =>
      recordDocumentText(
        g.trx,
        {
          orgId: g.org,
          versionHash: "f".repeat(64),
          reader: 1,
          fault: null,
          sealed: "1.text",
          pages: 3,
          notes: "",
          leftOutJson: null,
        },
        g.now,
      ),
  },
  recordLock: {
    unseen: true,
    change: (g) => recordLock(g.trx, g.org, g.blob.hash, "password"),
  },
  addUploads: {
    unseen: true,
    change: async (g) =>
      ([{ id: g.ids.upload = "" } = { id: "" }] = (await addUploads(write(g), [upload(g.blob)], {
        type: "Other",
        accessType: null,
        expiresOn: null,
        addSame: true,
      })) as { id: string }[]),
  },
  editDocument: {
    unseen: true,
    change: (g) =>
      editDocument(write(g), g.ids.upload ?? "", {
        originalName: "edited.pdf",
        type: "Legal",
        accessType: null,
        expiresOn: null,
      }),
  },
  changeTypes: {
    unseen: true,
    change: (g) => changeTypes(write(g), [g.ids.upload ?? ""], "Policy"),
  },
  uploadVersion: {
    unseen: true,
    change: async (g) => uploadVersion(write(g), g.ids.upload ?? "", upload(await otherBlob(g))),
  },
  restoreVersion: {
    unseen: true,
    change: (g) => restoreVersion(write(g), g.ids.upload ?? "", 1),
  },
  publishStagedVersion: {
    unseen: true,
    async change(g) {
      const documentId = g.ids.upload ?? "";
      const id = await stageVersion(write(g), documentId, upload(await otherBlob(g)));
      await publishStagedVersion(write(g), { documentId, id, after: 3 }, {});
    },
  },
  deleteDocument: {
    unseen: true,
    change: (g) => deleteDocument(write(g), g.ids.upload ?? ""),
  },
  arrangeDocuments: {
    changes: true,
    change: (g) => arrangeDocuments(g.trx, g.org, g.product, [], ["custom.two"]),
  },
  arrangeDocumentTiles: {
    changes: true,
    change: (g) => arrangeDocumentTiles(g.trx, g.org, g.product, ["custom.two"], []),
  },
  featureItems: {
    changes: true,
    change: (g) => featureItems(g.trx, g.org, g.product, []),
  },
  unlinkDocuments: {
    at: REPORTS,
    loses: "second-file.pdf",
    change: (g) =>
      unlinkDocuments(
        { trx: g.trx, orgId: g.org, by: SYSTEM, now: new Date() },
        g.product,
        "custom.two",
        [g.ids.second ?? ""],
      ),
  },
  removeDocument: {
    at: REPORTS,
    loses: "renamed-file.pdf",
    change: (g) => removeDocument(g.trx, g.org, g.ids.document ?? ""),
  },
  removeItem: {
    at: REPORTS,
    loses: "Saved alone",
    change: (g) => removeItem(g.trx, g.org, g.product, "custom.one"),
  },

  updateCard: {
    shows: "A card renamed",
    change: (g) => updateCard(g.trx, g.org, g.product, "Reports", { title: "A card renamed" }),
  },
  hideCard: {
    loses: "A card renamed",
    change: (g) => hideCard(write(g), g.product, "Reports"),
  },
  showCard: {
    shows: "A card renamed",
    change: (g) => showCard(g.trx, g.org, g.product, "Reports"),
  },
  saveCardTexts: {
    shows: "What a call says of a card",
    change: (g) =>
      saveCardTexts(write(g), g.product, "Reports", { displayText: "What a call says of a card" }),
  },
  setCardIcon: {
    changes: true,
    change: (g) => setCardIcon(g.trx, g.org, g.product, "Reports", g.asset),
  },
  arrangeCards: {
    changes: true,
    change: (g) => arrangeCards(g.trx, g.org, g.product, ["Policies", "Reports"]),
  },
  arrangeSections: {
    changes: true,
    change: (g) => arrangeSections(g.trx, g.org, g.product, ["help", "cards"]),
  },
  hideSection: {
    loses: "A card renamed",
    change: (g) => hideSection(g.trx, g.org, g.product, "cards"),
  },
  showSection: {
    shows: "A card renamed",
    change: (g) => showSection(g.trx, g.org, g.product, "cards"),
  },
  createProduct: {
    shows: "Another Product",
    change: (g) =>
      createProduct(write(g), {
        name: "Another Product",
        isDefault: false,
        show: true,
        position: 7,
      }),
  },
  replaceProductLinks: {
    shows: "https://example.org/beside",
    change: (g) =>
      replaceProductLinks(g.trx, g.org, [
        { label: "Beside", link: "https://example.org/beside", show: true },
      ]),
  },

  addCompany: {
    unseen: true,
    change: async (g) =>
      (g.ids.company = await addCompany(g.trx, g.org, { name: "First Company" })),
  },
  addCompanies: {
    unseen: true,
    change: async (g) =>
      ([g.ids.other = "", g.ids.unnamed = ""] = await addCompanies(g.trx, g.org, [
        { name: "Other Company" },
        { name: "Unnamed Company" },
      ])),
  },
  addSubprocessor: {
    at: "/subprocessors",
    shows: "First Company",
    change: async (g) =>
      (g.ids.subprocessor = await addSubprocessor(
        g.trx,
        g.org,
        g.product,
        { companyId: g.ids.company ?? "" },
        g.now,
      )),
  },
  addSubprocessors: {
    at: "/subprocessors",
    shows: "Other Company",
    change: (g) =>
      addSubprocessors(g.trx, g.org, g.product, [
        { companyId: g.ids.other ?? "", createdAt: g.now },
      ]),
  },
  updateSubprocessor: {
    at: "/subprocessors",
    shows: "A new purpose",
    change: (g) =>
      updateSubprocessor(g.trx, g.org, g.product, g.ids.subprocessor ?? "", {
        companyId: g.ids.company ?? "",
        purpose: "A new purpose",
      }),
  },
  updateCompany: {
    at: "/subprocessors",
    shows: "Company Renamed",
    change: (g) => updateCompany(g.trx, g.org, g.ids.company ?? "", { name: "Company Renamed" }),
  },
  settleLogo: {
    at: "/subprocessors",
    changes: true,
    change: (g) => settleLogo(g.trx, { orgId: g.org, id: g.ids.company ?? "" }, g.asset),
  },
  removeSubprocessor: {
    at: "/subprocessors",
    loses: "Company Renamed",
    change: (g) => removeSubprocessor(g.trx, g.org, g.product, g.ids.subprocessor ?? ""),
  },
  listSubprocessor: {
    at: "/subprocessors",
    shows: "Listed Company",
    change: async (g) =>
      (g.ids.listed = (
        await listSubprocessor(g.trx, listEdit(g), { id: newId(), company: "Listed Company" })
      ).id),
  },
  relistSubprocessor: {
    at: "/subprocessors",
    shows: "A place of its own",
    change: (g) =>
      relistSubprocessor(g.trx, listEdit(g), g.ids.listed ?? "", {
        location: "A place of its own",
      }),
  },
  arrangeSubprocessors: {
    at: "/subprocessors",
    changes: true,
    change: async (g) =>
      arrangeSubprocessors(
        g.trx,
        g.org,
        g.product,
        (await listSubprocessors(g.trx, g.org, g.product)).map(({ id }) => id).toReversed(),
      ),
  },
  importSubprocessors: {
    at: "/subprocessors",
    shows: "Filed Company",
    change: (g) =>
      importSubprocessors(g.trx, listEdit(g), [
        {
          kind: "added",
          row: 2,
          after: { company: "Filed Company", ...textsOf({}) },
        },
      ]),
  },
  unlistSubprocessor: {
    at: "/subprocessors",
    loses: "Listed Company",
    change: (g) => unlistSubprocessor(g.trx, listEdit(g), g.ids.listed ?? ""),
  },
  replaceSubprocessors: {
    at: "/subprocessors",
    loses: "Filed Company",
    change: (g) => replaceSubprocessors(g.trx, g.org, g.product, []),
  },
  chooseCompany: {
    unseen: true,
    change: (g) => chooseCompany(g.trx, g.org, { company: "Chosen Company" }),
  },
  chooseCompanies: {
    unseen: true,
    change: (g) => chooseCompanies(g.trx, g.org, [{ company: "Another Chosen Company" }]),
  },
  touchListItem: {
    at: "/card/TrustedBy",
    changes: true,
    change: (g) =>
      touchListItem(g.trx, g.org, g.product, "TrustedBy", {
        by: BY,
        on: new Date(g.now.getTime() + 86_400_000),
      }),
  },
  "trustedByList.add": {
    shows: "Company Renamed",
    change: async (g) => {
      const place = { orgId: g.org, productId: g.product };
      const company = { companyId: g.ids.company ?? "" };
      g.ids.trusted = await trustedByList.add(g.trx, place, company, LISTED);
      // A second one, to be arranged.
      await trustedByList.add(g.trx, place, { companyId: g.ids.other ?? "" }, LISTED);
    },
  },
  "trustedByList.update": {
    shows: "https://example.org/story",
    change: (g) =>
      trustedByList.update(
        g.trx,
        { orgId: g.org, productId: g.product },
        g.ids.trusted ?? "",
        {
          companyId: g.ids.company ?? "",
          href: "https://example.org/story",
        },
        LISTED,
      ),
  },
  "trustedByList.arrange": {
    changes: true,
    change: async (g) => {
      const rows = await g.trx
        .selectFrom("trustedCompanies")
        .select("id")
        .where("orgId", "=", g.org)
        .where("productId", "=", g.product)
        .orderBy("position", "desc")
        .execute();
      await trustedByList.arrange(
        g.trx,
        { orgId: g.org, productId: g.product },
        rows.map(({ id }) => id),
        LISTED,
      );
    },
  },
  "trustedByList.remove": {
    loses: "Company Renamed",
    change: (g) =>
      trustedByList.remove(
        g.trx,
        { orgId: g.org, productId: g.product },
        g.ids.trusted ?? "",
        LISTED,
      ),
  },
  "trustedByList.replace": {
    shows: "Company Renamed",
    change: (g) =>
      trustedByList.replace(g.trx, { orgId: g.org, productId: g.product }, [
        { companyId: g.ids.company ?? "" },
      ]),
  },

  "gradeList.add": {
    at: "/card/SecurityGrades",
    shows: "First grade",
    change: async (g) => {
      const place = { orgId: g.org, productId: g.product };
      const grade = { provider: "BlackKite", label: "First grade", grade: "A" } as const;
      g.ids.grade = await gradeList.add(g.trx, place, grade, LISTED);
      // A second one, to be arranged.
      await gradeList.add(g.trx, place, { ...grade, label: "Second grade" }, LISTED);
    },
  },
  "gradeList.update": {
    at: "/card/SecurityGrades",
    shows: "Grade renamed",
    change: (g) =>
      gradeList.update(
        g.trx,
        { orgId: g.org, productId: g.product },
        g.ids.grade ?? "",
        {
          provider: "BlackKite",
          label: "Grade renamed",
          grade: "B",
        },
        LISTED,
      ),
  },
  "gradeList.arrange": {
    at: "/card/SecurityGrades",
    changes: true,
    change: async (g) => {
      const rows = await g.trx
        .selectFrom("securityGrades")
        .select("id")
        .where("orgId", "=", g.org)
        .where("productId", "=", g.product)
        .orderBy("position", "desc")
        .execute();
      await gradeList.arrange(
        g.trx,
        { orgId: g.org, productId: g.product },
        rows.map(({ id }) => id),
        LISTED,
      );
    },
  },
  "gradeList.remove": {
    at: "/card/SecurityGrades",
    loses: "Grade renamed",
    change: (g) =>
      gradeList.remove(g.trx, { orgId: g.org, productId: g.product }, g.ids.grade ?? "", LISTED),
  },
  "gradeList.replace": {
    at: "/card/SecurityGrades",
    shows: "Only grade",
    change: (g) =>
      gradeList.replace(g.trx, { orgId: g.org, productId: g.product }, [
        { provider: "BlackKite", label: "Only grade", grade: "A" },
      ]),
  },

  addFaqEntry: {
    at: "/faq",
    shows: "First question?",
    change: async (g) =>
      (g.ids.faq = await addFaqEntry(g.trx, g.org, faq("First question?"), g.now)),
  },
  answerRiskProfile: {
    at: "/card/RiskProfile",
    shows: "Recovery Time Objective",
    change: (g) =>
      answerRiskProfile(g.trx, g.org, g.product, { recoveryTime: "minutes_77" }, stamp(g)),
  },

  addFaqEntries: {
    at: "/faq",
    shows: "Second question?",
    change: (g) =>
      addFaqEntries(g.trx, g.org, [
        { ...faq("Second question?"), createdAt: g.now, modifiedAt: g.now },
      ]),
  },
  updateFaqEntry: {
    at: "/faq",
    shows: "Question reworded?",
    change: (g) => updateFaqEntry(g.trx, g.org, g.ids.faq ?? "", faq("Question reworded?"), g.now),
  },
  favouriteFaqEntry: {
    changes: true,
    change: (g) => favouriteFaqEntry(g.trx, g.org, g.ids.faq ?? "", true, g.now),
  },
  removeFaqEntry: {
    at: "/faq",
    loses: "Question reworded?",
    change: (g) => removeFaqEntry(g.trx, g.org, g.ids.faq ?? ""),
  },
  mergeFaqEntries: {
    at: "/faq",
    shows: "Kept question?",
    change: async (g) => {
      const keep = await addFaqEntry(g.trx, g.org, faq("Kept question?"), g.now);
      const end = await addFaqEntry(g.trx, g.org, faq("Ended question?"), g.now);
      const seen = g.now.toISOString();
      return mergeFaqEntries(
        { trx: g.trx, orgId: g.org, by: SYSTEM, now: g.now },
        { keep, end, keepSeen: seen, endSeen: seen },
      );
    },
  },
  saveImportedFaq: {
    at: "/faq",
    shows: "Imported question?",
    change: async (g) =>
      saveImportedFaq(
        { trx: g.trx, orgId: g.org, by: SYSTEM, now: g.now },
        await stageFile(
          g.trx,
          g.org,
          { purpose: "faq", fileName: "answers.csv", blob: g.blob },
          BY,
          g.now,
        ),
        [{ id: null, values: faq("Imported question?") }],
      ),
  },

  keepPageReading: {
    at: "/search/index.json",
    shows: "Webpage that was read",
    change: async (g) => {
      const owner = { id: g.org, websiteUrl: null };
      g.ids.webpage = await addWebpage(
        { trx: g.trx, by: SYSTEM, now: g.now },
        owner,
        "https://trust.acme.example/read",
      );
      const reading = {
        outcome: "read" as const,
        title: "Webpage that was read",
        text: "A webpagetext",
      };
      await keepPageReading(g.trx, g.org, g.ids.webpage, reading, { night: false, now: g.now });
    },
  },
  removeWebpage: {
    at: "/search/index.json",
    loses: "Webpage that was read",
    change: (g) => removeWebpage(write(g), g.ids.webpage ?? ""),
  },

  addControl: {
    at: "/controls",
    shows: "First control",
    change: async (g) =>
      (g.ids.control = await addControl(g.trx, g.org, control("AC-01", "First control"), g.now)),
  },
  addControls: {
    at: "/controls",
    shows: "Second control",
    change: (g) =>
      addControls(g.trx, g.org, [
        { ...control("AC-02", "Second control"), createdAt: g.now, modifiedAt: g.now },
      ]),
  },
  updateControl: {
    at: "/controls",
    shows: "Control reworded",
    change: (g) =>
      updateControl(g.trx, g.org, g.ids.control ?? "", control("AC-01", "Control reworded"), g.now),
  },
  removeControl: {
    at: "/controls",
    loses: "Control reworded",
    change: (g) => removeControl(g.trx, g.org, g.ids.control ?? ""),
  },
  saveImportedControls: {
    at: "/controls",
    shows: "Imported control",
    change: async (g) =>
      saveImportedControls(
        { trx: g.trx, orgId: g.org, by: SYSTEM, now: g.now },
        await stageFile(
          g.trx,
          g.org,
          { purpose: "controls", fileName: "controls.csv", blob: g.blob },
          BY,
          g.now,
        ),
        [{ id: null, values: control("AC-03", "Imported control") }],
      ),
  },

  createTopic: {
    unseen: true,
    change: async (g) =>
      (g.ids.topic = await createTopic(write(g), {
        subject: "First topic",
        category: "general",
        productIds: [],
      })),
  },
  addTopicUpdate: {
    at: "/updates",
    shows: "First topic",
    change: (g) => addTopicUpdate(g.trx, g.org, g.ids.topic ?? "", update(g, "A message"), BY),
  },
  createTopics: {
    at: "/updates",
    shows: "Second topic",
    change: (g) =>
      createTopics(
        g.trx,
        g.org,
        [
          {
            subject: "Second topic",
            category: "general",
            productIds: [],
            createdAt: g.now,
            updates: [update(g, "Another message")],
          },
        ],
        BY,
      ),
  },
  pinTopic: {
    at: "/updates",
    changes: true,
    change: (g) => pinTopic(write(g), g.ids.topic ?? ""),
  },
  unpinTopic: {
    at: "/updates",
    changes: true,
    change: (g) => unpinTopic(write(g), g.ids.topic ?? ""),
  },
  hideTopic: {
    at: "/updates",
    loses: "First topic",
    change: (g) => hideTopic(write(g), g.ids.topic ?? ""),
  },
  showTopic: {
    at: "/updates",
    shows: "First topic",
    change: (g) => showTopic(write(g), g.ids.topic ?? ""),
  },

  changeCustomization: {
    shows: "Sicherheit",
    change: (g) => changeCustomization(write(g), { portalTitle: "Sicherheit" }),
  },
  updateCustomization: {
    shows: "Vertrauen",
    change: (g) => updateCustomization(write(g), { portalTitle: "Vertrauen" }),
  },
  putCustomization: {
    shows: "Nachweise",
    change: (g) => putCustomization(write(g), { portalTitle: "Nachweise" }),
  },
  setPicture: { changes: true, change: (g) => setPicture(write(g), "banner", null) },
  switchFeature: {
    unseen: true,
    change: (g) => switchFeature(write(g), "bulkDownload", false),
  },
  setPlan: {
    unseen: true,
    change: (g) => setPlan(write(g), PLAN),
  },
  keepPlanCheck: {
    unseen: true,
    change: (g) => keepPlanCheck(write(g), SOUND, ENDED),
  },
  removePlan: { unseen: true, change: (g) => removePlan(write(g)) },
  publishNdaVersion: {
    unseen: true,
    change: (g) => publishNdaVersion(write(g), { title: "NDA", body: "Body" }),
  },
  publishDraft: {
    at: "/updates",
    shows: "Drafted topic",
    change: async (g) => (g.ids.update = await published(g, "Drafted topic", null)),
  },
  editTopicUpdate: {
    at: "/updates",
    shows: "Reworded message",
    change: (g) =>
      editTopicUpdate(write(g), g.ids.update ?? "", {
        ...WORDING,
        subject: "Drafted topic",
        message: "Reworded message",
      }),
  },
  unpublishUpdate: {
    at: "/updates",
    loses: "Drafted topic",
    change: (g) => unpublishUpdate(write(g), g.ids.update ?? ""),
  },
  withdrawScheduled: {
    unseen: true,
    change: async (g) =>
      withdrawScheduled(
        write(g),
        await published(g, "Scheduled topic", new Date(g.now.getTime() + 3_600_000)),
      ),
  },

  setNdaProvider: {
    unseen: true,
    change: (g) => setNdaProvider(g.trx, g.org, { provider: "clickwrap" }),
  },
  createProfile: {
    unseen: true,
    change: async (g) =>
      (g.ids.profile = await createProfile(write(g), {
        name: "A profile",
        allItems: true,
        items: [],
      })),
  },
  putProfile: {
    unseen: true,
    change: (g) =>
      putProfile(write(g), newId(), { name: "A profile of content", allItems: true, items: [] }),
  },
  updateProfile: {
    unseen: true,
    change: (g) =>
      updateProfile(g.trx, g.org, g.ids.profile ?? "", {
        name: "A profile renamed",
        allItems: false,
        items: [],
      }),
  },
  chooseItems: {
    unseen: true,
    change: (g) =>
      chooseItems(g.trx, g.org, g.ids.profile ?? "", ({ kind }) => kind === "Reports" || null),
  },
  removeProfile: { unseen: true, change: (g) => removeProfile(g.trx, g.org, g.ids.profile ?? "") },
  // Links lead to a domain once somebody has come by it.
  addDomain: {
    unseen: true,
    change: (g) =>
      addDomain(
        { trx: g.trx, orgId: g.org, now: new Date(0) },
        { host: "https-less.example", verified: true },
      ),
  },
  domainAnswered: {
    shows: "https-less.example",
    change: (g) => domainAnswered(g.trx, "https-less.example", g.now),
  },

  keepCheck: {
    unseen: true,
    change: async (g) => (
      await claimDomain(write(g), "later.example"),
      keepCheck(write(g), "later.example", {
        verified: true,
        message: "",
      })
    ),
  },
  keepRecheck: {
    unseen: true,
    change: async (g) => {
      const host = "rechecked.example";
      const verdict = { verified: true, message: "" };
      await claimDomain(write(g), host);
      await keepCheck(write(g), host, verdict);
      const token = (await findClaim(g.trx, g.org, host))?.token ?? "";
      for (let i = 0; i < CHECKS_TO_LOSE; i += 1)
        await keepRecheck(write(g), { host, token, proof: "gone", verdict });
    },
  },
  removeDomain: {
    loses: "https-less.example",
    change: (g) => removeDomain(write(g), "https-less.example"),
  },
  updateOrg: {
    shows: "Renamed Org",
    change: (g) =>
      updateOrg(g.trx, g.org, { name: "Renamed Org", websiteUrl: null, timeZone: "UTC" }),
  },
  addProduct: {
    unseen: true,
    change: async (g) =>
      (g.ids.added = await addProduct(write(g), {
        name: "An added product",
        slug: "",
        show: false,
        copyOf: null,
      })),
  },
  addProductCopy: {
    unseen: true,
    change: (g) => addProductCopy(write(g), g.product, g.ids.added ?? ""),
  },
  updateProduct: {
    shows: "A shown product",
    change: (g) =>
      updateProduct(g.trx, g.org, g.ids.added ?? "", {
        name: "A shown product",
        slug: "Shown one",
        show: true,
      }),
  },
  moveProduct: { changes: true, change: (g) => moveProduct(g.trx, g.org, g.ids.added ?? "", "up") },
  placeProducts: {
    changes: true,
    change: async (g) =>
      placeProducts(
        g.trx,
        g.org,
        (await listProducts(g.trx, g.org)).map(({ id }) => id).toReversed(),
      ),
  },
  makeDefaultProduct: {
    changes: true,
    change: (g) => makeDefaultProduct(g.trx, g.org, g.ids.added ?? ""),
  },
  removeProduct: {
    loses: "A shown product",
    change: async (g) => (
      await makeDefaultProduct(g.trx, g.org, g.product),
      removeProduct(write(g), g.ids.added ?? "", {
        confirmName: "A shown product",
        published: false,
      })
    ),
  },
  suspendOrg: {
    status: 404,
    change: (g) => suspendOrg(write(g), ""),
  },
  resumeOrg: {
    status: 200,
    change: (g) => resumeOrg(write(g)),
  },
  unpublishOrg: {
    status: 404,
    change: (g) => unpublishOrg(write(g)),
  },
  publishOrg: {
    status: 200,
    change: (g) => publishOrg(write(g)),
  },
};

/** A new org has no page that could have been kept. */
const MAKES_AN_ORG: ReadonlySet<string> = new Set(["createOrgFor", "createOrgWithProduct"]);

/**
 * The exported functions of the stores that call `contentChanged`, themselves or through others, found in the
 * sources: what a new verb needs in the table above.
 */
export function verbsInSources(): string[] {
  const bodies = new Map<string, { body: string; exported: boolean }>();
  for (const name of [...filesIn("db", /\.ts$/), ...filesIn("app", STORES)]) {
    const source = readFileSync(name, "utf8");
    for (const [, exported, called, body] of source.matchAll(
      /^(export )?(?:async )?function (\w+)([^]*?)^\}/gm,
    )) {
      // Two of one name are one: what either reaches, and whether either is a verb.
      const other = bodies.get(called ?? "");
      bodies.set(called ?? "", {
        body: `${other?.body ?? ""}${body ?? ""}`,
        exported: exported !== undefined || other?.exported === true,
      });
    }
  }
  const reaching = new Set(["contentChanged"]);
  for (let grown = 0; grown < reaching.size;) {
    grown = reaching.size;
    for (const [name, { body }] of bodies)
      if (
        [...body.matchAll(/\b(\w+)\(/g)].some(
          ([, callee]) => reaching.has(callee ?? "") && callee !== name,
        )
      )
        reaching.add(name);
  }
  reaching.delete("contentChanged");
  return [
    ...[...reaching].filter(
      (name) => bodies.get(name)?.exported === true && !MAKES_AN_ORG.has(name),
    ),
    ...listVerbsInSources(),
  ].sort();
}

/** The files that write a noun's tables. */
const STORES = /\/store(?:\/[^/]+)?\.server\.ts$/;

function filesIn(folder: string, named: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => named.test(`/${name}`))
    .map((name) => path.join(folder, name));
}

/** The verbs of every list that is declared as one: the methods of such a list that raise the revision. */
function listVerbsInSources(): string[] {
  const list = readFileSync("app/content/edit-kit/store/row-list.server.ts", "utf8");
  const methods = [...list.matchAll(/^  async (#?\w+)\(([^]*?)^  \}/gm)].filter(([, , body]) =>
    /\b(?:contentChanged|this\.#changed)\(/.test(body ?? ""),
  );
  const declared = filesIn("app", STORES).flatMap((name) => [
    ...readFileSync(name, "utf8").matchAll(/^export const (\w+) = new RowList</gm),
  ]);
  return declared.flatMap(([, noun]) =>
    methods.flatMap(([, verb]) => (verb?.startsWith("#") === true ? [] : [`${noun}.${verb}`])),
  );
}

/** What is planted goes out by no mail. */
function noMail(): never {
  throw new Error("nothing here is sent by email");
}
