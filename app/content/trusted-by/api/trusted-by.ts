import type { Route } from "./+types/trusted-by";
import { companyFacts } from "#model/companies.ts";
import { RowApi } from "#content/edit-kit/row-api.server.ts";
import { ROW_METHODS } from "#content/edit-kit/row-methods.ts";
import { trustedByEditor, type SentCompany } from "../editor.server.ts";
import { trustedCompanyPatch, trustedCompanyPost } from "../forms/trusted-by.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ROW_METHODS };

const api = new RowApi({
  editor: trustedByEditor,
  rows: "companies",
  facts: (row) => ({ id: row.id, company: companyFacts(row), href: row.href }),
  post: trustedCompanyPost.transform((sent): SentCompany => ({ ...sent, refMustMatch: true })),
  patch: trustedCompanyPatch,
  patched: ({ company, companyRef, allowDuplicate, href }, before) => ({
    ...(company === undefined
      ? { companyId: before.companyId, company: before.company, companyRef: undefined }
      : { company, companyRef, refMustMatch: true }),
    allowDuplicate,
    href: href === undefined ? before.href : href,
  }),
});

/** GET: the customers that a product names, in their order, or one of them. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return api.read(args);
}

/**
 * POST, PATCH and DELETE: adds a customer, arranges them, changes what is named of one, takes one
 * off the card.
 */
export function action(args: Route.ActionArgs): Promise<Response> | Response {
  return api.change(args);
}
