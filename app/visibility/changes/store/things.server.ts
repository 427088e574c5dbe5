import { isListItem, LIST_ITEMS } from "#model/cards/kinds.ts";
import { NOBODY, type ChangeKind, type SeenBy, type Touched } from "#model/changes.ts";
import { riskAnswerLabel } from "#model/risk-profile.ts";
import { DORA_LABELS, DORA_NAMES } from "#model/settings/dora.ts";
import { shortAnswerWords } from "#model/short-answers.ts";
import type { FaqAccess } from "#model/updates/words.ts";
import { countsAsEnabled } from "#model/items/items.ts";
import { PUBLIC_VIEWER } from "#model/visibility/viewer.ts";
import {
  itemAccess,
  seesFaqEntry,
  showsReleasedFacts,
  type ItemAccess,
} from "#model/visibility/who-sees-what.ts";
import { inBatches } from "#db/batches.ts";
import type { ItemsTable } from "#db/schema.ts";
import { prepared } from "#db/prepared.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Product } from "#tenancy/products/store/products.server.ts";
import { isSectionHidden } from "../../store/config.server.ts";
import { loadCards } from "../../store/items.server.ts";
import { pageScope, type PageScope } from "../../store/scope.server.ts";
import { profilesNow, readersBy, type ProfileNow } from "./readers.server.ts";

/** What visitors can be told of, as it is at one moment. */
export interface Thing extends SeenBy {
  kind: ChangeKind;
  productId: string;
  id: string;
  title: string;
  /** What it says, by the names of its fields. */
  texts: Readonly<Record<string, string>>;
  /** The company says that it is in place: an item that is not enabled is as one that is gone. */
  isPresent: boolean;
  /** The last day on which a certification counts. */
  expiry: string | null;
  /** Its documents, each with the content that it holds, and who is told of them. */
  files: ReadonlyMap<string, string>;
  toldFiles: SeenBy["sees"];
}

/** What judging needs of an org at one moment: asked once for all things of it. */
interface Judging {
  trx: Writer;
  org: Org;
  products: readonly Product[];
  scopes: ReadonlyMap<string, PageScope>;
}

/** The things that a verb may change, as they are now. @param products the org's, as they are now */
export async function thingsNow(
  trx: Writer,
  org: Org,
  touched: Touched,
  { now, products }: { now: Date; products: readonly Product[] },
): Promise<Thing[]> {
  const judging: Judging = {
    trx,
    org,
    products,
    scopes: new Map(
      products.map(({ id }) => [id, pageScope(trx, org, id, PUBLIC_VIEWER, now)] as const),
    ),
  };
  const every = touched.everything === true;
  const things: Thing[] = [];
  const wanted: { productId: string; uids: readonly string[] | null }[] = every
    ? products.map(({ id: productId }) => ({ productId, uids: null }))
    : [
        ...(touched.items === undefined ? [] : [touched.items]),
        ...(await carrying(trx, org.id, touched.documents ?? [])),
      ];
  for (const { productId, uids } of wanted) things.push(...(await items(judging, productId, uids)));
  const questions = every ? null : touched.questions;
  if (questions !== undefined) things.push(...(await entries(judging, questions, "question")));
  const controls = every ? null : touched.controls;
  if (controls !== undefined) things.push(...(await entries(judging, controls, "control")));
  const lists: { productId: string; ids: readonly string[] | null }[] = every
    ? products.map(({ id }) => ({ productId: id, ids: null }))
    : touched.subprocessors === undefined
      ? []
      : [touched.subprocessors];
  for (const { productId, ids } of lists)
    things.push(...(await subprocessors(judging, productId, ids)));
  return things;
}

