import * as z from "zod";
import type { Reader } from "#db/store.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { EditConflict } from "#web/history/store/record-change.server.ts";
import type { ItemSnapshot } from "../store/item-history-words.server.ts";
import { editItem, newItemUid, type ItemEdit } from "../store/item-edits.server.ts";
import {
  findEditableItem,
  itemEditOf,
  itemOf,
  type EditableItem,
} from "../store/editable-item.server.ts";
import { findSameTitle } from "../store/item-titles.server.ts";
import { TEXT_FIELDS, type EditedItem } from "../rules/item-form-values.ts";
import {
  accessOf,
  markdownOfItem,
  itemFormSchema,
  sameTitleWarning,
  UPGRADE,
  type ItemForm,
} from "#model/items/forms/items.ts";
import { DEFAULT_ITEM_TYPE } from "#model/items/items.ts";
import { mayRename } from "#model/items/capabilities.ts";
import { CARD_TITLES, isCardKind, type CardKind } from "#model/cards/kinds.ts";
import { sortKey } from "#values/names.ts";
import { fieldsProblem, problem } from "#web/api/json-body.ts";
import { productCall, type ProductCall } from "#content/products/api/product-call.ts";
import { itemSubject } from "../store/item-history.server.ts";

/** What the API says of an item, by the names of its form. */
export function itemFacts(
  uid: string,
  kind: CardKind,
  item: EditedItem,
  row: ItemSnapshot["row"] | null,
  documents: readonly string[],
) {
  const { integration, ...rest } = item;
  return {
    uid,
    itemUid: uid,
    kind,
    ...rest,
    integrations:
      integration === null
        ? {}
        : {
            [integration.provider]: {
              enabled: true,
              page: integration.page,
              showInCard: integration.showInCard,
            },
          },
    access: accessOf(item),
    documents,
    slug: row?.customSlug ?? null,
    customUrl: row?.customSlug ?? null,
    custom:
      row?.custom === 1 ? { id: row.uid, text: { title: row.title, cardType: row.kind } } : null,
    lastModified:
      row === null ? null : { on: row.lastModifiedOn, by: { name: row.lastModifiedBy } },
  };
}

export function factsOf({ row, documents }: ItemSnapshot) {
  return itemFacts(
    row.uid,
    row.kind,
    itemOf(row),
    row,
    documents.map(({ documentId }) => documentId),
  );
}

const NAMES = [
  ...TEXT_FIELDS,
  "listEntries",
  "link",
  "unlink",
  "documentTypes",
  "bridgeLetter",
  "showInCard",
  "removeBadge",
  "sameTitle",
] as const;

/** The fields of an item's form, each of them optional; the form's schema judges what they say. */
export const itemFieldsSchema = z
  .strictObject(Object.fromEntries(NAMES.map((name) => [name, z.unknown().optional()])))
  .refine((sent) => Object.keys(sent).length > 0, "Send at least one change");
type ItemFields = z.output<typeof itemFieldsSchema>;

const accessFlags = z.object({
  publicAccess: z.boolean({ error: "Use true or false" }).optional(),
  hidden: z.boolean({ error: "Use true or false" }).optional(),
  access: z.undefined("Send either the access or its two flags").optional(),
});

/** Who may see an item may be said by two flags, too. @throws the problem of their values */
export function withAccess(
  sent: Record<string, unknown>,
  item: EditedItem,
): Record<string, unknown> {
  const { publicAccess, hidden, ...rest } = sent;
  if (publicAccess === undefined && hidden === undefined) return sent;
  const flags = accessFlags.safeParse(sent);
  if (!flags.success) throw fieldsProblem(flags.error);
  const wanted = {
    publicAccess:
      flags.data.publicAccess ?? (flags.data.hidden === true ? false : item.publicAccess),
    hidden: flags.data.hidden ?? (flags.data.publicAccess === true ? false : item.hidden),
  };
  if (wanted.publicAccess && wanted.hidden)
    throw problem(400, PUBLIC_AND_HIDDEN, { errors: { hidden: [PUBLIC_AND_HIDDEN] } });
  return { ...rest, access: accessOf(wanted) };
}

const PUBLIC_AND_HIDDEN = "A public item can’t be hidden";

/** Empty is none, however it is said. */
const TEXTS = new Set<string>(["auditor", "expiry", "explanation", "href"]);

/** The whole form: what is stored, and what was sent in its place. */
function formOf(item: EditedItem, sent: ItemFields): Record<string, unknown> {
  const { publicAccess: _public, hidden: _hidden, type, integration, ...values } = item;
  const all: Record<string, unknown> = {
    ...values,
    type: type ?? DEFAULT_ITEM_TYPE,
    access: accessOf(item),
    showInCard: integration?.showInCard ?? true,
    ...sent,
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [
      name,
      value === null && TEXTS.has(name) ? "" : value,
    ]),
  );
}

