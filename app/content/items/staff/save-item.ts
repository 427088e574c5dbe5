import { data } from "react-router";
import { conflictWith, EditConflict } from "#web/history/store/record-change.server.ts";
import { editItem, newItemUid } from "../store/item-edits.server.ts";
import { itemEditOf, type EditableItem } from "../store/editable-item.server.ts";
import { findSameTitle } from "../store/item-titles.server.ts";
import type { Writer } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import { cardAddress } from "#model/cards/editing.ts";
import { valueOf, type FormValues } from "#values/form-values.ts";
import { itemOfForm, messagesByInput } from "../rules/item-form-values.ts";
import {
  itemFormSchema,
  markdownOfItem,
  sameTitleWarning,
  type ItemForm,
} from "#model/items/forms/items.ts";
import { sortKey } from "#values/names.ts";
import { keepTexts, previewMarkdown } from "#platform/files/markdown/keep-markdown.ts";
import { changeConnection } from "./connection.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { markFormFailed } from "#web/forms/form.ts";
import { editRequest, type EditRequest } from "#web/staff/editing/edit-request.ts";
import { again, type ItemAnswer } from "./answer.ts";
import { storePicture } from "#platform/files/upload/stage-upload.ts";
import { editableItemInForm } from "./item-form-state.ts";
import { choicesOf } from "./item-page.ts";
import { previewOf } from "./preview.ts";
import { MAX_BADGE_BYTES, readItemForm, type SubmittedItem } from "./submitted.ts";
import { addToLibrary } from "./item-upload.ts";
import { type Args, refused, showing, conflicted } from "./item-answers.ts";

/**
 * The one form of an item, and its buttons: Save, Preview, and those that only go on with the form.
 */
export async function itemAction(args: Args) {
  const edit = await editRequest(args);
  const editable = await editableItemInForm(edit, args.params);
  // What went elsewhere shows its form to those who sent it alone: the loader, which runs after
  // this, is told by it.
  if (editable.goneFrom !== null) markFormFailed(args.context);
  const submitted = await readItemForm(args.context, args.request, edit, editable);
  if ("message" in submitted)
    return refused(args, again(null, { form: [submitted.message] }), submitted.status);
  const answer = await showing(args, submitted.values, () =>
    answerTo(args, edit, editable, submitted),
  );
  if (answer instanceof Response) return answer;
  const documents = editable.can.documents
    ? await choicesOf(edit, editable, answer.data.values ?? {})
    : null;
  return data({ ...answer.data, documents }, answer.init ?? undefined);
}

async function answerTo(
  args: Args,
  edit: EditRequest,
  editable: EditableItem,
  submitted: SubmittedItem,
) {
  const intent = intentOf(submitted.values);
  const { values, faults, notice } = await addToLibrary(args.context, edit, submitted);
  if (faults.length > 0)
    return refused(args, again(values, { errors: { files: faults }, notice }), 400);
  if (intent === "upload" && notice === null)
    return refused(args, again(values, { errors: { files: ["Choose at least one file"] } }), 400);
  const schema = itemFormSchema(editable.can, editable.now, editable.plan);
  const stray = await unseenMove(edit, editable, values);
  if (stray !== null)
    return conflicted(
      args,
      edit,
      editable,
      values,
      stray,
      schema.safeParse(itemOfForm(values)).data ?? null,
      notice,
    );
  if (intent === "upload" || intent === "find" || intent === "rows" || intent === "letter")
    return data(
      again(values, {
        notice,
        letterPreview:
          intent === "letter" && valueOf(values, "letterShown") !== "preview"
            ? await previewMarkdown(edit.org.id, valueOf(values, "letterContent"), "letterContent")
            : null,
      }),
    );

  if (intent === "connect" || intent === "disconnect")
    return reconnect(args, edit, editable, values, intent);

  const parsed = schema.safeParse(itemOfForm(values));
  const errors = {
    ...(parsed.success ? {} : messagesByInput(parsed.error.issues)),
    ...(submitted.files?.pictureFault == null
      ? {}
      : { badge: [submitted.files.pictureFault.message] }),
  };
  if (!parsed.success || Object.keys(errors).length > 0)
    return refused(args, again(values, { errors, notice }), 400);
  const form = parsed.data;
  const { store, now } = args.context.get(servicesContext);
  await keepTexts({ store, now }, edit.org.id, markdownOfItem(form, editable.item));
  if (intent === "preview")
    return data(
      again(values, {
        notice,
        preview: await previewOf(args.context, edit, editable, itemEditOf(form, editable)),
      }),
    );
  const warning = await sameTitle(edit, editable, form);
  if (warning !== null)
    return refused(
      args,
      again(
        { ...values, sameTitle: [String(form.title)] },
        { errors: { title: [warning.text] }, warning, notice },
      ),
      400,
    );
  return save(args, edit, editable, form, { ...submitted, values });
}

