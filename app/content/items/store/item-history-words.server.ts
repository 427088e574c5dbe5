import type { ItemDocumentsTable, ItemsTable, OldItemSlugsTable } from "#db/schema.ts";
import { catalogueItem } from "#model/cards/catalogue/index.ts";
import type { BridgeLetter, ListEntry } from "#model/items/items.ts";
import { CARD_TITLES } from "#model/cards/kinds.ts";
import { integrationWords, readIntegration } from "#model/integrations.ts";
import { riskAnswerLabel } from "#model/risk-profile.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { SubjectKey } from "#tenancy/history/store/subject.server.ts";
import { fieldLine, listLines, quoted } from "#web/history/store/words.server.ts";

/** An item as history keeps it. */
export interface ItemSnapshot {
  row: Omit<ItemsTable, "orgId" | "productId">;
  documents: Pick<ItemDocumentsTable, "documentId" | "linkedAt" | "linkedBy">[];
  /**
   * What a deleted item takes along, and gets back: former slugs, places in profiles, its place
   * among the featured.
   */
  oldSlugs: Pick<OldItemSlugsTable, "slug" | "retiredAt">[];
  profileIds: string[];
  featuredAt: number | null;
}

type Row = ItemSnapshot["row"];

/** What changed of an item, field by field, and which documents were linked and unlinked. */
export async function itemWords(
  db: Reader,
  key: SubjectKey,
  before: ItemSnapshot | null,
  after: ItemSnapshot | null,
): Promise<string[]> {
  if (before === null && after === null) return [];
  if (after === null) return [`Item deleted: ${quoted(before?.row.title)}`];
  const added = before === null ? [`Item added: ${quoted(after.row.title)}`] : [];
  const [was, is] = [before?.row, after.row];
  const fields = FIELDS.flatMap(([label, value]) =>
    was === undefined
      ? value(is) === ""
        ? []
        : [`${label}: ${quoted(value(is))}`]
      : fieldLine(label, value(was), value(is)),
  );
  const names = await documentNames(
    db,
    key,
    [...(before?.documents ?? []), ...after.documents].map(({ documentId }) => documentId),
  );
  const named = (snapshot: ItemSnapshot | null) =>
    (snapshot?.documents ?? []).map(
      ({ documentId }) => names.get(documentId) ?? "a deleted document",
    );
  return [...added, ...fields, ...listLines("Document", named(before), named(after))];
}

const STATES = {
  Enabled: "Enabled",
  WorkInProgress: "In Progress",
  NotEnabled: "Not enabled",
} as const;

const FIELDS: readonly (readonly [label: string, value: (row: Row) => string])[] = [
  ["Card", (row) => CARD_TITLES[row.kind]],
  ["Title", (row) => row.title],
  ["State", (row) => STATES[row.enabledState]],
  [
    "Access",
    (row) =>
      row.publicAccess === 1
        ? "Public"
        : row.hiddenAt === null
          ? "Restricted"
          : "Restricted and hidden",
  ],
  ["Explanation", (row) => row.explanation ?? ""],
  ["Link", (row) => row.href ?? ""],
  ["Type", (row) => row.type ?? ""],
  [
    "Answer",
    (row) =>
      row.choice === null
        ? ""
        : (catalogueItem(row.uid)?.choices?.find(({ value }) => value === row.choice)?.label ??
          riskAnswerLabel(row.choice) ??
          row.choice),
  ],
  ["Maturity", (row) => row.maturity ?? ""],
  ["Recurrence", (row) => row.recurrence ?? ""],
  ["Auditor", (row) => row.auditor ?? ""],
  ["Expiration Date", (row) => row.expiry ?? ""],
  [
    "List",
    (row) =>
      row.listEntriesJson === null
        ? ""
        : (JSON.parse(row.listEntriesJson) as ListEntry[]).map(({ label }) => label).join(", "),
  ],
  ["Bridge letter", (row) => letterWords(row.bridgeLetterJson)],
  ["Connection", (row) => integrationWords(readIntegration(row.integrationJson ?? null))],
  ["Badge", (row) => (row.badgeAssetId === null ? "" : `custom (${row.badgeAssetId.slice(0, 6)})`)],
  ["Custom URL", (row) => row.customSlug ?? ""],
];

function letterWords(json: string | null): string {
  if (json === null) return "";
  const letter = JSON.parse(json) as BridgeLetter;
  return `${letter.letterEnabled ? "on" : "off"}, ${letter.letterType}, signed by ${letter.signerName}, ${letter.signerTitle}: ${letter.letterContent}`;
}

async function documentNames(
  db: Reader,
  { orgId }: SubjectKey,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await inOrg(db, orgId)
    .selectFrom("documents")
    .select(["id", "originalName"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, originalName }) => [id, originalName]));
}
