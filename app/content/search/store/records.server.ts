import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { hasTextNow } from "#content/documents/store/document-texts.server.ts";
import { linkedDocuments, listFiles } from "#visibility/store/files.server.ts";
import { loadCards, loadItemOutlines, type LoadedItem } from "#visibility/store/items.server.ts";
import { loadTopics } from "#visibility/store/publications.server.ts";
import { entriesOfOrg, shownEntries } from "#visibility/store/faq.server.ts";
import { pageScopes, type PageScope } from "#visibility/store/scope.server.ts";
import { mapInSlices, Pace } from "#db/pace.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { CARD_TITLES, isListItem } from "#model/cards/kinds.ts";
import { permissionsOf } from "#model/auth/permissions.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { everyControl } from "#content/controls/store/controls.server.ts";
import { foundWebpages, webpageTexts } from "#content/webpages/store/webpages.server.ts";
import type { GatedRecord, SaidAsData } from "#model/search/gates.ts";
import { pieceRecords, webpageRecords } from "./pieces.server.ts";
import { companyFacts, factOf, gradeFacts, subprocessorFacts } from "./facts.server.ts";
import { shortAnswerWords, type ShortAnswer } from "#model/short-answers.ts";
import { riskAnswerLabel } from "#model/risk-profile.ts";
import { otherTitlesText } from "#model/search/other-titles.ts";
import { titleWithCard } from "#model/search.ts";
import { formatDate } from "#values/dates.ts";
import { proseLines } from "#model/search/prose-lines.ts";
import { linesOf, sentence, withoutMarkdown } from "#model/search/words.ts";

/** Everything that an org's portals hold, and until when it holds by the clock alone. */
export interface OrgRecords {
  records: GatedRecord[];
  validUntil: string | null;
  /** The texts of files among them, by the names of the files' own records. */
  texts: ReadonlyMap<string, FileText>;
}

/** The text of a file as records. */
export interface FileText {
  /** The file, and when its text was read: of another one the text is opened anew. */
  of: string;
  records: readonly GatedRecord[];
}

/**
 * The text of files, page by page, by the hash of their bytes; `page` is null where a file has
 * none, and a file that has no text is missing.
 */
export type TextsOf = (
  db: Reader,
  orgId: string,
  hashes: readonly string[],
) => Promise<ReadonlyMap<string, readonly { page: number | null; text: string }[]>>;

/** A file whose text is searched. */
interface SearchedFile extends Pick<FileText, "of"> {
  file: GatedRecord;
  hash: string;
  createdAt: string;
}

/** As many texts of webpages are held beside the records as one question brings. */
const WEBPAGES_AT_ONCE = 20;

/** Who sees everything: records are made of it, and handed out through each viewer's own pages. */
const WHOLE: Viewer = {
  mode: "main",
  staff: { id: "", email: "", name: "", role: "owner", permissions: permissionsOf("owner") },
};

/**
 * What can be found on the portals of an org, made of what their pages show to its owner.
 * Reading lets other requests have their turn. Texts of files stand last, the oldest files' at the
 * very end: they are what is left out where there is no room.
 * @param asker a scope of the request that they are read for: what is the same for everybody is
 *   asked once for both
 * @param earlier texts as an earlier reading gave them: they are sealed, and are opened once
 */
