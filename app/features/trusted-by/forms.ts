import * as z from "zod";
import { companyFields, companyUrl } from "../companies/rules/company-forms.ts";

/** A customer of the Trusted By card and where its story is told. */
export const trustedCompanySchema = z.object({ ...companyFields, href: companyUrl });

/** A partial change by the API: what is not named stays. */
export const trustedCompanyPatch = z.object({
  company: companyFields.company.optional(),
  companyRef: companyFields.companyRef,
  href: companyUrl,
});
