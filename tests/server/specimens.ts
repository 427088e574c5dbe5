import { craSchema } from "#model/cra.ts";
import { isoNow, newId } from "#db/ids.ts";
import { SYSTEM, type Write } from "#tenancy/audit/store/audit.server.ts";
import { saveByoid } from "#access/byoid/store/byoid.server.ts";
import { hideCard, updateCard } from "#content/cards/store/cards.server.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { membersByEmail } from "#auth/accounts/store/members.server.ts";
import { addComment } from "#visibility/comments/store/comments.server.ts";
import { addCompany } from "#content/companies/store/companies.server.ts";
import { addDocument, type DocumentValues } from "#content/documents/store/documents.server.ts";
import { stageVersion } from "#content/documents/store/staged-versions.server.ts";
import {
  addQuestionnaire,
  findQuestionnaire,
  finishQuestionnaire,
} from "#access/questionnaires/store/questionnaires.server.ts";
import {
  keepStanding,
  type StandingAnswer,
} from "#content/documents/store/standing-answers.server.ts";
import { releaseQuestionnaire, releasesOf } from "#access/questionnaires/store/releases.server.ts";
import { addControl } from "#content/controls/store/controls.server.ts";
import { addPartner } from "#company/partners/store/partners.server.ts";
import {
  addHook,
  noteTest,
  testMessage,
  findHook,
} from "#company/webhooks/store/webhooks.server.ts";
import { addFaqEntry } from "#content/knowledge-base/store/faq.server.ts";
import { PROVIDER_ITEMS, type Reading } from "#model/integrations.ts";
import { keepExample } from "#content/items/store/integrations.server.ts";
import { linkDocuments, saveItem, type ItemValues } from "#content/items/store/items.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { createProduct } from "#tenancy/products/store/products.server.ts";
import { hideSection } from "#content/products/store/product-order.server.ts";
import { gradeList } from "#content/grades/store/grades.server.ts";
import { addSubprocessor } from "#content/subprocessors/store/subprocessors.server.ts";
import { trustedByList } from "#content/trusted-by/store/trusted-by.server.ts";
import { saveDraft } from "#updates/updates/store/topic-drafts.server.ts";
import { inviteToTeam } from "#staff/team/store/team-invitations.server.ts";
import { addTopicUpdate, createTopic, hideTopic } from "#updates/updates/store/topics.server.ts";
import type { Writer } from "#db/store.ts";
import { emptyContent, keepCards, profileOpens } from "./bare-world.ts";
import { renderedMail } from "./mail-specimens.ts";
import { openWorld, type World } from "./world.ts";
import type { WorldImage } from "./world-database.ts";
import { cardSubject } from "#content/products/store/card-history.server.ts";

const HOUR_MS = 3_600_000;

/** A world with the specimens, and their ids. */
export type SpecimenWorld = World & { ids: Readonly<Record<string, string>> };

let planted: Promise<{ image: WorldImage; ids: SpecimenWorld["ids"] }> | undefined;

/** A copy of the named world with something at every address: planted once, copied for each test. */
export async function specimenWorld(): Promise<SpecimenWorld> {
  planted ??= (async () => {
    const world = await openWorld();
    const ids = await plantSpecimens(world);
    return { image: await world.image(), ids };
  })();
  const { image, ids } = await planted;
  return Object.assign(await openWorld({}, image), { ids });
}

/**
 * Something small at every address of the table of rights: acme with open, locked, hidden, unfinished and
 * renamed items, a hidden card, a hidden product, and updates of each kind; globex with its own.
 * @returns ids by the names that the table's paths use
 */
