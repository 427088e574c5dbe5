import { inBatches } from "#db/batches.ts";
import { lastKnown } from "#web/history/store/last-known.server.ts";
import { commonNames, orderLine, rowLines } from "#web/history/store/words.server.ts";
import {
  productOf,
  subject,
  type AnySubject,
  type SubjectKey,
} from "#tenancy/history/store/subject.server.ts";
import { newId } from "#db/ids.ts";
import type { ItemStamp } from "#content/items/store/items.server.ts";
import { touchListItem } from "#content/items/store/item-state.server.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { mustFindProduct } from "#tenancy/products/store/products.server.ts";
import { mustChange, Refused } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { isWholeOrder, LIST_CHANGED } from "#values/list-order.ts";
import type { Authorship } from "#tenancy/audit/store/audit.server.ts";
import type { EditableList, ListKey, ListRow, ListWords } from "./editable-list.ts";

/** A list as history keeps it. */
export interface ListSnapshot<Row extends ListRow> {
  /** In their order. */
  rows: Row[];
}

/** What a list of rows is, declared by its noun. */
interface Declaration<Row extends ListRow, Values> extends Omit<ListWords<Row>, "subject"> {
  /** Its name in history's rows, which never changes. */
  subject: "grades" | "trusted-by";
  table: "securityGrades" | "trustedCompanies";
  /** All rows, in their order. */
  read(db: Reader, key: ListKey): Promise<Row[]>;
  /**
   * The columns of rows, in the order of their values. @throws NotFound for what a row names and is
   * not there
   */
  columns(trx: Writer, orgId: string, values: readonly Values[]): Promise<object[]> | object[];
  /** Whether a new row goes before all others; else it goes behind them. */
  isFirst?(values: Values): boolean;
  /** What undo writes of a snapshot's rows; without it, all that they hold. */
  restored?(trx: Writer, orgId: string, rows: readonly Row[]): Promise<Values[]>;
  /** The part of a row that makes it another version; all of it unless this says otherwise. */
  compared?(row: Row): unknown;
}

/**
 * A list of rows in an order of their own, one a product: its queries, its verbs and its history.
 * Every verb bumps the org's revision; those that staff call also note on the card's item who
 * changed the list.
 */
export class RowList<Row extends ListRow, Values extends object> {
  readonly declared: Declaration<Row, Values>;
  /** What history, undo and two editors know it by. */
  readonly subject: AnySubject;

  constructor(declared: Declaration<Row, Values>) {
    this.declared = declared;
    const { title, noun, fields, name, compared } = declared;
    const keyOf = (key: SubjectKey): ListKey => ({ orgId: key.orgId, productId: productOf(key) });
    this.subject = subject<ListSnapshot<Row>>({
      name: declared.subject,
      permission: "statuspage:edit",
      title: () => title,
      read: async (db, key) => ({ rows: await this.rows(db, keyOf(key)) }),
      write: async (trx, key, snapshot, { by, now }) => {
        const rows = snapshot?.rows ?? [];
        const values =
          (await declared.restored?.(trx, key.orgId, rows)) ?? (rows as unknown as Values[]);
        await this.replace(trx, keyOf(key), values);
        await this.#touch(trx, keyOf(key), { by, on: now });
      },
      words(_, __, before, after) {
        const [was, is] = [before?.rows ?? [], after?.rows ?? []];
        return [
          ...rowLines(noun, was, is, name, fields),
          ...orderLine("Order", ...commonNames(was, is, name)),
        ];
      },
      ...(compared === undefined ? {} : { compared: ({ rows }) => rows.map(compared) }),
    });
  }

  /** All rows, in their order. */
  rows(db: Reader, key: ListKey): Promise<Row[]> {
    return this.declared.read(db, key);
  }

  /** The part of a snapshot that is one row; null when it is not there. */
  rowIn(id: string): (snapshot: ListSnapshot<Row>) => Row | null {
    return ({ rows }) => rows.find((row) => row.id === id) ?? null;
  }

  /** Adds a row at the end, or before all others where its noun says so. @throws NotFound */
  async add(
    trx: Writer,
    key: ListKey,
    values: Values & { id?: string },
    stamp: ItemStamp,
  ): Promise<string> {
    const { table, isFirst, columns } = this.declared;
    await mustFindProduct(trx, key.orgId, key.productId);
    const places = await inOrg(trx, key.orgId)
      .selectFrom(table)
      .select((eb) => [eb.fn.min("position").as("first"), eb.fn.max("position").as("last")])
      .where("productId", "=", key.productId)
      .executeTakeFirst();
    const goesFirst = isFirst?.(values) ?? false;
    const beside = goesFirst ? places?.first : places?.last;
    const position = beside == null ? 0 : Number(beside) + (goesFirst ? -1 : 1);
    const id = values.id ?? newId();
    const [own] = await columns(trx, key.orgId, [values]);
    await trx
      .insertInto(table)
      .values({ ...key, id, position, ...own } as never)
      .execute();
    await this.#changed(trx, key, stamp);
    return id;
  }

