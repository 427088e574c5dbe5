import * as z from "zod";
import { subprocessorTexts, textsOf } from "#content/subprocessors/forms/subprocessors.ts";
import {
  listSubprocessor,
  relistSubprocessor,
  unlistSubprocessor,
} from "#content/subprocessors/store/subprocessor-edits.server.ts";
import { subprocessorSubject } from "#content/subprocessors/store/subprocessor-history.server.ts";
import { newId } from "#db/ids.ts";
import { NotFound } from "#db/refusals.ts";
import { inOrg } from "#db/tenant.ts";
import { companyCallFields, refuseLoneRef } from "#model/companies/company-forms.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { externalField } from "../rules/put.ts";
import { baseField, mustBeProduct, verb, type Asking, type Writes } from "./verb.ts";

const made = z.strictObject({
  productId: z.string({ error: "Send the id of a product" }).max(64),
  ...companyCallFields,
  ...subprocessorTexts,
  ...externalField,
});
const patch = z
  .strictObject({
    ...companyCallFields,
    company: companyCallFields.company.optional(),
    ...subprocessorTexts,
    ...externalField,
    ...baseField,
  })
  .superRefine(refuseLoneRef);

/** How rows of the subprocessor lists are changed; draft updates about it are written as updates. */
export const subprocessorWrites: Writes = {
  need: { scope: "content:write", permission: "statuspage:edit" },
  put: { fixed: ["productId"] },
  make: verb<z.output<typeof made>>({
    about: "Adds a subprocessor to the list of a product.",
    body: made,
    async judge({ services, opened }, { productId, ...sent }) {
      await mustBeProduct({ services, opened }, productId);
      const id = newId();
      const input = { ...sent, ...textsOf(sent), refMustMatch: true, id };
      return (write) =>
        changed(write, productId, id, () =>
          listSubprocessor(write.trx, { ...write, productId, draft: null }, input),
        );
    },
  }),
  change: verb<z.output<typeof patch>>({
    about: "Changes the fields of a subprocessor that you send. The rest stays.",
    body: patch,
    async judge(asking, { company, companyRef, allowDuplicate, ...texts }) {
      const { id } = asking;
      const productId = await productOf(asking);
      const input = {
        ...(company === undefined ? {} : { company, companyRef, refMustMatch: true }),
        allowDuplicate,
        ...texts,
      };
      return (write) =>
        changed(write, productId, id, () =>
          relistSubprocessor(write.trx, { ...write, productId, draft: null }, id, input),
        );
    },
  }),
  end: verb({
    about: "Removes a subprocessor from its list.",
    body: null,
    async judge(asking) {
      const { id } = asking;
      const productId = await productOf(asking);
      return (write) =>
        changed(write, productId, id, () =>
          unlistSubprocessor(write.trx, { ...write, productId, draft: null }, id),
        );
    },
  }),
};

async function changed(
  { trx, ...authorship }: Write,
  productId: string,
  id: string,
  work: () => Promise<unknown>,
): Promise<string> {
  const edit = { ...authorship, productId, subject: subprocessorSubject, subjectId: id };
  await recordChange(trx, edit, work);
  return id;
}

/** The product of a row. @throws NotFound */
async function productOf({ services, opened, id }: Asking): Promise<string> {
  const row = await inOrg(services.store.read, opened.org.id)
    .selectFrom("subprocessors")
    .select("productId")
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw new NotFound("subprocessor");
  return row.productId;
}
