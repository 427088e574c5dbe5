import type { Authorship } from "#tenancy/audit/store/audit.server.ts";
import type { Edit } from "#web/history/store/record-change.server.ts";
import type { Reader, Writer } from "#db/store.ts";
import type { ToldFields } from "../rules/entry-fields.ts";
import type { ListKind } from "#model/cards/kinds.ts";

/** A row of a list: what editors see of it, and what history keeps. */
export interface ListRow {
  id: string;
}

/** Whose list. */
export interface ListKey {
  orgId: string;
  productId: string;
}

/** What a list is called, and what is told of its rows. */
export interface ListWords<Row extends ListRow> {
  /** What history, undo and two editors know it by. */
  subject: Edit["subject"];
  /** Its name for people: 'Security grades'. */
  title: string;
  /** One of its rows: 'Grade'. */
  noun: string;
  /** The card that shows it. */
  kind: ListKind;
  /** What a row is called. */
  name(row: Omit<Row, "id">): string;
  fields: ToldFields<Omit<Row, "id">>;
}

/**
 * A list that staff edit row by row, one a product: what its forms and its API ask of it. Every
 * verb bumps the org's revision and notes on the card's item who changed the list.
 * @template Told what a change tells beside being done, such as the draft that it brought along
 */
export interface EditableList<Row extends ListRow, Values, Told extends object> {
  readonly declared: ListWords<Row>;
  /** The ids of all rows, in their order. */
  ids(db: Reader, key: ListKey): Promise<string[]>;
  /** All rows, in their order. */
  rows(db: Reader, key: ListKey): Promise<Row[]>;
  /** One row; null when it is not there. */
  find(db: Reader, key: ListKey, id: string): Promise<Row | null>;
  /** How a row was last that is not there any more; null for what this list never had. */
  lastKnown(db: Reader, key: ListKey, id: string): Promise<Row | null>;
  /** What a change of one row is to history, and what of it two editors may not both change. */
  edited(id: string): Pick<Edit, "subject" | "subjectId" | "part">;
  /** The row in what history keeps of such a change; null when it is not there. */
  rowIn(id: string): (snapshot: object | null) => Omit<Row, "id"> | null;
  /**
   * @param values.id of the caller's choice. @throws NotFound for what they name and is not there
   */
  add(
    trx: Writer,
    key: ListKey,
    values: Values & { id: string },
    editing: Authorship,
  ): Promise<Told>;
  /** Replaces what a row says; its place stays. @throws NotFound */
  update(trx: Writer, key: ListKey, id: string, values: Values, editing: Authorship): Promise<Told>;
  /** @param more of the form's values, what concerns a removal. @throws NotFound */
  remove(
    trx: Writer,
    key: ListKey,
    id: string,
    editing: Authorship,
    more?: Partial<Values>,
  ): Promise<Told>;
  /**
   * Puts the rows in an order, null: the one by name. @throws Refused when it does not name every
   * one of them once
   */
  arrange(
    trx: Writer,
    key: ListKey,
    order: readonly string[] | null,
    editing: Authorship,
  ): Promise<void>;
}
