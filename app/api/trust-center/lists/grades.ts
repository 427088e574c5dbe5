import * as z from "zod";
import type { Route } from "./+types/grades";
import type { GradesSnapshot } from "../../../../db/changes/grades.ts";
import { newId } from "../../../../db/ids.ts";
import { touchListItem } from "../../../../db/list-items.ts";
import { addGrade, arrangeGrades } from "../../../../db/security-grades.ts";
import { GET_GRADE_FIRST, gradeSchema } from "../../../domain/grade-forms.ts";
import { gradeProofIs } from "../../../middleware/grade-proof.ts";
import { problem } from "../../../middleware/json-body.ts";
import { notAllowed } from "../../documents/staff.ts";
import { productCall } from "../product-call.ts";
import { gradeRows } from "./facts.ts";

const GRADES = { subject: "grades", subjectId: "" } as const;

/** GET: the security grades of a product, in their order, with the stamp (`base`) of the list. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return productCall(args, async (caller) =>
    Response.json({ grades: await gradeRows(caller), base: await caller.stamp(GRADES) }),
  );
}

const orderSchema = z.object({ grades: z.array(z.string().max(64)).max(10_000) });

/** POST adds one at the end (a Security Scorecard first), by the rules of its provider; PATCH with `{grades: ids}` puts them in an order. */
export function action(args: Route.ActionArgs): Promise<Response> | Response {
  const { method } = args.request;
  if (method !== "POST" && method !== "PATCH") return notAllowed("GET", "HEAD", "POST", "PATCH");
  return productCall(args, async (caller) => {
    const { org, product, by, now, change, read } = caller;
    const stamp = { by: by.actorName, on: now };
    if (method === "PATCH") {
      const { grades } = await read(orderSchema);
      await change(
        GRADES,
        async (trx) => {
          await arrangeGrades(trx, org.id, product.id, grades);
          await touchListItem(trx, org.id, product.id, "SecurityGrades", stamp);
        },
        ({ rows }: GradesSnapshot) => ({ grades: rows }),
      );
      return Response.json({ grades: await gradeRows(caller), base: await caller.stamp(GRADES) });
    }
    const { values, proof } = await read(gradeSchema);
    if (
      values.provider === "SecurityScorecard" &&
      !gradeProofIs(
        args.context,
        org.id,
        { domain: values.url ?? "", grade: values.grade ?? "" },
        proof,
      )
    ) {
      return problem(400, GET_GRADE_FIRST, { errors: { grade: [GET_GRADE_FIRST] } });
    }
    const id = newId();
    await change(GRADES, async (trx) => {
      await addGrade(trx, org.id, product.id, { ...values, id });
      await touchListItem(trx, org.id, product.id, "SecurityGrades", stamp);
    });
    return Response.json({ id, ...values }, { status: 201 });
  });
}
