import type { Schema } from "./schema.ts";
import type { Reader, Writer } from "./store.ts";

/** The tables that have rows of tenants: those with a column orgId. */
type TenantTable = {
  [T in keyof Schema & string]: "orgId" extends keyof Schema[T] ? T : never;
}[keyof Schema & string];

type Named = TenantTable | `${TenantTable} as ${string}`;

declare const kysely: Reader;
type Select<T extends Named> = ReturnType<typeof kysely.selectFrom<T>>;
type Update<T extends Named> = ReturnType<typeof kysely.updateTable<T>>;
type Delete<T extends Named> = ReturnType<typeof kysely.deleteFrom<T>>;

/** What the three kinds of queries have in common. */
interface Conditional {
  where: (column: string, is: "=", value: string) => Conditional;
}

/** The rows of one tenant: its queries begin with the tenant's condition. */
class OrgRows {
  readonly #db: Reader;
  readonly #orgId: string;

  constructor(db: Reader, orgId: string) {
    this.#db = db;
    this.#orgId = orgId;
  }

  selectFrom<T extends Named>(table: T): Select<T> {
    return this.#own(table, this.#db.selectFrom<T>(table));
  }

  updateTable<T extends Named>(table: T): Update<T> {
    return this.#own(table, this.#db.updateTable<T>(table));
  }

  deleteFrom<T extends Named>(table: T): Delete<T> {
    return this.#own(table, this.#db.deleteFrom<T>(table));
  }

  /** Kysely checks a column of a table that it knows; that each of these has an orgId, it can't see. */
  #own<Q>(table: string, query: Q): Q {
    const alias = table.split(" as ").at(-1) ?? table;
    return (query as Conditional).where(`${alias}.orgId`, "=", this.#orgId) as Q;
  }
}

/**
 * Where every query on a tenant's table begins: `inOrg(trx, orgId).selectFrom("items as i")` reads
 * the items of this company, and can't read another's. A row that is inserted says its tenant
 * itself: its type asks for it.
 */
export function inOrg(db: Reader, orgId: string): OrgRows {
  return new OrgRows(db, orgId);
}

/**
 * The only other way to query a tenant's table: over all tenants, or before the tenant is known.
 * `reason` says why that is right here; tests/unit/tenants.test.ts lists all of them.
 */
export function acrossTenants<Db extends Reader | Writer>(db: Db, _reason: string): Db {
  return db;
}
