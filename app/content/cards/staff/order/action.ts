import { data } from "react-router";
import { EditConflict } from "#web/history/store/record-change.server.ts";
import type { AnySubject } from "#tenancy/history/store/subject.server.ts";
import type { Writer } from "#db/store.ts";
import { BASE_FIELD } from "#model/cards/editing.ts";
import { completed, moved, MOVES, parseMove, type Columns, type Move } from "#values/ordering.ts";
import { EDITED_GONE } from "#web/forms/form.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { shownAction, type Refusal } from "#web/forms/shown.ts";
import { shownConflict } from "#web/staff/editing/conflict.tsx";
import { editRequest, type EditRequest } from "#web/staff/editing/edit-request.ts";
import type { OrderAnswer } from "./form.tsx";

/** A field for each row of the largest list, and those beside them. */
const MAX_ORDER_FIELDS = 10_100;

type EditArgs = Parameters<typeof editRequest>[0];

interface Ordering {
  subject: AnySubject;
  subjectId: string;
  /** The names that the rows of each list are sent by. */
  fields: readonly string[];
  /** The order as it is now. */
  stored: Columns;
  /** What was sent, made whole; unless given, every stored id stands in it once. */
  complete?: (sent: Columns) => Columns;
  /** What a row's own move makes of the order; null for the moves of every row. */
  change?: (columns: Columns, move: string) => Columns | null;
  save: (trx: Writer, columns: Columns) => Promise<void>;
  label: (id: string) => string;
  success: string;
  failure: string;
}

/**
 * The action of a re-order dialog. A move is answered with the same dialog and the new order;
 * nothing is stored. Save stores the order with its history, or says 409 with both versions, or
 * what went wrong, with the order kept.
 */
export async function orderAction(
  { context, request }: EditArgs,
  edit: EditRequest,
  ordering: Ordering,
) {
  const form = await readForm(request, MAX_ORDER_FIELDS);
  const sent = ordering.fields.map((field) => form.getAll(field).map(String));
  const columns = ordering.complete?.(sent) ?? completed(sent, ordering.stored);
  const base = textOf(form.get(BASE_FIELD));
  const pressed = textOf(form.get("move"));
  if (pressed !== null)
    return data<OrderAnswer>({ ...afterMove(ordering, columns, pressed), base });

  const show = ({ status }: Refusal) =>
    data<OrderAnswer>({ columns, base, failed: ordering.failure }, { status });
  const save = async () => {
    const { changeId } = await edit.change(
      { subject: ordering.subject, subjectId: ordering.subjectId, base },
      (trx) => ordering.save(trx, columns),
    );
    return edit.done(ordering.success, changeId);
  };
  return shownAction(context, show, save, {
    failed: ordering.failure,
    gone: EDITED_GONE,
    goneStatus: 404,
    answers(error) {
      if (!(error instanceof EditConflict)) return undefined;
      const fields = [
        {
          label: "Order",
          yours: orderAsText(ordering, columns),
          theirs: orderAsText(ordering, ordering.stored),
        },
      ];
      return data<OrderAnswer>(
        { columns, base, conflict: shownConflict(error, edit.org.timeZone, fields) },
        { status: 409 },
      );
    },
  });
}

function afterMove(
  ordering: Ordering,
  columns: Columns,
  pressed: string,
): Pick<OrderAnswer, "columns" | "focus"> {
  const own = /^(\w+) (.+)$/s.exec(pressed);
  const changed = own === null ? null : (ordering.change?.(columns, own[1] ?? "") ?? null);
  if (changed !== null) return { columns: changed, focus: null };
  const wanted = parseMove<Move>(pressed, MOVES);
  return wanted === null
    ? { columns }
    : { columns: moved(columns, wanted.id, wanted.move), focus: wanted };
}

function orderAsText({ label }: Ordering, columns: Columns): string {
  return columns
    .map((ids) => ids.map((id, place) => `${place + 1}. ${label(id)}`).join("\n"))
    .join("\n\n");
}

function textOf(value: FormDataEntryValue | null): string | null {
  return typeof value === "string" ? value : null;
}