export async function plantSpecimens(world: World): Promise<Readonly<Record<string, string>>> {
  const pdfs = await pdfsOf(world);
  const care = await world.productId("globex");
  await emptyContent(world);
  const [acme, globex, platform, lake] = [
    await world.orgId("acme"),
    await world.orgId("globex"),
    await world.productId("acme"),
    await world.productId("acme", "Acme Data Lake"),
  ];
  const csv = Buffer.from("Control;Said\nDo you encrypt?;\n");
  const form = await world.services.blobs.put(acme, csv, { maxBytes: csv.length });
  return world.services.store.write(async (trx) => {
    const write = { trx, orgId: acme, by: SYSTEM, now: world.time };
    const stamp = { by: "Test", on: world.time };
    const item = (
      productId: string,
      uid: string,
      title: string,
      values: Partial<ItemValues> = {},
    ) =>
      saveItem(
        trx,
        acme,
        productId,
        { uid: `custom.${uid}`, kind: "Reports", title, ...values },
        stamp,
      );
    await item(platform, "open", "Open item", { publicAccess: true });
    await item(platform, "locked", "Locked item");
    await item(platform, "hidden", "Hidden item", { hidden: true });
    await item(platform, "draft", "Draft item", { enabledState: "NotEnabled" });
    await item(platform, "renamed", "Former name", { publicAccess: true });
    await item(platform, "renamed", "Renamed item");
    await saveItem(
      trx,
      acme,
      platform,
      {
        uid: "Reports.soc2",
        kind: "Reports",
        bridgeLetter: {
          letterEnabled: true,
          letterContent: "All is **well**.",
          signerName: "Ingrid Sommer",
          signerTitle: "CISO",
          letterType: "SOC 2",
        },
      },
      stamp,
    );
    await item(platform, "esg", "In hidden card", { kind: "Esg", publicAccess: true });
    await hideCard({ trx, orgId: acme, by: SYSTEM, now: world.time }, platform, "Esg");
    await hideSection(trx, acme, lake, "trusted_by");
    await item(lake, "open", "Open in lake", { publicAccess: true });
    await item(lake, "locked", "Locked in lake");
    const later = await createProduct(write, {
      name: "Acme Later",
      cra: craSchema.parse({ manufacturer: "Acme Later AG" }),
      isDefault: false,
      show: false,
      position: 9,
    });
    await item(later, "open", "Open later", { publicAccess: true });
    await keepCards(trx, ["Reports", "Esg", "Documents", "Subprocessors"]);
    for (const email of ["riley@customer.example", "kim@expired.example"]) {
      await profileOpens(
        trx,
        acme,
        email,
        ["custom.locked", "custom.hidden", "Reports.soc2"].map((itemUid) => ({
          productId: platform,
          itemUid,
        })),
      );
    }
    const [riley] = await membersByEmail(trx, acme, "riley@customer.example");
    if (riley !== undefined)
      await addComment(
        { trx, orgId: acme, by: SYSTEM, now: world.time },
        { accountId: riley.accountId, productId: platform, itemUid: "custom.locked" },
        { memberId: riley.id },
        "A question",
      );
    const file = async (
      orgId: string,
      productId: string,
      uid: string,
      values: Partial<DocumentValues> = {},
    ) => {
      const pdf = {
        ...(pdfs.get(orgId) ?? { blobHash: "", size: 0 }),
        originalName: `${uid}.pdf`,
        contentType: "application/pdf",
        type: "Other" as const,
      };
      const id = await addDocument(
        { trx, orgId, by: SYSTEM, now: world.time },
        { ...pdf, ...values },
      );
      await keepStanding(
        { trx, orgId, by: SYSTEM, now: world.time },
        { documentId: id, questionnaireId: "gone", format: "csv", shape: "own" },
        pdf.blobHash,
        [STANDING_ANSWER],
      );
      await linkDocuments({ trx, orgId, by: SYSTEM, now: world.time }, productId, `custom.${uid}`, [
        id,
      ]);
      return id;
    };
    await saveItem(
      trx,
      globex,
      care,
      { uid: "custom.open", kind: "Reports", title: "Open item", publicAccess: true },
      stamp,
    );
    const hiddenTopic = await topic(trx, acme, "public", -HOUR_MS, world.time);
    await hideTopic({ trx, orgId: acme, by: SYSTEM, now: world.time }, hiddenTopic);
    const { id: profileId } = await trx
      .selectFrom("permissionProfiles")
      .select("id")
      .where("orgId", "=", acme)
      .limit(1)
      .executeTakeFirstOrThrow();
    await saveByoid(
      { trx, orgId: acme, by: SYSTEM, now: world.time },
      {
        enabled: true,
        issuer: "https://id.example",
        audience: "acme",
        jwksUrl: "https://id.example/keys",
        publicKey: null,
        accountClaim: "company",
        profileId,
        productIds: [platform],
        ndaRequired: true,
        expiresInDays: null,
      },
    );
    const publicTopic = await topic(trx, acme, "public", -HOUR_MS, world.time);
    return {
      acme,
      globex,
      platform,
      request: (
        await trx
          .selectFrom("accessRequests")
          .select("id")
          .where("orgId", "=", acme)
          .where("status", "=", "pending")
          .limit(1)
          .executeTakeFirstOrThrow()
      ).id,
      profile: (
        await trx
          .selectFrom("permissionProfiles")
          .select("id")
          .where("orgId", "=", acme)
          .orderBy("name")
          .limit(1)
          .executeTakeFirstOrThrow()
      ).id,
      webhook: await specimenHook(write),
      questionnaire: await specimenQuestionnaire(write, form, true),
      unreadQuestionnaire: await specimenQuestionnaire(write, form, false),
      release: await specimenRelease(write, form, riley?.accountId ?? ""),
      sentQuestionnaire: await specimenQuestionnaire(write, form, true, riley),
      partner: await addPartner(write, { name: "Specimen Risk Desk", domain: "riskdesk.example" }),
      rule: (
        await trx
          .selectFrom("accessRules")
          .select("id")
          .where("orgId", "=", acme)
          .where("endedAt", "is", null)
          .limit(1)
          .executeTakeFirstOrThrow()
      ).id,
      faqEntry: await addFaqEntry(
        trx,
        acme,
        {
          question: "Specimen question?",
          answer: "Specimen answer.",
          access: "internal",
          productIds: [],
        },
        world.time,
      ),
      control: await addControl(
        trx,
        acme,
        {
          reference: "SPEC-1",
          title: "Specimen control",
          requirements: [],
          access: "internal",
          productIds: [],
        },
        world.time,
      ),
      connected: await connections(trx, acme, platform, world.time),
      account: await accountOf(trx, acme, "riley@customer.example"),
      includingProfile: await profileOf(trx, acme, "riley@customer.example"),
      globexAccount: await accountOf(trx, globex, "alex@clinic.example"),
      editor: (
        await trx
          .selectFrom("staff")
          .select("id")
          .where("email", "=", "editor@acme.example")
          .executeTakeFirstOrThrow()
      ).id,
      invitationToken: await invitationOf(trx, acme, world.time),
      ...(await stagedVersions(trx, { acme, globex }, world.time)),
      mail: await specimenMail(trx, acme, world.time),
      secretMail: await specimenMail(trx, acme, world.time, true),
      globexMail: await specimenMail(trx, globex, world.time),
      installationMail: await specimenMail(trx, null, world.time, true),
      asset: await assetOf(trx, acme),
      change: await changeOf(trx, acme, platform, world.time),
      lakeChange: await changeOf(trx, acme, lake, world.time),
      ...(await listEntries(trx, acme, platform, { where: "", now: world.time })),
      ...(await listEntries(trx, acme, lake, { where: "lake", now: world.time })),
      ...(await listEntries(trx, globex, care, { where: "globex", now: world.time })),
      globexAsset: await assetOf(trx, globex),
      topic: publicTopic,
      update: (
        await trx
          .selectFrom("topicUpdates")
          .select("id")
          .where("topicId", "=", publicTopic)
          .executeTakeFirstOrThrow()
      ).id,
      draft: await draftOf(trx, acme, world.time),
      globexDraft: await draftOf(trx, globex, world.time),
      privateTopic: await topic(trx, acme, "private", -HOUR_MS, world.time),
      scheduledTopic: await topic(trx, acme, "public", HOUR_MS, world.time),
      hiddenTopic,
      openFile: await file(acme, platform, "open"),
      lockedFile: await file(acme, platform, "locked"),
      hiddenFile: await file(acme, platform, "hidden"),
      draftFile: await file(acme, platform, "draft"),
      viewOnlyFile: await file(acme, platform, "open", {
        originalName: "view-only.pdf",
        accessType: "view-only",
      }),
      globexFile: await file(globex, care, "open"),
      globexTopic: await topic(trx, globex, "public", -HOUR_MS, world.time),
    };
  });
}