/** What a call changes of an item: the fields that it named. */
function named({ values, ...rest }: ItemEdit, sent: ItemFields): ItemEdit {
  const names = new Set(
    Object.keys(sent).flatMap((name) =>
      name === "access"
        ? ["publicAccess", "hidden"]
        : name === "title"
          ? ["title", "ownTitle"]
          : name === "showInCard"
            ? ["integration"]
            : [name],
    ),
  );
  return {
    ...rest,
    values: {
      ...Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name))),
      ...(sent.removeBadge === true ? { badgeAssetId: null } : {}),
    } as ItemEdit["values"],
  };
}

/** Whose item it is. */
interface ItemOwner {
  db: Reader;
  org: Pick<Org, "id">;
  product: { id: string };
}

/** Another item of that title: a warning, which `sameTitle` answers. */
async function refuseSameTitle(
  { db, org, product }: ItemOwner,
  { uid, item, can }: EditableItem,
  { title, sameTitle }: ItemForm,
): Promise<void> {
  const text = String(title);
  if (!can.title || sameTitle === text || sortKey(text) === sortKey(item.title)) return;
  const other = await findSameTitle(db, org.id, product.id, text, uid ?? "");
  if (other !== null)
    throw problem(400, sameTitleWarning(other.title, other.cardTitle), {
      errors: { title: [sameTitleWarning(other.title, other.cardTitle)] },
      members: { existing: { uid: other.uid, kind: other.kind } },
    });
}

/** A form has no field for a title that stays: a call is told. @throws the problem */
function refuseRename({ kind, item, can }: EditableItem, { title }: ItemFields): void {
  if (title === undefined || can.title || title === item.title) return;
  const message = mayRename(kind, true) ? UPGRADE : "This item can’t be renamed";
  throw problem(message === UPGRADE ? 403 : 400, message, { errors: { title: [message] } });
}

/** Whether something was asked for that the org's plan does not have. */
function isLocked(issues: readonly { message: string }[]): boolean {
  return issues.some(({ message }) => message === UPGRADE);
}

/**
 * What a call asks of an item, as its form judges it.
 * @returns the edit, and the Markdown in it, by its fields
 * @throws a problem
 */
export async function judgedItem(
  owner: ItemOwner,
  editable: EditableItem,
  sent: ItemFields,
): Promise<{ edit: ItemEdit; markdown: Record<string, string | null> }> {
  const parsed = itemFormSchema(editable.can, editable.now, editable.plan).safeParse(
    formOf(editable.item, sent),
  );
  refuseRename(editable, sent);
  if (!parsed.success) throw fieldsProblem(parsed.error, isLocked(parsed.error.issues) ? 403 : 400);
  await refuseSameTitle(owner, editable, parsed.data);
  const whole = itemEditOf(parsed.data, editable);
  return {
    edit: editable.uid === null ? whole : named(whole, sent),
    markdown: markdownOfItem(parsed.data, editable.item),
  };
}

/** Saves an item by the verb of its form. @returns its uid, and the change by which it is undone */
export async function saveItemFields(
  call: ProductCall,
  editable: EditableItem,
  sent: ItemFields,
): Promise<{ uid: string; changeId: string | null }> {
  const { edit, markdown } = await judgedItem(call, editable, sent);
  const { org, product, by, now } = call;
  await call.keep(markdown);
  const uid = editable.uid ?? newItemUid();
  try {
    const changeId = await call.write((trx) =>
      editItem({ trx, orgId: org.id, by, now }, product.id, { uid, kind: editable.kind }, edit, {
        base: editable.uid === null ? undefined : (call.base() ?? undefined),
      }),
    );
    return { uid, changeId };
  } catch (error) {
    if (!(error instanceof EditConflict)) throw error;
    throw call.conflict(
      error,
      error.current === null ? null : factsOf(error.current as ItemSnapshot),
    );
  }
}

/**
 * POST …/products/{productId}/cards/{kind}/items adds an item of the org's own, by the fields of
 * its form.
 */
export function addItem(args: {
  context: Parameters<typeof productCall>[0]["context"];
  request: Request;
  params: { productId: string; kind: string };
}): Promise<Response> {
  const { kind } = args.params;
  return productCall(args, async (call) => {
    const editable = isCardKind(kind)
      ? await findEditableItem(call.db, call.org, call.product.id, {
          kind,
          cardTitle: CARD_TITLES[kind],
          uid: null,
        })
      : null;
    if (editable === null) return problem(404, "Not found");
    const saved = await saveItemFields(call, editable, await call.read(itemFieldsSchema));
    return Response.json(
      { ...saved, kind, base: await call.stamp({ subject: itemSubject, subjectId: saved.uid }) },
      { status: 201 },
    );
  });
}
