import type * as z from "zod";
import type { Writer } from "#db/store.ts";
import { recordStaffEvents } from "#tenancy/visitor-events/store/visitor-events.server.ts";
import {
  AlreadyListed,
  sameCompanies,
} from "#content/companies/store/company-duplicates.server.ts";
import { JUST_USE } from "#model/companies/company-forms.ts";
import type { Authorship } from "#tenancy/audit/store/audit.server.ts";
import type { ListKey } from "#content/edit-kit/store/editable-list.ts";
import { editableRows } from "#content/edit-kit/store/row-list.server.ts";
import { RowEditor } from "#content/edit-kit/row-editor.server.ts";
import { trustedCompanySchema } from "./forms/trusted-by.ts";
import {
  trustedByList,
  type TrustedCompanyRow,
  type TrustedCompanyValues,
} from "./store/trusted-by.server.ts";

/** What is saved names a company as a form does, or as it is stored. */
export type SentCompany = z.output<typeof trustedCompanySchema> & {
  companyId?: string;
  refMustMatch?: boolean;
};

const rows = editableRows(trustedByList);

/** The list, with a note of what was picked from the companies that the form offered. */
const listOfPicks: typeof rows = {
  ...rows,
  async add(trx, key, values, editing) {
    await notePick(trx, key, values, editing);
    const told = await rows.add(trx, key, values, editing);
    await refuseListed(trx, key, values.id, values);
    return told;
  },
  async update(trx, key, id, values, editing) {
    const before = await rows.find(trx, key, id);
    const isSame = "companyRef" in values && values.companyRef === `org:${before?.companyId}`;
    if (!isSame) await notePick(trx, key, values, editing);
    const told = await rows.update(trx, key, id, values, editing);
    await refuseListed(trx, key, id, values, before?.companyId);
    return told;
  },
};

/**
 * @param before the company that the row had
 * @throws AlreadyListed where another row has the company that was chosen for this one
 */
async function refuseListed(
  trx: Writer,
  key: ListKey,
  id: string,
  values: TrustedCompanyValues,
  before?: string,
): Promise<void> {
  if ("companyId" in values || values.allowDuplicate === true) return;
  const all = await rows.rows(trx, key);
  const own = all.find((row) => row.id === id);
  if (own === undefined || own.companyId === before) return;
  const same = await sameCompanies(trx, key.orgId, own.companyId);
  const other = all.find((row) => row.id !== id && same.has(row.companyId));
  if (other !== undefined) throw new AlreadyListed(other, own.company);
}

/** Notes where a company was picked from; text that was typed is no pick. */
async function notePick(
  trx: Writer,
  { orgId, productId }: ListKey,
  values: TrustedCompanyValues,
  { now }: Authorship,
): Promise<void> {
  const ref = "companyRef" in values ? values.companyRef : undefined;
  const [source = ""] = ref?.split(":") ?? [];
  if (source === "" || source === JUST_USE) return;
  const name = "trusted-by company picked";
  const itemUid = "TrustedBy.companies";
  await recordStaffEvents({ trx, orgId, now }, [{ name, productId, itemUid, detail: { source } }]);
}

/** How staff and programs edit the customers that a product names. */
export const trustedByEditor = new RowEditor<TrustedCompanyRow, TrustedCompanyValues, SentCompany>({
  list: listOfPicks,
  path: "/edit/trusted-by",
  schema: trustedCompanySchema,
  values: ({ companyId, ...sent }) =>
    companyId === undefined ? sent : { companyId, href: sent.href },
  row: ({ companyId = "", company, href = null }) => ({ companyId, company, href }),
  arranged: "Updated the order of companies",
});