/** A PDF of the demo for each org: its document row goes, its blob stays. */
async function pdfsOf(world: World): Promise<Map<string, { blobHash: string; size: number }>> {
  const rows = await world.services.store.read
    .selectFrom("documents")
    .select(["orgId", "blobHash", "size"])
    .where("contentType", "=", "application/pdf")
    .where("encryptedType", "is", null)
    .execute();
  return new Map(rows.map(({ orgId, ...pdf }) => [orgId, pdf]));
}

/** What everybody may see of both providers. */
async function connections(
  trx: Writer,
  orgId: string,
  productId: string,
  now: Date,
): Promise<string> {
  const readings: readonly Reading[] = [
    { provider: "statuspageio", status: { indicator: "none", description: "Specimen status" } },
    {
      provider: "hackerone",
      statistics: {
        programStatistics: { reportsResolved: 1, lastReportedResolved: null },
        responseEfficiency: {
          averageTimeToFirstResponse: null,
          averageTimeToTriage: null,
          averageBounty: null,
        },
      },
    },
  ];
  for (const reading of readings) {
    const { provider } = reading;
    const page = "https://status.example.org";
    const uid = PROVIDER_ITEMS[provider];
    const integration = { provider, page, showInCard: true };
    const values = { uid, kind: "Reports" as const, publicAccess: true, href: page, integration };
    await saveItem(trx, orgId, productId, values, { by: "Specimen", on: now });
    await keepExample(trx, { orgId, productId, itemUid: uid }, page, reading, now);
  }
  return PROVIDER_ITEMS.statuspageio;
}

