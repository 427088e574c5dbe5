import { CARD_TITLES, type CardKind } from "#model/cards/kinds.ts";
import { catalogueItem, catalogueOf, takesDocuments } from "#model/cards/catalogue/index.ts";
import {
  OWN_ITEM,
  PLACING_KINDS,
  titleOfFile,
  type Placement,
} from "#content/documents/rules/placing.ts";
import { findDocument } from "#content/documents/store/documents.server.ts";
import { editDocument } from "#content/documents/store/library.server.ts";
import { countsAsEnabled, type DocumentType } from "#model/items/items.ts";
import { ACCESS_FEATURES, UPGRADE } from "#model/items/forms/items.ts";
import { featuresOf, hasFeature } from "#tenancy/orgs/store/orgs.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { editItem, newItemUid } from "./item-edits.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** Where a document goes, and what it is there. */
type Placed = Omit<Placement, "facts">;

/** An item that documents can be put under. */
export interface Place {
  uid: string;
  kind: CardKind;
  title: string;
  /** It is on the portal already, so who reads it is settled. */
  shown: boolean;
}

/**
 * The items of a product that take documents: those that its portal shows, and the standard ones of
 * the cards that documents mostly go to.
 * @returns card by card, each card's in the catalogue's order with the company's own last
 */
export async function listPlaces(
  db: Reader,
  orgId: string,
  productId: string,
): Promise<{ kind: CardKind; title: string; places: Place[] }[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("items")
    .select(["uid", "kind", "title", "enabledState"])
    .where("productId", "=", productId)
    .execute();
  const cards = await inOrg(db, orgId)
    .selectFrom("cards")
    .select(["kind", "title"])
    .where("productId", "=", productId)
    .where("hiddenAt", "is", null)
    .execute();
  const known = new Map(rows.map((row) => [row.uid, row]));
  const offered: readonly CardKind[] = PLACING_KINDS;
  return cards.flatMap((card) => {
    const kind = card.kind;
    const standard = catalogueOf(kind)
      .filter((item) => !known.has(item.uid) && takesDocuments({ uid: item.uid, kind }))
      .map(({ uid, title }): Place => ({ uid, kind, title, shown: false }));
    const own = rows
      .filter((row) => row.kind === kind && takesDocuments(row))
      .map(({ uid, title, enabledState }): Place => {
        return { uid, kind, title, shown: countsAsEnabled(enabledState) };
      });
    const at = new Map(catalogueOf(kind).map(({ uid }, i) => [uid as string, i]));
    const places = [...standard, ...own]
      .filter(({ shown }) => shown || offered.includes(kind))
      .sort((a, b) => (at.get(a.uid) ?? Infinity) - (at.get(b.uid) ?? Infinity) || 0);
    return places.length === 0 ? [] : [{ kind, title: card.title ?? CARD_TITLES[kind], places }];
  });
}

/** Documents that no item links to, the newest first. */
export function listUnplaced(db: Reader, orgId: string, limit: number): Promise<{ id: string }[]> {
  return inOrg(db, orgId)
    .selectFrom("documents as d")
    .select("d.id")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("itemDocuments as l")
            .select("l.documentId")
            .whereRef("l.orgId", "=", "d.orgId")
            .whereRef("l.documentId", "=", "d.id"),
        ),
      ),
    )
    .orderBy("d.createdAt", "desc")
    .orderBy("d.id")
    .limit(limit)
    .execute();
}

/**
 * Gives documents their types and links them to items, all of it or nothing. An item that the
 * portal does not show yet is enabled, with the access that was chosen, the narrower one where two
 * rows differ; one that it shows keeps who reads it.
 * @returns how many documents are linked now
 * @throws NotFound for a document or an item that is not there; Refused for an access that the plan
 *   leaves out
 */
export async function placeDocuments(
  write: Write,
  productId: string,
  placements: readonly Placed[],
): Promise<number> {
  const { trx, orgId } = write;
  const groups = new Map<string, Placed[]>();
  for (const row of placements) {
    const document = await findDocument(trx, orgId, row.id);
    if (document === null) throw new NotFound("document");
    if (row.item === "") await editDocument(write, row.id, { type: row.type });
    else if (row.item === OWN_ITEM) {
      const title = titleOfFile(document.originalName);
      await link(write, productId, { uid: newItemUid(), kind: "Documents", title }, [row]);
    } else groups.set(row.item, [...(groups.get(row.item) ?? []), row]);
  }
  for (const [uid, rows] of groups) {
    const item = await inOrg(trx, orgId)
      .selectFrom("items")
      .select(["kind", "enabledState"])
      .where("productId", "=", productId)
      .where("uid", "=", uid)
      .executeTakeFirst();
    const kind = item?.kind ?? standardKind(uid);
    const shown = item !== undefined && countsAsEnabled(item.enabledState);
    await link(write, productId, { uid, kind, shown }, rows);
  }
  return placements.filter(({ item }) => item !== "").length;
}

function standardKind(uid: string): CardKind {
  if (catalogueItem(uid) === undefined) throw new NotFound("item");
  return uid.split(".")[0] as CardKind;
}

async function link(
  write: Write,
  productId: string,
  { uid, kind, title, shown }: { uid: string; kind: CardKind; title?: string; shown?: boolean },
  rows: readonly Placed[],
): Promise<void> {
  const isPublic = rows.every(({ access }) => access === "public");
  if (!shown && !isPublic) await mustHaveRestricted(write.trx, write.orgId);
  await editItem(
    write,
    productId,
    { uid, kind },
    {
      values: {
        ...(title === undefined ? {} : { title }),
        ...(shown
          ? {}
          : { enabledState: "Enabled" as const, publicAccess: isPublic, hidden: false }),
      },
      link: rows.map(({ id }) => id),
      unlink: [],
      documentTypes: Object.fromEntries(
        rows.map(({ id, type }): [string, DocumentType] => [id, type]),
      ),
    },
  );
}

async function mustHaveRestricted(trx: Writer, orgId: string): Promise<void> {
  const feature = ACCESS_FEATURES.restricted;
  if (feature !== undefined && !hasFeature(await featuresOf(trx, orgId), feature))
    throw new Refused(UPGRADE);
}