/** The items that carry documents. */
export async function carrying(
  trx: Writer,
  orgId: string,
  documentIds: readonly string[],
): Promise<{ productId: string; uids: string[] }[]> {
  const found = new Map<string, string[]>();
  await inBatches(documentIds, async (ids) => {
    const rows = await inOrg(trx, orgId)
      .selectFrom("itemDocuments")
      .select(["productId", "itemUid"])
      .where("documentId", "in", ids)
      .orderBy("productId")
      .orderBy("itemUid")
      .execute();
    for (const { productId, itemUid } of rows) {
      const uids = found.get(productId) ?? [];
      found.set(productId, uids);
      if (!uids.includes(itemUid)) uids.push(itemUid);
    }
  });
  return [...found].map(([productId, uids]) => ({ productId, uids }));
}

/** Whether visitors reach the page of a product. */
function isShown(product: Product | undefined): boolean {
  return product !== undefined && (product.show || product.isDefault);
}

function itemsOf(db: Reader, { orgId, productId }: { orgId: string; productId: string }) {
  return inOrg(db, orgId).selectFrom("items").selectAll().where("productId", "=", productId);
}

interface SomeItems extends Readonly<Record<string, string | readonly string[]>> {
  orgId: string;
  productId: string;
  uids: readonly string[];
}

const ITEMS_OF = prepared((db, p: SomeItems) => itemsOf(db, p).where("uid", "in", p.uids));

async function items(
  judging: Judging,
  productId: string,
  uids: readonly string[] | null,
): Promise<Thing[]> {
  const { trx, org, products } = judging;
  const rows: ItemsTable[] = [];
  if (uids === null) rows.push(...(await itemsOf(trx, { orgId: org.id, productId }).execute()));
  else
    await inBatches(uids, async (batch) => {
      rows.push(...(await ITEMS_OF(trx, { orgId: org.id, productId, uids: batch })));
    });
  if (rows.length === 0) return [];
  const files = await filesOf(judging, productId, uids);
  const profiles = await profilesNow(trx, org.id, uids);
  const scope = judging.scopes.get(productId);
  const cards = scope === undefined ? new Map<string, unknown>() : await loadCards(scope);
  const isThere = isShown(products.find(({ id }) => id === productId));
  return rows
    .filter(({ uid }) => !isListItem(uid))
    .map((row): Thing => {
      const by = (passes: (access: ItemAccess) => boolean) =>
        isThere ? judged(judging.org, profiles, row, cards.has(row.kind), passes) : NOBODY;
      return {
        kind: row.kind === "Certifications" ? "certification" : "item",
        productId,
        id: row.uid,
        title: row.title,
        texts: {
          Title: row.title,
          Text: row.explanation ?? "",
          Answer: row.choice === null ? "" : riskAnswerLabel(row.choice),
          Type: row.type ?? "",
          Auditor: row.auditor ?? "",
          "Valid until": row.expiry ?? "",
        },
        isPresent: countsAsEnabled(row.enabledState),
        expiry: row.expiry,
        files: files.get(row.uid) ?? new Map<string, string>(),
        sees: by(({ text }) => text !== "absent"),
        reads: by(({ text }) => text === "open"),
        toldFiles: by(({ files: access }) => tellsFiles(access, org)),
      };
    });
}

/** Whether a viewer is told that documents of an item came and went: of locked ones as of released facts. */
export function tellsFiles(
  access: ItemAccess["files"],
  { customization }: Pick<Org, "customization">,
): boolean {
  if (access !== "locked") return access !== "none";
  return showsReleasedFacts({ level: customization.publicAccessLevel });
}

function judged(
  { customization }: Org,
  profiles: readonly ProfileNow[],
  row: Pick<
    ItemsTable,
    "productId" | "uid" | "kind" | "enabledState" | "publicAccess" | "hiddenAt"
  >,
  isCardShown: boolean,
  passes: (access: ItemAccess) => boolean,
): SeenBy["sees"] {
  const { productId, uid, kind, enabledState, publicAccess, hiddenAt } = row;
  return readersBy(profiles, { productId, uid }, (viewer) =>
    passes(
      itemAccess(
        viewer,
        {
          uid,
          kind,
          enabledState,
          publicAccess: publicAccess === 1,
          hidden: hiddenAt !== null,
          cardHidden: !isCardShown,
        },
        { productId, level: customization.publicAccessLevel },
      ),
    ),
  );
}