/**
 * The button that was pressed. Where no scripts run, Enter in any field presses one button; with
 * words in the library's search, or taken out of it, it searches: a search that was meant never
 * publishes half an item, and who meant to save presses Save.
 */
function intentOf(values: FormValues): string {
  const intent = valueOf(values, "intent");
  if (intent !== "enter") return intent;
  return [valueOf(values, "documentSearch"), valueOf(values, "documentSearched")].some(
    (text) => text.trim() !== "",
  )
    ? "find"
    : "save";
}

async function save(
  args: Args,
  edit: EditRequest,
  editable: EditableItem,
  form: ItemForm,
  { values, files }: SubmittedItem,
) {
  const { store, blobs } = args.context.get(servicesContext);
  const { org, product, by, now } = edit;
  const uid = editable.uid ?? newItemUid();
  const picture = files?.picture ?? null;
  const badge =
    picture === null
      ? null
      : await storePicture({ blobs }, org.id, picture, {
          type: "badge",
          maxBytes: MAX_BADGE_BYTES,
        });
  const work = async (trx: Writer) => {
    const badgeAssetId =
      badge === null
        ? form.removeBadge && editable.can.badge
          ? null
          : undefined
        : await badge.record(trx, now);
    const { values: plain, ...rest } = itemEditOf(form, editable);
    const bringBack = editable.goneFrom?.what === "deleted" ? editable.goneFrom.last : undefined;
    return editItem(
      trx,
      org.id,
      product.id,
      { uid, kind: editable.kind },
      { ...rest, values: badgeAssetId === undefined ? plain : { ...plain, badgeAssetId } },
      { by, now, base: editable.uid === null ? undefined : form.base, bringBack },
    );
  };
  const saved = async () => {
    const changeId = await store.write(work);
    const title = String(form.title === "" ? editable.item.title : form.title);
    const text =
      editable.goneFrom?.what === "deleted"
        ? `“${title}” was brought back to ${editable.cardTitle}`
        : editable.uid === null
          ? `“${title}” was added to ${editable.cardTitle}`
          : changeId === null
            ? `Nothing of “${title}” was changed`
            : `“${title}” was saved`;
    return edit.done(text, changeId, edit.href(cardAddress(editable.kind, "read")));
  };
  return showing(args, values, saved, async (error) =>
    error instanceof EditConflict
      ? // It may have gone elsewhere while this was saved.
        conflicted(args, edit, await editableItemInForm(edit, args.params), values, error, form)
      : undefined,
  );
}

/** Connects or disconnects at once; the form goes on with what else stands in it. */
async function reconnect(
  args: Args,
  edit: EditRequest,
  editable: EditableItem,
  values: FormValues,
  intent: "connect" | "disconnect",
) {
  try {
    const outcome = await changeConnection(args.context, edit, editable, values, intent);
    return "notice" in outcome
      ? data(again(outcome.values, { notice: outcome.notice }))
      : refused(args, again(values, outcome), 400);
  } catch (error) {
    if (error instanceof TooManyRequests)
      return refused(args, again(values, { form: [error.message] }), error.status, {
        "Retry-After": String(error.retryAfterSeconds),
      });
    if (!(error instanceof EditConflict)) throw error;
    return conflicted(args, edit, await editableItemInForm(edit, args.params), values, error, null);
  }
}

/**
 * What stands against a form whose item was moved or deleted, unless the form was told so before.
 */
async function unseenMove(
  { scope, org, product }: EditRequest,
  { uid, goneFrom }: EditableItem,
  values: FormValues,
): Promise<EditConflict | null> {
  if (goneFrom === null || uid === null) return null;
  return conflictWith(scope.db, {
    subject: "item",
    orgId: org.id,
    productId: product.id,
    subjectId: uid,
    base: valueOf(values, "base"),
  });
}

/** Another item of that title, unless somebody was told and wants it all the same. */
async function sameTitle(
  { org, product, scope, href }: EditRequest,
  { uid, item, can }: EditableItem,
  form: ItemForm,
): Promise<ItemAnswer["warning"]> {
  const title = String(form.title);
  if (!can.title || form.sameTitle === title || sortKey(title) === sortKey(item.title)) return null;
  const other = await findSameTitle(scope.db, org.id, product.id, title, uid ?? "");
  return other === null
    ? null
    : {
        text: sameTitleWarning(other.title, other.cardTitle),
        href: href(`/edit/cards/${other.kind}/items/${other.uid}`),
        label: `Edit ${other.title}`,
      };
}
