import type { Route } from "./+types/risk-profile";
import { answerRiskProfile, riskAnswersOf } from "../../../../db/risk-answers.ts";
import { riskProfilePatch } from "../../../domain/risk-profile-forms.ts";
import { notAllowed } from "../../documents/staff.ts";
import { listCall } from "./caller.ts";

/** GET: the seven answers as they are stored; null where there is none. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return listCall(args, async ({ db, org, product }) => Response.json(await riskAnswersOf(db, org.id, product.id)));
}

/** PATCH answers the questions that the body names. */
export function action(args: Route.ActionArgs): Promise<Response> | Response {
  if (args.request.method !== "PATCH") return notAllowed("GET", "HEAD", "PATCH");
  return listCall(args, async ({ db, org, product, by, now, change, read }) => {
    const answers = await read(riskProfilePatch);
    await change({ subject: "risk-profile", subjectId: "" }, (trx) => answerRiskProfile(trx, org.id, product.id, answers, { by: by.actorName, on: now }));
    return Response.json(await riskAnswersOf(db, org.id, product.id));
  });
}
