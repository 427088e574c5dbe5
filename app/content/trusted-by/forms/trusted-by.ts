import * as z from "zod";
import {
  companyCallFields,
  companyFields,
  companyUrl,
  refuseLoneRef,
} from "#model/companies/company-forms.ts";

/** A customer of the Trusted By card and where its story is told. */
export const trustedCompanySchema = z.object({ ...companyFields, href: companyUrl });

/** The same by the API. */
export const trustedCompanyPost = z.object({ ...companyCallFields, href: companyUrl });

/** A partial change by the API: what is not named stays. */
export const trustedCompanyPatch = z
  .object({
    ...companyCallFields,
    company: companyCallFields.company.optional(),
    href: companyUrl,
  })
  .superRefine(refuseLoneRef);
