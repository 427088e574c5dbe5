import type { ActionFunctionArgs } from "react-router";
import { apiMethods } from "#model/api-nouns.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { action as nounAction } from "./noun.ts";
import { uploadCall } from "./upload-call.server.ts";

export { loader } from "./noun.ts";

export const handle: RouteHandle = {
  methods: (segments) => [...apiMethods(segments), "POST"],
  keyCall: true,
  takesFiles: true,
};

/**
 * POST /api/v1/documents takes a file into the library; `?externalId=` names the document that it is
 * the next version of, or the new one. What else is done there is done as with every noun.
 */
export function action(args: ActionFunctionArgs): Promise<Response> {
  return args.request.method === "POST" ? uploadCall(args, null) : nounAction(args);
}
