import type { ActionFunctionArgs } from "react-router";
import { apiMethods } from "#model/api-nouns.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { action as nounAction } from "./noun.ts";
import { questionnaireCall } from "./questionnaire-call.server.ts";

export { loader } from "./noun.ts";

export const handle: RouteHandle = {
  methods: (segments) => [...apiMethods(segments), "POST"],
  keyCall: true,
  takesFiles: true,
};

/** POST /api/v1/questionnaires takes a customer's questionnaire. The list is read as every noun's. */
export function action(args: ActionFunctionArgs): Promise<Response> {
  return args.request.method === "POST" ? questionnaireCall(args) : nounAction(args);
}