function specimenMail(
  trx: Writer,
  orgId: string | null,
  now: Date,
  secret = false,
): Promise<string> {
  return queueMail(trx, orgId, {
    to: { email: "riley@customer.example" },
    mail: renderedMail({ secret }),
    now,
  });
}

/** A topic with one update, `after` milliseconds from now. */
async function topic(
  trx: Writer,
  orgId: string,
  audience: "public" | "private",
  after: number,
  now: Date,
): Promise<string> {
  const id = await createTopic(
    { trx, orgId, now },
    { subject: "A subject", category: "general", productIds: [] },
  );
  const publishAt = new Date(Date.parse(isoNow(now)) + after);
  await addTopicUpdate(
    trx,
    orgId,
    id,
    { message: "A message", audience, channelStatusPage: true, channelEmail: false, publishAt },
    "Test",
  );
  return id;
}

async function accountOf(trx: Writer, orgId: string, email: string): Promise<string> {
  return (
    await trx
      .selectFrom("members")
      .select("accountId")
      .where("orgId", "=", orgId)
      .where("email", "=", email)
      .executeTakeFirstOrThrow()
  ).accountId;
}

/** The profile of a member's grant. */
async function profileOf(trx: Writer, orgId: string, email: string): Promise<string> {
  return (
    await trx
      .selectFrom("grants")
      .select("profileId")
      .where("orgId", "=", orgId)
      .where("accountId", "=", await accountOf(trx, orgId, email))
      .limit(1)
      .executeTakeFirstOrThrow()
  ).profileId;
}

async function draftOf(trx: Writer, orgId: string, now: Date): Promise<string> {
  const fields = {
    subject: "A draft",
    category: "general" as const,
    hidden: false,
    pinned: false,
    productIds: [],
    effectiveOn: null,
    objectionDays: null,
  };
  return (
    await saveDraft(
      { trx, orgId, by: SYSTEM, now },
      {
        topicId: null,
        topic: fields,
        message: "A message",
        audience: "public",
        statusPage: true,
        email: null,
        publishAt: null,
      },
      {},
    )
  ).id;
}

/** Something that staff changed. */
async function changeOf(trx: Writer, orgId: string, productId: string, now: Date): Promise<string> {
  const { changeId } = await recordChange(
    trx,
    { orgId, productId, subject: cardSubject, subjectId: "Reports", by: SYSTEM, now },
    () => updateCard(trx, orgId, productId, "Reports", { displayText: "What we report" }),
  );
  return changeId ?? "";
}

