import type { Route } from "./+types/subprocessor";
import { companyFacts } from "#model/companies.ts";
import {
  subprocessorPatch,
  subprocessorRemoval,
  subprocessorSchema,
  textsOf,
} from "../forms/subprocessors.ts";
import { registerAnswer } from "../forms/register-fields.ts";
import { RowApi } from "#content/edit-kit/row-api.server.ts";
import { ROW_METHODS } from "#content/edit-kit/row-methods.ts";
import { subprocessorEditor, type SentSubprocessor } from "../editor.server.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ROW_METHODS };

/** Every change can ask for a draft update; its id is `draftId`. */
const api = new RowApi({
  editor: subprocessorEditor,
  rows: "subprocessors",
  byName: true,
  facts: (row) => ({
    id: row.id,
    company: companyFacts(row),
    ...textsOf(row),
    ...registerAnswer(row),
    createdAt: row.createdAt,
  }),
  post: subprocessorSchema.transform(
    ({ draft, company, companyRef, allowDuplicate, ...texts }): SentSubprocessor => ({
      intent: "save",
      base: undefined,
      draft,
      input: {
        company,
        companyRef,
        refMustMatch: true,
        allowDuplicate,
        ...textsOf(texts),
      },
    }),
  ),
  removal: subprocessorRemoval.transform(({ draft }): SentSubprocessor => ({
    intent: "remove",
    base: undefined,
    draft,
  })),
  patch: subprocessorPatch,
  patched: (
    { draft, company, companyRef, allowDuplicate, ...texts },
    before,
  ): SentSubprocessor => ({
    intent: "save",
    base: undefined,
    draft,
    input: {
      ...(company === undefined
        ? { company: before.company, companyRef: `org:${before.companyId}` }
        : { company, companyRef, refMustMatch: true }),
      allowDuplicate,
      // What is not named stays.
      ...textsOf(texts, before),
    },
  }),
});

/** GET: the subprocessors of a product in their order, or one of them. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return api.read(args);
}

/**
 * POST, PATCH and DELETE: adds a subprocessor, arranges them, changes what is named of one, takes
 * one off the list.
 */
export function action(args: Route.ActionArgs): Promise<Response> | Response {
  return api.change(args);
}
