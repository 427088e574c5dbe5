import * as z from "zod";
import { catalogueItem, catalogueOf } from "#model/cards/catalogue/index.ts";
import type { ListEntry } from "#model/items/items.ts";
import { CARD_KINDS, CARD_TITLES, type CardKind } from "#model/cards/kinds.ts";
import { defaultItemSlug, sortKey } from "#values/names.ts";
import { riskAnswerLabel } from "#model/risk-profile.ts";
import type { CardView, DocumentRow, ItemView } from "#model/visibility/card-view.ts";
import type { Picture } from "#model/visibility/page.ts";
import { loadGrades, loadTrustedBy, riskAnswers } from "./companies.server.ts";
import {
  hasFileCapableItems,
  iconOf,
  loadCards,
  loadItemOutlines,
  outlineOf,
  type LoadedItem,
} from "./items.server.ts";
import { loadIntegrations } from "./integrations.server.ts";
import { compareItems } from "./order.server.ts";
import type { PageScope } from "./scope.server.ts";
import { loadConversations } from "./conversations.server.ts";
import { loadDocumentRows } from "./documents.server.ts";
import { letterRow, loadLetters } from "./letters.server.ts";
import { inOrg } from "#db/tenant.ts";

const listEntries: z.ZodType<ListEntry[]> = z.array(
  z.object({ label: z.string(), description: z.string().optional(), href: z.string().optional() }),
);

/**
 * A card with every item that the viewer may see, text included where it is open.
 * @returns null when there is no such card for this viewer
 */
export async function loadCardView(
  scope: PageScope,
  kind: CardKind,
): Promise<CardView<string> | null> {
  const cards = await loadCards(scope);
  const card = cards.get(kind);
  if (card === undefined) return null;
  const all = await loadItemOutlines(scope);
  const items = all.filter((item) => item.kind === kind).sort(compareItems);
  const opens = items.some((item) => item.access.text === "open" && item.state !== "NotEnabled");
  const [views, grades, trustedBy] = await Promise.all([
    itemViews(scope, items),
    kind === "SecurityGrades" && opens ? loadGrades(scope) : [],
    kind === "TrustedBy" && opens ? loadTrustedBy(scope) : [],
  ]);
  return {
    kind,
    title: card.title ?? CARD_TITLES[kind],
    displayText: card.displayText,
    placeholder: card.placeholder,
    hidden: card.hiddenAt !== null,
    icon: iconOf(card),
    items: scope.viewer.mode === "main" ? [...views, ...untickedItems(kind, all)] : views,
    documentKinds:
      kind === "Documents" ? documentKinds(all, cards, scope.viewer.mode === "main") : [],
    grades,
    riskProfile: kind === "RiskProfile" ? riskAnswers(items) : [],
    trustedBy,
  };
}

/** The items' own text; a locked one keeps its title and says how to ask. */
async function itemViews(
  scope: PageScope,
  outlines: readonly LoadedItem[],
): Promise<ItemView<string>[]> {
  if (outlines.length === 0) return [];
  const kind = outlines[0]?.kind;
  const [rows, documents, letters, integrations, conversations] = await Promise.all([
    inOrg(scope.db, scope.org.id)
      .selectFrom("items as i")
      .leftJoin("assets as a", (join) =>
        join
          .onRef("a.orgId", "=", "i.orgId")
          .onRef("a.id", "=", "i.badgeAssetId")
          .on("a.type", "=", "badge"),
      )
      .selectAll("i")
      .select("a.revision as badgeRevision")
      .where("i.productId", "=", scope.productId)
      .where("i.kind", "=", kind ?? "Reports")
      .execute(),
    loadDocumentRows(scope, outlines),
    loadLetters(scope),
    loadIntegrations(scope),
    loadConversations(
      scope,
      outlines.filter((outline) => outline.access.text === "open").map((outline) => outline.uid),
    ),
  ]);
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  return outlines.flatMap((outline): ItemView<string>[] => {
    const row = byUid.get(outline.uid);
    if (row === undefined) return [];
    if (outline.access.text !== "open")
      return [closedItem(outline, documents.get(outline.uid) ?? [])];
    return [
      {
        ...outlineOf(outline),
        custom: row.custom === 1,
        explanation: row.explanation,
        href: row.href,
        type: row.type,
        choice: row.choice,
        choiceLabel: choiceLabel(row),
        maturity: row.maturity,
        recurrence: row.recurrence,
        auditor: row.auditor,
        expiry: row.expiry,
        expired: scope.clock.passed(row.expiry),
        listEntries:
          row.listEntriesJson === null ? [] : listEntries.parse(JSON.parse(row.listEntriesJson)),
        integration: integrations.get(row.uid) ?? null,
        letter: letterRow(letters.get(row.uid)),
        badgeId: catalogueItem(row.uid)?.badge ?? null,
        badgePicture: pictureOf(row.badgeAssetId, row.badgeRevision),
        documents: documents.get(row.uid) ?? [],
        conversation: conversations.get(row.uid) ?? null,
        // Who of the staff it was is the owner's to know.
        lastModified: {
          on: row.lastModifiedOn,
          by: scope.viewer.mode === "main" ? row.lastModifiedBy : null,
        },
      },
    ];
  });
}

