import type { Route } from "./+types/library";
import { changeTypes, editDocument } from "../store/library.server.ts";
import { findDocument } from "../store/documents.server.ts";
import { NotFound } from "#db/refusals.ts";
import { servicesContext } from "#platform/context.ts";
import { TYPES_NOT_SAVED, typesUpdated } from "#model/documents/library.ts";
import { documentFaults, patchDocumentsSchema, UPLOAD_NAMES } from "../rules/document-calls.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { outcomeStatus, takeUploads } from "../upload/take.ts";
import { actorOf } from "#auth/current-staff.ts";
import { readJson, problem } from "#web/api/json-body.ts";
import { fieldsRefused, notAllowed, staffAnswer, staffCaller } from "#web/api/staff.ts";

export const handle: RouteHandle = { methods: ["POST", "PATCH"], takesFiles: true };

/** Room for the ids of a thousand documents. */
const MAX_BODY = 256 * 1024;

/**
 * PATCH /api/documents changes the type of many, or anything of one; POST uploads one file, into the library of `?org=`
 * if it is there.
 */
export async function action({ context, request, url }: Route.ActionArgs): Promise<Response> {
  if (request.method === "PATCH") return patch({ context, request });
  if (request.method === "POST") return upload({ context, request, url });
  return notAllowed("PATCH", "POST");
}

export function loader(): Response {
  return notAllowed("PATCH", "POST");
}

type Call = Pick<Route.ActionArgs, "context" | "request">;

async function patch({ context, request }: Call): Promise<Response> {
  const { org, session } = await staffCaller(context, "files:edit");
  const sent = await readJson(request, patchDocumentsSchema, MAX_BODY);
  if (sent instanceof Response) return sent;
  const { store, now } = context.get(servicesContext);
  const { documentIds, changes } = sent;
  const by = actorOf(context, session);
  return staffAnswer(
    async () => {
      const { type, ...others } = changes;
      if (type !== undefined && Object.keys(others).length === 0) {
        const count = await store.write((trx) =>
          changeTypes({ trx, orgId: org.id, by, now: now() }, documentIds, type),
        );
        return Response.json({ count, message: typesUpdated(count) });
      }
      const [id = ""] = documentIds;
      return await store.write(async (trx) => {
        const document = await findDocument(trx, org.id, id);
        if (document === null) throw new NotFound("document");
        const { originalName, ...facts } = changes;
        const faults = documentFaults(document, { ...facts, name: originalName });
        const errors = Object.fromEntries(
          Object.entries(faults).map(([name, words]) => [`updates.${name}`, words]),
        );
        const [message] = Object.values(errors).flat();
        if (message !== undefined) return problem(400, message, { errors });
        await editDocument({ trx, orgId: org.id, by, now: now() }, id, changes);
        return Response.json({ count: 1, message: "The document has been updated" });
      });
    },
    (error) => (error instanceof NotFound ? problem(404, TYPES_NOT_SAVED) : undefined),
  );
}

async function upload({
  context,
  request,
  url,
}: Call & Pick<Route.ActionArgs, "url">): Promise<Response> {
  const { org, session } = await staffCaller(context, "files:edit", url);
  return staffAnswer(async () => {
    const outcome = await takeUploads(
      context.get(servicesContext),
      org,
      request,
      actorOf(context, session),
      { maxFiles: 1, names: UPLOAD_NAMES },
    );
    const { added, refused, notes } = outcome;
    const [first] = refused;
    const documents = added.map(({ id, fileName }) => ({ id, name: fileName }));
    if (first === undefined && documents.length === 0)
      return problem(400, "The request has no file.");
    if (first === undefined) return Response.json({ documents, notes }, { status: 201 });
    return problem(outcomeStatus(outcome), first.message, {
      members: {
        documents,
        refused: refused.map(({ sentName, status, message, sameAs }) => ({
          name: sentName,
          status,
          message,
          sameAs,
        })),
      },
    });
  }, fieldsRefused);
}
