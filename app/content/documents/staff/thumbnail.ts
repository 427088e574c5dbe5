import type { Route } from "./+types/thumbnail";
import { findDocument } from "../store/documents.server.ts";
import { servicesContext } from "#platform/context.ts";
import { BlobDamaged, BlobMissing } from "#platform/files/blob-store.ts";
import { drawnThumbnail } from "#content/files/watermark/kept-pages.ts";
import { NotMarkable } from "#content/files/watermark/marking.ts";
import { markedSource } from "#content/files/watermark/marks.ts";
import { hasFirstPage } from "#model/visibility/file-rights.ts";
import { thumbnailAnswer } from "#content/files/watermark/thumbnail-answer.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { noSuchDocument } from "./document-shown.ts";

/**
 * The first page of a document of the library, small. It is drawn where none is kept: one document
 * has a page of its own.
 */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { org } = await requireStaff(context, "files:view");
  const services = context.get(servicesContext);
  const document = await findDocument(services.store.read, org.id, params.documentId);
  if (document === null || !hasFirstPage(document)) throw noSuchDocument();
  try {
    const source = markedSource({ services, org }, document);
    return thumbnailAnswer(request, await drawnThumbnail(source, request.signal));
  } catch (error) {
    // The page shows what kind of file it is, and whoever opens the file is told what is wrong.
    if (
      error instanceof NotMarkable ||
      error instanceof BlobDamaged ||
      error instanceof BlobMissing
    )
      return thumbnailAnswer(request, null);
    throw error;
  }
}
