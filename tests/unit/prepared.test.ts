import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { expect, test } from "vitest";
import { insertRow, prepared } from "#db/prepared.ts";
import type { Schema } from "#db/schema.ts";
import { inOrg } from "#db/tenant.ts";

/** Notes what it is asked, and whether that is within a transaction; it finds a row with the values. */
class NotingDriver extends DummyDriver {
  readonly asked: { sql: string; parameters: readonly unknown[]; inside: boolean }[] = [];
  #inside = false;

  override async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <R>({ sql, parameters }: CompiledQuery) => {
        this.asked.push({ sql, parameters, inside: this.#inside });
        return { rows: [{ parameters } as R] };
      },
      streamQuery: () => {
        throw new Error("nothing is streamed here");
      },
    };
  }

  override async beginTransaction(): Promise<void> {
    this.#inside = true;
  }

  override async commitTransaction(): Promise<void> {
    this.#inside = false;
  }
}

function connectionOf(engine: "sqlite" | "postgres") {
  const driver = new NotingDriver();
  const isSqlite = engine === "sqlite";
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => (isSqlite ? new SqliteAdapter() : new PostgresAdapter()),
      createDriver: () => driver,
      createIntrospector: (own) =>
        isSqlite ? new SqliteIntrospector(own) : new PostgresIntrospector(own),
      createQueryCompiler: () =>
        isSqlite ? new SqliteQueryCompiler() : new PostgresQueryCompiler(),
    },
  });
  return { db, asked: driver.asked };
}

/** The items of some ids in a revision, and how often the query was built. */
function countedQuery() {
  const built = { times: 0 };
  const query = prepared((db, p: { orgId: string; uids: readonly string[]; position: number }) => {
    built.times += 1;
    return inOrg(db, p.orgId)
      .selectFrom("items")
      .select("uid")
      .where("uid", "in", p.uids)
      .where("custom", "=", 1)
      .where("position", ">", p.position);
  });
  return { query, built };
}

test("a statement is built once, and each run has its own values", async () => {
  const { db, asked } = connectionOf("sqlite");
  const { query, built } = countedQuery();
  await query(db, { orgId: "acme", uids: ["a"], position: 0 });
  // Another order of the names is no other statement.
  await query(db, { position: 7, uids: ["b"], orgId: "globex" });
  expect(asked.map(({ parameters }) => parameters)).toEqual([
    ["acme", "a", 1, 0],
    ["globex", "b", 1, 7],
  ]);
  expect(new Set(asked.map(({ sql }) => sql))).toEqual(
    new Set([
      'select "uid" from "items" where "items"."orgId" = ? and "uid" in (?) and "custom" = ? and "position" > ?',
    ]),
  );
  expect(built.times).toBe(1);
});

test("runs at the same time don’t get each other’s values", async () => {
  const { db } = connectionOf("sqlite");
  const { query } = countedQuery();
  const orgs = Array.from({ length: 20 }, (_, at) => `org-${at}`);
  const found = await Promise.all(
    orgs.map((orgId) => query(db, { orgId, uids: [`of-${orgId}`], position: 1 })),
  );
  expect(found).toEqual(orgs.map((orgId) => [{ parameters: [orgId, `of-${orgId}`, 1, 1] }]));
});

test("a list has a statement for each length, and a long one is built anew", async () => {
  const { db, asked } = connectionOf("sqlite");
  const { query, built } = countedQuery();
  const run = (uids: string[]) => query(db, { orgId: "acme", uids, position: 0 });
  await run(["a", "b"]);
  await run(["c", "d"]);
  expect(built.times).toBe(1);
  await run(["e"]);
  expect(built.times).toBe(2);
  const many = Array.from({ length: 9 }, (_, at) => `item-${at}`);
  await run(many);
  await run(many);
  expect(built.times).toBe(4);
  expect(asked.map(({ parameters }) => parameters.slice(1, -2))).toEqual([
    ["a", "b"],
    ["c", "d"],
    ["e"],
    many,
    many,
  ]);
});

