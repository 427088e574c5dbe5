import type { Route } from "./+types/document";
import { findDocument, withSharing } from "../store/documents.server.ts";
import { servicesContext } from "#platform/context.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { takeVersion } from "../upload/take.ts";
import { actorOf } from "#auth/current-staff.ts";
import { documentFacts } from "./facts.ts";
import { VERSION_NAMES } from "../rules/document-calls.ts";
import { fieldsRefused, notAllowed, staffAnswer, staffCaller } from "#web/api/staff.ts";
import { problem } from "#web/api/json-body.ts";

export const handle: RouteHandle = { methods: ["GET", "POST"], takesFiles: true };

/** GET /api/documents/{id}: one document of the own org. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const { org } = await staffCaller(context, "files:view");
  const { store, now } = context.get(servicesContext);
  const document = await findDocument(store.read, org.id, params.documentId);
  if (document === null) return problem(404, "Not found");
  const [shared] = await withSharing(store.read, org.id, [document]);
  return shared === undefined
    ? problem(404, "Not found")
    : Response.json(documentFacts(shared, org, now()));
}

/** POST uploads a new version; `expiresOn` says until when the document is valid with it. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  if (request.method !== "POST") return notAllowed("GET", "HEAD", "POST");
  const { org, session } = await staffCaller(context, "files:edit");
  const services = context.get(servicesContext);
  if ((await findDocument(services.store.read, org.id, params.documentId)) === null)
    return problem(404, "Not found");
  return staffAnswer(async () => {
    const outcome = await takeVersion(services, org, request, {
      documentId: params.documentId,
      by: actorOf(context, session),
      names: VERSION_NAMES,
    });
    if ("refused" in outcome)
      return outcome.refused === null
        ? problem(400, "The request has no file.")
        : problem(outcome.refused.status, outcome.refused.message);
    const { version, expiresOn, notes } = outcome;
    return Response.json({ id: params.documentId, version, expiresOn, notes }, { status: 201 });
  }, fieldsRefused);
}
