import { isWholeOrder, LIST_CHANGED } from "#values/list-order.ts";
import { inBatches, inBatchesById } from "#db/batches.ts";
import { mustFindCompanies } from "#content/companies/store/companies.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { mapInSlices } from "#db/pace.ts";
import { mustFindProduct } from "#tenancy/products/store/products.server.ts";
import { mustChange, Refused } from "#db/refusals.ts";
import type { SubprocessorsTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { columnsOf, type EntryValues } from "#content/edit-kit/rules/entry-fields.ts";
import { outsideNames } from "#content/edit-kit/rules/entry-names.ts";
import { SUBPROCESSOR_FIELDS } from "../forms/subprocessors.ts";

/** The columns that hold what a row says. */
const TEXTS = outsideNames(SUBPROCESSOR_FIELDS);

/** A company that processes customers' data for a product. */
export type SubprocessorValues = EntryValues<typeof SUBPROCESSOR_FIELDS> & {
  id?: string;
  companyId: string;
};

/**
 * Adds a subprocessor to a product. @returns its id. @throws NotFound when product or company is
 * not the org's
 */
export async function addSubprocessor(
  trx: Writer,
  orgId: string,
  productId: string,
  values: SubprocessorValues,
  now: Date,
): Promise<string> {
  const [id] = await addSubprocessors(trx, orgId, productId, [{ ...values, createdAt: now }]);
  return id ?? "";
}

/**
 * Adds many subprocessors at once, each since its own time. @returns their ids, in the same order.
 * @throws as `addSubprocessor`
 */
export async function addSubprocessors(
  trx: Writer,
  orgId: string,
  productId: string,
  subprocessors: readonly (SubprocessorValues & { createdAt: Date })[],
): Promise<string[]> {
  await mustFindProduct(trx, orgId, productId);
  await mustFindCompanies(
    trx,
    orgId,
    subprocessors.map((subprocessor) => subprocessor.companyId),
  );
  const last = await lastPosition(trx, orgId, productId);
  const rows = await mapInSlices(subprocessors, (subprocessor, place): SubprocessorsTable => ({
    orgId,
    productId,
    id: subprocessor.id ?? newId(),
    createdAt: isoNow(subprocessor.createdAt),
    // A list by name stays one; in a list of its own order new rows come last.
    position: last === null ? null : last + 1 + place,
    ...columns(subprocessor),
  }));
  await inBatches(rows, (batch) => trx.insertInto("subprocessors").values(batch).execute());
  await contentChanged(trx, orgId);
  return rows.map((row) => row.id);
}

/** Replaces what a subprocessor's row says. @throws NotFound */
export async function updateSubprocessor(
  trx: Writer,
  orgId: string,
  productId: string,
  id: string,
  values: SubprocessorValues,
): Promise<void> {
  await mustFindCompanies(trx, orgId, [values.companyId]);
  const result = await inOrg(trx, orgId)
    .updateTable("subprocessors")
    .set(columns(values))
    .where("productId", "=", productId)
    .where("id", "=", id)
    .executeTakeFirst();
  mustChange(result, "subprocessor");
  await contentChanged(trx, orgId);
}

/** Takes a subprocessor off a product's list; the company itself stays. @throws NotFound */
export async function removeSubprocessor(
  trx: Writer,
  orgId: string,
  productId: string,
  id: string,
): Promise<void> {
  const result = await inOrg(trx, orgId)
    .deleteFrom("subprocessors")
    .where("productId", "=", productId)
    .where("id", "=", id)
    .executeTakeFirst();
  mustChange(result, "subprocessor");
  await contentChanged(trx, orgId);
}

/**
 * Puts the subprocessors of a product in an order; null is the one by name.
 * @throws Refused when it does not name every one of them once
 */
export async function arrangeSubprocessors(
  trx: Writer,
  orgId: string,
  productId: string,
  order: readonly string[] | null,
): Promise<void> {
  await mustFindProduct(trx, orgId, productId);
  const rows = () =>
    inOrg(trx, orgId).updateTable("subprocessors").where("productId", "=", productId);
  if (order === null) await rows().set({ position: null }).execute();
  else {
    const stored = await inOrg(trx, orgId)
      .selectFrom("subprocessors")
      .select(["id", "position"])
      .where("productId", "=", productId)
      .execute();
    const before = new Map(stored.map(({ id, position }) => [id, position]));
    if (!isWholeOrder(order, [...before.keys()])) throw new Refused(LIST_CHANGED);
    for (const [position, id] of order.entries())
      if (before.get(id) !== position)
        await rows().set({ position }).where("id", "=", id).execute();
  }
  await contentChanged(trx, orgId);
}

/**
 * The ids of a product's subprocessors as they are listed: in the list's own order, else by name.
 */
export async function subprocessorIds(
  db: Reader,
  orgId: string,
  productId: string,
): Promise<string[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("subprocessors as s")
    .innerJoin("companies as c", (join) =>
      join.onRef("c.orgId", "=", "s.orgId").onRef("c.id", "=", "s.companyId"),
    )
    .select("s.id")
    .where("s.productId", "=", productId)
    .orderBy("s.position")
    .orderBy("c.sortKey")
    .orderBy("s.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** The rows of a product as they are stored, for `replaceSubprocessors` to write back. */
export async function storedSubprocessors(
  db: Reader,
  orgId: string,
  productId: string,
): Promise<Omit<SubprocessorsTable, "orgId" | "productId">[]> {
  return inBatchesById(await subprocessorIds(db, orgId, productId), (ids) =>
    inOrg(db, orgId)
      .selectFrom("subprocessors")
      .select(["id", "companyId", ...TEXTS, "createdAt", "position"])
      .where("productId", "=", productId)
      .where("id", "in", ids)
      .execute(),
  );
}

/**
 * The subprocessors of a product: the given rows instead of all before, as a history keeps them.
 * @throws NotFound
 */
export async function replaceSubprocessors(
  trx: Writer,
  orgId: string,
  productId: string,
  subprocessors: readonly Omit<SubprocessorsTable, "orgId" | "productId">[],
): Promise<void> {
  await mustFindProduct(trx, orgId, productId);
  await mustFindCompanies(
    trx,
    orgId,
    subprocessors.map(({ companyId }) => companyId),
  );
  await inBatches(await subprocessorIds(trx, orgId, productId), (ids) =>
    inOrg(trx, orgId).deleteFrom("subprocessors").where("id", "in", ids).execute(),
  );
  await inBatches(subprocessors, (batch) =>
    trx
      .insertInto("subprocessors")
      .values(batch.map((row) => ({ ...row, orgId, productId })))
      .execute(),
  );
  await contentChanged(trx, orgId);
}

async function lastPosition(trx: Writer, orgId: string, productId: string): Promise<number | null> {
  const row = await inOrg(trx, orgId)
    .selectFrom("subprocessors")
    .select((eb) => eb.fn.max<number | null>("position").as("position"))
    .where("productId", "=", productId)
    .executeTakeFirst();
  return row?.position ?? null;
}

function columns({ companyId, ...values }: SubprocessorValues) {
  return { companyId, ...columnsOf(SUBPROCESSOR_FIELDS, values) };
}

/** The subprocessors of a product with their companies' names; the caller narrows and runs it. */
export function namedSubprocessors(db: Reader, orgId: string, productId: string) {
  return inOrg(db, orgId)
    .selectFrom("subprocessors as s")
    .innerJoin("companies as c", (join) =>
      join.onRef("c.orgId", "=", "s.orgId").onRef("c.id", "=", "s.companyId"),
    )
    .select(["s.id", "s.companyId", ...TEXTS, "s.createdAt", "s.position", "c.name as company"])
    .where("s.productId", "=", productId);
}
