import { data, type RouterContextProvider } from "react-router";
import { EditConflict } from "#web/history/store/record-change.server.ts";
import type { EditableItem } from "../store/editable-item.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { FormValues } from "#values/form-values.ts";
import { messagesByInput } from "../rules/item-form-values.ts";
import { SAVE_ERROR, type ItemForm } from "#model/items/forms/items.ts";
import { markFormFailed } from "#web/forms/form.ts";
import { shownAction } from "#web/forms/shown.ts";
import type { EditRequest } from "#web/staff/editing/edit-request.ts";
import { again, type ItemAnswer } from "./answer.ts";
import { itemConflict } from "./conflict-fields.ts";

export interface Args {
  context: Readonly<RouterContextProvider>;
  request: Request;
  params: { product?: string | undefined; kind: string; uid?: string | undefined };
}

export function conflicted(
  { context }: Args,
  edit: EditRequest,
  editable: EditableItem,
  {
    values,
    conflict,
    form,
    notice = null,
  }: {
    values: FormValues;
    conflict: EditConflict;
    form: ItemForm | null;
    notice?: string | null;
  },
) {
  markFormFailed(context);
  return data(
    again(
      { ...values, base: [conflict.base] },
      { conflict: itemConflict(edit, editable, conflict, form), notice },
    ),
    { status: 409 },
  );
}

export function refused(
  { context }: Args,
  answer: ItemAnswer,
  status: number,
  headers: HeadersInit = {},
) {
  markFormFailed(context);
  return data(answer, { status, headers });
}

/**
 * Runs what a button does, and says why nothing was saved; the form keeps everything. What nobody
 * expected is logged, and called a save error.
 */
export function showing<Answer>(
  args: Args,
  values: FormValues,
  verb: () => Promise<Answer>,
  conflict?: (error: unknown) => Promise<ReturnType<typeof refused> | undefined>,
) {
  return shownAction(
    args.context,
    ({ said, status, headers }) => refused(args, again(values, { form: said }), status, headers),
    verb,
    {
      failed: SAVE_ERROR,
      logged: "an item was not saved",
      answers: async (error) => (await conflict?.(error)) ?? ownAnswer(args, values, error),
    },
  );
}

/** What an item says of a refusal in its own words, or at an input. */
function ownAnswer(args: Args, values: FormValues, error: unknown) {
  if (error instanceof NotFound)
    return refused(
      args,
      again(values, {
        form: ["A document or the item itself no longer exists. Nothing was saved."],
      }),
      409,
    );
  if (error instanceof Refused) {
    const inForm =
      error.field === null
        ? { form: [error.message] }
        : { errors: messagesByInput([{ path: error.field.split("."), message: error.message }]) };
    return refused(args, again(values, inForm), error.field === null ? error.status : 400);
  }
  return undefined;
}
