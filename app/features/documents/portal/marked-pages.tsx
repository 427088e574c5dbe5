import { Pager } from "../../../ui/pager.tsx";
import { useFileHref } from "../../../portal/links.ts";
import type { Shown } from "./document-shown.ts";
import type { ViewData } from "./view.tsx";

/** Watermarked page images, ten at a time, each with its text for those who can't see it. Works without scripts. */
export function MarkedPages({
  view,
  shown,
}: {
  view: ViewData;
  shown: Extract<Shown, { as: "pages" }>;
}) {
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
