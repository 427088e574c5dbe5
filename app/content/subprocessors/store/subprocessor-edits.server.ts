import type { CompanyOfRow } from "#model/companies.ts";
import {
  draftOfChanges,
  type SubprocessorChange,
  type SubprocessorWords,
  type ToldChange,
} from "../rules/subprocessor-changes.ts";
import {
  SUBPROCESSOR_FIELDS,
  textsOf,
  type SentTexts,
  type WantedDraft,
} from "../forms/subprocessors.ts";
import { outsideNames } from "#content/edit-kit/rules/entry-names.ts";
import type { Authorship } from "#tenancy/audit/store/audit.server.ts";
import { inBatches, inBatchesById } from "#db/batches.ts";
import {
  chooseCompanies,
  chooseCompany,
  type ChosenCompany,
} from "#content/companies/store/company-choice.server.ts";
import {
  AlreadyListed,
  sameCompanies,
} from "#content/companies/store/company-duplicates.server.ts";
import { touchListItem } from "#content/items/store/item-state.server.ts";
import { NotFound } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import {
  addSubprocessor,
  addSubprocessors,
  removeSubprocessor,
  replaceSubprocessors,
  storedSubprocessors,
  subprocessorIds,
  updateSubprocessor,
} from "./subprocessors.server.ts";
import { saveDraft } from "#updates/updates/store/topic-drafts.server.ts";

/**
 * Who changes which product's list, when, and the draft update that the change brings along; null
 * for none.
 */
export interface ListEdit extends Authorship {
  orgId: string;
  productId: string;
  draft: WantedDraft | null;
}

export type SubprocessorInput = ChosenCompany & SentTexts;

/** A row of the list as staff edit it. */
export interface SubprocessorRow extends SubprocessorWords, CompanyOfRow {
  id: string;
  createdAt: string;
}

/** The list of a product as it is shown: in its own order, else by name. */
export async function listSubprocessors(
  db: Reader,
  orgId: string,
  productId: string,
): Promise<SubprocessorRow[]> {
  return findSubprocessorRows(db, orgId, productId, await subprocessorIds(db, orgId, productId));
}

/**
 * Some rows of a product's list, in the order of their ids; those that are not there are left out.
 */
export function findSubprocessorRows(
  db: Reader,
  orgId: string,
  productId: string,
  ids: readonly string[],
): Promise<SubprocessorRow[]> {
  return inBatchesById(ids, (batch) =>
    rowsOf(db, orgId, productId).where("s.id", "in", batch).execute(),
  );
}

