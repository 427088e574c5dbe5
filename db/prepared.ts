import type { Compilable, CompiledQuery, DialectAdapter, Insertable } from "kysely";
import type { Reader, Writer } from "./engine.ts";
import type { Schema } from "./schema.ts";

/** What differs from one run of a statement to the next. A value is never null: `= null` finds nothing. */
type Values = Readonly<Record<string, string | number | readonly string[]>>;

/** A list that is longer makes a statement that hardly comes again: it is built anew. */
const LONGEST_KEPT = 8;

/** Stands in a statement for the value of a name, which is known when it runs. */
class Placeholder {
  readonly name: string;
  /** Which of a list's values; null: the value is no list. */
  readonly at: number | null;

  constructor(name: string, at: number | null) {
    this.name = name;
    this.at = at;
  }

  /** Whoever makes another value of it would keep that one for every run. */
  [Symbol.toPrimitive](): never {
    throw new Error(`"${this.name}" of a prepared statement can only be bound as it is`);
  }

  in(values: Values): unknown {
    const value = values[this.name];
    return this.at === null ? value : (value as readonly string[])[this.at];
  }
}

/**
 * A query whose statement is always the same: it is built and compiled once for a connection, and
 * then only its values are put in. Kysely takes longer to write a small statement than SQLite takes
 * to run it, so what every request asks is said in this way. Where a list is among the values, there
 * is a statement for each of its lengths.
 *
 *     const BY_SLUG = prepared((db, p: { slug: string }) =>
 *       db.selectFrom("orgs").selectAll().where("slug", "=", p.slug));
 *     const [org] = await BY_SLUG(trx, { slug });
 *
 * @param make the query. It binds the values as they are, and decides nothing by them
 * @returns what runs it, and gives its rows
 */
export function prepared<V extends Values, Row>(
  make: (db: Reader, values: V) => Compilable<Row>,
): (db: Reader, values: V) => Promise<Row[]> {
  const known = new WeakMap<DialectAdapter, Map<string, CompiledQuery<Row>>>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    const shape = shapeOf(values);
    if (shape === null) return (await db.executeQuery<Row>(make(db, values).compile())).rows;
    const own = known.get(adapter) ?? new Map<string, CompiledQuery<Row>>();
    const query = own.get(shape) ?? make(db, placeholders(values)).compile();
    known.set(adapter, own.set(shape, query));
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? value.in(values) : value,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

const INSERTS = new WeakMap<DialectAdapter, Map<string, CompiledQuery>>();

/**
 * Inserts one row of values, by a statement that is built once for a connection: by its table and
 * the columns that the row has, whichever of them are null.
 */
export async function insertRow<T extends keyof Schema & string>(
  trx: Writer,
  table: T,
  row: Insertable<Schema[T]>,
): Promise<void> {
  const columns = Object.entries(row).filter(([, value]) => value !== undefined);
  const { adapter } = trx.getExecutor();
  const own = INSERTS.get(adapter) ?? new Map<string, CompiledQuery>();
  INSERTS.set(adapter, own);
  const shape = `${table} ${columns.map(([name]) => name).join(" ")}`;
  let query = own.get(shape);
  if (query === undefined) {
    const places = columns.map(([name]) => [name, new Placeholder(name, null)]);
    query = trx
      .insertInto<keyof Schema & string>(table)
      .values(Object.fromEntries(places) as typeof row)
      .compile();
    own.set(shape, query);
  }
  // The statement names the columns in the order in which the row has them.
  await trx.executeQuery({ ...query, parameters: columns.map(([, value]) => value) });
}

/** Which lists are among the values, and how long; null where one is too long. */
function shapeOf(values: Values): string | null {
  let shape = "";
  for (const name in values) {
    const value = values[name];
    if (typeof value !== "object") continue;
    if (value.length > LONGEST_KEPT) return null;
    shape += ` ${name} ${value.length}`;
  }
  return shape;
}

/** Said to be what they stand for: Kysely binds whatever is no expression of its own. */
function placeholders<V extends Values>(values: V): V {
  const all = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "object"
      ? value.map((_, at) => new Placeholder(name, at))
      : new Placeholder(name, null),
  ]);
  return Object.fromEntries(all) as V;
}
