import type { RouterContextProvider } from "react-router";
import type * as z from "zod";
import { baseOf, EditConflict } from "#web/history/store/record-change.server.ts";
import { newId } from "#db/ids.ts";
import { listState } from "#content/items/store/item-state.server.ts";
import { askForTwice } from "#model/companies/company-forms.ts";
import { AlreadyListed } from "#content/companies/store/company-duplicates.server.ts";
import type { Permission } from "#model/auth/permissions.ts";
import { SAVE_ERROR } from "#model/items/forms/items.ts";
import {
  ENTRY_GONE,
  moved,
  moveSchema,
  putBeside,
  putSchema,
  rowSchema,
  type SORTED_ROW_BUTTONS,
} from "#values/list-order.ts";
import {
  failing,
  type FormAnswer,
  markFormFailed,
  notFound,
  parseForm,
  readSubmission,
  type Accepted,
} from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { NO_FIELDS, pageButton, pressed, type PageButton } from "#web/forms/page-buttons.ts";
import { conflictAnswer, removedWords, UNSEEN } from "#web/staff/editing/conflict.tsx";
import type { EditRequest } from "#web/staff/editing/edit-request.ts";
import type { EditableList, ListKey, ListRow } from "./store/editable-list.ts";
import { versionsOf } from "./versions.ts";

/** What a noun adds to its list for the forms and the API: the schema of a row, and its words. */
interface Declaration<Row extends ListRow, Values extends object, Sent, Told extends object> {
  list: EditableList<Row, Values, Told>;
  /** The drawer of the list, below the product's page: '/edit/grades'. */
  path: string;
  /** A row as form and API send it. */
  schema: z.ZodType<Sent>;
  /** What of it is stored, by those who have these rights. */
  values(sent: Sent, permissions: ReadonlySet<Permission>): Values;
  /** Whether it takes the row off the list; a form that has no such button never does. */
  removes?(sent: Sent): boolean;
  /** What is said of a change beside that it was done. */
  told?(told: Told): string;
  /** How it reads beside what is stored. */
  row(sent: Sent): Omit<Row, "id">;
  /** Said when the order was changed. */
  arranged: string;
  /**
   * What else stands against a row.
   * @param stored the row that it replaces; null for a new one
   * @returns messages by field; null where nothing does
   */
  check?(
    context: Readonly<RouterContextProvider>,
    orgId: string,
    sent: Sent,
    stored: Row | null,
  ): Record<string, string[]> | null;
}

