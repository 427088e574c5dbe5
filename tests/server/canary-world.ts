import { craSchema } from "#model/cra.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import { SECTION_IDS } from "#model/cards/sections.ts";
import { permissionsOf } from "#model/auth/permissions.ts";
import { hideCard, updateCard } from "#content/cards/store/cards.server.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { claimDomain } from "#tenancy/orgs/store/domains.server.ts";
import { SUBJECTS } from "#server/history/store/subjects.server.ts";
import { undoChange } from "#web/history/store/undo.server.ts";
import { addCompany } from "#content/companies/store/companies.server.ts";
import { addDocument } from "#content/documents/store/documents.server.ts";
import { stageFile } from "#web/table-import/store/staged-files.server.ts";
import { addControl } from "#content/controls/store/controls.server.ts";
import {
  addFaqEntry,
  removeFaqEntry,
  updateFaqEntry,
} from "#content/knowledge-base/store/faq.server.ts";
import { faqSubject } from "#content/knowledge-base/store/entry-history.server.ts";
import { itemSubject } from "#content/items/store/item-history.server.ts";
import { removeItem } from "#content/items/store/item-state.server.ts";
import type { FaqAccess } from "#model/updates/words.ts";
import { takesDocuments } from "#model/cards/catalogue/index.ts";
import { PROVIDER_ITEMS, type Reading } from "#model/integrations.ts";
import { keepExample } from "#content/items/store/integrations.server.ts";
import { linkManyDocuments, saveItem, type ItemValues } from "#content/items/store/items.server.ts";
import { createProduct } from "#tenancy/products/store/products.server.ts";
import { hideSection } from "#content/products/store/product-order.server.ts";
import { gradeList } from "#content/grades/store/grades.server.ts";
import { addSubprocessor } from "#content/subprocessors/store/subprocessors.server.ts";
import type { UpdateValues } from "#model/updates/topic-updates.ts";
import { saveDraft } from "#updates/updates/store/topic-drafts.server.ts";
import { returnDraft, submitDraft } from "#updates/updates/store/topic-approvals.server.ts";
import { editTopicUpdate, unpublishUpdate } from "#updates/updates/store/topic-edits.server.ts";
import { publishDraft } from "#updates/updates/store/topic-publication.server.ts";
import { createTopics, hideTopic, pinTopic } from "#updates/updates/store/topics.server.ts";
import { trustedByList } from "#content/trusted-by/store/trusted-by.server.ts";
import type { Writer } from "#db/store.ts";
import { keepCards, profileOpens } from "./bare-world.ts";
import type { Canaries } from "./canaries.ts";
import type { PlantedFile } from "./canary-files.ts";
import { cardSubject } from "#content/products/store/card-history.server.ts";

const HOUR_MS = 3_600_000;

/** What a walker can guess: addresses that no page needs to link. */
export interface Guesses {
  products: string[];
  items: { product: string; uid: string; slug: string }[];
  topics: { id: string; product: string | null }[];
  files: PlantedFile[];
}

/** What is planted for an org, and where. */
interface Garden {
  trx: Writer;
  orgId: string;
  org: string;
  canaries: Canaries;
  now: Date;
  guesses: Guesses;
}

interface ItemClass {
  kind: CardKind;
  values?: Partial<ItemValues>;
  /** Who receives its title, its text, and the names of its files: rows of the decision table. */
  title: string;
  text: string;
  files: string;
  /** The content of its bridge letter, which counts as a file behind the NDA. */
  letter?: string;
}

/** The classes of items in the default product. `open` differs by the org's level of public access. */
const ITEMS: Readonly<Record<string, ItemClass>> = {
  public: {
    kind: "Reports",
    values: { publicAccess: true },
    title: "everyone",
    text: "open",
    files: "open",
  },
  restricted: { kind: "Reports", title: "everyone", text: "main", files: "main" },
  unfinished: {
    kind: "Reports",
    values: { enabledState: "WorkInProgress" },
    title: "everyone",
    text: "main",
    files: "main",
  },
  included: {
    kind: "Reports",
    title: "everyone",
    text: "included",
    files: "included",
    letter: "afterNda",
  },
  hidden: { kind: "Reports", values: { hidden: true }, title: "main", text: "main", files: "main" },
  hiddenIncluded: {
    kind: "Reports",
    values: { hidden: true },
    title: "included",
    text: "included",
    files: "included",
    letter: "afterNda",
  },
  notEnabled: {
    kind: "Reports",
    values: { enabledState: "NotEnabled" },
    title: "main",
    text: "main",
    files: "main",
  },
  inHiddenCard: {
    kind: "Esg",
    values: { publicAccess: true },
    title: "main",
    text: "main",
    files: "main",
  },
  publicKind: { kind: "Certifications", title: "everyone", text: "everyone", files: "main" },
  // An answer's drawer has no place for files: its letter is reached by its address alone.
  answer: { kind: "RiskProfile", title: "everyone", text: "main", files: "main", letter: "kept" },
};

