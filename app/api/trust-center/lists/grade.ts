import type { Route } from "./+types/grade";
import { gradeIn } from "../../../../db/changes/grades.ts";
import { touchListItem } from "../../../../db/list-items.ts";
import { removeGrade, updateGrade } from "../../../../db/security-grades.ts";
import { GET_GRADE_FIRST, gradeSchema } from "../../../domain/grade-forms.ts";
import { gradeProofIs } from "../../../middleware/grade-proof.ts";
import { problem } from "../../../middleware/json-body.ts";
import { notAllowed } from "../../documents/staff.ts";
import { productCall } from "../product-call.ts";
import { gradeRows } from "./facts.ts";

/** A grade's stamp is its own: others may change the rest of the list meanwhile. */
const gradeOf = (id: string) => ({ subject: "grades", subjectId: "", part: gradeIn(id) }) as const;

/** GET: one security grade, with its stamp (`base`). */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return productCall(args, async (caller) => {
    const row = (await gradeRows(caller)).find(({ id }) => id === args.params.entryId);
    return row === undefined
      ? problem(404, "Not found")
      : Response.json({ ...row, base: await caller.stamp(gradeOf(row.id)) });
  });
}

/** PATCH takes a whole grade, since its fields are judged together; DELETE removes it. */
export function action(args: Route.ActionArgs): Promise<Response> | Response {
  const { method } = args.request;
  if (method !== "PATCH" && method !== "DELETE")
    return notAllowed("GET", "HEAD", "PATCH", "DELETE");
  const id = args.params.entryId;
  return productCall(args, async (caller) => {
    const { org, product, by, now, change, read } = caller;
    const before = (await gradeRows(caller)).find((row) => row.id === id);
    if (before === undefined) return problem(404, "Not found");
    const sent = method === "DELETE" ? null : await read(gradeSchema);
    const same =
      sent !== null &&
      before.provider === sent.values.provider &&
      before.url === sent.values.url &&
      before.grade === sent.values.grade;
    if (
      sent?.values.provider === "SecurityScorecard" &&
      !same &&
      !gradeProofIs(
        args.context,
        org.id,
        { domain: sent.values.url ?? "", grade: sent.values.grade ?? "" },
        sent.proof,
      )
    ) {
      return problem(400, GET_GRADE_FIRST, { errors: { grade: [GET_GRADE_FIRST] } });
    }
    await change(
      gradeOf(id),
      async (trx) => {
        if (sent === null) await removeGrade(trx, org.id, product.id, id);
        else await updateGrade(trx, org.id, product.id, id, sent.values);
        await touchListItem(trx, org.id, product.id, "SecurityGrades", {
          by: by.actorName,
          on: now,
        });
      },
      gradeIn(id),
    );
    return Response.json({
      id,
      ...sent?.values,
      ...(sent === null ? {} : { base: await caller.stamp(gradeOf(id)) }),
    });
  });
}