test("two lists don’t change places", async () => {
  const { db, asked } = connectionOf("sqlite");
  const query = prepared((own, p: { uids: readonly string[]; products: readonly string[] }) =>
    inOrg(own, "acme")
      .selectFrom("items")
      .select("uid")
      .where("uid", "in", p.uids)
      .where("productId", "in", p.products),
  );
  await query(db, { uids: ["a"], products: ["b", "c"] });
  await query(db, { products: ["d"], uids: ["e", "f"] });
  expect(asked.map(({ parameters }) => parameters)).toEqual([
    ["acme", "a", "b", "c"],
    ["acme", "e", "f", "d"],
  ]);
  expect(asked[1]?.sql).toContain('"uid" in (?, ?) and "productId" in (?)');
});

test("each connection has its own statement, in its engine’s words", async () => {
  const [sqlite, postgres] = [connectionOf("sqlite"), connectionOf("postgres")];
  const { query, built } = countedQuery();
  for (const { db } of [sqlite, postgres, sqlite, postgres])
    await query(db, { orgId: "acme", uids: ["a"], position: 3 });
  expect(built.times).toBe(2);
  expect(sqlite.asked[1]?.sql).toContain('"items"."orgId" = ? and "uid" in (?)');
  expect(postgres.asked[1]?.sql).toContain('"items"."orgId" = $1 and "uid" in ($2)');
  expect(postgres.asked[1]?.parameters).toEqual(["acme", "a", 1, 3]);
});

test("in a transaction it runs within it, by the statement that is known", async () => {
  const { db, asked } = connectionOf("sqlite");
  const { query, built } = countedQuery();
  const values = { orgId: "acme", uids: ["a"], position: 0 };
  await query(db, values);
  await db.transaction().execute((trx) => query(trx, values));
  await query(db, values);
  expect(asked.map(({ inside }) => inside)).toEqual([false, true, false]);
  expect(built.times).toBe(1);
});

test("a query that makes something else of a value fails at its first run", async () => {
  const { db, asked } = connectionOf("sqlite");
  const query = prepared((own, p: { slug: string }) =>
    own.selectFrom("orgs").select("id").where("slug", "=", `${p.slug}-b`),
  );
  await expect(query(db, { slug: "acme" })).rejects.toThrow("can only be bound as it is");
  expect(asked).toEqual([]);
});

test("only the values that the query names can be given", async () => {
  const { db, asked } = connectionOf("sqlite");
  const query = prepared((own, p: { slug: string }) =>
    own.selectFrom("orgs").select("id").where("slug", "=", p.slug),
  );
  // @ts-expect-error: a text was asked for.
  await query(db, { slug: 1 });
  expect(asked).toHaveLength(1);
  // @ts-expect-error: nothing finds what is null by an equals sign.
  await expect(query(db, { slug: null })).rejects.toThrow(TypeError);
  expect(asked).toHaveLength(1);
  // @ts-expect-error: an org has no such column.
  prepared((own, p: { slug: string }) => own.selectFrom("orgs").where("color", "=", p.slug));
});

test("a row is inserted by a statement of its columns, whichever of them are null", async () => {
  const { db, asked } = connectionOf("postgres");
  const note = (values: { subject: string | null; ip?: string | null }) =>
    db.transaction().execute((trx) =>
      insertRow(trx, "audit", {
        id: "one",
        orgId: "acme",
        at: "2026-11-27T00:00:00.000Z",
        actor: "visitor",
        actorName: "Visitor",
        action: "item.read",
        detailJson: null,
        ...values,
      }),
    );
  await note({ subject: "a", ip: null });
  await note({ ip: "::1", subject: null });
  // What is left out has what the table says.
  await note({ subject: "b" });
  expect(asked.map(({ sql }) => sql)).toEqual([
    'insert into "audit" ("id", "orgId", "at", "actor", "actorName", "action", "detailJson", "subject", "ip") values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    'insert into "audit" ("id", "orgId", "at", "actor", "actorName", "action", "detailJson", "ip", "subject") values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    'insert into "audit" ("id", "orgId", "at", "actor", "actorName", "action", "detailJson", "subject") values ($1, $2, $3, $4, $5, $6, $7, $8)',
  ]);
  expect(asked.map(({ parameters }) => parameters.slice(6))).toEqual([
    [null, "a", null],
    [null, "::1", null],
    [null, "b"],
  ]);
  expect(asked.every(({ inside }) => inside)).toBe(true);
});
