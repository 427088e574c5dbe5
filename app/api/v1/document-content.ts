import type { Route } from "./+types/document-content";
import { findDocument } from "#content/documents/store/documents.server.ts";
import { watermarkedCopy } from "#content/files/watermark/marks.ts";
import { NotMarkable } from "#content/files/watermark/marking.ts";
import { fileAnswer } from "#platform/files/answer.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { PDF } from "#model/visibility/file-rights.ts";
import { recordAudit } from "#tenancy/audit/store/audit.server.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { problem } from "#web/api/json-body.ts";
import { keyCall, type KeyNeed } from "#web/api/key-call.ts";
import { NOUNS } from "./nouns.ts";
import { entryOf } from "./pages.server.ts";

export const handle: RouteHandle = { methods: ["GET"], keyCall: true };

const NEED: KeyNeed = { scope: "files:read", permission: "files:download" };

/**
 * GET /api/v1/documents/{id}/content: the file, as its newest version is. A PDF carries the mark of
 * the key and its person where the organization marks downloads. The audit log has each download
 * before anything leaves.
 */
export function loader({ context, request, params }: Route.LoaderArgs): Promise<Response> {
  return keyCall({ context, request }, NEED, async (opened) => {
    const services = context.get(servicesContext);
    const { store, blobs, key, now } = services;
    const { org, staff, by } = opened;
    await entryOf(services, opened, NOUNS.documents, params.id);
    const document = await findDocument(store.read, org.id, params.id);
    if (document === null) throw problem(404, "Not found");
    const { documentAccessType, watermarkDownloads, viewOnlyFallback } = org.customization;
    if ((document.accessType ?? documentAccessType) === "view-only")
      throw problem(403, "This document can only be read on the portal.", {
        members: { code: "view_only" },
      });
    const { ip } = context.get(hostContext);
    const original = { hash: document.blobHash, size: document.size };
    const blob =
      watermarkDownloads && document.contentType === PDF
        ? await watermarkedCopy(
            {
              services,
              org,
              viewer: { mode: "main", staff },
              ip,
              signal: request.signal,
              key: opened.key,
            },
            document,
          ).catch((error: unknown) => {
            if (!(error instanceof NotMarkable)) throw error;
            if (error.fault !== "busy" && viewOnlyFallback === "offer") return original;
            throw unmarked(error);
          })
        : original;
    const { response, range } = fileAnswer(request, {
      name: document.originalName,
      contentType: document.contentType,
      size: blob.size,
      etag: `"${key.sign("file-etag", `${org.id} ${blob.hash}`).slice(0, 32)}"`,
      disposition: "attachment",
      open: async (part) => (await blobs.open(org.id, blob.hash, part)).stream,
    });
    if (range !== null && request.method === "GET")
      await store.write((trx) =>
        recordAudit(
          { trx, orgId: org.id, by, now: now() },
          {
            action: "document.downloaded",
            subject: document.originalName,
            detail: { document: document.id, sha256: document.blobHash },
          },
        ),
      );
    return response;
  });
}

function unmarked({ fault }: NotMarkable): Response {
  return fault === "busy"
    ? problem(503, "Too many files are being marked. Try again in 10 seconds.", {
        headers: { "Retry-After": "10" },
      })
    : problem(403, "This file can’t carry a watermark, so it can’t be downloaded.", {
        members: { code: "unmarkable" },
      });
}
