import { inBatches, inBatchesById } from "#db/batches.ts";
import { isoNow, newId } from "#db/ids.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { mapInSlices } from "#db/pace.ts";
import { mustFindProducts } from "#tenancy/products/store/products.server.ts";
import { prepared } from "#db/prepared.ts";
import { mustChange, NotFound, Refused } from "#db/refusals.ts";
import type { ControlsTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { hasShortAnswer } from "#model/short-answers.ts";
import { sortKey } from "#values/names.ts";
import { columnsOf, type EntryValues } from "#content/edit-kit/rules/entry-fields.ts";
import { CONTROL_FIELDS } from "../forms/controls.ts";
import { controlQuery, isWanted, referenceKey, type ControlQuery } from "../rules/controls.ts";
import { mustFindItem } from "./linkable-items.server.ts";

/** What staff say of a control. */
export type ControlValues = EntryValues<typeof CONTROL_FIELDS> & { id?: string };

/** A control as it is stored. */
export type Control = ControlsTable & { requirements: string[]; productIds: string[] };

/** A control; null when the org has none of that id. */
export async function findControl(
  db: Reader,
  orgId: string,
  controlId: string,
): Promise<Control | null> {
  return (await controlsById(db, orgId, [controlId]))[0] ?? null;
}

const ROWS_OF = prepared((db, p: { orgId: string; ids: readonly string[] }) =>
  inOrg(db, p.orgId).selectFrom("controls").selectAll().where("id", "in", p.ids),
);

const PRODUCTS_OF = prepared((db, p: { orgId: string; ids: readonly string[] }) =>
  inOrg(db, p.orgId)
    .selectFrom("controlProducts")
    .select(["controlId", "productId"])
    .where("controlId", "in", p.ids)
    .orderBy("productId"),
);

const REQUIREMENTS_OF = prepared((db, p: { orgId: string; ids: readonly string[] }) =>
  inOrg(db, p.orgId)
    .selectFrom("controlReferences")
    .select(["controlId", "requirement"])
    .where("controlId", "in", p.ids)
    .orderBy("position"),
);

/** Controls by their ids, in the order of the ids. */
export async function controlsById(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<Control[]> {
  return inBatchesById(ids, async (batch) => {
    const some = { orgId, ids: batch };
    const rows = await ROWS_OF(db, some);
    const [products, requirements] = await Promise.all([
      PRODUCTS_OF(db, some),
      REQUIREMENTS_OF(db, some),
    ]);
    const found = new Map(
      rows.map((row): [string, Control] => [row.id, { ...row, requirements: [], productIds: [] }]),
    );
    for (const row of products) found.get(row.controlId)?.productIds.push(row.productId);
    for (const row of requirements) found.get(row.controlId)?.requirements.push(row.requirement);
    return [...found.values()];
  });
}

/** Every control of an org by its reference, without the products that it is limited to. */
export async function everyControl(
  db: Reader,
  orgId: string,
): Promise<Omit<Control, "productIds">[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("controls as c")
    .leftJoin("controlReferences as r", (join) =>
      join.onRef("r.orgId", "=", "c.orgId").onRef("r.controlId", "=", "c.id"),
    )
    .select((eb) => [
      "c.orgId",
      "c.id",
      "c.reference",
      "c.sortKey",
      "c.title",
      "c.shortAnswer",
      // It can be long: it comes once, and not with each of fifty requirements.
      eb
        .case()
        .when(eb.or([eb("r.position", "is", null), eb("r.position", "=", 0)]))
        .then(eb.ref("c.description"))
        .end()
        .as("description"),
      "c.access",
      "c.itemUid",
      "c.createdAt",
      "c.modifiedAt",
      "r.requirement",
    ])
    .orderBy("c.sortKey")
    .orderBy("c.id")
    .orderBy("r.position")
    .execute();
  const found = new Map<string, Omit<Control, "productIds">>();
  for (const { requirement, ...row } of rows) {
    const control = found.get(row.id) ?? { ...row, requirements: [] };
    found.set(row.id, control);
    if (requirement !== null) control.requirements.push(requirement);
  }
  return [...found.values()];
}

/** An org's controls by their references, as far as a filter leaves them. */
export async function listControls(
  db: Reader,
  orgId: string,
  filter: Partial<ControlQuery> = {},
): Promise<Control[]> {
  const asked = { ...controlQuery(new URLSearchParams()), ...filter };
  const rows = await inOrg(db, orgId)
    .selectFrom("controls")
    .select("id")
    .orderBy("sortKey")
    .orderBy("id")
    .execute();
  const ids = rows.map(({ id }) => id);
  const found = await mapInSlices(await controlsById(db, orgId, ids), (control) =>
    isWantedByStaff(control, asked) ? [control] : [],
  );
  return found.flat();
}

/** Whether a control is among those that staff look for. */
export function isWantedByStaff(control: Control, asked: ControlQuery): boolean {
  const { access, productId } = asked;
  const { productIds } = control;
  if (access !== null && control.access !== access) return false;
  if (!hasShortAnswer(control.shortAnswer, asked.shortAnswer)) return false;
  if (productId !== null && productIds.length > 0 && !productIds.includes(productId)) return false;
  return isWanted(control, asked);
}

/**
 * Adds a control. @returns its id. @throws NotFound when a product is not the org's; Refused when
 * the reference is taken
 */
export async function addControl(
  trx: Writer,
  orgId: string,
  values: ControlValues,
  now: Date,
): Promise<string> {
  const [id = ""] = await addControls(trx, orgId, [{ ...values, createdAt: now, modifiedAt: now }]);
  return id;
}

/**
 * Adds many controls at once, each with its own times. @returns their ids, in the same order.
 * @throws as `addControl`
 */
export async function addControls(
  trx: Writer,
  orgId: string,
  controls: readonly (ControlValues & { createdAt: Date; modifiedAt: Date })[],
): Promise<string[]> {
  await mustFindProducts(
    trx,
    orgId,
    controls.flatMap(({ productIds }) => productIds),
  );
  const taken = await takenReferences(trx, orgId);
  for (const { reference, itemUid } of controls) {
    await mustFindItem(trx, orgId, itemUid);
    mustBeFree(taken, reference);
    taken.set(referenceKey(reference), "");
  }
  const rows = controls.map(({ createdAt, modifiedAt, ...values }) => ({
    ...rowOf(values),
    orgId,
    id: values.id ?? newId(),
    createdAt: isoNow(createdAt),
    modifiedAt: isoNow(modifiedAt),
  }));
  await inBatches(rows, (batch) => trx.insertInto("controls").values(batch).execute());
  await addParts(
    trx,
    orgId,
    controls.map((values, place) => ({ ...values, id: rows[place]?.id ?? "" })),
  );
  await contentChanged(trx, orgId);
  return rows.map(({ id }) => id);
}

/**
 * Replaces what a control says. @throws NotFound; Refused when another one has its new reference
 */
export async function updateControl(
  trx: Writer,
  orgId: string,
  controlId: string,
  values: ControlValues,
  now: Date,
): Promise<void> {
  const before = await findControl(trx, orgId, controlId);
  if (before === null) throw new NotFound("control");
  await mustFindProducts(trx, orgId, values.productIds);
  if (referenceKey(before.reference) !== referenceKey(values.reference))
    mustBeFree(await takenReferences(trx, orgId), values.reference);
  if (before.itemUid !== values.itemUid) await mustFindItem(trx, orgId, values.itemUid);
  await putControl(trx, orgId, controlId, {
    ...values,
    createdAt: before.createdAt,
    modifiedAt: isoNow(now),
  });
  await contentChanged(trx, orgId);
}

/** Removes a control. @throws NotFound */
export async function removeControl(trx: Writer, orgId: string, controlId: string): Promise<void> {
  mustChange(await dropControl(trx, orgId, controlId), "control");
  await contentChanged(trx, orgId);
}

/**
 * Makes a control what is said of it, whether it is there or not: for history and content, which
 * look at what else there is and say themselves that the content changed.
 */
export async function putControl(
  trx: Writer,
  orgId: string,
  id: string,
  { createdAt, modifiedAt, ...values }: ControlValues & { createdAt: string; modifiedAt: string },
): Promise<void> {
  const columns = { ...rowOf(values), createdAt, modifiedAt };
  await trx
    .insertInto("controls")
    .values({ orgId, id, ...columns })
    .onConflict((conflict) => conflict.columns(["orgId", "id"]).doUpdateSet(columns))
    .execute();
  for (const table of ["controlProducts", "controlReferences"] as const)
    await inOrg(trx, orgId).deleteFrom(table).where("controlId", "=", id).execute();
  await addParts(trx, orgId, [{ ...values, id }]);
}

/** Takes a control away, as `putControl` makes one. */
export async function dropControl(trx: Writer, orgId: string, id: string) {
  return inOrg(trx, orgId).deleteFrom("controls").where("id", "=", id).executeTakeFirst();
}

/** Which control has each reference, by `referenceKey`. */
export async function takenReferences(db: Reader, orgId: string): Promise<Map<string, string>> {
  const rows = await inOrg(db, orgId).selectFrom("controls").select(["id", "reference"]).execute();
  return new Map(rows.map(({ id, reference }) => [referenceKey(reference), id]));
}

/** What is said of a reference that another control has. */
export function takenWords(reference: string): string {
  return `Another control already has the reference ${reference}.`;
}

function rowOf(values: ControlValues) {
  return { ...columnsOf(CONTROL_FIELDS, values), sortKey: sortKey(values.reference) };
}

async function addParts(
  trx: Writer,
  orgId: string,
  controls: readonly (Pick<ControlValues, "productIds" | "requirements"> & { id: string })[],
): Promise<void> {
  const products = controls.flatMap(({ id, productIds }) =>
    [...new Set(productIds)].map((productId) => ({ orgId, controlId: id, productId })),
  );
  await inBatches(products, (batch) => trx.insertInto("controlProducts").values(batch).execute());
  const requirements = controls.flatMap(({ id, requirements: own }) =>
    own.map((requirement, position) => ({ orgId, controlId: id, position, requirement })),
  );
  await inBatches(requirements, (batch) =>
    trx.insertInto("controlReferences").values(batch).execute(),
  );
}

function mustBeFree(taken: ReadonlyMap<string, string>, reference: string): void {
  if (taken.has(referenceKey(reference))) throw new Refused(takenWords(reference), "reference");
}
