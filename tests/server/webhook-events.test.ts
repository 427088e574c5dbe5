import { expect } from "vitest";
import { testInFive } from "../in-turn.ts";
import {
  addQuestionnaire,
  findQuestionnaire,
  finishQuestionnaire,
} from "#access/questionnaires/store/questionnaires.server.ts";
import { releaseQuestionnaire } from "#access/questionnaires/store/releases.server.ts";
import { publishNdaVersion, signNda } from "#auth/nda/store/ndas.server.ts";
import { editDocument, uploadVersion } from "#content/documents/store/library.server.ts";
import { linkDocuments, saveItem } from "#content/items/store/items.server.ts";
import { HOOK_EVENTS, type HookEventType } from "#model/webhooks.ts";
import { announceFailedBackup } from "#operations/backup/failed-backup.server.ts";
import { recordOutcomes } from "#platform/mail/store/mail-outcomes.server.ts";
import { SYSTEM, type Write } from "#tenancy/audit/store/audit.server.ts";
import { submitDraft } from "#updates/updates/store/topic-approvals.server.ts";
import { saveDraft } from "#updates/updates/store/topic-drafts.server.ts";
import { addComment } from "#visibility/comments/store/comments.server.ts";
import { lastLink, Visitor } from "./access-world.ts";
import { namesOf, staffKeyIn } from "./api-names.ts";
import { builtServer } from "./template.ts";
import { hookIn, hookWorld, tellHooks } from "./webhook-receiver.ts";
import type { World } from "./world.ts";

const OWNER = "owner@acme.example";
const RILEY = "riley@customer.example";

/** Where causes happen. */
interface Stage {
  world: World;
  product: string;
  request: string;
  document: string;
  account: string;
  member: string;
  /** A change below /api/v1, by a key. */
  post: (target: string, body: object) => Promise<Record<string, unknown>>;
}

/** A cause: a verb of the store, which is also undone, or what people and the clock do. */
type Cause =
  | { verb: (write: Write, stage: Stage) => Promise<unknown> }
  | { happens: (stage: Stage) => Promise<unknown> };

const UID = "custom.told";
const topic = { subject: "A change", category: "compliance", message: "It comes." };

/** Turns the clock to the next day at nine, and lets what is due happen. */
async function nextDay(world: World): Promise<string> {
  const { runDueJobs } = await builtServer();
  world.time = new Date(`${dayAfter(world, 1)}T09:00:00Z`);
  await runDueJobs(world.services);
  return dayAfter(world, 1);
}

const dayAfter = (world: World, days: number) =>
  new Date(world.time.getTime() + days * 86_400_000).toISOString().slice(0, 10);

/** What brings each event about. */
const CAUSES: Readonly<Record<HookEventType, Cause>> = {
  "request.received": {
    happens: ({ world }) =>
      new Visitor(world).request({ email: "nina@newcomer.example", companyName: "Newcomer" }),
  },
  "request.decided": {
    happens: ({ post, request }) => post(`requests/${request}/decline`, {}),
  },
  "request.reopened": { happens: ({ post, request }) => post(`requests/${request}/undo`, {}) },
  "member.signed_in": {
    async happens({ world }) {
      const visitor = new Visitor(world);
      await visitor.logIn(RILEY);
      await visitor.openLink((await lastLink(world)).link);
    },
  },
  "nda.signed": {
    async verb(write, { member }) {
      const text = { title: "Another NDA", body: "You keep it to yourself." };
      const versionId = await publishNdaVersion(write, text);
      await signNda(write, { versionId, memberId: member, name: "Riley Novak" });
    },
  },
  "document.published": {
    async verb(write, { product, document }) {
      const item = { uid: UID, kind: "Reports", title: "Told", enabledState: "Enabled" } as const;
      await saveItem(write.trx, write.orgId, product, item, { by: "A test", on: write.now });
      await linkDocuments(write, product, UID, [document]);
    },
  },
  "document.replaced": {
    async verb(write, { world, document }) {
      const file = { fileName: "Next.pdf", contentType: "application/pdf", encryptedType: null };
      const blob = await stored(write, world, "%PDF-1.4 the next version");
      await uploadVersion(write, document, { ...file, blob });
    },
  },
  "document.expiring": {
    async happens({ world, document }) {
      const orgId = await world.orgId("acme");
      const expiresOn = dayAfter(world, 8);
      await world.services.store.write((trx) =>
        editDocument({ trx, orgId, by: SYSTEM, now: world.time }, document, { expiresOn }),
      );
      await nextDay(world);
    },
  },
  "update.submitted": {
    async verb(write) {
      const { subject, category, message } = topic;
      const draft = await saveDraft(
        write,
        {
          topicId: null,
          topic: {
            subject,
            category: category as "compliance",
            hidden: false,
            pinned: false,
            productIds: [],
            effectiveOn: null,
            objectionDays: null,
          },
          message,
          audience: "public",
          statusPage: true,
          email: null,
          publishAt: null,
        },
        {},
      );
      await submitDraft(write, draft.id, draft.revision);
    },
  },
  "update.published": {
    happens: ({ post }) => post("updates", { ...topic, approve: true, channelSp: true }),
  },
  "subprocessor.announced": {
    happens: ({ world, post }) =>
      post("updates", {
        ...topic,
        category: "subprocessors",
        approve: true,
        channelSp: true,
        effectiveOn: dayAfter(world, 1),
      }),
  },
  "subprocessor.effective": { happens: ({ world }) => nextDay(world) },
  "question.asked": {
    verb: (write, { account, product, member }) =>
      addComment(
        write,
        { accountId: account, productId: product, itemUid: UID },
        { memberId: member },
        "Who may read it?",
      ),
  },
  "questionnaire.received": { verb: (write, { world }) => newQuestionnaire(write, world) },
  "questionnaire.released": {
    async verb(write, { world, account }) {
      const id = await newQuestionnaire(write, world, account);
      await finishQuestionnaire(write, id);
      const finished = await findQuestionnaire(write.trx, write.orgId, id);
      if (finished === null) throw new Error("there is no questionnaire");
      const blob = await stored(write, world, "Control;Said\nDo you encrypt?;Yes\n");
      await releaseQuestionnaire(write, finished, {
        blob,
        fileName: "Questions-answered.csv",
        needSecondPerson: false,
      });
    },
  },
  "mail.failed": {
    async verb({ trx, now }) {
      const mail = await trx
        .selectFrom("outbox")
        .select(["id", "orgId", "toEmail", "mailingId", "createdAt"])
        .where("toEmail", "=", RILEY)
        .limit(1)
        .executeTakeFirstOrThrow();
      const outcome = { mail, state: "failed", at: now, error: "No such mailbox" } as const;
      await recordOutcomes(trx, [{ ...outcome, attempted: true }]);
    },
  },
  "key.used_from_new_network": {
    async happens({ world }) {
      const key = await staffKeyIn(world, { email: OWNER, name: "Another" });
      await world.ask("/api/v1/me", { headers: { authorization: `Bearer ${key}` } });
    },
  },
  "backup.failed": { happens: ({ world }) => announceFailedBackup(world.services) },
};

