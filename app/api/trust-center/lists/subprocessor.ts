import * as z from "zod";
import type { Route } from "./+types/subprocessor";
import { baseOf } from "../../../../db/changes/changing.ts";
import { findSubprocessorRow, relistSubprocessor, unlistSubprocessor } from "../../../../db/subprocessor-edits.ts";
import { subprocessorPatch, subprocessorRemoval } from "../../../domain/subprocessor-forms.ts";
import { problem } from "../../../middleware/json-body.ts";
import { notAllowed } from "../../documents/staff.ts";
import { listCall } from "./caller.ts";
import { subprocessorFacts } from "./facts.ts";

const stamp = z.object({ base: z.string().max(64).optional() });

/** GET: one subprocessor with the stamp (`base`) by which a change notices another. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return listCall(args, async ({ db, org, product }) => {
    const row = await findSubprocessorRow(db, org.id, product.id, args.params.entryId);
    if (row === null) return problem(404, "Not found");
    const base = await baseOf(db, "subprocessor", { orgId: org.id, productId: product.id, subjectId: row.id });
    return Response.json({ ...subprocessorFacts(row), base });
  });
}

/** PATCH changes what the body names; DELETE takes it off the list. Either can ask for a draft update. */
export function action(args: Route.ActionArgs): Promise<Response> | Response {
  const { method } = args.request;
  if (method !== "PATCH" && method !== "DELETE") return notAllowed("GET", "HEAD", "PATCH", "DELETE");
  const id = args.params.entryId;
  return listCall(args, async ({ db, org, product, by, now, permissions, change, read }) => {
    if ((await findSubprocessorRow(db, org.id, product.id, id)) === null) return problem(404, "Not found");
    const edit = { orgId: org.id, productId: product.id, by, now };
    if (method === "DELETE") {
      const sent = args.request.headers.get("Content-Type") === null ? { draft: null, base: undefined } : await read(subprocessorRemoval.and(stamp));
      const { draftId } = await change({ subject: "subprocessor", subjectId: id, base: sent.base }, (trx) => unlistSubprocessor(trx, { ...edit, draft: permissions.has("updates:publish") ? sent.draft : null }, id));
      return Response.json({ id, draftId });
    }
    const { draft, base, ...input } = await read(subprocessorPatch.and(stamp));
    const { draftId } = await change({ subject: "subprocessor", subjectId: id, base }, (trx) => relistSubprocessor(trx, { ...edit, draft: permissions.has("updates:publish") ? draft : null }, id, input));
    const row = await findSubprocessorRow(db, org.id, product.id, id);
    return Response.json({ ...(row === null ? { id } : subprocessorFacts(row)), draftId });
  });
}
