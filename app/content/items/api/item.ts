import * as z from "zod";
import type { Route } from "./+types/item";
import { snapshotOf } from "#web/history/store/record-change.server.ts";
import type { ItemSnapshot } from "../store/item-history-words.server.ts";
import { findEditableItem, type EditableItem } from "../store/editable-item.server.ts";
import { saveItem } from "../store/items.server.ts";
import { moveItem } from "../store/item-state.server.ts";
import { NotFound } from "#db/refusals.ts";
import { catalogueItem } from "#model/cards/catalogue/index.ts";
import { movePatchSchema, slugPatchSchema } from "#model/cards/forms/edit-forms.ts";
import { CARD_TITLES, isCardKind } from "#model/cards/kinds.ts";
import { unknownNames } from "#web/forms/unknown-names.ts";
import { fieldsProblem, unknownProblem } from "#web/api/json-body.ts";
import { productCall, type ProductCall } from "#content/products/api/product-call.ts";
import { factsOf, itemFacts, itemFieldsSchema, saveItemFields, withAccess } from "./item-save.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { itemSubject } from "../store/item-history.server.ts";

export const handle: RouteHandle = { methods: ["GET", "PATCH"] };

/**
 * An item with what is stored of it; one of the catalogue may not be stored yet. @throws NotFound
 */
async function itemOfCall(
  { db, org, product }: ProductCall,
  uid: string,
): Promise<{ editable: EditableItem; stored: ItemSnapshot | null }> {
  const stored = (await snapshotOf(db, itemSubject, {
    orgId: org.id,
    productId: product.id,
    subjectId: uid,
  })) as ItemSnapshot | null;
  const kind = stored?.row.kind ?? (catalogueItem(uid) === undefined ? null : uid.split(".")[0]);
  const editable =
    typeof kind === "string" && isCardKind(kind)
      ? await findEditableItem(db, org, product.id, { kind, cardTitle: CARD_TITLES[kind], uid })
      : null;
  if (editable === null) throw new NotFound("item");
  return { editable, stored };
}

async function answerOf(call: ProductCall, uid: string) {
  const { editable, stored } = await itemOfCall(call, uid);
  return {
    ...(stored === null ? itemFacts(uid, editable.kind, editable.item, null, []) : factsOf(stored)),
    base: await call.stamp({ subject: itemSubject, subjectId: uid }),
  };
}

/**
 * GET: an item by the fields of its form, with the stamp (`base`) by which a change notices
 * another.
 */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return productCall(args, async (call) =>
    Response.json(await answerOf(call, args.params.itemUid)),
  );
}

/**
 * PATCH …/products/{productId}/items/{itemUid}: {destinationCardId} moves an item, {itemUid, slug}
 * gives it its own URL; the fields of its form, any of them, are saved as the form saves them.
 */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const uid = args.params.itemUid;
  return productCall(args, async (call) => {
    const sent = await call.read(z.record(z.string(), z.unknown(), "Send an object"));
    const { editable, stored } = await itemOfCall(call, uid);
    const changeId =
      "destinationCardId" in sent || "slug" in sent
        ? await place(call, editable, stored, sent)
        : (
            await saveItemFields(
              call,
              editable,
              parsed(itemFieldsSchema, withAccess(sent, editable.item)),
            )
          ).changeId;
    return Response.json({ ...(await answerOf(call, uid)), itemUid: uid, changeId });
  });
}

/**
 * Its card or its URL, with which an item of the catalogue that nobody touched is stored, and stays
 * not enabled.
 */
async function place(
  { org, product, by, now, change }: ProductCall,
  { kind, uid }: EditableItem,
  stored: ItemSnapshot | null,
  sent: object,
): Promise<string | null> {
  if (uid === null) throw new NotFound("item");
  const edit = { subject: itemSubject, subjectId: uid } as const;
  if ("slug" in sent) {
    const { slug } = parsed(slugPatchSchema(uid), sent);
    return (
      await change(
        edit,
        (trx) =>
          saveItem(
            trx,
            org.id,
            product.id,
            {
              uid,
              kind,
              customSlug: slug,
              ...(stored === null ? { enabledState: "NotEnabled" } : {}),
            },
            { by: by.actorName, on: now },
          ),
        factsOf,
      )
    ).changeId;
  }
  const { destinationCardId } = parsed(movePatchSchema, sent);
  return (
    await change(
      edit,
      async (trx) => {
        if (kind === destinationCardId) return;
        if (stored === null) {
          const values = { uid, kind, enabledState: "NotEnabled" } as const;
          await saveItem(trx, org.id, product.id, values, { by: by.actorName, on: now });
        }
        await moveItem({ trx, orgId: org.id, by, now }, product.id, uid, destinationCardId);
      },
      factsOf,
    )
  ).changeId;
}

/** @throws the problem of its fields */
function parsed<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const unknown = unknownNames(schema, sent);
  if (unknown.length > 0) throw unknownProblem(unknown);
  const result = schema.safeParse(sent);
  if (!result.success) throw fieldsProblem(result.error);
  return result.data;
}