/** An entry in each of the lists that staff edit: `grade`, `lakeGrade` and so on. */
async function listEntries(
  trx: Writer,
  orgId: string,
  productId: string,
  { where, now }: { where: string; now: Date },
): Promise<Record<string, string>> {
  const name = (noun: string) =>
    where === "" ? noun : `${where}${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  const companyId = await addCompany(trx, orgId, { name: "A company" });
  const key = { orgId, productId };
  const [grade, trusted] = [newId(), newId()];
  // A product of these tests has no cards: whoever adds a row notes it on the card's item.
  await gradeList.replace(trx, key, [{ id: grade, provider: "Cis", label: "CIS", grade: "4" }]);
  await trustedByList.replace(trx, key, [{ id: trusted, companyId }]);
  return {
    [name("company")]: companyId,
    [name("grade")]: grade,
    [name("trusted")]: trusted,
    [name("subprocessor")]: await addSubprocessor(trx, orgId, productId, { companyId }, now),
  };
}

/** A picture that something of the org shows: its logo. */
async function assetOf(trx: Writer, orgId: string): Promise<string> {
  return (
    (
      await trx
        .selectFrom("customizations")
        .select("logoAssetId")
        .where("orgId", "=", orgId)
        .executeTakeFirstOrThrow()
    ).logoAssetId ?? ""
  );
}

/** A document of the library that no item links to. */
async function libraryDocument(trx: Writer, orgId: string, now: Date): Promise<string> {
  const { hash, size } = await trx
    .selectFrom("blobs")
    .select(["hash", "size"])
    .where("orgId", "=", orgId)
    .orderBy("hash")
    .limit(1)
    .executeTakeFirstOrThrow();
  return addDocument(
    { trx, orgId, by: SYSTEM, now },
    {
      originalName: "Kept.pdf",
      contentType: "application/pdf",
      size,
      blobHash: hash,
      type: "Other",
    },
  );
}

/** A document of each company's library, and a version of it that nobody has published yet. */
async function stagedVersions(
  trx: Writer,
  { acme, globex }: { acme: string; globex: string },
  now: Date,
): Promise<Record<string, string>> {
  const staged = async (orgId: string, documentId: string) => {
    const blob = await trx
      .selectFrom("blobs")
      .select(["hash", "size"])
      .where("orgId", "=", orgId)
      .orderBy("hash", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    const next = { fileName: "Next.zip", contentType: "application/zip", encryptedType: null };
    return stageVersion({ trx, orgId, by: SYSTEM, now }, documentId, { ...next, blob });
  };
  const [document, globexDocument] = [
    await libraryDocument(trx, acme, now),
    await libraryDocument(trx, globex, now),
  ];
  return {
    libraryDocument: document,
    globexDocument,
    stagedVersion: await staged(acme, document),
    globexStagedVersion: await staged(globex, globexDocument),
  };
}

/** The token of an open invitation to a team. */
async function invitationOf(trx: Writer, orgId: string, now: Date): Promise<string> {
  const { id } = await trx
    .selectFrom("staff")
    .select("id")
    .where("email", "=", "owner@acme.example")
    .executeTakeFirstOrThrow();
  return (
    await inviteToTeam(
      { trx, orgId, by: { staffId: id, actor: SYSTEM }, now },
      { email: "robin@new.example", role: "editor" },
    )
  ).token;
}

/** The one answer of each document that is a questionnaire. */
const STANDING_ANSWER: StandingAnswer = {
  place: 1,
  sheet: "",
  sheetRow: 2,
  answerColumn: 1,
  commentColumn: null,
  allowedJson: null,
  section: "",
  externalId: "",
  question: "Do you encrypt?",
  answer: "Yes.",
  comment: "",
  sourceNoun: null,
  sourceId: null,
  sourceSaid: null,
  sourceFor: null,
};

/** A questionnaire with one question, or one whose columns are not chosen. @returns its id */
function specimenQuestionnaire(
  write: Write,
  blob: { hash: string; size: number },
  isRead: boolean,
  sender: { id: string | null; accountId: string } | null = null,
): Promise<string> {
  const block = { sheet: "", header: 1, question: 0, answer: 1, comment: null, id: null };
  const question = {
    sheet: "",
    row: 2,
    section: "",
    externalId: "",
    question: "Do you encrypt?",
    answerColumn: 1,
    commentColumn: null,
    allowed: null,
    answer: "",
    comment: "",
    requirements: [],
    proposals: [
      {
        kind: "faq" as const,
        reason: "Your FAQ answers the same question.",
        to: "/knowledge-base",
        answer: "Yes.",
        comment: "",
        isSure: true,
      },
    ],
  };
  return addQuestionnaire(
    write,
    {
      fileName: `Specimen ${isRead ? "questions" : "table"}.csv`,
      blob,
      format: "csv",
      fingerprint: `specimen ${isRead}`,
      accountId: sender?.accountId ?? null,
      memberId: sender?.id ?? null,
      productId: null,
      dueOn: null,
      note: null,
    },
    isRead
      ? {
          layout: { shape: "own", blocks: [{ ...block, section: null, needsId: false }] },
          questions: [question],
        }
      : null,
  );
}

/** A finished questionnaire that was released to an account. @returns the id of the release */
async function specimenRelease(
  write: Write,
  blob: { hash: string; size: number },
  accountId: string,
): Promise<string> {
  const { trx, orgId } = write;
  const id = await specimenQuestionnaire(write, blob, true, { id: null, accountId });
  await finishQuestionnaire(write, id);
  const found = await findQuestionnaire(trx, orgId, id);
  if (found === null) throw new Error("the questionnaire was not added");
  await releaseQuestionnaire(write, found, {
    blob,
    fileName: "Specimen-answered.csv",
    needSecondPerson: false,
  });
  return (await releasesOf(trx, orgId, id))[0]?.id ?? "";
}

/** A webhook whose seals nothing opens, so that nothing leaves, with a test in its log. @returns its id */
async function specimenHook(write: Write): Promise<string> {
  const id = newId();
  await addHook(
    write,
    { id, kind: "webhook", sealedUrl: "1.none", host: "hooks.example", sealedSecret: "1.none" },
    { name: "Specimen webhook", types: ["request.received"], details: false },
  );
  const hook = await findHook(write.trx, write.orgId, id);
  if (hook === null) throw new Error("the webhook was not added");
  await noteTest(write, id, testMessage(hook, write.now), {
    ok: false,
    status: 500,
    answer: "Not today",
  });
  return id;
}