/** The classes that have a view-only PDF, too, which is read as pages. */
const VIEW_ONLY: ReadonlySet<string> = new Set(["public", "restricted", "included"]);

/** The cards in which something is planted. */
const CANARY_KINDS: readonly CardKind[] = [
  "Reports",
  "Esg",
  "Certifications",
  "RiskProfile",
  "Policies",
  "Documents",
  "Overview",
  "TrustedBy",
  "SecurityGrades",
  "Subprocessors",
  "Legal",
];

/** Fills an org with words that stand for what each class of content says. */
export async function plantContent(
  trx: Writer,
  orgId: string,
  org: string,
  productId: string,
  member: string,
  canaries: Canaries,
  now: Date,
): Promise<Guesses> {
  const garden: Garden = {
    trx,
    orgId,
    org,
    canaries,
    now,
    guesses: { products: [], items: [], topics: [], files: [] },
  };
  const word = (what: string, seenBy: string) => canaries.word(org, what, seenBy);

  for (const [name, itemClass] of Object.entries(ITEMS))
    await plantItem(garden, productId, "", name, itemClass);
  await plantConnections(garden, productId);
  await profileOpens(trx, orgId, member, [
    ...["included", "hiddenIncluded"].map((name) => ({ productId, itemUid: `custom.${name}` })),
    ...Object.values(PROVIDER_ITEMS).map((itemUid) => ({ productId, itemUid })),
  ]);
  await hideCard(
    { trx, orgId, by: { actor: "system", actorName: word("cards.hiddenBy", "kept") }, now },
    productId,
    "Esg",
  );
  await updateCard(trx, orgId, productId, "Esg", {
    title: word("title of a hidden card", "main"),
    displayText: word("displayText of a hidden card", "main"),
    placeholder: word("placeholder of a hidden card", "main"),
  });
  await updateCard(trx, orgId, productId, "Reports", {
    title: word("title of a card", "everyone"),
    displayText: word("displayText of a card", "everyone"),
  });
  await updateCard(trx, orgId, productId, "Policies", {
    placeholder: word("placeholder of an empty card", "everyone"),
  });
  await plantPublicKinds(garden, productId, "", "everyone");
  await plantFaq(garden, "", [], { public: "open", accounts: "accounts", internal: "main" });
  await plantControls(garden, "", [], { public: "open", accounts: "accounts", internal: "main" });
  await plantTopics(garden, "", [], { public: "everyone", private: "accounts" });
  await plantAuthoring(garden);
  await plantHistory(garden, productId);
  await plantChanges(garden, productId);

  // Three more products: one that is merely another, one whose sections are all hidden, one that is hidden itself.
  const other = await product(garden, "another", true, "everyone");
  await plantItem(garden, other, "of another product ", "included", {
    kind: "Reports",
    title: "everyone",
    text: "main",
    files: "main",
  });
  await plantFaq(garden, "of another product ", [other], {
    public: "openOfAnother",
    accounts: "accountsOfAnother",
    internal: "main",
  });
  await plantControls(garden, "of another product ", [other], {
    public: "openOfAnother",
    accounts: "accountsOfAnother",
    internal: "main",
  });
  await plantTopics(garden, "of another product ", [other], {
    public: "everyone",
    private: "accountsOfAnother",
  });

  for (const [called, show, name] of [
    ["sealed", true, "in hidden sections "],
    ["later", false, "of a hidden product "],
  ] as const) {
    const id = await product(garden, called, show, show ? "everyone" : "main");
    await plantItem(garden, id, name, "public", {
      kind: "Reports",
      values: { publicAccess: true },
      title: "main",
      text: "main",
      files: "main",
    });
    await plantItem(garden, id, name, "cert", {
      kind: "Certifications",
      values: { publicAccess: true },
      title: "main",
      text: "main",
      files: "main",
    });
    await plantItem(garden, id, name, "document", {
      kind: "Documents",
      values: { publicAccess: true },
      title: "main",
      text: "main",
      files: "main",
    });
    await plantPublicKinds(garden, id, name, "main");
    await plantFaq(garden, name, [id], { public: "main", accounts: "main", internal: "main" });
    await plantControls(garden, name, [id], { public: "main", accounts: "main", internal: "main" });
    await plantTopics(garden, name, [id], { public: "main", private: "main" });
    await updateCard(trx, orgId, id, "Policies", {
      placeholder: word(`placeholder ${name}`, "main"),
    });
    if (show) for (const section of SECTION_IDS) await hideSection(trx, orgId, id, section);
  }
  await keepCards(trx, CANARY_KINDS);
  return garden.guesses;
}

