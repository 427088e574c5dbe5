import type * as z from "zod";
import { RowEditor } from "../../edit-kit/row-editor.server.ts";
import { trustedCompanySchema } from "./forms.ts";
import {
  trustedByList,
  type TrustedCompanyRow,
  type TrustedCompanyValues,
} from "./store.server.ts";

/** What is saved names a company as a form does, or as it is stored. */
type Sent = z.output<typeof trustedCompanySchema> & { companyId?: string };

/** How staff and programs edit the customers that a product names. */
export const trustedByEditor = new RowEditor<TrustedCompanyRow, TrustedCompanyValues, Sent>({
  list: trustedByList,
  path: "/edit/trusted-by",
  schema: trustedCompanySchema,
  values: ({ companyId, company, companyRef, href }) =>
    companyId === undefined ? { company, companyRef, href } : { companyId, href },
  row: ({ companyId = "", company, href = null }) => ({ companyId, company, href }),
  arranged: "Updated the order of companies",
});