  /** Replaces what a row says; its place stays. @throws NotFound */
  async update(
    trx: Writer,
    key: ListKey,
    id: string,
    values: Values,
    stamp: ItemStamp,
  ): Promise<void> {
    const [own] = await this.declared.columns(trx, key.orgId, [values]);
    const result = await inOrg(trx, key.orgId)
      .updateTable(this.declared.table)
      .set(own as never)
      .where("productId", "=", key.productId)
      .where("id", "=", id)
      .executeTakeFirst();
    mustChange(result, this.declared.noun.toLowerCase());
    await this.#changed(trx, key, stamp);
  }

  /** Removes a row. @throws NotFound */
  async remove(trx: Writer, key: ListKey, id: string, stamp: ItemStamp): Promise<void> {
    const result = await inOrg(trx, key.orgId)
      .deleteFrom(this.declared.table)
      .where("productId", "=", key.productId)
      .where("id", "=", id)
      .executeTakeFirst();
    mustChange(result, this.declared.noun.toLowerCase());
    await this.#changed(trx, key, stamp);
  }

  /** Puts the rows in an order. @throws Refused when it does not name every one of them once */
  async arrange(
    trx: Writer,
    key: ListKey,
    order: readonly string[],
    stamp: ItemStamp,
  ): Promise<void> {
    const ids = (await this.rows(trx, key)).map(({ id }) => id);
    if (!isWholeOrder(order, ids)) throw new Refused(LIST_CHANGED);
    for (const [position, id] of order.entries()) {
      await inOrg(trx, key.orgId)
        .updateTable(this.declared.table)
        .set({ position })
        .where("productId", "=", key.productId)
        .where("id", "=", id)
        .execute();
    }
    await this.#changed(trx, key, stamp);
  }

  /**
   * The given rows, in this order, instead of all before; the card's item is left as it is. @throws
   * NotFound
   */
  async replace(
    trx: Writer,
    key: ListKey,
    values: readonly (Values & { id?: string })[],
  ): Promise<void> {
    const { table, columns } = this.declared;
    await mustFindProduct(trx, key.orgId, key.productId);
    const own = await columns(trx, key.orgId, values);
    await inOrg(trx, key.orgId).deleteFrom(table).where("productId", "=", key.productId).execute();
    const rows = values.map(({ id = newId() }, position) => ({
      ...key,
      id,
      position,
      ...own[position],
    }));
    await inBatches(rows, (batch) =>
      trx
        .insertInto(table)
        .values(batch as never)
        .execute(),
    );
    await contentChanged(trx, key.orgId);
  }

  async #changed(trx: Writer, key: ListKey, stamp: ItemStamp): Promise<void> {
    await contentChanged(trx, key.orgId);
    await this.#touch(trx, key, stamp);
  }

  #touch(trx: Writer, { orgId, productId }: ListKey, stamp: ItemStamp): Promise<void> {
    return touchListItem(trx, orgId, productId, this.declared.kind, stamp);
  }
}

const stampOf = ({ by, now }: Authorship): ItemStamp => ({ by: by.actorName, on: now });

/**
 * A list of rows as its forms and its API ask it. A row is a part of it: others may change the rest
 * meanwhile.
 */
export function editableRows<Row extends ListRow, Values extends object>(
  list: RowList<Row, Values>,
): EditableList<Row, Values, object> {
  const listSubject = list.subject;
  const rowIn = (id: string) => (snapshot: object | null) =>
    snapshot === null ? null : list.rowIn(id)(snapshot as ListSnapshot<Row>);
  return {
    declared: { ...list.declared, subject: listSubject },
    ids: async (db, key) => (await list.rows(db, key)).map(({ id }) => id),
    rows: (db, key) => list.rows(db, key),
    find: async (db, key, id) => list.rowIn(id)({ rows: await list.rows(db, key) }),
    lastKnown: (db, key, id) => lastKnown<Row>(db, key, id, { [listSubject.name]: list.rowIn(id) }),
    edited: (id) => ({ subject: listSubject, subjectId: "", part: list.rowIn(id) }),
    rowIn,
    async add(trx, key, values, editing) {
      await list.add(trx, key, values, stampOf(editing));
      return {};
    },
    async update(trx, key, id, values, editing) {
      await list.update(trx, key, id, values, stampOf(editing));
      return {};
    },
    async remove(trx, key, id, editing) {
      await list.remove(trx, key, id, stampOf(editing));
      return {};
    },
    async arrange(trx, key, order, editing) {
      if (order === null) throw new Refused(LIST_CHANGED);
      await list.arrange(trx, key, order, stampOf(editing));
    },
  };
}
