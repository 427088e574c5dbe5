import * as z from "zod";
import { judgedItem } from "#content/items/api/item-save.ts";
import { findEditableItem, type EditableItem } from "#content/items/store/editable-item.server.ts";
import {
  deleteCustomItem,
  editItem,
  newItemUid,
  type ItemEdit,
} from "#content/items/store/item-edits.server.ts";
import { itemSubject } from "#content/items/store/item-history.server.ts";
import { moveItem } from "#content/items/store/item-state.server.ts";
import { saveItem } from "#content/items/store/items.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import { inOrg } from "#db/tenant.ts";
import { LETTER_TYPES } from "#model/bridge-letters.ts";
import { catalogueItem, catalogueKind } from "#model/cards/catalogue/index.ts";
import { moveItemSchema, slug } from "#model/cards/forms/edit-forms.ts";
import { CARD_KINDS, CARD_TITLES, type CardKind } from "#model/cards/kinds.ts";
import { partsOfEntryId, productEntryId } from "#model/entry-ids.ts";
import { accessOf, ITEM_ACCESSES, MAX_LINKS_A_SAVE } from "#model/items/forms/items.ts";
import { ENABLED_STATES, MATURITY_LEVELS, RECURRENCES } from "#model/items/items.ts";
import { keepTexts } from "#platform/files/markdown/keep-markdown.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { fieldsProblem, problem } from "#web/api/json-body.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { documentEntries } from "../store/content-entries.server.ts";
import { baseField, mustBeProduct, verb, type Asking, type Writes } from "./verb.ts";

const text = z.string().nullable().optional();
const body = {
  title: z.string().optional(),
  enabledState: z.enum(ENABLED_STATES).optional(),
  access: z.enum(ITEM_ACCESSES).optional(),
  explanation: text,
  href: text,
  type: z.string().optional(),
  choice: text,
  maturity: z.enum(MATURITY_LEVELS).nullable().optional(),
  recurrence: z.enum(RECURRENCES).nullable().optional(),
  auditor: text,
  expiry: text,
  listEntries: z
    .array(
      z.strictObject({
        label: z.string(),
        description: z.string().optional(),
        href: z.string().optional(),
      }),
    )
    .optional(),
  bridgeLetter: z
    .strictObject({
      letterEnabled: z.boolean(),
      letterContent: z.string(),
      signerName: z.string(),
      signerTitle: z.string(),
      letterType: z.enum(LETTER_TYPES),
    })
    .nullable()
    .optional(),
  /** All documents that it has from now on. */
  documentIds: z
    .array(z.string().min(1).max(64))
    .max(MAX_LINKS_A_SAVE, `Send at most ${MAX_LINKS_A_SAVE} documents`)
    .optional(),
  /** Whether another item can have the same title. */
  allowDuplicate: z.literal(true).optional(),
};
const made = z
  .strictObject({
    productId: z.string({ error: "Send the id of a product" }).max(64),
    /** Of an item of the catalog. */
    uid: z.string().max(120).optional(),
    /** The card of an item of your own. */
    kind: z.enum(CARD_KINDS).optional(),
    ...body,
  })
  .refine(({ uid, kind }) => (uid === undefined) !== (kind === undefined), {
    error: "Send the uid of an item of the catalog, or the kind of the card for your own item",
  });
const patch = z.strictObject({
  ...body,
  /** The card that it moves to. */
  kind: z.enum(CARD_KINDS).optional(),
  slug: z.string().optional(),
  ...baseField,
});
type Sent = Omit<z.output<typeof patch>, "base" | "kind" | "slug">;

const nothing: ItemEdit = { values: {}, link: [], unlink: [], documentTypes: {} };

/** How items are added to their cards, changed, moved and deleted, as on their pages. */
export const itemWrites: Writes = {
  need: { scope: "content:write", permission: "statuspage:edit" },
  make: verb<z.output<typeof made>>({
    about:
      "Adds an item of your own to a card, or begins one of the catalog. It is enabled unless you say otherwise.",
    body: made,
    async judge(asking, { productId, uid = null, kind: card, ...sent }) {
      await mustBeProduct(asking, productId);
      const kind = uid === null ? card : catalogueKind(uid);
      if (kind === undefined) throw refused("uid", "The catalog has no item with this uid.");
      const editable = await editableAt(asking, productId, kind, uid);
      if (editable === null) throw refused("kind", "You can’t add items to this card.");
      if (editable.isStored) throw new Refused("This item is there already. Change it.", "uid");
      const begins =
        uid === null ? {} : { enabledState: "Enabled" as const, access: accessOf(editable.item) };
      const edit = await judged(asking, productId, editable, { ...begins, ...sent });
      const own = uid ?? newItemUid();
      return async (write) => {
        await mustBeNew(write, productId, own);
        await mustOpen(asking, write, edit.link);
        await save(write, productId, { uid: own, kind }, edit);
        return productEntryId(productId, own);
      };
    },
  }),
  change: verb<z.output<typeof patch>>({
    about:
      "Changes the fields of an item that you send. kind moves it to another card, and slug is a URL of its own.",
    body: patch,
    async judge(asking, { kind: card, slug: address, ...sent }) {
      const { productId, name: uid } = partsOfEntryId(asking.id);
      const kind = await kindOf(asking, productId, uid);
      const editable = await editableAt(asking, productId, kind, uid);
      if (editable === null) throw new NotFound("item");
      const isEdited = Object.keys(sent).length > 0;
      const edit = isEdited ? await judged(asking, productId, editable, sent) : nothing;
      const own = address === undefined ? undefined : parsedAt("slug", slug, address);
      if (card !== undefined && card !== kind)
        parsedAt("kind", moveItemSchema.shape.destinationCardId, card);
      return async (write) => {
        await mustOpen(asking, write, edit.link);
        if (isEdited) await save(write, productId, { uid, kind }, edit);
        const { trx, orgId, by, now } = write;
        const change = { subject: itemSubject, orgId, productId, subjectId: uid, by, now };
        if (own !== undefined)
          await recordChange(trx, change, () =>
            saveItem(
              trx,
              orgId,
              productId,
              { uid, kind, customSlug: own },
              { by: by.actorName, on: now },
            ),
          );
        if (card !== undefined && card !== kind)
          await recordChange(trx, change, () =>
            moveItem(write, productId, uid, card).catch(atCallFields),
          );
        return asking.id;
      };
    },
  }),
  end: verb({
    about: "Deletes an item of your own. Its documents stay in the library.",
    body: null,
    judge({ id }) {
      const { productId, name: uid } = partsOfEntryId(id);
      if (catalogueItem(uid) !== undefined)
        throw problem(
          400,
          "Items of the catalog can’t be deleted. Set enabledState to NotEnabled instead.",
        );
      return Promise.resolve(async (write) => {
        await deleteCustomItem(write, productId, uid);
        return id;
      });
    },
  }),
};