async function product(
  { trx, orgId, org, canaries, guesses, now }: Garden,
  name: string,
  show: boolean,
  seenBy: string,
): Promise<string> {
  const words = canaries.word(org, `name of the product ${name}`, seenBy);
  guesses.products.push(words);
  return createProduct(
    { trx, orgId, now },
    {
      name: words,
      isDefault: false,
      show,
      position: guesses.products.length + 5,
      cra: craSchema.parse({
        manufacturer: canaries.word(org, `manufacturer of the product ${name}`, seenBy),
        sbom: canaries.word(org, `place of the bill of materials of ${name}`, seenBy),
        updates: canaries.word(org, `security updates of ${name}`, seenBy),
      }),
    },
  );
}

/** Items that are connected, restricted and included in the member's profile: pages and readings are words. */
async function plantConnections(
  { trx, orgId, org, canaries, now }: Garden,
  productId: string,
): Promise<void> {
  const say = (what: string) => canaries.word(org, what, "included");
  const pages = {
    hackerone: `https://example.org/${say("page of a program")}`,
    statuspageio: `https://example.org/${say("status page")}`,
  };
  const readings: readonly Reading[] = [
    { provider: "statuspageio", status: { indicator: "minor", description: say("live status") } },
    {
      provider: "hackerone",
      statistics: {
        programStatistics: { reportsResolved: 1, lastReportedResolved: null },
        responseEfficiency: {
          averageTimeToFirstResponse: null,
          averageTimeToTriage: null,
          averageBounty: say("bounty"),
        },
      },
    },
  ];
  for (const reading of readings) {
    const { provider } = reading;
    const page = pages[provider];
    const uid = PROVIDER_ITEMS[provider];
    const integration = { provider, page, showInCard: true };
    await saveItem(
      trx,
      orgId,
      productId,
      { uid, kind: "Reports", href: page, integration },
      { by: canaries.word(org, `lastModifiedBy of ${uid}`, "names"), on: now },
    );
    await keepExample(trx, { orgId, productId, itemUid: uid }, page, reading, now);
  }
}