interface Args {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

/** Where a button of a list was pressed, and where it leads back to. */
interface ListDesk {
  edit: EditRequest;
  here: string;
}

type ListButton = PageButton<ListDesk, Response | FormAnswer>;

/** What is said of a row that somebody else removed. */
const GONE = { gone: ENTRY_GONE, goneStatus: 404 } as const;

/** The row that a form shows, or that somebody filled in a form of. */
export interface OpenRow<Row> {
  /** null for a new one. */
  stored: Row | null;
  /** Somebody else removed it while its form was open. */
  removed: boolean;
}

/** Whose list an edit dialog is about. */
export function listKey({ org, product }: EditRequest): ListKey {
  return { orgId: org.id, productId: product.id };
}

/** The pages on which staff edit a list: its drawer, and the form of a row. */
export class RowEditor<
  Row extends ListRow,
  Values extends object,
  Sent,
  Told extends object = object,
> {
  readonly declared: Declaration<Row, Values, Sent, Told>;

  constructor(declared: Declaration<Row, Values, Sent, Told>) {
    this.declared = declared;
  }

  /** The page of a list: its rows, and the state of the card's item while there are any. */
  async listPage(edit: EditRequest) {
    const { list, path } = this.declared;
    const { scope, org, product, page, href } = edit;
    const rows = await list.rows(scope.db, listKey(edit));
    const state = await listState(scope.db, org.id, product.id, list.declared.kind);
    return { page, rows, state: rows.length === 0 ? null : state, here: href(path) };
  }

  /** The buttons of a list: they move a row, put it beside another, remove it, or sort all. */
  async changeList(args: Args & { pattern: string }, edit: EditRequest) {
    // The search and the page of a long list stay.
    const here = `${edit.href(this.declared.path)}${new URL(args.request.url).search}`;
    return (await pressed(args, this.#buttons, { edit, here })).answer;
  }

  readonly #buttons: Readonly<Record<(typeof SORTED_ROW_BUTTONS)[number], ListButton>> = {
    move: this.#arranging(moveSchema, (ids, { id, move }) => moved(ids, id, move)),
    put: this.#arranging(putSchema, (ids, { id, ...place }) => putBeside(ids, id, place)),
    remove: pageButton(
      rowSchema,
      async ({ edit, here }: ListDesk, { value: { id } }) => {
        const { list } = this.declared;
        const { noun, name } = list.declared;
        const key = listKey(edit);
        const row = await list.find(edit.scope.db, key, id);
        const { part: _, ...edited } = list.edited(id);
        const { changeId } = await edit.change(edited, (trx) => list.remove(trx, key, id, edit));
        return edit.done(`${row === null ? noun : name(row)} removed`, changeId, here);
      },
      GONE,
    ),
    "sort-by-name": this.#arranging(NO_FIELDS, () => null),
  };

  /** A button after which the list has another order. @param orderOf null for the one by name */
  #arranging<Schema extends z.ZodType>(
    schema: Schema,
    orderOf: (ids: readonly string[], value: z.output<Schema>) => string[] | null,
  ): ListButton {
    return pageButton(
      schema,
      async ({ edit, here }: ListDesk, { value }) => {
        const { list, arranged } = this.declared;
        const { subject } = list.declared;
        const key = listKey(edit);
        const order = orderOf(await list.ids(edit.scope.db, key), value);
        const { changeId } = await edit.change({ subject, subjectId: "" }, (trx) =>
          list.arrange(trx, key, order, edit),
        );
        return edit.done(arranged, changeId, here);
      },
      GONE,
    );
  }

  /**
   * The row of a form, by its id.
   * @param id 'new' for one that is not there yet
   * @param sent somebody filled the form in: a row that was removed since is found all the same
   * @throws a 404 for what this list never had
   */
  async openRow(edit: EditRequest, id: string | null, sent: boolean): Promise<OpenRow<Row>> {
    const { list } = this.declared;
    if (id === null) return { stored: null, removed: false };
    const key = listKey(edit);
    const there = await list.find(edit.scope.db, key, id);
    if (there !== null) return { stored: there, removed: false };
    const last = sent ? await list.lastKnown(edit.scope.db, key, id) : null;
    if (last === null) throw notFound();
    return { stored: last, removed: true };
  }

  /** The page of a row's form. @param id as in `openRow` */
  async rowPage(edit: EditRequest, id: string | null) {
    const { list, path, schema } = this.declared;
    const { stored } = await this.openRow(edit, id, edit.page.failed);
    const edited = id === null ? null : list.edited(id);
    const base =
      edited === null
        ? null
        : await baseOf(
            edit.scope.db,
            edited.subject,
            { ...listKey(edit), subjectId: edited.subjectId },
            edited.part,
          );
    const constraint = formConstraint(schema);
    return { page: { ...edit.page, closeHref: edit.href(path) }, stored, base, constraint };
  }

  /**
   * Saves a row's form: a new row, another version of one, or one that somebody else removed
   * meanwhile and that its editor wants back.
   * @param open the row that it shows, as `openRow` found it
   * @param form its fields, where they were read already
   */
  async saveRow(args: Args, edit: EditRequest, { stored, removed }: OpenRow<Row>, form?: FormData) {
    const { list, path, schema, check, row, values: valuesOf, removes, told } = this.declared;
    const { name } = list.declared;
    // The form of what is gone comes back to those who sent it: the loader, which runs after this,
    // is told by it.
    if (removed) markFormFailed(args.context);
    const submitted =
      form === undefined
        ? await readSubmission(args, schema)
        : parseForm(args.context, form, schema);
    if (!submitted.ok) return submitted.answer;
    const sent = submitted.value;
    const isRemoval = stored !== null && removes?.(sent) === true;
    // Twice removed is once removed; no second draft tells of it.
    if (isRemoval && removed)
      return edit.done(
        `${name(stored)} was already removed. Nothing was changed.`,
        null,
        edit.href(path),
      );
    const faults = isRemoval ? null : (check?.(args.context, edit.org.id, sent, stored) ?? null);
    if (faults !== null) return submitted.refuse({ fields: faults });
    const id = stored?.id ?? newId();
    const isNew = stored === null || removed;
    const seen = submitted.form.get("base");
    const base = typeof seen === "string" && seen !== "" ? seen.slice(0, 64) : undefined;
    const key = listKey(edit);
    const editing = { by: edit.by, now: edit.now };
    const values = valuesOf(sent, edit.staff.permissions);
    try {
      const { value, changeId } = await edit.change(
        {
          ...list.edited(id),
          base: stored === null ? null : (base ?? (removed ? UNSEEN : undefined)),
        },
        (trx) =>
          isRemoval
            ? list.remove(trx, key, id, editing, values)
            : isNew
              ? list.add(trx, key, { ...values, id }, editing)
              : list.update(trx, key, id, values, editing),
      );
      const done = isRemoval
        ? `${name(stored)} removed`
        : `${name(row(sent))} ${isNew ? "added" : "saved"}`;
      return edit.done(`${done}${told?.(value) ?? ""}`, changeId, edit.href(path));
    } catch (error) {
      if (error instanceof EditConflict)
        return this.#bothVersions(edit, submitted, error, { id, isRemoval });
      if (error instanceof AlreadyListed)
        return submitted.refuse({ fields: { company: [askForTwice(error.message)] } });
      return submitted.respond(error, failing(SAVE_ERROR));
    }
  }

  /** The form again beside what somebody else saved, or removed, meanwhile. */
  #bothVersions(
    edit: EditRequest,
    submitted: Accepted<Sent>,
    error: EditConflict,
    { id, isRemoval }: { id: string; isRemoval: boolean },
  ) {
    const { list, path, row } = this.declared;
    const yours = isRemoval ? null : row(submitted.value);
    const theirs = list.rowIn(id)(error.current);
    const fields = versionsOf(list.declared.fields, yours, theirs, "(removed)");
    return conflictAnswer(
      submitted.refuse({ form: [error.message] }, { status: 409 }),
      error,
      edit.org.timeZone,
      fields,
      theirs === null ? removedWords(edit.href(path)) : undefined,
    );
  }
}
