import { data } from "react-router";
import { EditConflict } from "#web/history/store/record-change.server.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { again } from "./answer.ts";
import { changeConnection } from "./connection.ts";
import type { ItemOutcome, SentItem } from "./item-action.ts";
import { conflicted, refused } from "./item-answers.ts";
import { editableItemInForm } from "./item-form-state.ts";

/** Connects or disconnects at once; the form goes on with what else stands in it. */
export async function reconnect(
  { args, edit, editable, values }: SentItem,
  wanted: "connect" | "disconnect",
): Promise<ItemOutcome> {
  try {
    const outcome = await changeConnection(args.context, edit, editable, values, wanted);
    return "notice" in outcome
      ? data(again(outcome.values, { notice: outcome.notice }))
      : refused(args, again(values, outcome), 400);
  } catch (error) {
    if (error instanceof TooManyRequests)
      return refused(args, again(values, { form: [error.message] }), error.status, {
        "Retry-After": String(error.retryAfterSeconds),
      });
    if (!(error instanceof EditConflict)) throw error;
    return conflicted(args, edit, await editableItemInForm(edit, args.params), {
      values,
      conflict: error,
      form: null,
    });
  }
}
