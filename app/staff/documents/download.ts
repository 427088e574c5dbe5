import contentDisposition from "content-disposition";
import type { Route } from "./+types/download";
import { recordAudit } from "../../../db/audit.ts";
import { findDocument } from "../../../db/documents.ts";
import { findVersion } from "../../../db/document-versions.ts";
import { servicesContext } from "../../context.ts";
import { BlobDamaged, BlobMissing } from "../../files/blob-store.ts";
import { streamedBody } from "../../files/streamed-body.ts";
import { actorOf, requireStaff } from "../../middleware/staff.ts";
import { noSuchDocument } from "./document/shown.ts";

/** A document of the library, or one of its versions, for staff who may download files. */
export async function loader({ context, params, request, url }: Route.LoaderArgs): Promise<Response> {
  const { org, session } = await requireStaff(context, "files:download");
  const { store, blobs, now, log } = context.get(servicesContext);
  const document = await findDocument(store.read, org.id, params.documentId);
  const number = url.searchParams.get("version");
  const version = document === null || number === null ? document : await findVersion(store.read, org.id, document.id, Number(number));
  if (document === null || version === null) throw noSuchDocument();
  const name = "fileName" in version ? version.fileName : version.originalName;
  try {
    await blobs.stat(org.id, version.blobHash);
  } catch (error) {
    if (!(error instanceof BlobDamaged) && !(error instanceof BlobMissing)) throw error;
    log.error({ org: org.slug, document: document.id, sha256: version.blobHash }, "a stored file is damaged");
    await store.write((trx) => recordAudit(trx, { orgId: org.id, by: actorOf(context, session), action: "document.damaged", subject: name, detail: { document: document.id, sha256: version.blobHash }, now: now() }));
    throw new Response("The stored file is damaged", { status: 500, statusText: "The stored file is damaged" });
  }
  const headers = new Headers({
    "Content-Type": version.contentType,
    "Content-Disposition": contentDisposition(name),
    "Content-Length": String(version.size),
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  const body = request.method === "HEAD" ? null : streamedBody({ open: async () => (await blobs.open(org.id, version.blobHash)).stream });
  return new Response(body, { headers });
}