function pictureOf(id: string | null, revision: number | null): Picture | null {
  return id === null || revision === null ? null : { id, revision };
}

/** The catalog's words for a choice, or those of an answer of the risk profile. */
function choiceLabel({ uid, choice }: { uid: string; choice: string | null }): string | null {
  if (choice === null) return null;
  const known = catalogueItem(uid)?.choices?.find(({ value }) => value === choice);
  return known?.label ?? riskAnswerLabel(choice);
}

function closedItem(outline: LoadedItem, documents: DocumentRow[]): ItemView<string> {
  return { ...outlineOf(outline), ...EMPTY_TEXT, custom: false, documents };
}

const EMPTY_TEXT = {
  explanation: null,
  href: null,
  type: null,
  choice: null,
  choiceLabel: null,
  maturity: null,
  recurrence: null,
  auditor: null,
  expiry: null,
  expired: false,
  listEntries: [],
  integration: null,
  letter: null,
  badgeId: null,
  badgePicture: null,
  lastModified: null,
  conversation: null,
} satisfies Partial<ItemView<string>>;

/**
 * The catalogue's items that nobody has touched yet: they exist in Main alone.
 * @param known every item of the product: one that was moved is not offered again where it came
 *   from
 */
function untickedItems(kind: CardKind, known: readonly { uid: string }[]): ItemView<string>[] {
  const uids = new Set(known.map((item) => item.uid));
  return catalogueOf(kind)
    .filter((item) => !uids.has(item.uid))
    .sort((a, b) => sortKey(a.title).localeCompare(sortKey(b.title)))
    .map((item) => ({
      ...EMPTY_TEXT,
      uid: item.uid,
      kind,
      title: item.title,
      slug: defaultItemSlug(item.title),
      state: "NotEnabled",
      isPublic: false,
      hidden: false,
      access: { text: "open", files: "none", offer: null },
      documentCount: 0,
      custom: false,
      badgeId: item.badge ?? null,
      documents: [],
    }));
}

/**
 * @param untouched kinds of which nobody has touched an item yet are named too: for those who can
 * edit them
 */
function documentKinds(
  items: readonly LoadedItem[],
  cards: ReadonlyMap<CardKind, { title: string | null }>,
  untouched: boolean,
): CardView["documentKinds"] {
  return CARD_KINDS.filter(
    (kind) =>
      kind !== "Documents" &&
      kind !== "CustomerData" &&
      cards.has(kind) &&
      hasFileCapableItems(kind, items),
  ).flatMap((kind) => {
    const own = items.filter((item) => item.kind === kind);
    if (own.length === 0 && !untouched) return [];
    return [
      {
        kind,
        title: cards.get(kind)?.title ?? CARD_TITLES[kind],
        count: own.reduce((sum, item) => sum + item.documentCount, 0),
      },
    ];
  });
}
