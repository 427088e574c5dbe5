import type { Route } from "./+types/subprocessor";
import {
  findSubprocessorRow,
  relistSubprocessor,
  unlistSubprocessor,
} from "../../../../db/subprocessor-edits.ts";
import { subprocessorPatch, subprocessorRemoval } from "../../../domain/subprocessor-forms.ts";
import { problem } from "../../../middleware/json-body.ts";
import { notAllowed } from "../../documents/staff.ts";
import { productCall } from "../product-call.ts";
import { subprocessorFacts } from "./facts.ts";

/** GET: one subprocessor with the stamp (`base`) by which a change notices another. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return productCall(args, async ({ db, org, product, stamp }) => {
    const row = await findSubprocessorRow(db, org.id, product.id, args.params.entryId);
    if (row === null) return problem(404, "Not found");
    return Response.json({
      ...subprocessorFacts(row),
      base: await stamp({ subject: "subprocessor", subjectId: row.id }),
    });
  });
}

/** PATCH changes what the body names; DELETE takes it off the list. Either can ask for a draft update. */
export function action(args: Route.ActionArgs): Promise<Response> | Response {
  const { method } = args.request;
  if (method !== "PATCH" && method !== "DELETE")
    return notAllowed("GET", "HEAD", "PATCH", "DELETE");
  const id = args.params.entryId;
  return productCall(
    args,
    async ({ db, org, product, by, now, permissions, change, read, stamp }) => {
      if ((await findSubprocessorRow(db, org.id, product.id, id)) === null)
        return problem(404, "Not found");
      const edited = { subject: "subprocessor", subjectId: id } as const;
      const edit = { orgId: org.id, productId: product.id, by, now };
      if (method === "DELETE") {
        const sent =
          args.request.headers.get("Content-Type") === null
            ? { draft: null }
            : await read(subprocessorRemoval);
        const { value } = await change(edited, (trx) =>
          unlistSubprocessor(
            trx,
            { ...edit, draft: permissions.has("updates:publish") ? sent.draft : null },
            id,
          ),
        );
        return Response.json({ id, draftId: value.draftId });
      }
      const { draft, ...input } = await read(subprocessorPatch);
      const { value } = await change(edited, (trx) =>
        relistSubprocessor(
          trx,
          { ...edit, draft: permissions.has("updates:publish") ? draft : null },
          id,
          input,
        ),
      );
      const row = await findSubprocessorRow(db, org.id, product.id, id);
      return Response.json({
        ...(row === null ? { id } : subprocessorFacts(row)),
        draftId: value.draftId,
        base: await stamp(edited),
      });
    },
  );
}