function filesIn(db: Reader, { orgId, productId }: { orgId: string; productId: string }) {
  return inOrg(db, orgId)
    .selectFrom("itemDocuments as link")
    .innerJoin("documents as d", (join) =>
      join.onRef("d.orgId", "=", "link.orgId").onRef("d.id", "=", "link.documentId"),
    )
    .select(["link.itemUid", "d.id", "d.blobHash"])
    .where("link.productId", "=", productId)
    .orderBy("d.id");
}

const FILES_OF = prepared((db, p: SomeItems) => filesIn(db, p).where("link.itemUid", "in", p.uids));

async function filesOf(
  { trx, org }: Judging,
  productId: string,
  uids: readonly string[] | null,
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const found = new Map<string, Map<string, string>>();
  const product = { orgId: org.id, productId };
  const ask = async (batch: readonly string[] | null) => {
    const rows =
      batch === null
        ? await filesIn(trx, product).execute()
        : await FILES_OF(trx, { ...product, uids: batch });
    for (const { itemUid, id, blobHash } of rows) {
      const files = found.get(itemUid) ?? new Map<string, string>();
      found.set(itemUid, files.set(id, blobHash));
    }
  };
  if (uids === null) await ask(null);
  else await inBatches(uids, ask);
  return found;
}

/** FAQ entries or controls, once for each product that they are about. */
async function entries(
  judging: Judging,
  ids: readonly string[] | null,
  kind: "question" | "control",
): Promise<Thing[]> {
  const rows: EntryNow[] = [];
  const find = kind === "question" ? questionsNow : controlsNow;
  if (ids === null) rows.push(...(await find(judging, null)));
  else await inBatches(ids, async (batch) => void rows.push(...(await find(judging, batch))));
  const things: Thing[] = [];
  for (const row of rows)
    for (const product of judging.products) {
      if (row.limits.size > 0 && !row.limits.has(product.id)) continue;
      const readers = await readersOfEntries(judging, product, row.access);
      things.push({
        kind,
        productId: product.id,
        id: row.id,
        title: row.title,
        texts: row.texts,
        isPresent: true,
        expiry: null,
        files: new Map(),
        sees: readers,
        reads: readers,
        toldFiles: NOBODY,
      });
    }
  return things;
}

interface EntryNow {
  id: string;
  title: string;
  texts: Readonly<Record<string, string>>;
  access: FaqAccess;
  limits: Set<string>;
}

async function questionsNow(
  { trx, org }: Judging,
  ids: readonly string[] | null,
): Promise<EntryNow[]> {
  let query = inOrg(trx, org.id)
    .selectFrom("faqEntries as e")
    .leftJoin("faqProducts as l", (join) =>
      join.onRef("l.orgId", "=", "e.orgId").onRef("l.entryId", "=", "e.id"),
    )
    .select(["e.id", "e.question", "e.shortAnswer", "e.answer", "e.comment", "e.topic", "e.access"])
    .select("l.productId as limit")
    .orderBy("e.id");
  if (ids !== null) query = query.where("e.id", "in", ids);
  return withLimits(await query.execute(), (row) => ({
    title: row.question,
    texts: {
      Question: row.question,
      "Short answer": shortAnswerWords(row.shortAnswer),
      Answer: row.answer,
      Comment: row.comment ?? "",
      Topic: row.topic ?? "",
    },
  }));
}

