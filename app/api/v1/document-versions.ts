import type { Route } from "./+types/document-versions";
import { listVersions } from "#content/documents/store/document-versions.server.ts";
import { servicesContext } from "#platform/context.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { keyCall } from "#web/api/key-call.ts";
import { NOUNS } from "./nouns.ts";
import { entryOf, tagged } from "./pages.server.ts";
import type { DocumentVersions } from "./rules/uploads.ts";
import { uploadCall } from "./upload-call.server.ts";

export const handle: RouteHandle = { methods: ["GET", "POST"], keyCall: true, takesFiles: true };

/** GET /api/v1/documents/{id}/versions: all versions of a document, the newest first. */
export function loader({ context, request, params }: Route.LoaderArgs): Promise<Response> {
  return keyCall({ context, request }, NOUNS.documents.need, async (opened) => {
    const services = context.get(servicesContext);
    const { id } = await entryOf(services, opened, NOUNS.documents, params.id);
    const versions = await listVersions(services.store.read, opened.org.id, id);
    const answer: DocumentVersions = {
      data: versions.map(({ number, blobHash, ...one }) => ({
        version: number,
        fileName: one.fileName,
        contentType: one.contentType,
        size: one.size,
        sha256: blobHash,
        restoredFrom: one.restoredFrom,
        createdAt: one.createdAt,
        createdBy: one.createdBy,
      })),
    };
    return tagged(request, answer);
  });
}

/** POST /api/v1/documents/{id}/versions: a file becomes the document's next version. */
export function action(args: Route.ActionArgs): Promise<Response> {
  return uploadCall(args, args.params.id);
}
