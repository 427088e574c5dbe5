import type { Route } from "./+types/trust-center";
import { listDocuments, withSharing } from "../store/documents.server.ts";
import { servicesContext } from "#platform/context.ts";
import { documentFacts } from "./facts.ts";
import { notAllowed, staffCaller } from "#web/api/staff.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET"] };

/** GET /api/documents/trust-center: the library that items are linked from, by name. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { org } = await staffCaller(context, "files:view");
  const { store, now } = context.get(servicesContext);
  const rows = await withSharing(store.read, org.id, await listDocuments(store.read, org.id));
  const documents = rows.map((row) => documentFacts(row, org, now()));
  return Response.json({ documents, count: documents.length });
}

export function action(): Response {
  return notAllowed("GET", "HEAD");
}
