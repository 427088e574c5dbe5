import type { Route } from "./+types/answer";
import { notFound } from "#web/forms/form.ts";
import { problem } from "#web/api/json-body.ts";
import { portalRequest } from "#web/portal/scope.ts";
import { answerQuestion, answerResponse, askedIn, mayAsk, supportOf } from "../asking.server.ts";
import { NO_QUESTION, type DialogAnswer } from "#model/answers.ts";

/** Questions are sent, not linked to: there is nothing here to read. */
export function loader(): never {
  throw notFound();
}

/** What the dialog asks for its reader: POST `q`. @returns the answer, or a problem in words */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const portal = await portalRequest(context, request, {});
  if (!mayAsk(portal.org, portal.viewer)) throw notFound();
  const question = await askedIn(request);
  if (question === "") return problem(400, NO_QUESTION);
  return answerResponse(context, async (): Promise<DialogAnswer> => ({
    ...(await answerQuestion(context, portal, question)),
    support: supportOf(portal.org),
  }));
}