export async function recordsOf(
  asker: PageScope,
  org: Org,
  textsOf: TextsOf,
  earlier: ReadonlyMap<string, FileText>,
): Promise<OrgRecords> {
  const { db, now } = asker;
  const records = new Map<string, GatedRecord>();
  const plain = plainTexts();
  const pace = new Pace();
  const add = async (made: Iterable<GatedRecord>) => {
    for (const record of made) {
      records.set(record.id, record);
      if (pace.isDue) await pace.breathe();
    }
  };
  const ends: string[] = [];
  const files = new Map<string, SearchedFile>();
  const products = await productsWithNda(db, org.id);
  await add(companyFacts(org, products[0]?.provider ?? "none"));
  const scopes = pageScopes(
    db,
    org,
    products.map(({ id }) => id),
    WHOLE,
    now,
  ).map((scope) => ({ ...scope, withTexts: true }));
  for (const [at, scope] of scopes.entries()) {
    const items = (await loadItemOutlines(scope)).filter(isFindable);
    await add(await itemRecords(scope, items, plain));
    await add(await gradeFacts(scope, products[at]?.name ?? ""));
    await add(await subprocessorFacts(scope));
    // Whatever products they are about: the owner reads all of them.
    if (at === 0) await add(await questionRecords(scope, plain));
    if (at === 0) await add(await controlRecords(scope));
    await add(await updateRecords(scope, plain));
    await add(await fileRecords(scope));
    const readAt = new Map(
      (await linkedDocuments(scope)).flatMap((row) =>
        hasTextNow(row) ? [[row.id, row.readAt] as const] : [],
      ),
    );
    for (const { document } of await listFiles(scope)) {
      const file = records.get(fileId(scope, document));
      const read = readAt.get(document.id);
      if (file === undefined || read === undefined) continue;
      const { blobHash: hash, createdAt } = document;
      files.set(file.id, { file, hash, createdAt, of: JSON.stringify([file, hash, read]) });
    }
    if (scope.clock.validUntil !== null) ends.push(scope.clock.validUntil);
  }
  const webpages = await foundWebpages(asker);
  for (let at = 0; at < webpages.length; at += WEBPAGES_AT_ONCE) {
    const some = webpages.slice(at, at + WEBPAGES_AT_ONCE);
    const said = await webpageTexts(
      db,
      org.id,
      some.map(({ id }) => id),
    );
    for (const page of some) await add(webpageRecords(page, said.get(page.id) ?? ""));
  }
  const byAge = [...files.values()].sort((a, b) =>
    a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0,
  );
  const unknown = byAge.filter(({ file, of }) => earlier.get(file.id)?.of !== of);
  const opened = await textsOf(
    db,
    org.id,
    unknown.map(({ hash }) => hash),
  );
  const made = new Map<string, FileText>();
  for (const { file, hash, of } of unknown) {
    const pieces: GatedRecord[] = [];
    for (const piece of pieceRecords(file, opened.get(hash) ?? [])) {
      pieces.push(piece);
      if (pace.isDue) await pace.breathe();
    }
    made.set(file.id, { of, records: pieces });
  }
  const texts = new Map<string, FileText>();
  for (const { file } of byAge) {
    const text = made.get(file.id) ?? earlier.get(file.id);
    if (text === undefined) continue;
    texts.set(file.id, text);
    await add(text.records);
  }
  return { records: [...records.values()], validUntil: ends.sort()[0] ?? null, texts };
}

/** The products in their order, each with the provider of the company's NDA. */
function productsWithNda(db: Reader, orgId: string) {
  return inOrg(db, orgId)
    .selectFrom("products as p")
    .leftJoin("ndaSettings as nda", "nda.orgId", "p.orgId")
    .select(["p.id", "p.name", "nda.provider"])
    .orderBy("p.position")
    .orderBy("p.name")
    .orderBy("p.id")
    .execute();
}

/** Lists are found by their rows; what nobody enabled is on no visitor's page. */
function isFindable(item: LoadedItem): boolean {
  return item.state !== "NotEnabled" && item.kind !== "CustomerData" && !isListItem(item.uid);
}

/** Markdown as it is read in a line: a text that several products show is stripped once. */
type Plain = (markdown: string) => string;

function plainTexts(): Plain {
  const known = new Map<string, string>();
  return (markdown) => {
    const before = known.get(markdown);
    if (before !== undefined) return before;
    const text = withoutMarkdown(markdown);
    known.set(markdown, text);
    return text;
  };
}

/** What of a thing's Markdown texts may be quoted, where that is not all of them. */
function proseOf(plain: Plain, ...texts: readonly string[]): { prose?: string } {
  const prose = linesOf(...texts.map((text) => plain(proseLines(text))));
  return prose === linesOf(...texts.map(plain)) ? {} : { prose };
}

async function itemRecords(
  scope: PageScope,
  items: readonly LoadedItem[],
  plain: Plain,
): Promise<GatedRecord[]> {
  const { productId } = scope;
  const cards = await loadCards(scope);
  const made = await mapInSlices(items, (item): GatedRecord[] => {
    const cardTitle = cards.get(item.kind)?.title ?? CARD_TITLES[item.kind];
    const { texts } = item;
    const explanation = plain(texts?.explanation ?? "");
    const tags = [
      item.state === "WorkInProgress" ? "In Progress" : "",
      item.type,
      item.auditor,
      texts?.recurrence == null || texts.recurrence === "N/A" ? "" : `Every ${texts.recurrence}`,
      listTexts(texts?.listEntriesJson ?? null),
    ];
    const id = `item:${productId}:${item.uid}`;
    const found: GatedRecord = {
      id,
      thing: id,
      type: "trust center content",
      productId,
      title: titleWithCard(cardTitle, item.title),
      ...otherTitlesOf(item.title),
      explanation,
      ...proseOf(plain, texts?.explanation ?? ""),
      text: sentence(tags),
      target: { kind: "item", uid: item.uid, slug: item.slug },
      metadata: { cardTitle, explanation },
      gate: { by: "item", uid: item.uid },
      ...saidBy(item, scope.org.timeZone),
    };
    const fact = factOf(scope, item);
    if (fact === null) return [found];
    return [found, fact];
  });
  return made.flat();
}