function refused(name: string, words: string): Response {
  return problem(400, words, { errors: { [name]: [words] } });
}

function editableAt(
  { services, opened }: Asking,
  productId: string,
  kind: CardKind,
  uid: string | null,
): Promise<EditableItem | null> {
  const asked = { kind, cardTitle: CARD_TITLES[kind], uid };
  return findEditableItem(services.store.read, opened.org, productId, asked);
}

/** The card of an item. @throws NotFound */
async function kindOf(
  { services, opened }: Asking,
  productId: string,
  uid: string,
): Promise<CardKind> {
  const row = await inOrg(services.store.read, opened.org.id)
    .selectFrom("items")
    .select("kind")
    .where("productId", "=", productId)
    .where("uid", "=", uid)
    .executeTakeFirst();
  if (row === undefined) throw new NotFound("item");
  return row.kind;
}

/** @throws Refused where somebody else began the item since it was looked at */
async function mustBeNew({ trx, orgId }: Write, productId: string, uid: string): Promise<void> {
  const row = await inOrg(trx, orgId)
    .selectFrom("items")
    .select("uid")
    .where("productId", "=", productId)
    .where("uid", "=", uid)
    .executeTakeFirst();
  if (row !== undefined) throw new Refused("This item is there already. Change it.", "uid");
}

/**
 * A key for some products gives an item only documents that it reads: any other one would be open to
 * it from then on.
 * @throws a problem, as for a document that is not there
 */
async function mustOpen(
  { opened: { key } }: Asking,
  { trx, orgId }: Write,
  documentIds: readonly string[],
): Promise<void> {
  const { productIds } = key;
  if (productIds === null || documentIds.length === 0) return;
  const found = await documentEntries(trx, orgId, documentIds);
  const open = new Set(
    found
      .filter(({ items }) => items.some(({ productId }) => productIds.has(productId)))
      .map(({ id }) => id),
  );
  if (documentIds.some((id) => !open.has(id))) throw refused("documentIds", NO_DOCUMENT);
}

/** What is sent of an item, as its form judges it. @throws a problem by the names of the call */
async function judged(
  { services, opened }: Asking,
  productId: string,
  editable: EditableItem,
  { documentIds, allowDuplicate, ...sent }: Sent,
): Promise<ItemEdit> {
  mustHave(editable, { documentIds, ...sent });
  const title = sent.title ?? editable.item.title;
  const documents =
    documentIds === undefined
      ? {}
      : {
          link: documentIds.filter((id) => !editable.linked.includes(id)),
          unlink: editable.linked.filter((id) => !documentIds.includes(id)),
        };
  const { edit, markdown } = await judgedItem(
    { db: services.store.read, org: opened.org, product: { id: productId } },
    editable,
    { ...sent, ...documents, ...(allowDuplicate === true ? { sameTitle: title } : {}) },
  );
  await keepTexts(services, opened.org.id, markdown);
  return edit;
}

/** Refuses what the form of this item has no field for: it would not be kept. */
function mustHave({ can }: EditableItem, sent: Sent): void {
  const has: Readonly<Record<string, boolean>> = {
    type: can.types !== null,
    maturity: can.maturity,
    recurrence: can.recurrence,
    auditor: can.auditor,
    expiry: can.expiry,
    href: can.link,
    choice: can.choices !== null,
    listEntries: can.listEntries,
    bridgeLetter: can.bridgeLetter !== null,
    documentIds: can.documents,
  };
  for (const [name, value] of Object.entries(sent))
    if (has[name] === false && value != null && String(value) !== "")
      throw refused(name, "This item doesn’t have this field.");
}

async function save(
  write: Write,
  productId: string,
  item: { uid: string; kind: CardKind },
  edit: ItemEdit,
): Promise<void> {
  await editItem(write, productId, item, edit).catch(atCallFields);
}

const NO_DOCUMENT = "One of these documents doesn’t exist.";

/** What the form calls a field of the calls. */
const NAMES: Readonly<Record<string, string>> = {
  link: "documentIds",
  documents: "documentIds",
  destinationCardId: "kind",
};

/** @throws what a rule refuses, by the names of the call; any other error as it is */
function atCallFields(error: unknown): never {
  if (error instanceof Refused && error.field !== null)
    throw new Refused(error.message, NAMES[error.field] ?? error.field);
  if (error instanceof NotFound) throw refused("documentIds", NO_DOCUMENT);
  throw error;
}

/** One field by its own schema. @throws a problem that names it */
function parsedAt<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw fieldsProblem(
    new z.ZodError(parsed.error.issues.map((issue) => ({ ...issue, path: [name] }))),
  );
}