/** An item of a class, in every field a word, with one file. */
async function plantItem(
  { trx, orgId, org, canaries, now, guesses }: Garden,
  productId: string,
  where: string,
  name: string,
  itemClass: ItemClass,
): Promise<void> {
  const { kind, values, title, text, files, letter = files } = itemClass;
  const uid = `custom.${name}`;
  const say = (field: string, seenBy: string) =>
    canaries.word(org, `${field} of the item ${name} ${where}`, seenBy);
  const write = {
    trx,
    orgId,
    by: { actor: "system", actorName: say("document's createdBy", "kept") },
    now,
  };
  const words = say("title", title);
  await saveItem(
    trx,
    orgId,
    productId,
    {
      uid,
      kind,
      title: words,
      explanation: say("explanation", text),
      href: `https://example.org/${say("href", text)}`,
      type: say("type", text),
      auditor: say("auditor", text),
      ...(kind === "RiskProfile" ? { choice: say("choice", text) } : {}),
      listEntries: [
        {
          label: say("entry label", text),
          description: say("entry description", text),
          href: `https://example.org/${say("entry href", text)}`,
        },
      ],
      bridgeLetter: {
        letterEnabled: true,
        letterContent: say("letter", letter),
        signerName: say("signer", letter),
        signerTitle: say("signer's title", letter),
        letterType: "SOC 2",
      },
      ...values,
    },
    { by: say("lastModifiedBy", "names"), on: now },
  );
  if (values?.hidden)
    await trx
      .updateTable("items")
      .set({ hiddenBy: say("hiddenBy", "kept") })
      .where("orgId", "=", orgId)
      .where("productId", "=", productId)
      .where("uid", "=", uid)
      .execute();
  const blob = await trx
    .selectFrom("blobs")
    .selectAll()
    .where("orgId", "=", orgId)
    .limit(1)
    .executeTakeFirstOrThrow();
  const file = {
    originalName: `${say("file", files)}.txt`,
    contentType: "text/plain",
    size: blob.size,
    blobHash: blob.hash,
    type: "Other" as const,
    // Not released, so it is as secret as the name.
    auditor: say("document's auditor", files),
  };
  const documentId = await addDocument(write, file);
  const linkedBy = say("linkedBy", "kept");
  if (takesDocuments({ uid, kind }))
    await linkManyDocuments(
      { trx, orgId, by: { actor: "system", actorName: linkedBy }, now },
      productId,
      [{ itemUid: uid, documentId }],
    );
  // No verb links it, but what is there all the same is shown to nobody either.
  else
    await trx
      .insertInto("itemDocuments")
      .values({ orgId, productId, itemUid: uid, documentId, linkedAt: now.toISOString(), linkedBy })
      .execute();
  // What a file says is behind the NDA where its name is not.
  const inside = files === "included" ? "afterNda" : files;
  guesses.files.push({
    id: documentId,
    productId,
    itemUid: uid,
    body: say("file's body", inside),
    kind: "text",
  });
  if (VIEW_ONLY.has(name) && where === "") {
    const page = {
      originalName: `${say("view-only file", files)}.pdf`,
      contentType: "application/pdf",
      size: blob.size,
      blobHash: blob.hash,
      type: "Other" as const,
      accessType: "view-only" as const,
    };
    const pageId = await addDocument(write, page);
    await linkManyDocuments(
      { trx, orgId, by: { actor: "system", actorName: linkedBy }, now },
      productId,
      [{ itemUid: uid, documentId: pageId }],
    );
    guesses.files.push({
      id: pageId,
      productId,
      itemUid: uid,
      body: say("view-only file's text", inside),
      kind: "pages",
    });
  }
  guesses.items.push({ product: productId, uid, slug: words });
}

/** The lists of the cards that are open at every level, with the items that stand for them. */
async function plantPublicKinds(
  { trx, orgId, org, canaries, now }: Garden,
  productId: string,
  where: string,
  seenBy: string,
): Promise<void> {
  const word = (what: string, by = seenBy) => canaries.word(org, `${what} ${where}`, by);
  const stamp = { by: word("lastModifiedBy of lists", "names"), on: now };
  await saveItem(
    trx,
    orgId,
    productId,
    { uid: "Overview.overview", kind: "Overview", explanation: word("overview") },
    stamp,
  );
  await saveItem(trx, orgId, productId, { uid: "TrustedBy.companies", kind: "TrustedBy" }, stamp);
  await saveItem(
    trx,
    orgId,
    productId,
    { uid: "Subprocessors.subprocessors", kind: "Subprocessors" },
    stamp,
  );
  await saveItem(
    trx,
    orgId,
    productId,
    { uid: "SecurityGrades.grades", kind: "SecurityGrades" },
    stamp,
  );
  const customer = await addCompany(trx, orgId, {
    name: word("customer's name"),
    domain: `${word("customer's domain")}.example`,
    addendumId: word("customer's addendumId", "kept"),
  });
  await trustedByList.add(
    trx,
    { orgId: orgId, productId: productId },
    {
      companyId: customer,
      href: `https://example.org/${word("customer's href")}`,
    },
    stamp,
  );
  const supplier = await addCompany(trx, orgId, { name: word("subprocessor's name") });
  await addSubprocessor(
    trx,
    orgId,
    productId,
    {
      companyId: supplier,
      purpose: word("purpose"),
      location: word("location"),
      additionalDetails: word("additional details"),
      legalName: word("legal name of a subprocessor"),
      registrationNumber: word("registration number of a subprocessor"),
      parentName: word("parent of a subprocessor"),
      exitNotes: word("notes of a subprocessor's exit"),
    },
    now,
  );
  await gradeList.add(
    trx,
    { orgId: orgId, productId: productId },
    {
      provider: "Cis",
      label: word("grade's label"),
      description: word("grade's description"),
      grade: word("grade"),
      url: word("grade's url"),
    },
    stamp,
  );
}

