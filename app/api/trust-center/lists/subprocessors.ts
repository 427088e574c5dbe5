import * as z from "zod";
import type { Route } from "./+types/subprocessors";
import { newId } from "../../../../db/ids.ts";
import {
  findSubprocessorRow,
  listSubprocessor,
  listSubprocessors,
} from "../../../../db/subprocessor-edits.ts";
import { arrangeSubprocessors } from "../../../../db/subprocessors.ts";
import { subprocessorSchema } from "../../../domain/subprocessor-forms.ts";
import { notAllowed } from "../../documents/staff.ts";
import { productCall, type ProductCall } from "../product-call.ts";
import { subprocessorFacts } from "./facts.ts";

const ROWS = { subject: "subprocessors", subjectId: "" } as const;

/** GET: the subprocessors of a product in their order, with the stamp (`base`) of the list. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return productCall(args, async (call) => Response.json(await answerOf(call)));
}

const orderSchema = z.object({ subprocessors: z.array(z.string().max(64)).max(10_000).nullable() });

/** POST adds one; PATCH with `{subprocessors: ids}` puts them in an order, null in the one by name. */
export function action(args: Route.ActionArgs): Promise<Response> | Response {
  const { method } = args.request;
  if (method !== "POST" && method !== "PATCH") return notAllowed("GET", "HEAD", "POST", "PATCH");
  return productCall(args, async (call) => {
    const { db, org, product, by, now, permissions, change, read } = call;
    if (method === "PATCH") {
      const { subprocessors: order } = await read(orderSchema);
      const theirs = (await answerOf(call)).subprocessors;
      await change(
        ROWS,
        (trx) => arrangeSubprocessors(trx, org.id, product.id, order),
        () => ({ subprocessors: theirs }),
      );
      return Response.json(await answerOf(call));
    }
    const { draft, ...input } = await read(subprocessorSchema);
    const id = newId();
    const edit = {
      orgId: org.id,
      productId: product.id,
      by,
      now,
      draft: permissions.has("updates:publish") ? draft : null,
    };
    const { value } = await change({ subject: "subprocessor", subjectId: id }, (trx) =>
      listSubprocessor(trx, edit, { ...input, id }),
    );
    const row = await findSubprocessorRow(db, org.id, product.id, id);
    return Response.json(
      { ...(row === null ? { id } : subprocessorFacts(row)), draftId: value.draftId },
      { status: 201 },
    );
  });
}

async function answerOf({ db, org, product, stamp }: ProductCall) {
  return {
    subprocessors: (await listSubprocessors(db, org.id, product.id)).map(subprocessorFacts),
    base: await stamp(ROWS),
  };
}