/** Whether the list stands in an order of its own. */
export async function isArranged(db: Reader, orgId: string, productId: string): Promise<boolean> {
  const row = await inOrg(db, orgId)
    .selectFrom("subprocessors")
    .select("id")
    .where("productId", "=", productId)
    .where("position", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A row of a product's list; null when it has none of that id. */
export async function findSubprocessorRow(
  db: Reader,
  orgId: string,
  productId: string,
  id: string,
): Promise<SubprocessorRow | null> {
  return (await rowsOf(db, orgId, productId).where("s.id", "=", id).executeTakeFirst()) ?? null;
}

/**
 * Adds a subprocessor with the company that the form means. @param input.id of the caller's choice.
 * @returns its id, and the draft's
 * @throws AlreadyListed unless it may be there twice
 */
export async function listSubprocessor(
  trx: Writer,
  edit: ListEdit,
  input: SubprocessorInput & { id: string },
): Promise<{ id: string; draftId: string | null }> {
  const { orgId, productId, now } = edit;
  const companyId = await chooseCompany(trx, orgId, input);
  const id = await addSubprocessor(
    trx,
    orgId,
    productId,
    { id: input.id, companyId, ...textsOf(input) },
    now,
  );
  if (input.allowDuplicate !== true) await refuseListed(trx, edit, id, companyId);
  return {
    id,
    draftId: await finishListEdit(trx, edit, [
      { kind: "added", after: await mustFind(trx, orgId, productId, id) },
    ]),
  };
}

/** Changes what a row says; what the input does not name stays. @throws NotFound, AlreadyListed */
export async function relistSubprocessor(
  trx: Writer,
  edit: ListEdit,
  id: string,
  input: Partial<SubprocessorInput>,
): Promise<{ draftId: string | null }> {
  const { orgId, productId } = edit;
  const before = await mustFind(trx, orgId, productId, id);
  const companyId =
    input.company === undefined
      ? before.companyId
      : await chooseCompany(trx, orgId, { ...input, company: input.company });
  if (companyId !== before.companyId && input.allowDuplicate !== true)
    await refuseListed(trx, edit, id, companyId);
  await updateSubprocessor(trx, orgId, productId, id, { companyId, ...textsOf(input, before) });
  return {
    draftId: await finishListEdit(trx, edit, [
      { kind: "changed", after: await mustFind(trx, orgId, productId, id) },
    ]),
  };
}

/** @throws AlreadyListed where another row has the company of this one */
async function refuseListed(
  trx: Writer,
  { orgId, productId }: ListEdit,
  id: string,
  companyId: string,
): Promise<void> {
  await inBatches([...(await sameCompanies(trx, orgId, companyId))], async (batch) => {
    const other = await rowsOf(trx, orgId, productId)
      .where("s.companyId", "in", batch)
      .where("s.id", "<>", id)
      .limit(1)
      .executeTakeFirst();
    if (other !== undefined)
      throw new AlreadyListed(other, (await mustFind(trx, orgId, productId, id)).company);
  });
}

/** Takes a row off the list. @throws NotFound */
export async function unlistSubprocessor(
  trx: Writer,
  edit: ListEdit,
  id: string,
): Promise<{ draftId: string | null }> {
  const { orgId, productId } = edit;
  const before = await mustFind(trx, orgId, productId, id);
  await removeSubprocessor(trx, orgId, productId, id);
  return { draftId: await finishListEdit(trx, edit, [{ kind: "removed", before }]) };
}

/** Does what a file's preview showed, all of it or, when something fails, nothing. */
export async function importSubprocessors(
  trx: Writer,
  edit: ListEdit,
  changes: readonly SubprocessorChange[],
): Promise<{ draftId: string | null }> {
  const { orgId, productId, now } = edit;
  const [added, changed, removed] = [
    ofKind(changes, "added"),
    ofKind(changes, "changed"),
    ofKind(changes, "removed"),
  ];
  // Thousands of rows, one by one, would keep everybody else waiting: what stays is written back at
  // once.
  const stored = await storedSubprocessors(trx, orgId, productId);
  const texts = new Map(changed.map(({ id, after }) => [id, textsOf(after)]));
  const gone = new Set(removed.map(({ id }) => id));
  const known = new Set(stored.map(({ id }) => id));
  if ([...texts.keys(), ...gone].some((id) => !known.has(id))) throw new NotFound("subprocessor");
  if (texts.size > 0 || gone.size > 0)
    await replaceSubprocessors(
      trx,
      orgId,
      productId,
      stored.filter(({ id }) => !gone.has(id)).map((row) => ({ ...row, ...texts.get(row.id) })),
    );
  const companies = await chooseCompanies(
    trx,
    orgId,
    added.map(({ after }) => ({ company: after.company })),
  );
  await addSubprocessors(
    trx,
    orgId,
    productId,
    added.map(({ after }, place) => ({
      companyId: companies[place] ?? "",
      ...textsOf(after),
      createdAt: now,
    })),
  );
  return { draftId: await finishListEdit(trx, edit, [...added, ...changed, ...removed]) };
}

/** What every change of the list ends with: its item's stamp, and the draft that was wanted. */
async function finishListEdit(
  trx: Writer,
  { orgId, productId, by, now, draft }: ListEdit,
  told: readonly ToldChange[],
): Promise<string | null> {
  if (told.length === 0) return null;
  await touchListItem(trx, orgId, productId, "Subprocessors", { by: by.actorName, on: now });
  if (draft === null) return null;
  const others = await inOrg(trx, orgId)
    .selectFrom("products")
    .select("id")
    .where("id", "<>", productId)
    .limit(1)
    .executeTakeFirst();
  const values = draftOfChanges(told, draft, others === undefined ? [] : [productId]);
  return values === null ? null : (await saveDraft({ trx, orgId, by, now }, values, {})).id;
}

async function mustFind(
  db: Reader,
  orgId: string,
  productId: string,
  id: string,
): Promise<SubprocessorRow> {
  const row = await findSubprocessorRow(db, orgId, productId, id);
  if (row === null) throw new NotFound("subprocessor");
  return row;
}

function rowsOf(db: Reader, orgId: string, productId: string) {
  return inOrg(db, orgId)
    .selectFrom("subprocessors as s")
    .innerJoin("companies as c", (join) =>
      join.onRef("c.orgId", "=", "s.orgId").onRef("c.id", "=", "s.companyId"),
    )
    .select([
      "s.id",
      "s.companyId",
      "c.name as company",
      "c.source as companySource",
      "c.domain as companyDomain",
      "c.logoAssetId as companyLogo",
      "c.addendumId",
      ...outsideNames(SUBPROCESSOR_FIELDS),
      "s.createdAt",
    ])
    .where("s.productId", "=", productId);
}

function ofKind<Kind extends SubprocessorChange["kind"]>(
  changes: readonly SubprocessorChange[],
  kind: Kind,
): Extract<SubprocessorChange, { kind: Kind }>[] {
  return changes.filter(
    (change): change is Extract<SubprocessorChange, { kind: Kind }> => change.kind === kind,
  );
}
