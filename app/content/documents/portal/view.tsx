import type { MiddlewareFunction } from "react-router";
import type { Route } from "./+types/view";
import { framesContext } from "#platform/context.ts";
import { fileType } from "#values/file-size.ts";
import { BlobDamaged, BlobMissing } from "#platform/files/blob-store.ts";
import { listedVersions } from "#visibility/store/versions.server.ts";
import { unlistedHead } from "#web/portal/head.ts";
import { countPage, recordDamage } from "./counting.ts";
import { isMarkedOnDownload } from "#content/files/watermark/sent-blob.ts";
import { FileRefused } from "./refused.tsx";
import { requireFile } from "./document-request.ts";
import { shownFile } from "./shown-pages.ts";
import type { Shown, ViewData } from "./document-shown.ts";
import { viewTicket } from "./ticket.ts";
import { ViewPage } from "./view-page.tsx";
import { refusePrefetch } from "#platform/http/request/prefetch.ts";

export const middleware: MiddlewareFunction<Response>[] = [refusePrefetch];

/**
 * A document on a page of its own: what it is, what it belongs to, and what this viewer may see of
 * it.
 */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<ViewData> {
  const found = await requireFile(context, request, params, "view");
  const { file, portal } = found;
  const { document, item } = file;
  const shown = await shownFile(context, request, found).catch((error: unknown): Shown => {
    if (!(error instanceof BlobDamaged || error instanceof BlobMissing)) throw error;
    recordDamage(context, request, found, "view", error);
    return { as: "nothing", because: "damaged" } as const;
  });
  if (shown.as === "frame") context.set(framesContext, true);
  await countPage(
    context,
    request,
    found,
    (shown.as === "text" || shown.as === "marked-text") && shown.tree === null
      ? Buffer.byteLength(shown.text)
      : document.size,
  );
  return {
    file: {
      id: document.id,
      name: document.originalName,
      fileType: fileType(document.originalName),
      type: document.type,
      size: document.size,
      encrypted: document.encryptedType !== null,
      expired: file.expired,
      expiresOn: document.expiresOn,
      viewOnly: file.viewOnly,
      mayDownload: file.offered.download === null,
      marked: isMarkedOnDownload(portal.scope, file),
      version: file.version ?? null,
    },
    item: { uid: item.uid, title: item.title, slug: item.slug },
    ticket: viewTicket(context, document.id),
    shown,
    versions: await listedVersions(portal.scope, file),
    versionsOpen: portal.scope.settings.earlierVersions === "open",
  };
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  // A refused file has a title of its own (refused.tsx).
  if (loaderData === undefined) return [];
  return unlistedHead(matches, {
    title: loaderData.file.name,
    path: `/documents/${params.fileId}/view`,
    namesProduct: true,
    changes: { of: `Changes: ${loaderData.file.name}`, query: { document: params.fileId } },
  });
}

export default function View({ loaderData }: Route.ComponentProps) {
  return <ViewPage view={loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FileRefused error={error} />;
}
