import { CARD_TITLES, isCardKind } from "#model/cards/kinds.ts";
import { productEntryId } from "#model/entry-ids.ts";
import { findAsset } from "#platform/files/store/assets.server.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { NotFound } from "#db/refusals.ts";
import type { CardsTable } from "#db/schema.ts";
import { inOrg } from "#db/tenant.ts";
import { productOf, subject, type SubjectKey } from "#tenancy/history/store/subject.server.ts";
import { fieldLine } from "#web/history/store/words.server.ts";

export type CardSnapshot = Pick<
  CardsTable,
  "title" | "displayText" | "placeholder" | "iconAssetId" | "hiddenAt" | "hiddenBy"
>;

/** A card's name, texts, icon and whether it is hidden; its subject id is the kind. */
export const cardSubject = subject<CardSnapshot>({
  name: "card",
  permission: "statuspage:edit",
  title: (snapshot, key) => `${snapshot.title ?? nameOf(key)} card`,
  async read(db, key) {
    const row = await inOrg(db, key.orgId)
      .selectFrom("cards")
      .select(["title", "displayText", "placeholder", "iconAssetId", "hiddenAt", "hiddenBy"])
      .where("productId", "=", productOf(key))
      .where("kind", "=", kindOf(key))
      .executeTakeFirst();
    return row ?? null;
  },
  async write(trx, key, snapshot) {
    // A product has one card of each kind from its beginning to its end.
    if (snapshot === null) throw new NotFound("card");
    const { title, displayText, placeholder, hiddenAt, hiddenBy } = snapshot;
    const icon =
      snapshot.iconAssetId === null ? null : await findAsset(trx, key.orgId, snapshot.iconAssetId);
    await inOrg(trx, key.orgId)
      .updateTable("cards")
      .set({ title, displayText, placeholder, hiddenAt, hiddenBy, iconAssetId: icon?.id ?? null })
      .where("productId", "=", productOf(key))
      .where("kind", "=", kindOf(key))
      .execute();
    await contentChanged(trx, key.orgId);
  },
  entries: (_, key) => ({
    noun: "cards",
    ids: [productEntryId(productOf(key), key.subjectId)],
  }),
  words(_, key, before, after) {
    const icon = (snapshot: CardSnapshot | null) =>
      snapshot?.iconAssetId == null ? "default" : "custom";
    return [
      ...fieldLine("Name", before?.title ?? nameOf(key), after?.title ?? nameOf(key)),
      ...fieldLine("Display text", before?.displayText, after?.displayText),
      ...fieldLine("Placeholder text", before?.placeholder, after?.placeholder),
      ...(before?.iconAssetId === after?.iconAssetId
        ? []
        : [
            `Icon: ${icon(before)} → ${icon(after)}${icon(before) === icon(after) ? " (a different image)" : ""}`,
          ]),
      ...((before?.hiddenAt ?? null) === null && (after?.hiddenAt ?? null) !== null
        ? ["Hidden"]
        : []),
      ...((before?.hiddenAt ?? null) !== null && (after?.hiddenAt ?? null) === null
        ? ["Shown"]
        : []),
    ];
  },
  compared: ({ title, displayText, placeholder, iconAssetId, hiddenAt }) => ({
    title,
    displayText,
    placeholder,
    iconAssetId,
    hidden: hiddenAt !== null,
  }),
});

function kindOf({ subjectId }: SubjectKey) {
  if (!isCardKind(subjectId)) throw new NotFound("card");
  return subjectId;
}

function nameOf(key: SubjectKey): string {
  return CARD_TITLES[kindOf(key)];
}
