import type { Route } from "./+types/portal.answer";
import { notFound, readForm } from "../../forms/form.ts";
import { problem } from "../../middleware/json-body.ts";
import { portalRequest } from "../../portal/scope.ts";
import { MAX_TERM } from "../search/rules.ts";
import { answerQuestion, answerResponse, mayAsk } from "./asking.server.ts";
import { NO_QUESTION } from "./rules.ts";

/** Questions are sent, not linked to: there is nothing here to read. */
export function loader(): never {
  throw notFound();
}

/** What the dialog asks for its reader: POST `q`. @returns the answer, or a problem in words */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const portal = await portalRequest(context, request, {});
  if (!mayAsk(portal.org, portal.viewer)) throw notFound();
  const asked = (await readForm(request)).get("q");
  const question = typeof asked === "string" ? asked.trim().slice(0, MAX_TERM) : "";
  if (question === "") return problem(400, NO_QUESTION);
  return answerResponse(context, () => answerQuestion(context, portal, question));
}
