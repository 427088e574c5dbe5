import type { Org } from "../../../db/orgs.ts";
import { findNda } from "../../../db/ndas.ts";
import { listFiles } from "../../../db/pages/files.ts";
import { loadCards, loadItemOutlines, type LoadedItem } from "../../../db/pages/items.ts";
import { loadFaq, loadTopics } from "../../../db/pages/publications.ts";
import { pageScope, type PageScope } from "../../../db/pages/scope.ts";
import { Pace } from "../../../db/pace.ts";
import { listProducts } from "../../../db/products.ts";
import type { Reader } from "../../../db/store.ts";
import { CARD_TITLES, isListItem } from "../../domain/kinds.ts";
import { permissionsOf } from "../../domain/permissions.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { GatedRecord } from "./gates.ts";
import { companyFacts, factOf, gradeFacts, subprocessorFacts } from "./facts.server.ts";
import { titleWithCard } from "./rules.ts";
import { sentence, withoutMarkdown } from "./words.ts";

/** Everything that an org's portals hold, and until when it holds by the clock alone. */
export interface OrgRecords {
  records: GatedRecord[];
  validUntil: string | null;
}

/** Who sees everything: records are made of it, and handed out through each viewer's own pages. */
const WHOLE: Viewer = {
  mode: "main",
  staff: { id: "", email: "", name: "", role: "owner", permissions: permissionsOf("owner") },
};

/**
 * What can be found on the portals of an org, made of what their pages show to its owner.
 * Reading lets other requests have their turn.
 */
export async function recordsOf(db: Reader, org: Org, now: Date): Promise<OrgRecords> {
  const records = new Map<string, GatedRecord>();
  const pace = new Pace();
  const add = async (made: Iterable<GatedRecord>) => {
    for (const record of made) {
      records.set(record.id, record);
      if (pace.isDue) await pace.breathe();
    }
  };
  const ends: string[] = [];
  await add(companyFacts(org, await findNda(db, org.id, now)));
  for (const product of await listProducts(db, org.id)) {
    const scope = pageScope(db, org, product.id, WHOLE, now);
    const items = (await loadItemOutlines(scope)).filter(isFindable);
    await add(await itemRecords(scope, items));
    await add(await gradeFacts(scope, product.name));
    await add(await subprocessorFacts(scope));
    await add(await questionRecords(scope));
    await add(await updateRecords(scope));
    await add(await fileRecords(scope));
    if (scope.clock.validUntil !== null) ends.push(scope.clock.validUntil);
  }
  return { records: [...records.values()], validUntil: ends.sort()[0] ?? null };
}

/** Lists are found by their rows; what nobody enabled is on no visitor's page. */
function isFindable(item: LoadedItem): boolean {
  return item.state !== "NotEnabled" && item.kind !== "CustomerData" && !isListItem(item.uid);
}

async function itemRecords(scope: PageScope, items: readonly LoadedItem[]): Promise<GatedRecord[]> {
  const { productId } = scope;
  const cards = await loadCards(scope);
  const rows = await scope.db
    .selectFrom("items")
    .select(["uid", "explanation", "listEntriesJson", "recurrence"])
    .where("orgId", "=", scope.org.id)
    .where("productId", "=", productId)
    .execute();
  const texts = new Map(rows.map((row) => [row.uid, row]));
  return items.flatMap((item): GatedRecord[] => {
    const cardTitle = cards.get(item.kind)?.title ?? CARD_TITLES[item.kind];
    const row = texts.get(item.uid);
    const explanation = withoutMarkdown(row?.explanation ?? "");
    const tags = [
      item.state === "WorkInProgress" ? "In Progress" : "",
      item.type,
      item.auditor,
      row?.recurrence == null || row.recurrence === "N/A" ? "" : `Every ${row.recurrence}`,
      listTexts(row?.listEntriesJson ?? null),
    ];
    const id = `item:${productId}:${item.uid}`;
    const found: GatedRecord = {
      id,
      thing: id,
      type: "trust center content",
      productId,
      title: titleWithCard(cardTitle, item.title),
      explanation,
      text: sentence(tags),
      target: { kind: "item", uid: item.uid, slug: item.slug },
      metadata: { cardTitle, explanation },
      gate: { by: "item", uid: item.uid },
    };
    const fact = factOf(scope, item);
    if (fact === null) return [found];
    return [found, fact];
  });
}

async function questionRecords(scope: PageScope): Promise<GatedRecord[]> {
  return (await loadFaq(scope)).map((entry): GatedRecord => {
    const id = `question:${entry.id}`;
    const answer = withoutMarkdown(entry.answer);
    const comment = withoutMarkdown(entry.comment ?? "");
    return {
      id,
      thing: id,
      type: "knowledge base",
      productId: null,
      title: entry.question,
      question: entry.question,
      explanation: answer,
      text: comment,
      target: { kind: "question", entryId: entry.id, question: entry.question },
      metadata: { title: entry.question, answer, ...(comment === "" ? {} : { comment }) },
      gate: { by: "question", id: entry.id },
    };
  });
}

async function updateRecords(scope: PageScope): Promise<GatedRecord[]> {
  return (await loadTopics(scope)).flatMap((topic) =>
    topic.updates.map((update): GatedRecord => {
      const description = withoutMarkdown(update.message);
      return {
        id: `update:${update.id}`,
        thing: `topic:${topic.id}`,
        type: "trust center updates",
        productId: null,
        title: topic.subject,
        explanation: description,
        target: { kind: "topic", topicId: topic.id },
        metadata: { description },
        gate: { by: "update", id: update.id },
      };
    }),
  );
}

/** A file's name with its kind, and with each item that holds it: who opens it through another is not told of this one. */
async function fileRecords(scope: PageScope): Promise<GatedRecord[]> {
  return (await listFiles(scope)).flatMap(({ document, item }): GatedRecord[] => {
    const thing = `file:${scope.productId}:${document.id}`;
    const whole: GatedRecord = {
      id: thing,
      thing,
      type: "documents",
      productId: scope.productId,
      title: document.originalName,
      text: document.type,
      target: { kind: "document", documentId: document.id },
      metadata: {
        fileId: document.id,
        fileName: document.originalName,
        mimeType: document.contentType,
        content: [{ value: document.type }],
      },
      gate: { by: "file", id: document.id, itemUid: null },
    };
    const linked: GatedRecord = {
      ...whole,
      id: `${thing}:${item.uid}`,
      text: `${item.title}. ${document.type}`,
      metadata: { ...whole.metadata, content: [{ value: `${item.title}. ${document.type}` }] },
      gate: { by: "file", id: document.id, itemUid: item.uid },
    };
    return [whole, linked];
  });
}

function listTexts(json: string | null): string {
  if (json === null) return "";
  const entries = JSON.parse(json) as { label: string; description?: string }[];
  return entries.map(({ label, description = "" }) => sentence([label, description])).join(". ");
}
