import type { RouterContextProvider } from "react-router";
import type { MiddlewareFunction } from "react-router";
import type { Route } from "./+types/download";
import { recordAudit } from "#tenancy/audit/store/audit.server.ts";
import { findDocument } from "../store/documents.server.ts";
import { findVersion } from "../store/document-versions.server.ts";
import { servicesContext } from "#platform/context.ts";
import { BlobDamaged, BlobMissing } from "#platform/files/blob-store.ts";
import { fileAnswer } from "#platform/files/answer.ts";
import { actorOf, requireStaff, type StaffInOrg } from "#auth/current-staff.ts";
import { noSuchDocument } from "./document-shown.ts";
import { refusePrefetch } from "#platform/http/request/prefetch.ts";

export const middleware: MiddlewareFunction<Response>[] = [refusePrefetch];

/** A document of the library, or one of its versions, for staff who may download files. */
export async function loader({
  context,
  params,
  request,
  url,
}: Route.LoaderArgs): Promise<Response> {
  const staff = await requireStaff(context, "files:download");
  const orgId = staff.org.id;
  const { store, blobs, key, now } = context.get(servicesContext);
  const document = await findDocument(store.read, orgId, params.documentId);
  const number = url.searchParams.get("version");
  const version =
    document === null || number === null
      ? document
      : await findVersion(store.read, orgId, document.id, Number(number));
  if (document === null || version === null) throw noSuchDocument();
  const { blobHash, size, contentType } = version;
  const name = "fileName" in version ? version.fileName : version.originalName;
  const tell = (error: unknown) =>
    recordDamage(context, staff, { id: document.id, name, blobHash }, error);
  // The first bytes are read before anything is promised: what is damaged there is an honest error.
  try {
    const { stream } = await blobs.open(orgId, blobHash, { start: 0, end: Math.min(size, 1) });
    stream.resume();
    await new Promise<void>((resolve, reject) =>
      stream.once("close", resolve).once("error", reject),
    );
  } catch (error) {
    if (!tell(error)) throw error;
    throw new Response("The stored file is damaged", {
      status: 500,
      statusText: "The stored file is damaged",
    });
  }
  const { response, range: given } = fileAnswer(request, {
    name,
    contentType,
    size,
    etag: `"${key.sign("file-etag", `${orgId} ${blobHash}`).slice(0, 32)}"`,
    disposition: "attachment",
    open: async (range) => {
      const { stream } = await blobs.open(orgId, blobHash, range);
      stream.once("error", tell);
      return stream;
    },
  });
  // Written before anything leaves: what can't be recorded is not handed over.
  if (given !== null && request.method === "GET")
    await store.write((trx) =>
      recordAudit(
        { trx, orgId, by: actorOf(context, staff.session), now: now() },
        {
          action: "document.downloaded",
          subject: name,
          detail: {
            document: document.id,
            sha256: blobHash,
            ...(number === null ? {} : { version: Number(number) }),
            ...(given.end - given.start === size ? {} : { bytes: given.end - given.start }),
          },
        },
      ),
    );
  return response;
}

/** Tells log and audit of a file that is not what was stored. @returns whether the error says so */
function recordDamage(
  context: Readonly<RouterContextProvider>,
  { org, session }: StaffInOrg,
  file: { id: string; name: string; blobHash: string },
  error: unknown,
): boolean {
  if (!(error instanceof BlobDamaged || error instanceof BlobMissing)) return false;
  const { store, now, log } = context.get(servicesContext);
  log.error(
    { org: org.slug, document: file.id, sha256: file.blobHash, error: error.message },
    "a stored file is damaged",
  );
  const noticed = { orgId: org.id, by: actorOf(context, session), now: now() };
  const fact = {
    action: "document.damaged",
    subject: file.name,
    detail: { document: file.id, sha256: file.blobHash },
  };
  store
    .write((trx) => recordAudit({ trx, ...noticed }, fact))
    .catch((cause: unknown) =>
      log.warn({ error: String(cause) }, "a damaged file could not be noted"),
    );
  return true;
}
