import type * as z from "zod";
import type { Writer } from "../../../db/store.ts";
import { recordStaffEvents } from "../visitor-events/store/visitor-events.server.ts";
import { JUST_USE } from "../companies/rules/company-forms.ts";
import type { Editing, ListKey } from "../../edit-kit/editable-list.ts";
import { editableRows } from "../../edit-kit/row-list.server.ts";
import { RowEditor } from "../../edit-kit/row-editor.server.ts";
import { trustedCompanySchema } from "./forms.ts";
import {
  trustedByList,
  type TrustedCompanyRow,
  type TrustedCompanyValues,
} from "./store.server.ts";

/** What is saved names a company as a form does, or as it is stored. */
type Sent = z.output<typeof trustedCompanySchema> & { companyId?: string };

const rows = editableRows(trustedByList);

/** The list, with a note of what was picked from the companies that the form offered. */
const listOfPicks: typeof rows = {
  ...rows,
  async add(trx, key, values, editing) {
    await notePick(trx, key, values, editing);
    return rows.add(trx, key, values, editing);
  },
  async update(trx, key, id, values, editing) {
    const before = await rows.find(trx, key, id);
    const isSame = "companyRef" in values && values.companyRef === `org:${before?.companyId}`;
    if (!isSame) await notePick(trx, key, values, editing);
    return rows.update(trx, key, id, values, editing);
  },
};

/** Notes where a company was picked from; text that was typed is no pick. */
async function notePick(
  trx: Writer,
  { orgId, productId }: ListKey,
  values: TrustedCompanyValues,
  { now }: Editing,
): Promise<void> {
  const ref = "companyRef" in values ? values.companyRef : undefined;
  const [source = ""] = ref?.split(":") ?? [];
  if (source === "" || source === JUST_USE) return;
  const name = "trusted-by company picked";
  const itemUid = "TrustedBy.companies";
  await recordStaffEvents(trx, orgId, [{ name, productId, itemUid, detail: { source } }], now);
}

/** How staff and programs edit the customers that a product names. */
export const trustedByEditor = new RowEditor<TrustedCompanyRow, TrustedCompanyValues, Sent>({
  list: listOfPicks,
  path: "/edit/trusted-by",
  schema: trustedCompanySchema,
  values: ({ companyId, company, companyRef, href }) =>
    companyId === undefined ? { company, companyRef, href } : { companyId, href },
  row: ({ companyId = "", company, href = null }) => ({ companyId, company, href }),
  arranged: "Updated the order of companies",
});
