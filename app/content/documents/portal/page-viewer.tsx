import { classNames } from "#web/ui/class-names.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { markedWords } from "../rules/find-in-text.ts";
import { PAGES_PER_VIEW, type Zoom } from "../rules/page-viewer.ts";
import type { ShownPage } from "./document-shown.ts";
import type { ViewData } from "./document-shown.ts";
import { Found, Parts, Toolbar, useViewHref, type Pages } from "./viewer-toolbar.tsx";

const WIDTHS: Readonly<Record<Zoom, string>> = {
  100: "w-full",
  150: "w-[calc(min(100%,56rem)*1.5)]",
  200: "w-[calc(min(100%,56rem)*2)]",
};
/**
 * Page images, ten at a time from the page that the address names, each with its text for those who
 * can't see it. Works without scripts; with them, the address follows the page that is read.
 */
export function PageViewer({ view, shown }: { view: ViewData; shown: Pages }) {
  const { pages, zoom, finding, mark, total } = shown;
  const isWide = zoom !== 100;
  const list = (
    <ol className={classNames("list-none space-y-6", WIDTHS[zoom])}>
      {pages.map((page) => (
        <Page key={page.number} view={view} shown={shown} page={page} />
      ))}
    </ol>
  );
  return (
    <div data-viewer="">
      {total > 1 || pages.some(({ text }) => text !== "" && text !== null) ? (
        <Toolbar view={view} shown={shown} />
      ) : null}
      {finding === null ? null : <Found view={view} shown={shown} finding={finding} />}
      <div className={isWide ? undefined : "mx-auto max-w-4xl"}>
        {isWide ? (
          // What scrolls sideways can be reached with the keyboard.
          <section
            aria-label={`${view.file.name}, ${zoom}%`}
            tabIndex={0}
            className="relative overflow-x-auto"
          >
            {list}
          </section>
        ) : (
          list
        )}
        <Neighbors view={view} shown={shown} />
        {mark === null ? null : <p className="mt-6 text-sm text-muted">Shown to {mark}</p>}
      </div>
    </div>
  );
}

function Page({ view, shown, page }: { view: ViewData; shown: Pages; page: ShownPage }) {
  const { picture, content } = useViewHref(view);
  const { file } = view;
  const { total, first, finding } = shown;
  const words = finding?.words ?? [];
  const text = markedWords(page.text ?? "", words);
  const offer = file.mayDownload ? (
    <a href={content()} className="inline-flex min-h-6 items-center text-accent">
      Open the file
    </a>
  ) : null;
  return (
    <li id={`page-${page.number}`} data-page={page.number}>
      <h2 className="mb-2 text-sm font-medium text-muted">
        {total === 1 ? "The document" : `Page ${page.number} of ${total}`}
      </h2>
      {page.failed ? (
        <p className="rounded-md border border-line bg-surface px-6 py-16 text-center text-muted">
          This page is too complex to show. {offer}
        </p>
      ) : (
        <>
          <p
            hidden
            data-late=""
            className="mb-2 rounded-md border border-line bg-surface px-4 py-2 text-sm"
          >
            This page is taking longer than usual to load. {offer}
          </p>
          <img
            src={picture(page.number, shown.isKept)}
            alt={
              page.text === "" || page.text === null ? `Page ${page.number} of ${file.name}` : ""
            }
            width={page.width}
            height={page.height}
            loading={page.number === first ? "eager" : "lazy"}
            fetchPriority={page.number === first ? "high" : undefined}
            decoding="async"
            className="h-auto w-full rounded-md border border-line bg-sunken shadow-panel"
          />
        </>
      )}
      {page.text === null ? (
        <p className="mt-2 text-sm text-muted print:hidden">
          The text of this page isn’t available yet. Reload the page in a moment.
        </p>
      ) : null}
      {page.text === "" || page.text === null ? null : (
        <details
          className="mt-2 text-sm print:hidden"
          open={words.length > 0 && text.some(({ marked }) => marked)}
        >
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-muted">
            Text of page {page.number}
          </summary>
          <pre className="mt-2 whitespace-pre-wrap rounded-md border border-line bg-surface p-4 font-sans [overflow-wrap:anywhere]">
            <Parts parts={text} />
          </pre>
        </details>
      )}
    </li>
  );
}

/** The pages before and after those that are shown. */
function Neighbors({ view, shown }: { view: ViewData; shown: Pages }) {
  const { first, total, zoom, finding, pages } = shown;
  const { self } = useViewHref(view);
  const last = first + pages.length - 1;
  if (first === 1 && last >= total) return null;
  const link = (page: number, rel: "prev" | "next") => (
    <a
      href={self({ page, zoom, find: finding?.find ?? "" })}
      rel={rel}
      className={buttonClass("secondary")}
    >
      {rel === "prev" ? "Previous" : "Next"}
    </a>
  );
  return (
    <nav
      aria-label={`Pages of ${view.file.name}`}
      className="flex items-center justify-between gap-4 pt-6 print:hidden"
    >
      {first > 1 ? link(Math.max(1, first - PAGES_PER_VIEW), "prev") : <span />}
      <span className="text-sm text-muted">
        {" "}
        {first === last ? `Page ${first}` : `Pages ${first} to ${last}`} of {total}{" "}
      </span>
      {last < total ? link(last + 1, "next") : <span />}
    </nav>
  );
}
