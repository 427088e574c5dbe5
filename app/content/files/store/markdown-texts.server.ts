import { isMarkdownFile } from "#model/visibility/file-rights.ts";
import { MAX_MARKDOWN_FILE } from "#values/markdown.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import { storedLetterSchema } from "#model/bridge-letters.ts";
import { breath } from "#db/pace.ts";
import { sourceOfFile, sourceOfText } from "#platform/files/store/markdown.server.ts";
import { pattern } from "#db/patterns.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** Where a text in Markdown stands. */
export type MarkdownPlace =
  | { of: "item" | "letter"; productId: string; kind: CardKind; uid: string; title: string }
  | { of: "faq"; id: string; title: string }
  | { of: "update"; id: string; topicId: string; title: string }
  | { of: "earlier-update"; topicId: string; title: string }
  | { of: "draft"; id: string; title: string }
  | { of: "nda"; id: string; title: string }
  | { of: "document"; id: string; title: string };

/** A text as it is stored, or a file that holds one. */
export interface StoredMarkdown {
  source: string;
  place: MarkdownPlace;
  /** null: it is the content of a file. */
  text: string | null;
  blobHash: string | null;
}

/** Rows that are read at once: others are answered between two readings. */
const AT_ONCE = 200;

/**
 * Every text and file of an org that pages lay out as Markdown, in no order that means anything.
 * Each table is read some rows at a time, and others are answered in between.
 */
export async function* storedMarkdown(db: Reader, orgId: string): AsyncGenerator<StoredMarkdown> {
  yield* items(db, orgId);
  yield* faq(db, orgId);
  yield* updates(db, orgId);
  yield* ndas(db, orgId);
  yield* documents(db, orgId);
}

function stored(place: MarkdownPlace, text: string | null): StoredMarkdown[] {
  return text === null || text === ""
    ? []
    : [{ source: sourceOfText(text), place, text, blobHash: null }];
}

/** Rows in portions, each asked for by the last key before it. */
async function* portions<Row>(next: (after: Row | null) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let after: Row | null = null; ;) {
    const rows: Row[] = await next(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return;
    after = last;
    await breath();
  }
}

async function* items(db: Reader, orgId: string): AsyncGenerator<StoredMarkdown> {
  const products = await inOrg(db, orgId).selectFrom("products").select("id").execute();
  for (const { id: productId } of products) {
    const rows = portions<{
      uid: string;
      kind: CardKind;
      title: string;
      explanation: string | null;
      bridgeLetterJson: string | null;
    }>((after) =>
      inOrg(db, orgId)
        .selectFrom("items")
        .select(["uid", "kind", "title", "explanation", "bridgeLetterJson"])
        .where("productId", "=", productId)
        .where("uid", ">", after?.uid ?? "")
        .orderBy("uid")
        .limit(AT_ONCE)
        .execute(),
    );
    for await (const { uid, kind, title, explanation, bridgeLetterJson } of rows) {
      const place = { productId, kind, uid, title };
      yield* stored({ of: "item", ...place }, explanation);
      if (bridgeLetterJson !== null)
        yield* stored(
          { of: "letter", ...place },
          storedLetterSchema.parse(JSON.parse(bridgeLetterJson)).letterContent,
        );
    }
  }
}

async function* faq(db: Reader, orgId: string): AsyncGenerator<StoredMarkdown> {
  const rows = portions<{ id: string; question: string; answer: string; comment: string | null }>(
    (after) =>
      inOrg(db, orgId)
        .selectFrom("faqEntries")
        .select(["id", "question", "answer", "comment"])
        .where("id", ">", after?.id ?? "")
        .orderBy("id")
        .limit(AT_ONCE)
        .execute(),
  );
  for await (const { id, question, answer, comment } of rows) {
    const place = { of: "faq", id, title: question } as const;
    yield* stored(place, answer);
    yield* stored(place, comment);
  }
}

async function* updates(db: Reader, orgId: string): AsyncGenerator<StoredMarkdown> {
  const published = portions<{ id: string; topicId: string; subject: string; message: string }>(
    (after) =>
      inOrg(db, orgId)
        .selectFrom("topicUpdates as u")
        .innerJoin("topics as t", (join) =>
          join.onRef("t.orgId", "=", "u.orgId").onRef("t.id", "=", "u.topicId"),
        )
        .select(["u.id", "u.topicId", "t.subject", "u.message"])
        .where("u.id", ">", after?.id ?? "")
        .orderBy("u.id")
        .limit(AT_ONCE)
        .execute(),
  );
  for await (const { id, topicId, subject, message } of published)
    yield* stored({ of: "update", id, topicId, title: subject }, message);
  const earlier = portions<{ id: string; topicId: string; subject: string; message: string }>(
    (after) =>
      inOrg(db, orgId)
        .selectFrom("topicUpdateVersions as v")
        .innerJoin("topicUpdates as u", (join) =>
          join.onRef("u.orgId", "=", "v.orgId").onRef("u.id", "=", "v.updateId"),
        )
        .innerJoin("topics as t", (join) =>
          join.onRef("t.orgId", "=", "u.orgId").onRef("t.id", "=", "u.topicId"),
        )
        .select(["v.id", "u.topicId", "t.subject", "v.message"])
        .where("v.id", ">", after?.id ?? "")
        .orderBy("v.id")
        .limit(AT_ONCE)
        .execute(),
  );
  for await (const { topicId, subject, message } of earlier)
    yield* stored({ of: "earlier-update", topicId, title: subject }, message);
  const drafts = portions<{ id: string; subject: string; message: string }>((after) =>
    inOrg(db, orgId)
      .selectFrom("topicDrafts")
      .select(["id", "subject", "message"])
      .where("id", ">", after?.id ?? "")
      .orderBy("id")
      .limit(AT_ONCE)
      .execute(),
  );
  for await (const { id, subject, message } of drafts)
    yield* stored({ of: "draft", id, title: subject }, message);
}

async function* ndas(db: Reader, orgId: string): AsyncGenerator<StoredMarkdown> {
  const rows = await inOrg(db, orgId)
    .selectFrom("ndaVersions")
    .select(["id", "title", "body"])
    .execute();
  for (const { id, title, body } of rows) yield* stored({ of: "nda", id, title }, body);
}

async function* documents(db: Reader, orgId: string): AsyncGenerator<StoredMarkdown> {
  const rows = portions<{
    id: string;
    originalName: string;
    contentType: string;
    blobHash: string;
  }>((after) =>
    inOrg(db, orgId)
      .selectFrom("documents")
      .select(["id", "originalName", "contentType", "blobHash"])
      .where("contentType", "like", pattern("text/", ""))
      .where("size", "<=", MAX_MARKDOWN_FILE)
      .where("id", ">", after?.id ?? "")
      .orderBy("id")
      .limit(AT_ONCE)
      .execute(),
  );
  for await (const row of rows)
    if (isMarkdownFile(row))
      yield {
        source: sourceOfFile(row.blobHash),
        place: { of: "document", id: row.id, title: row.originalName },
        text: null,
        blobHash: row.blobHash,
      };
}
