import { data } from "react-router";
import { conflictWith, type EditConflict } from "#web/history/store/record-change.server.ts";
import type { EditableItem } from "../store/editable-item.server.ts";
import { servicesContext } from "#platform/context.ts";
import { keepTexts } from "#platform/files/markdown/keep-markdown.ts";
import { valueOf, type FormValues } from "#values/form-values.ts";
import { itemOfForm, messagesByInput } from "../rules/item-form-values.ts";
import { itemFormSchema, markdownOfItem, type ItemForm } from "#model/items/forms/items.ts";
import { markFormFailed } from "#web/forms/form.ts";
import { editRequest, type EditRequest } from "#web/staff/editing/edit-request.ts";
import { again, type ItemAnswer } from "./answer.ts";
import { editableItemInForm } from "./item-form-state.ts";
import { choicesOf } from "./item-page.ts";
import { readItemForm, type SubmittedItem } from "./submitted.ts";
import { addToLibrary } from "./item-upload.ts";
import { type Args, refused, showing, conflicted } from "./item-answers.ts";
import { itemSubject } from "../store/item-history.server.ts";

/** The form of an item, as one of its buttons sent it: read, and its files in the library. */
export interface SentItem extends SubmittedItem {
  args: Args;
  edit: EditRequest;
  editable: EditableItem;
  /** What was done with its files. */
  notice: string | null;
}

/** What a button comes to: the form once more, or where its answer leads. */
export type ItemOutcome = Response | ReturnType<typeof data<ItemAnswer>>;

/** What a button of the form does. */
export type Press = (sent: SentItem) => ItemOutcome | Promise<ItemOutcome>;

/** A button of the form. */
export interface ItemButton {
  press: Press;
  /** It says so where the form brought no file. */
  needsFiles?: boolean;
  /** The form of a new item has no such button. */
  savedOnly?: boolean;
}

/**
 * Answers a button of an item's form; what all of them do first stands here.
 * @param buttonOf the button that was pressed, by the form's fields
 */
export async function itemAction(args: Args, buttonOf: (values: FormValues) => ItemButton) {
  const edit = await editRequest(args);
  const editable = await editableItemInForm(edit, args.params);
  // What went elsewhere shows its form to those who sent it alone: the loader, which runs after
  // this, is told by it.
  if (editable.goneFrom !== null) markFormFailed(args.context);
  const submitted = await readItemForm(args.context, args.request, edit, editable);
  if ("message" in submitted)
    return refused(args, again(null, { form: [submitted.message] }), submitted.status);
  const { press, needsFiles } = buttonOf(submitted.values);
  const answer = await showing(args, submitted.values, async () => {
    const { values, faults, notice } = await addToLibrary(args.context, edit, submitted);
    if (faults.length > 0)
      return refused(args, again(values, { errors: { files: faults }, notice }), 400);
    if (needsFiles === true && notice === null)
      return refused(args, again(values, { errors: { files: ["Choose at least one file"] } }), 400);
    const sent = { args, edit, editable, values, files: submitted.files, notice };
    const stray = await unseenMove(sent);
    if (stray !== null) {
      const form = schemaOf(editable).safeParse(itemOfForm(values)).data ?? null;
      return conflicted(args, edit, editable, { values, conflict: stray, form, notice });
    }
    return press(sent);
  });
  if (answer instanceof Response) return answer;
  const documents = editable.can.documents
    ? await choicesOf(edit, editable, answer.data.values ?? {})
    : null;
  return data({ ...answer.data, documents }, answer.init ?? undefined);
}

/** Goes on with the form as it was sent. */
export function goOn({ values, notice }: SentItem): ItemOutcome {
  return data(again(values, { notice }));
}

/** Goes on with what the form says, or says what is wrong in it. */
export async function checked(
  { args, edit, editable, values, files, notice }: SentItem,
  then: (form: ItemForm) => Promise<ItemOutcome>,
): Promise<ItemOutcome> {
  const parsed = schemaOf(editable).safeParse(itemOfForm(values));
  const errors = {
    ...(parsed.success ? {} : messagesByInput(parsed.error.issues)),
    ...(files?.pictureFault == null ? {} : { badge: [files.pictureFault.message] }),
  };
  if (!parsed.success || Object.keys(errors).length > 0)
    return refused(args, again(values, { errors, notice }), 400);
  const { store, now } = args.context.get(servicesContext);
  await keepTexts({ store, now }, edit.org.id, markdownOfItem(parsed.data, editable.item));
  return then(parsed.data);
}

function schemaOf({ can, now, plan }: EditableItem) {
  return itemFormSchema(can, now, plan);
}

/**
 * What stands against a form whose item was moved or deleted, unless the form was told so before.
 */
async function unseenMove({
  edit: { scope, org, product },
  editable: { goneFrom, uid },
  values,
}: {
  edit: EditRequest;
  editable: EditableItem;
  values: FormValues;
}): Promise<EditConflict | null> {
  if (goneFrom === null || uid === null) return null;
  return conflictWith(scope.db, {
    subject: itemSubject,
    orgId: org.id,
    productId: product.id,
    subjectId: uid,
    base: valueOf(values, "base"),
  });
}
