import type { MiddlewareFunction } from "react-router";
import type { Route } from "./+types/view";
import { keptMarkdownOf } from "#platform/files/store/markdown.server.ts";
import { servicesContext } from "#platform/context.ts";
import { CLOSING, letterDate, letterTitle, SALUTATION } from "#model/bridge-letters.ts";
import { letterVersion } from "#content/files/letter/bridge-letter-file.ts";
import { markFor } from "#content/files/watermark/marks.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Markdown } from "#web/ui/markdown.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { FileRefused } from "#content/documents/portal/refused.tsx";
import { countPage } from "#content/documents/portal/counting.ts";
import { markScope } from "#content/documents/portal/download-blob.ts";
import { watermarkText } from "#content/documents/portal/shown-pages.ts";
import { unlistedHead } from "#web/portal/head.ts";
import { useDialogOpen, useFrame, useItemHref } from "#web/portal/links.ts";
import { useLetterHref } from "./links.ts";
import { requireLetter, servableLetter } from "./request.ts";
import { refusePrefetch } from "#platform/http/request/prefetch.ts";

export const middleware: MiddlewareFunction<Response>[] = [refusePrefetch];

/** A bridge letter on a page of its own: what its PDF says, for every reader and every browser. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { portal, found } = await requireLetter(context, request, params, "view");
  const { letter, item, fileName, viewOnly, offered } = found;
  const now = context.get(servicesContext).now();
  const servable = servableLetter({ portal, found }, letterVersion(portal.org, letter, now));
  await countPage(context, request, servable, Buffer.byteLength(letter.letterContent));
  const mark = viewOnly
    ? watermarkText((await markFor(markScope(context, { portal }), servable.file.document)).mark)
    : null;
  return {
    item: { uid: item.uid, slug: item.slug, title: item.title },
    fileName,
    title: letterTitle(letter),
    date: letterDate(now, portal.org.timeZone),
    content: await keptMarkdownOf(portal.scope.db, portal.org.id, letter.letterContent),
    signerName: letter.signerName,
    signerTitle: letter.signerTitle,
    viewOnly,
    mark,
    mayDownload: offered.download === null,
  };
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  return unlistedHead(matches, {
    title: loaderData?.title ?? "Bridge letter",
    path: `/documents/letter/${params.itemUid}/view`,
  });
}

export default function View({ loaderData: letter }: Route.ComponentProps) {
  const inert = useDialogOpen();
  const itemHref = useItemHref();
  const letterHref = useLetterHref();
  const { org } = useFrame();
  return (
    <main id="content" inert={inert} tabIndex={-1} className="outline-none">
      <div className="mx-auto max-w-3xl px-4 pb-16 pt-6 sm:px-6">
        <p>
          <a
            href={itemHref(letter.item.slug)}
            className="inline-flex min-h-8 items-center gap-1 text-sm font-medium text-accent no-underline hover:underline"
          >
            <Icon name="arrowLeft" size={16} />
            {letter.item.title}
          </a>
        </p>
        <div className="mb-6 mt-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
          <div className="min-w-0 flex-1 basis-72">
            <h1 className="text-xl font-semibold tracking-tight sm:text-2xl">{letter.title}</h1>
            <p className="mt-2 flex flex-wrap items-center gap-1.5 text-sm text-muted">
              <Tag tone="accent">PDF</Tag>
              {letter.viewOnly ? <Tag>View only</Tag> : null}
              <span className="[overflow-wrap:anywhere]">{letter.fileName}</span>
            </p>
          </div>
          {letter.mayDownload ? (
            <a
              href={letterHref(letter.item.uid, "download", "letter_view_modal")}
              className={buttonClass("primary")}
            >
              Download
            </a>
          ) : null}
        </div>
        <article
          aria-label={letter.title}
          className="rounded-lg border border-line bg-surface px-6 py-8 shadow-panel sm:px-12 sm:py-12"
        >
          {letter.mark === null ? null : (
            <p className="mb-6 border-b border-line pb-4 text-sm text-muted">
              Shown to {letter.mark}
            </p>
          )}
          <p className="border-b border-line pb-4 font-semibold text-accent">{org.name}</p>
          <p className="mt-8">{letter.date}</p>
          <p className="mt-4">{SALUTATION}</p>
          <Markdown className="mt-4" tree={letter.content} />
          <p className="mt-8">{CLOSING}</p>
          <p className="mt-6 font-semibold">{letter.signerName}</p>
          <p className="text-muted">{letter.signerTitle}</p>
          <p className="text-muted">{org.name}</p>
        </article>
      </div>
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FileRefused error={error} />;
}
