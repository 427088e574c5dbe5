import type { Route } from "./+types/document-versions";
import type { RouteHandle } from "#values/page-query.ts";
import { notAllowed } from "#web/api/staff.ts";
import { uploadCall } from "./upload-call.server.ts";

export const handle: RouteHandle = { methods: ["POST"], keyCall: true, takesFiles: true };

/** POST /api/v1/documents/{id}/versions: a file becomes the document's next version. */
export function action(args: Route.ActionArgs): Promise<Response> {
  return uploadCall(args, args.params.id);
}

export function loader(): Response {
  return notAllowed("POST");
}