async function plantFaq(
  { trx, orgId, org, canaries, now }: Garden,
  where: string,
  productIds: string[],
  seenBy: Readonly<Record<"public" | "accounts" | "internal", string>>,
): Promise<void> {
  for (const access of ["public", "accounts", "internal"] as const) {
    const say = (field: string, by = seenBy[access]) =>
      canaries.word(org, `${field} of an entry for ${access} ${where}`, by);
    const entryId = await addFaqEntry(
      trx,
      orgId,
      {
        question: say("question"),
        answer: say("answer"),
        comment: say("comment"),
        topic: say("topic"),
        access,
        productIds,
        sourceType: say("source", "main"),
        sourceSubtype: say("kind of source", "main"),
        sourceName: say("name of source", "main"),
      },
      now,
    );
    await trx
      .insertInto("faqReviews")
      .values({
        orgId,
        entryId,
        ownerId: null,
        everyMonths: 12,
        reviewedAt: now.toISOString(),
        reviewedBy: say("reviewer", "kept"),
      })
      .execute();
  }
}

/** Controls of each access, each beside an item whose title is another matter. */
async function plantControls(
  { trx, orgId, org, canaries, now }: Garden,
  where: string,
  productIds: string[],
  seenBy: Readonly<Record<"public" | "accounts" | "internal", string>>,
): Promise<void> {
  const items = { public: "custom.hiddenIncluded", accounts: "custom.hidden", internal: null };
  for (const access of ["public", "accounts", "internal"] as const) {
    const say = (field: string) =>
      canaries.word(org, `${field} of a control for ${access} ${where}`, seenBy[access]);
    const uid = items[access];
    const known = await trx
      .selectFrom("items")
      .select("uid")
      .where("orgId", "=", orgId)
      .where("uid", "=", uid ?? "")
      .executeTakeFirst();
    await addControl(
      trx,
      orgId,
      {
        reference: say("reference"),
        title: say("title"),
        description: say("description"),
        requirements: [`${say("framework")} 1.1`],
        itemUid: known?.uid ?? null,
        access,
        productIds,
      },
      now,
    );
  }
}

/** Topics of each kind: what differs is who may read their updates, and when. */
async function plantTopics(
  { trx, orgId, org, canaries, now, guesses }: Garden,
  where: string,
  productIds: string[],
  seenBy: { public: string; private: string },
): Promise<void> {
  const slug = productIds.length === 0 ? null : (guesses.products.at(-1) ?? null);
  const kinds = [
    { name: "public", by: seenBy.public },
    { name: "private", by: seenBy.private, audience: "private" as const },
    { name: "hidden", by: "main", hidden: true },
    { name: "scheduled", by: "kept", after: HOUR_MS },
    { name: "e-mail", by: "kept", channelStatusPage: false },
  ];
  for (const {
    name,
    by,
    audience = "public" as const,
    hidden = false,
    after = -HOUR_MS,
    channelStatusPage = true,
  } of kinds) {
    const say = (field: string, reader = by) =>
      canaries.word(org, `${field} of a ${name} topic ${where}`, reader);
    const update = {
      message: say("message"),
      audience,
      channelStatusPage,
      channelEmail: true,
      publishAt: new Date(now.getTime() + after),
    };
    const topic = {
      subject: say("subject"),
      category: "general" as const,
      hidden,
      productIds,
      createdAt: now,
      updates: [update],
    };
    for (const id of await createTopics(trx, orgId, [topic], say("update's createdBy", "kept")))
      guesses.topics.push({ id, product: slug });
  }
}