/** What else a standard title is called. */
function otherTitlesOf(title: string): { otherTitles?: string } {
  const otherTitles = otherTitlesText(title);
  return otherTitles === undefined ? {} : { otherTitles };
}

/** What an item says as data, once it is there: what is in progress has no auditor's word yet. */
function saidBy(
  { state, auditor, choice, expiry }: LoadedItem,
  timeZone: string,
): { said?: SaidAsData } {
  if (state !== "Enabled")
    return state === "WorkInProgress" ? { said: { isInProgress: true } } : {};
  const said = {
    ...(auditor === null || auditor === "" ? {} : { auditor }),
    ...(choice === null ? {} : { choice: riskAnswerLabel(choice) }),
    ...(expiry === null ? {} : { validUntil: formatDate(expiry, timeZone) }),
  };
  return Object.keys(said).length === 0 ? {} : { said };
}

async function questionRecords(scope: PageScope, plain: Plain): Promise<GatedRecord[]> {
  return mapInSlices(shownEntries(scope, await entriesOfOrg(scope)), (entry): GatedRecord => {
    const id = `question:${entry.id}`;
    const answer = plain(entry.answer);
    const comment = plain(entry.comment ?? "");
    return {
      id,
      thing: id,
      type: "knowledge base",
      productId: null,
      title: entry.question,
      question: entry.question,
      explanation: answer,
      ...proseOf(plain, entry.answer, entry.comment ?? ""),
      ...topicOf(entry.topic, entry.shortAnswer),
      text: comment,
      target: { kind: "question", entryId: entry.id },
      metadata: {
        title: entry.question,
        ...shortAnswerOf(entry),
        answer,
        ...(comment === "" ? {} : { comment }),
      },
      gate: { by: "question", id: entry.id },
    };
  });
}

/** What an entry is found by beside its texts: its topic, and its short answer in words. */
function topicOf(topic: string | null, shortAnswer: ShortAnswer | null): { topic?: string } {
  const said = sentence([topic, shortAnswerWords(shortAnswer)]);
  return said === "" ? {} : { topic: said };
}

function shortAnswerOf({ shortAnswer }: { shortAnswer: ShortAnswer | null }) {
  return shortAnswer === null ? {} : { shortAnswer };
}

/** A control under its reference and title; a word for a requirement finds it, too. */
async function controlRecords({ db, org }: PageScope): Promise<GatedRecord[]> {
  return mapInSlices(await everyControl(db, org.id), (control): GatedRecord => {
    const id = `control:${control.id}`;
    const { reference, requirements } = control;
    const description = control.description ?? "";
    return {
      id,
      thing: id,
      type: "controls",
      productId: null,
      title: `${reference} ${control.title}`,
      ...otherTitlesOf(control.title),
      explanation: description,
      ...topicOf(null, control.shortAnswer),
      text: requirements.join(". "),
      target: { kind: "control", controlId: control.id, reference },
      metadata: {
        title: control.title,
        reference,
        requirements,
        ...shortAnswerOf(control),
        ...(description === "" ? {} : { description }),
      },
      gate: { by: "control", id: control.id },
    };
  });
}

async function updateRecords(scope: PageScope, plain: Plain): Promise<GatedRecord[]> {
  const updates = (await loadTopics(scope)).flatMap((topic) =>
    topic.updates.map((update) => ({ topic, update })),
  );
  return mapInSlices(updates, ({ topic, update }): GatedRecord => {
    const description = plain(update.message);
    return {
      id: `update:${update.id}`,
      thing: `topic:${topic.id}`,
      type: "trust center updates",
      productId: null,
      title: topic.subject,
      explanation: description,
      ...proseOf(plain, update.message),
      target: { kind: "topic", topicId: topic.id },
      metadata: { description },
      gate: { by: "update", id: update.id },
    };
  });
}

function fileId({ productId }: PageScope, { id }: { id: string }): string {
  return `file:${productId}:${id}`;
}

/**
 * A file's name with its kind, and with each item that holds it: who opens it through another is
 * not told of this one.
 */
async function fileRecords(scope: PageScope): Promise<GatedRecord[]> {
  return (await listFiles(scope)).flatMap(({ document, item }): GatedRecord[] => {
    const thing = fileId(scope, document);
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
