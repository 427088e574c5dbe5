import { sql } from "kysely";
import { domainsAbove } from "#model/access-rules/access-rules.ts";
import { recordAudit, type Actor, type Write } from "#tenancy/audit/store/audit.server.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { inBatches } from "#db/batches.ts";
import { isoNow } from "#db/ids.ts";
import { holds } from "#db/patterns.ts";
import { mustChange, Refused } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { MAX_CUSTOMERS } from "#model/access-rules/customers.ts";

/** A domain of a customer, with what staff call them. */
export interface Customer {
  domain: string;
  name: string | null;
}

/** Whether a domain, or one above it, is on the list of customers. */
export async function isOfCustomer(db: Reader, orgId: string, domain: string): Promise<boolean> {
  const row = await inOrg(db, orgId)
    .selectFrom("customerDomains")
    .select("domain")
    .where("domain", "in", [domain, ...domainsAbove(domain)])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many domains are on the list. */
export async function countCustomers(db: Reader, orgId: string, search = ""): Promise<number> {
  const { count } = await found(db, orgId, search)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** A page of the list, or all of it, by domain. @param search a part of a domain or a name */
export async function listCustomers(
  db: Reader,
  orgId: string,
  { search = "", offset = 0, limit = MAX_CUSTOMERS } = {},
): Promise<Customer[]> {
  return found(db, orgId, search)
    .select(["domain", "name"])
    .orderBy("domain")
    .offset(offset)
    .limit(limit)
    .execute();
}

const CUSTOMERS_PER_PAGE = 100;

/** A page of the list as staff see it; one that does not exist gives the nearest that does. */
export async function customerPage(db: Reader, orgId: string, search: string, asked: number) {
  const total = await countCustomers(db, orgId, search);
  const pages = Math.max(1, Math.ceil(total / CUSTOMERS_PER_PAGE));
  const page = Math.min(Math.max(asked, 1), pages);
  return {
    total,
    page,
    pages,
    all: search === "" ? total : await countCustomers(db, orgId),
    rows: await listCustomers(db, orgId, {
      search,
      offset: (page - 1) * CUSTOMERS_PER_PAGE,
      limit: CUSTOMERS_PER_PAGE,
    }),
  };
}

function found(db: Reader, orgId: string, search: string) {
  const all = inOrg(db, orgId).selectFrom("customerDomains");
  if (search === "") return all;
  const text = sql<string>`lower(domain || ' ' || coalesce(name, ''))`;
  return all.where(holds(text, search.toLowerCase()));
}

/** What bringing rows in comes to: what each does, and which domains leave the list. */
export interface CustomerChanges {
  add: Customer[];
  change: Customer[];
  same: Customer[];
  remove: string[];
}

/**
 * What an import would do to the list. A row without a name leaves the name that is there.
 * @param replace whether domains leave the list that the rows don't name
 */
export async function customerChanges(
  db: Reader,
  orgId: string,
  rows: readonly Customer[],
  replace: boolean,
): Promise<CustomerChanges> {
  const known = new Map(
    (await listCustomers(db, orgId)).map(({ domain, name }) => [domain, name] as const),
  );
  const changes: CustomerChanges = { add: [], change: [], same: [], remove: [] };
  for (const row of rows) {
    const name = known.get(row.domain);
    if (name === undefined) changes.add.push(row);
    else if (row.name === null || row.name === name) changes.same.push(row);
    else changes.change.push(row);
  }
  if (replace) {
    const named = new Set(rows.map(({ domain }) => domain));
    changes.remove = [...known.keys()].filter((domain) => !named.has(domain));
  }
  return changes;
}

/**
 * Brings rows into the list of customers.
 * @throws Refused when the list would grow too long
 */
export async function importCustomers(
  write: Write,
  rows: readonly Customer[],
  replace: boolean,
): Promise<CustomerChanges> {
  const { trx, orgId, now } = write;
  const changes = await customerChanges(trx, orgId, rows, replace);
  const { add, change, remove } = changes;
  const total = (await countCustomers(trx, orgId)) + add.length - remove.length;
  if (total > MAX_CUSTOMERS)
    throw new Refused(
      `The list would have ${total.toLocaleString("en")} domains. The limit is ${MAX_CUSTOMERS.toLocaleString("en")}.`,
      "files",
    );
  await inBatches(remove, (domains) =>
    inOrg(trx, orgId).deleteFrom("customerDomains").where("domain", "in", domains).execute(),
  );
  await inBatches(add, (batch) =>
    trx
      .insertInto("customerDomains")
      .values(batch.map((row) => ({ orgId, ...row, addedAt: isoNow(now) })))
      .execute(),
  );
  for (const { domain, name } of change)
    await inOrg(trx, orgId)
      .updateTable("customerDomains")
      .set({ name })
      .where("domain", "=", domain)
      .execute();
  await noteEntries(
    write,
    "customers",
    change.map(({ domain }) => domain),
  );
  await recordAudit(write, {
    action: "customer-list.imported",
    detail: { added: add.length, changed: change.length, removed: remove.length },
  });
  return changes;
}

/** Takes one domain off the list. @throws NotFound */
export async function removeCustomer(
  trx: Writer,
  orgId: string,
  domain: string,
  by: Actor,
  now: Date,
): Promise<void> {
  const result = await inOrg(trx, orgId)
    .deleteFrom("customerDomains")
    .where("domain", "=", domain)
    .executeTakeFirst();
  mustChange(result, "domain");
  await recordAudit({ trx, orgId, by, now }, { action: "customer-list.removed", subject: domain });
}

/** Empties the list. @returns how many domains were on it */
export async function clearCustomers(
  trx: Writer,
  orgId: string,
  by: Actor,
  now: Date,
): Promise<number> {
  const { numDeletedRows } = await inOrg(trx, orgId)
    .deleteFrom("customerDomains")
    .executeTakeFirst();
  const removed = Number(numDeletedRows);
  await recordAudit(
    { trx, orgId, by, now },
    { action: "customer-list.cleared", detail: { removed } },
  );
  return removed;
}