/** What staff write before and after publication: drafts, one sent for approval, one given back, an edit, what was taken off. */
async function plantAuthoring({ trx, orgId, org, canaries, now }: Garden): Promise<void> {
  const say = (what: string, seenBy = "publishers") =>
    canaries.word(org, `${what} of authoring`, seenBy);
  const by = (what: string) => ({ actor: "staff:canary", actorName: say(what, "kept") });
  const blob = await trx
    .selectFrom("blobs")
    .select(["hash", "size"])
    .where("orgId", "=", orgId)
    .limit(1)
    .executeTakeFirstOrThrow();
  await stageFile(
    trx,
    orgId,
    { purpose: "faq", fileName: say("staged file's name", "kept"), blob },
    say("staged file's createdBy", "kept"),
    now,
  );
  const recipients = (what: string, seenBy = "publishers") => ({
    subscribers: true,
    audience: { source: "listed" as const, emails: [`${say(what, seenBy)}@example.org`] },
  });
  // Whom a published update was sent to stands on no page.
  const values = (what: string, readersOfAddresses = "publishers"): UpdateValues => ({
    topicId: null,
    topic: {
      subject: say(`subject of ${what}`),
      category: "general",
      hidden: false,
      pinned: false,
      productIds: [],
      effectiveOn: null,
      objectionDays: null,
    },
    message: say(`message of ${what}`),
    audience: "public",
    statusPage: true,
    email: recipients(`address of ${what}`, readersOfAddresses),
    publishAt: null,
  });
  for (const name of ["a draft", "a submitted draft", "a returned draft"]) {
    const draft = await saveDraft(
      { trx, orgId, by: by(`author of ${name}`), now },
      values(name),
      {},
    );
    if (name !== "a draft")
      await submitDraft(
        { trx, orgId, by: by(`submitter of ${name}`), now },
        draft.id,
        draft.revision,
      );
    if (name === "a returned draft")
      await returnDraft(
        { trx, orgId, by: by("returner of a draft"), now },
        draft.id,
        say("note of a returned draft"),
      );
  }
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const publish = async (what: string, after?: Date) => {
    const { email, ...rest } = values(what, "kept");
    void email;
    const draft = await saveDraft(
      { trx, orgId, by: by(`author of ${what}`), now: hourAgo },
      { ...rest, email: null, publishAt: after ?? null },
      {},
    );
    return publishDraft({ trx, orgId, by: by(`approver of ${what}`), now: hourAgo }, draft.id, {
      revision: 1,
      needSecondPerson: false,
      confirmListed: false,
      mail: noMail,
    });
  };
  const edited = await publish("an edited update");
  const words = {
    category: "general" as const,
    productIds: [],
    effectiveOn: null,
    objectionDays: null,
    revision: null,
  };
  await editTopicUpdate({ trx, orgId, by: by("editor"), now }, edited.updateId, {
    ...words,
    subject: say("new subject", "everyone"),
    message: say("new message", "everyone"),
  });
  await pinTopic({ trx, orgId, by: by("pinner"), now }, edited.topicId);
  const scheduled = await publish("a scheduled update", new Date(now.getTime() + HOUR_MS));
  await trx
    .updateTable("topicUpdates")
    .set({ recipientsJson: JSON.stringify(recipients("address of a scheduled update", "kept")) })
    .where("orgId", "=", orgId)
    .where("id", "=", scheduled.updateId)
    .execute();
  const gone = await publish("an unpublished update");
  await unpublishUpdate({ trx, orgId, by: by("unpublisher"), now }, gone.updateId);
  await hideTopic({ trx, orgId, by: by("hider"), now }, gone.topicId);
}

/** What staff changed and took back: history keeps both versions. */
async function plantHistory(
  { trx, orgId, org, canaries, now }: Garden,
  productId: string,
): Promise<void> {
  const say = (what: string) => canaries.word(org, `${what} of history`, "kept");
  const by = (what: string) => ({ actor: "staff:canary", actorName: say(what) });
  const permissions = permissionsOf("owner");
  const edit = { orgId, productId, subject: cardSubject, subjectId: "Legal", now } as const;
  await recordChange(trx, { ...edit, by: by("first editor") }, () =>
    updateCard(trx, orgId, productId, "Legal", {
      title: say("a card's title"),
      displayText: say("a display text"),
    }),
  );
  const { changeId } = await recordChange(trx, { ...edit, by: by("second editor") }, () =>
    updateCard(trx, orgId, productId, "Legal", { title: null, displayText: null }),
  );
  await undoChange(trx, orgId, changeId ?? "", {
    subjects: SUBJECTS,
    permissions,
    by: by("who undid"),
    now,
  });
  await recordChange(trx, { ...edit, by: by("third editor") }, () =>
    updateCard(trx, orgId, productId, "Legal", { title: null, displayText: null }),
  );
  await claimDomain({ trx, orgId, by: by("who claimed a domain"), now }, `claimed.${org}.example`);
}

