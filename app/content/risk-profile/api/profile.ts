import type { Route } from "./+types/profile";
import {
  riskProfileSubject,
  type RiskProfileSnapshot,
} from "../store/risk-profile-history.server.ts";
import { answerRiskProfile, riskAnswersOf } from "../store/risk-answers.server.ts";
import { riskProfilePatch } from "../forms/risk-profile.ts";
import { productCall } from "#content/products/api/product-call.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET", "PATCH"] };

const ANSWERS = { subject: riskProfileSubject, subjectId: "" } as const;

/**
 * GET: the seven answers as they are stored, null where there is none, and the stamp (`base`) by
 * which a change notices another.
 */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return productCall(args, async ({ db, org, product, stamp }) =>
    Response.json({ ...(await riskAnswersOf(db, org.id, product.id)), base: await stamp(ANSWERS) }),
  );
}

/** PATCH answers the questions that the body names. */
export function action(args: Route.ActionArgs): Promise<Response> | Response {
  return productCall(args, async ({ db, org, product, by, now, change, read, stamp }) => {
    const answers = await read(riskProfilePatch);
    await change(
      ANSWERS,
      (trx) => answerRiskProfile(trx, org.id, product.id, answers, { by: by.actorName, on: now }),
      shown,
    );
    return Response.json({
      ...(await riskAnswersOf(db, org.id, product.id)),
      base: await stamp(ANSWERS),
    });
  });
}

function shown({ answers }: RiskProfileSnapshot) {
  return Object.fromEntries(
    answers.map(({ uid, choice }) => [uid.replace("RiskProfile.", ""), choice]),
  );
}
