import type { ReactNode } from "react";
import { Icon } from "../../../ui/icon.tsx";
import { Markdown } from "../../../ui/markdown.tsx";
import { useFileHref, useFrame } from "../../../portal/links.ts";
import type { Shown, ShownText } from "./document-shown.ts";
import type { ViewData } from "./view.tsx";
import { Pager } from "../../../ui/pager.tsx";

/** The document itself, as its kind and this viewer's rights allow. */
export function ShownFile({ view }: { view: ViewData }) {
  const { shown } = view;
  switch (shown.as) {
    case "frame":
      return <Frame view={view} />;
    case "picture":
      return <Picture view={view} size={shown.size} />;
    case "text":
      return <TextOfFile shown={shown} />;
    case "nothing":
      return <Nothing view={view} because={shown.because} />;
    case "pages":
      return <MarkedPages view={view} shown={shown} />;
    case "marked-text":
      return (
        <TextOfFile
          shown={shown}
          above={
            <p className="mb-6 border-b border-line pb-4 text-sm text-muted">
              Shown to {shown.mark}
            </p>
          }
        />
      );
  }
}

function useContentHref({ file, item, ticket }: ViewData): string {
  return useFileHref()(
    { fileId: file.id, itemUid: item.uid, access: "view", source: "view_modal" },
    "/content",
    { ticket },
  );
}

/** The browser's own viewer, in a frame; where there is none, the page's link opens the file. */
function Frame({ view }: { view: ViewData }) {
  const src = useContentHref(view);
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- a browser's PDF viewer does not start in a sandbox; the file's own policy allows it nothing.
    <iframe
      src={src}
      title={view.file.name}
      className="block h-[max(24rem,calc(100dvh-14rem))] w-full rounded-lg border border-line bg-sunken"
    />
  );
}

function Picture({
  view,
  size,
}: {
  view: ViewData;
  size: { width: number; height: number } | null;
}) {
  const src = useContentHref(view);
  return (
    <p className="overflow-auto rounded-lg border border-line bg-sunken p-2 sm:p-4">
      <img
        src={src}
        alt={view.file.name}
        {...(size ?? {})}
        className="within-page mx-auto h-auto max-w-full bg-white"
      />
    </p>
  );
}

/** Text and Markdown as a page; nothing in it is trusted. */
export function TextOfFile({ shown, above }: { shown: ShownText; above?: ReactNode }) {
  return (
    <article className="rounded-lg border border-line bg-surface p-4 sm:p-8">
      {above}
      {shown.tree === null ? (
        <>
          {shown.because === null ? null : (
            <p className="mb-6 text-sm text-muted">
              {shown.because === "long"
                ? "This Markdown file is shown as plain text, because it is long."
                : "This Markdown file is shown as plain text, because it can't be laid out."}
            </p>
          )}
          <pre className="overflow-x-auto whitespace-pre-wrap font-mono text-sm [overflow-wrap:anywhere]">
            {shown.text}
          </pre>
        </>
      ) : (
        <Markdown isDocument className="mx-auto max-w-3xl" tree={shown.tree} />
      )}
      {shown.tree === null && shown.cut ? (
        <p className="mt-6 border-t border-line pt-4 text-sm text-muted">
          This is the beginning of the file; the rest is too long to show here.
        </p>
      ) : null}
    </article>
  );
}

function Nothing({
  view,
  because,
}: {
  view: ViewData;
  because: Extract<Shown, { as: "nothing" }>["because"];
}) {
  const { portalTitle } = useFrame();
  const offered = view.file.mayDownload
    ? " Download it to read it."
    : " Ask your contact for another way to read it.";
  const words: Record<typeof because, string> = {
    type: "This kind of file can't be shown in a browser.",
    "view-only": `This kind of file can't be shown as pages in the ${portalTitle}.`,
    encrypted: `This file is protected by a password, so it can't be shown as pages in the ${portalTitle}.`,
    "too-large": `This file is too large to be shown as pages in the ${portalTitle}.`,
    "too-complex": `Showing this file as pages takes more time or memory than the ${portalTitle} gives to one file.`,
    busy: "Many documents are being shown right now. Please try again in a moment.",
    damaged: "This file could not be read. If the problem persists, please contact support.",
  };
  return (
    <div className="flex flex-col items-center rounded-lg border border-line bg-surface px-6 py-16 text-center">
      <Icon name={because === "damaged" ? "alert" : "file"} size={32} className="text-muted" />
      <p className="mt-4 max-w-md text-muted">
        {words[because]}
        {because === "damaged" || because === "busy" ? "" : offered}
      </p>
    </div>
  );
}

/**
 * Watermarked page images, ten at a time, each with its text for those who can't see it. Works
 * without scripts.
 */
function MarkedPages({ view, shown }: { view: ViewData; shown: Extract<Shown, { as: "pages" }> }) {
  const href = useFileHref();
  const { file, item, ticket } = view;
  const link = {
    fileId: file.id,
    itemUid: item.uid,
    access: "view" as const,
    source: "view_modal" as const,
  };
  const pager = (
    <Pager
      page={shown.page}
      pages={shown.pageCount}
      href={(page) => href(link, "", { page })}
      label={`Pages of ${file.name}`}
    />
  );
  return (
    <>
      <ol className="mx-auto max-w-4xl list-none space-y-6">
        {shown.pages.map((page) => (
          <li key={page.number} id={`page-${page.number}`}>
            <h2 className="mb-2 text-sm font-medium text-muted">
              {shown.total === 1 ? "The document" : `Page ${page.number} of ${shown.total}`}
            </h2>
            {page.failed ? (
              <p className="rounded-md border border-line bg-surface px-6 py-16 text-center text-muted">
                This page can't be shown: drawing it takes more time or memory than one page is
                given.
              </p>
            ) : (
              <img
                src={href(link, `/pages/${page.number}`, { ticket })}
                alt={page.text === "" ? `Page ${page.number} of ${file.name}` : ""}
                width={page.width}
                height={page.height}
                loading={page.number === shown.pages[0]?.number ? "eager" : "lazy"}
                decoding="async"
                className="within-page h-auto w-full rounded-md border border-line bg-white shadow-panel"
              />
            )}
            {page.text === "" ? null : (
              <details className="mt-2 text-sm">
                <summary className="inline-flex min-h-6 cursor-pointer items-center text-muted">
                  Text of page {page.number}
                </summary>
                <pre className="mt-2 whitespace-pre-wrap rounded-md border border-line bg-surface p-4 font-sans [overflow-wrap:anywhere]">
                  {page.text}
                </pre>
              </details>
            )}
          </li>
        ))}
      </ol>
      <div className="mx-auto max-w-4xl">
        {pager}
        <p className="mt-6 text-sm text-muted">Shown to {shown.mark}</p>
      </div>
    </>
  );
}
