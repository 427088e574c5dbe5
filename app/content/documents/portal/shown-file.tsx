import type { ReactNode } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { Markdown } from "#web/ui/markdown.tsx";
import { useFrame } from "#web/portal/links.ts";
import type { Shown, ShownText, ViewData } from "./document-shown.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { PageViewer } from "./page-viewer.tsx";
import { useVersionHref } from "./viewer-toolbar.tsx";

/** The document itself, as its kind and this viewer's rights allow. */
export function ShownFile({ view }: { view: ViewData }) {
  const { shown } = view;
  switch (shown.as) {
    case "frame":
      return <Frame view={view} page={shown.page} />;
    case "picture":
      return <Picture view={view} size={shown.size} />;
    case "text":
      return <TextOfFile shown={shown} />;
    case "nothing":
      return <Nothing view={view} because={shown.because} />;
    case "pages":
      return <PageViewer view={view} shown={shown} />;
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
  return useVersionHref(file)(
    { fileId: file.id, itemUid: item.uid, access: "view", source: "view_modal" },
    "/content",
    { ticket },
  );
}

/** The browser's own viewer, in a frame; where there is none, the page's link opens the file. */
function Frame({ view, page }: { view: ViewData; page: number }) {
  const src = useContentHref(view);
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- a browser's PDF viewer does not start in a sandbox; the file's own policy allows it nothing.
    <iframe
      src={page === 1 ? src : `${src}#page=${page}`}
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
                ? "This Markdown file is shown as plain text because it’s too long to format."
                : "This Markdown file is shown as plain text because it can’t be formatted."}
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
          This is the beginning of the file. The rest is too long to show here.
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
  const src = useContentHref(view);
  const isPdf = because === "slow" || because === "unreadable" || because === "too-large";
  // The browser's own viewer may do what ours can't.
  const opens = isPdf && view.file.mayDownload && !view.file.viewOnly;
  const offered = opens
    ? ""
    : view.file.mayDownload
      ? " Download it to read it."
      : " Ask your contact for another way to read it.";
  const words: Record<typeof because, string> = {
    type: "This kind of file can’t be shown in a browser.",
    "view-only": `This kind of file can’t be shown as pages in the ${portalTitle}.`,
    encrypted: `This file is protected by a password, so it can’t be shown as pages in the ${portalTitle}.`,
    "too-large": `This file is too large to be shown as pages in the ${portalTitle}.`,
    "too-complex": "This file is too complex to show as pages.",
    slow: "This document is taking too long to load.",
    unreadable: `This file can’t be read as pages by the ${portalTitle}.`,
    busy: "The server is busy showing documents. Please try again in a moment.",
    damaged: "This file could not be read. If the problem persists, please contact support.",
  };
  return (
    <div className="flex flex-col items-center rounded-lg border border-line bg-surface px-6 py-16 text-center">
      <Icon name={because === "damaged" ? "alert" : "file"} size={32} className="text-muted" />
      <p className="mt-4 max-w-md text-muted">
        {words[because]}
        {because === "damaged" || because === "busy" ? "" : offered}
      </p>
      {opens ? (
        <p className="mt-6">
          <a href={src} className={buttonClass("secondary")}>
            Open the file
          </a>
        </p>
      ) : null}
    </div>
  );
}