/**
 * Changes that visitors are told of: what entries said before, while they were kept from some, and
 * what is gone.
 */
async function plantChanges(
  { trx, orgId, org, canaries, now }: Garden,
  productId: string,
): Promise<void> {
  const say = (what: string, seenBy: string) =>
    canaries.word(org, `${what} in what changed`, seenBy);
  const by = { actor: "staff:canary", actorName: say("editor", "kept") };
  const values = (question: string, answer: string, access: FaqAccess) => ({
    question,
    answer,
    comment: null,
    topic: null,
    access,
    productIds: [],
  });
  const add = (question: string, answer: string, access: FaqAccess) =>
    addFaqEntry(trx, orgId, values(question, answer, access), now);
  const change = (id: string, ...[question, answer, access]: Parameters<typeof values>) =>
    recordChange(trx, { orgId, productId: null, subject: faqSubject, subjectId: id, by, now }, () =>
      updateFaqEntry(trx, orgId, id, values(question, answer, access), now),
    );
  const remove = (id: string) =>
    recordChange(trx, { orgId, productId: null, subject: faqSubject, subjectId: id, by, now }, () =>
      removeFaqEntry(trx, orgId, id),
    );
  for (const [access, seenBy] of [
    ["public", "open"],
    ["accounts", "accounts"],
    ["internal", "kept"],
  ] as const) {
    const id = await add(say(`a question for ${access}`, seenBy), "Nothing", access);
    const question = say(`a question for ${access}`, seenBy);
    await change(id, question, say(`an earlier answer for ${access}`, seenBy), access);
    await change(id, question, say(`an answer for ${access}`, seenBy), access);
    const gone = await add(
      say(`a question for ${access} that is gone`, seenBy),
      say(`an answer for ${access} that is gone`, "kept"),
      access,
    );
    await remove(gone);
  }
  // What was said while it was kept from others stays kept, also when everyone reads the rest.
  for (const [access, seenBy] of [
    ["internal", "kept"],
    ["accounts", "accounts"],
  ] as const) {
    const question = say(`a question that was opened from ${access}`, "open");
    const id = await add(question, say(`the answer at first, for ${access}`, seenBy), access);
    await change(id, question, say(`the answer that followed, for ${access}`, seenBy), access);
    await change(
      id,
      question,
      say(`the answer since it was opened from ${access}`, "open"),
      "public",
    );
    // And the other way round.
    const open = say(`a question that was closed to ${access}`, seenBy);
    const other = await add(
      open,
      say(`the answer before it was closed to ${access}`, seenBy),
      "public",
    );
    await change(other, open, say(`the answer since it was closed to ${access}`, seenBy), access);
    await change(other, open, say(`the last answer, closed to ${access}`, seenBy), access);
  }
  // Deleted after it was kept from all: nobody hears of it.
  const hidden = await add(
    say("a question that was hidden and deleted", "kept"),
    "Nothing",
    "internal",
  );
  await remove(hidden);
  await recordChange(
    trx,
    { orgId, productId, subject: itemSubject, subjectId: "custom.gone", by, now },
    () =>
      saveItem(
        trx,
        orgId,
        productId,
        {
          uid: "custom.gone",
          kind: "Reports",
          title: say("title of a hidden item that is gone", "kept"),
          explanation: say("text of a hidden item that is gone", "kept"),
          hidden: true,
        },
        { by: "Canary", on: now },
      ),
  );
  await recordChange(
    trx,
    { orgId, productId, subject: itemSubject, subjectId: "custom.gone", by, now },
    () => removeItem(trx, orgId, productId, "custom.gone"),
  );
}

/** What is planted goes out by no mail. */
function noMail(): never {
  throw new Error("nothing here is sent by email");
}
