import type { Route } from "./+types/grades";
import { RowApi } from "#content/edit-kit/row-api.server.ts";
import { ROW_METHODS } from "#content/edit-kit/row-methods.ts";
import { gradeEditor } from "../editor.server.ts";
import { gradeSchema } from "../forms/grade.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ROW_METHODS };

/** A change names the whole grade, since its fields are judged together. */
const api = new RowApi({
  editor: gradeEditor,
  rows: "grades",
  facts: (row) => row,
  patch: gradeSchema,
  patched: (sent) => sent,
});

/** GET: the security grades of a product, in their order, or one of them. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return api.read(args);
}

/**
 * POST, PATCH and DELETE: adds a grade (a Security Scorecard first), arranges them, changes one,
 * removes one.
 */
export function action(args: Route.ActionArgs): Promise<Response> | Response {
  return api.change(args);
}
