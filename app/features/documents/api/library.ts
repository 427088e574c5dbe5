import type { Route } from "./+types/library";
import { changeTypes } from "../store/library.server.ts";
import { NotFound } from "../../../../db/refusals.ts";
import { servicesContext } from "../../../context.ts";
import { patchDocumentsSchema, TYPES_NOT_SAVED, typesUpdated } from "../rules/library.ts";
import type { RouteHandle } from "../../../values/page-query.ts";
import { FieldsRefused, outcomeStatus, takeUploads } from "../../../files/upload/take.ts";
import { actorOf } from "../../../auth/current-staff.ts";
import { notAllowed, problem, readJson, staffAnswer, staffCaller } from "./staff.ts";

export const handle: RouteHandle = { methods: ["POST", "PATCH"], takesFiles: true };

/**
 * PATCH /api/documents changes the type of many; POST uploads one file, into the library of `?org=`
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
  const parsed = patchDocumentsSchema.safeParse(await readJson(request));
  if (!parsed.success)
    return problem(400, parsed.error.issues[0]?.message ?? TYPES_NOT_SAVED, {
      errors: parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
    });
  const { store, now } = context.get(servicesContext);
  const { documentIds, updates } = parsed.data;
  return staffAnswer(
    async () => {
      const count = await store.write((trx) =>
        changeTypes(trx, org.id, documentIds, updates.type, actorOf(context, session), now()),
      );
      return Response.json({ count, message: typesUpdated(count) });
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
  return staffAnswer(
    async () => {
      const outcome = await takeUploads(
        context.get(servicesContext),
        org,
        request,
        actorOf(context, session),
        1,
      );
      const { added, refused } = outcome;
      const [first] = refused;
      const documents = added.map(({ id, fileName }) => ({ id, name: fileName }));
      if (first === undefined && documents.length === 0)
        return problem(400, "There is no file in this request");
      if (first === undefined) return Response.json({ documents }, { status: 201 });
      return problem(outcomeStatus(outcome), first.message, {
        documents,
        refused: refused.map(({ sentName, status, message, sameAs }) => ({
          name: sentName,
          status,
          message,
          sameAs,
        })),
      });
    },
    (error) =>
      error instanceof FieldsRefused
        ? problem(400, Object.values(error.errors).flat()[0] ?? error.message, {
            errors: error.errors,
          })
        : undefined,
  );
}