function stored({ orgId }: Write, { services }: World, text: string) {
  const bytes = Buffer.from(text);
  return services.blobs.put(orgId, bytes, { maxBytes: bytes.length });
}

async function newQuestionnaire(
  write: Write,
  world: World,
  accountId: string | null = null,
): Promise<string> {
  const blob = await stored(write, world, "Control;Said\nDo you encrypt?;\n");
  return addQuestionnaire(
    write,
    {
      fileName: "Questions.csv",
      blob,
      format: "csv",
      fingerprint: "a table",
      accountId,
      productId: null,
      memberId: null,
      dueOn: null,
      note: null,
    },
    {
      layout: { shape: "own", blocks: [] },
      questions: [
        {
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
          proposals: [],
        },
      ],
    },
  );
}

/** Everything in its place for the causes. */
async function openStage(world: World): Promise<Stage> {
  const {
    product = "",
    request = "",
    document = "",
    account = "",
    staffKey = "",
  } = await namesOf(world);
  const orgId = await world.orgId("acme");
  await world.services.store.write((trx) =>
    trx.updateTable("orgs").set({ timeZone: "UTC" }).where("id", "=", orgId).execute(),
  );
  const riley = await world.services.store.read
    .selectFrom("members")
    .select("id")
    .where("orgId", "=", orgId)
    .where("email", "=", RILEY)
    .executeTakeFirstOrThrow();
  return {
    world,
    product,
    request,
    document,
    account,
    member: riley.id,
    async post(target, body) {
      const answer = await world.ask(`/api/v1/${target}`, {
        method: "POST",
        headers: { authorization: `Bearer ${staffKey}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      expect([target, answer.status < 300, answer.text]).toEqual([target, true, answer.text]);
      return JSON.parse(answer.text) as Record<string, unknown>;
    },
  };
}

testInFive(
  "each event that can be chosen reaches a receiver from its cause, and not without it",
  async () => {
    const { world, receiver } = await hookWorld();
    const stage = await openStage(world);
    const { runDueJobs } = await builtServer();
    // The first turn of a clock tells nothing of days gone by.
    await runDueJobs(world.services);
    await hookIn(world, receiver, { types: HOOK_EVENTS.map(({ type }) => type) });
    const orgId = await world.orgId("acme");
    const { store } = world.services;
    for (const [type, cause] of Object.entries(CAUSES)) {
      world.time = new Date(world.time.getTime() + 1_000);
      receiver.calls.length = 0;
      if ("verb" in cause) {
        const run = (ends: () => void) =>
          store.write(async (trx) => {
            await cause.verb({ trx, orgId, by: SYSTEM, now: world.time }, stage);
            ends();
          });
        const undone = run(() => {
          throw new Error("the cause is undone");
        });
        expect
          .soft([type, await undone.catch(({ message }: Error) => message)])
          .toEqual([type, "the cause is undone"]);
        await tellHooks(world);
        expect.soft([type, receiver.types]).toEqual([type, []]);
        await run(() => {});
      } else await cause.happens(stage);
      await tellHooks(world);
      expect.soft([type, receiver.types]).toEqual([type, expect.arrayContaining([type])]);
      const told = receiver.calls.find(({ body }) => body.type === type);
      expect.soft(told?.body.data.url).toMatch(/^http:\/\/localhost:3000\/\w/);
      expect.soft(Object.keys(told?.body.data ?? {})).toEqual(["id", "url"]);
    }
  },
);