async function controlsNow(
  { trx, org }: Judging,
  ids: readonly string[] | null,
): Promise<EntryNow[]> {
  let query = inOrg(trx, org.id)
    .selectFrom("controls as e")
    .leftJoin("controlProducts as l", (join) =>
      join.onRef("l.orgId", "=", "e.orgId").onRef("l.controlId", "=", "e.id"),
    )
    .select(["e.id", "e.reference", "e.title", "e.shortAnswer", "e.description", "e.access"])
    .select("l.productId as limit")
    .orderBy("e.id");
  if (ids !== null) query = query.where("e.id", "in", ids);
  return withLimits(await query.execute(), (row) => ({
    title: `${row.reference} ${row.title}`.trim(),
    texts: {
      Reference: row.reference,
      Title: row.title,
      "Short answer": shortAnswerWords(row.shortAnswer),
      Description: row.description ?? "",
    },
  }));
}

function withLimits<Row extends { id: string; access: FaqAccess; limit: string | null }>(
  rows: readonly Row[],
  say: (row: Row) => Pick<EntryNow, "title" | "texts">,
): EntryNow[] {
  const found = new Map<string, EntryNow>();
  for (const row of rows) {
    const entry: EntryNow = found.get(row.id) ?? {
      id: row.id,
      access: row.access,
      limits: new Set(),
      ...say(row),
    };
    found.set(row.id, entry);
    if (row.limit !== null) entry.limits.add(row.limit);
  }
  return [...found.values()];
}

async function readersOfEntries(
  { scopes, org }: Judging,
  product: Product,
  access: FaqAccess,
): Promise<SeenBy["sees"]> {
  const scope = scopes.get(product.id);
  if (scope === undefined || !isShown(product) || (await isSectionHidden(scope, "kb")))
    return NOBODY;
  const setting = { productId: product.id, level: org.customization.publicAccessLevel };
  return readersBy([], { productId: product.id, uid: null }, (viewer) =>
    seesFaqEntry(viewer, access, setting),
  );
}

/** Subprocessors: who reads the item of their list, reads them. */
async function subprocessors(
  judging: Judging,
  productId: string,
  ids: readonly string[] | null,
): Promise<Thing[]> {
  const { trx, org, products, scopes } = judging;
  const all = () =>
    inOrg(trx, org.id)
      .selectFrom("subprocessors as s")
      .innerJoin("companies as c", (join) =>
        join.onRef("c.orgId", "=", "s.orgId").onRef("c.id", "=", "s.companyId"),
      )
      .select(["s.id", "c.name", "s.purpose", "s.location", "s.additionalDetails"])
      .select(DORA_NAMES)
      .where("s.productId", "=", productId);
  const rows: Awaited<ReturnType<ReturnType<typeof all>["execute"]>> = [];
  if (ids === null) rows.push(...(await all().execute()));
  else
    await inBatches(ids, async (batch) => {
      rows.push(...(await all().where("s.id", "in", batch).execute()));
    });
  if (rows.length === 0) return [];
  const list = await inOrg(trx, org.id)
    .selectFrom("items")
    .select(["productId", "uid", "kind", "enabledState", "publicAccess", "hiddenAt"])
    .where("productId", "=", productId)
    .where("uid", "=", LIST_ITEMS.Subprocessors)
    .executeTakeFirst();
  const scope = scopes.get(productId);
  const isThere = isShown(products.find(({ id }) => id === productId));
  const readers =
    list === undefined || scope === undefined || !isThere
      ? NOBODY
      : judged(
          org,
          await profilesNow(trx, org.id, [list.uid]),
          list,
          (await loadCards(scope)).has("Subprocessors"),
          ({ text }) => text === "open",
        );
  return rows.map((row) => ({
    kind: "subprocessor",
    productId,
    id: row.id,
    title: row.name,
    texts: {
      Company: row.name,
      Purpose: row.purpose ?? "",
      Location: row.location ?? "",
      Details: row.additionalDetails ?? "",
      ...Object.fromEntries(DORA_NAMES.map((name) => [DORA_LABELS[name], row[name] ?? ""])),
    },
    isPresent: true,
    expiry: null,
    files: new Map(),
    sees: readers,
    reads: readers,
    toldFiles: NOBODY,
  }));
}
