import type { Route } from "./+types/stage";
import { findDocument } from "../store/documents.server.ts";
import { takeStagedVersion } from "../upload/take.ts";
import { servicesContext } from "#platform/context.ts";
import { actorOf } from "#auth/current-staff.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { notAllowed, staffAnswer, staffCaller } from "#web/api/staff.ts";
import { problem } from "#web/api/json-body.ts";

export const handle: RouteHandle = { takesFiles: true };

/** There is nothing to read: the page of the document says what waits. */
export function loader(): Response {
  return notAllowed("POST");
}

/**
 * Where scripts send the file of a new version, to show how far it is: it waits then as one that
 * the document's form took.
 */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  if (request.method !== "POST") return notAllowed("POST");
  return staffAnswer(async () => {
    const { org, session } = await staffCaller(context, "files:edit");
    const services = context.get(servicesContext);
    const { documentId } = params;
    if ((await findDocument(services.store.read, org.id, documentId)) === null)
      return problem(404, "Not found");
    const by = actorOf(context, session);
    const taken = await takeStagedVersion(services, org, request, { documentId, by });
    if (!("refused" in taken)) {
      const { id, fileName, notes } = taken;
      return Response.json({ documents: [{ id, name: fileName }], notes }, { status: 201 });
    }
    const { refused } = taken;
    return refused === null
      ? problem(400, "Choose a file")
      : problem(refused.status, refused.message);
  });
}
