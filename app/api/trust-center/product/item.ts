import type { Route } from "./+types/item";
import { moveItem, saveItem } from "../../../../db/items.ts";
import { NotFound } from "../../../../db/refusals.ts";
import { itemPatchSchema } from "../../../domain/edit-forms.ts";
import { notAllowed } from "../../documents/staff.ts";
import { productCall } from "./product-call.ts";

export function loader(): Response {
  return notAllowed("PATCH");
}

/** PATCH …/products/{productId}/items/{itemUid}: {destinationCardId} moves an item, {slug} gives it its own URL (spec/3 §7). */
export function action(args: Route.ActionArgs): Promise<Response> {
  return productCall(args, itemPatchSchema, async ({ org, product, value, by, now, change }) => {
    const { itemUid } = args.params;
    const changeId = await change({ subject: "item", subjectId: itemUid }, async (trx) => {
      const row = await trx.selectFrom("items").select("kind").where("orgId", "=", org.id).where("productId", "=", product.id).where("uid", "=", itemUid).executeTakeFirst();
      if (row === undefined) throw new NotFound("item");
      if ("slug" in value) return saveItem(trx, org.id, product.id, { uid: itemUid, kind: row.kind, customSlug: value.slug }, { by: by.actorName, on: now });
      return row.kind === value.destinationCardId ? undefined : moveItem(trx, org.id, product.id, itemUid, value.destinationCardId, by.actorName, now);
    });
    return { itemUid, ...value, changeId };
  });
}
