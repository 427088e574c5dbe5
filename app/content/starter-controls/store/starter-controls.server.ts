import { catalogueKind } from "#model/cards/catalogue/index.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import { ACCESS_FEATURES, UPGRADE } from "#model/items/forms/items.ts";
import { countsAsEnabled } from "#model/items/items.ts";
import { editItem } from "#content/items/store/item-edits.server.ts";
import { featuresOf, hasFeature } from "#tenancy/orgs/store/orgs.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { STARTER_UIDS, starterText, starterTitle } from "../rules/starter-controls.ts";

/** How a control of the starter set stands in a product. */
export interface StarterStanding {
  uid: string;
  kind: CardKind;
  title: string;
  /** The company's own text where it has one, else that of the set. */
  text: string;
  isOwnText: boolean;
  /** It is on the portal, and the set leaves it as it is. */
  isShown: boolean;
}

/**
 * The starter set in a product, in its own order; what belongs on a card that the company hides is
 * left out.
 */
export async function starterStandings(
  db: Reader,
  orgId: string,
  productId: string,
): Promise<StarterStanding[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("items")
    .select(["uid", "kind", "title", "explanation", "enabledState"])
    .where("productId", "=", productId)
    .where("uid", "in", STARTER_UIDS)
    .execute();
  const cards = await inOrg(db, orgId)
    .selectFrom("cards")
    .select("kind")
    .where("productId", "=", productId)
    .where("hiddenAt", "is", null)
    .execute();
  const shownKinds = new Set(cards.map(({ kind }) => kind));
  const stored = new Map(rows.map((row) => [row.uid, row]));
  return STARTER_UIDS.flatMap((uid) => {
    const item = stored.get(uid);
    const kind = item?.kind ?? catalogueKind(uid);
    if (kind === undefined || !shownKinds.has(kind)) return [];
    const isShown = item !== undefined && countsAsEnabled(item.enabledState);
    const own = item?.explanation ?? null;
    return [
      {
        uid,
        kind,
        title: item?.title ?? starterTitle(uid),
        text: own ?? starterText(uid) ?? "",
        isOwnText: own !== null,
        isShown,
      },
    ];
  });
}

/** How many controls of the starter set are on a portal, in whichever product, as a part of a query. */
export function starterCount(db: Reader, orgId: string) {
  return inOrg(db, orgId)
    .selectFrom("items")
    .select((eb) => eb.fn.count<number>("uid").distinct().as("count"))
    .where("uid", "in", STARTER_UIDS)
    .where("enabledState", "!=", "NotEnabled");
}

/**
 * Puts controls of the starter set on the portal, all of them or none, each with its history. What
 * is there already stays as it is, and so does a text that the company wrote before.
 * @param access who reads what is added
 * @returns the changes, by which they are undone together
 * @throws NotFound for a control whose card is hidden; Refused for an access that the plan leaves
 *   out
 */
export async function addStarters(
  write: Write,
  productId: string,
  { uids, access }: { uids: readonly string[]; access: "public" | "restricted" },
): Promise<string[]> {
  const { trx, orgId } = write;
  const feature = ACCESS_FEATURES[access];
  if (feature !== undefined && !hasFeature(await featuresOf(trx, orgId), feature))
    throw new Refused(UPGRADE);
  const standings = await starterStandings(trx, orgId, productId);
  const wanted = new Set(uids);
  const known = standings.filter(({ uid }) => wanted.has(uid));
  if (known.length < wanted.size) throw new NotFound("item");
  const changes: string[] = [];
  for (const { uid, kind, text, isOwnText, isShown } of known) {
    if (isShown) continue;
    const change = await editItem(
      write,
      productId,
      { uid, kind },
      {
        values: {
          enabledState: "Enabled",
          ...(isOwnText
            ? {}
            : { explanation: text, publicAccess: access === "public", hidden: false }),
        },
        link: [],
        unlink: [],
        documentTypes: {},
      },
    );
    if (change !== null) changes.push(change);
  }
  return changes;
}
