import type { ReactNode } from "react";
import { classNames } from "../../../ui/class-names.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { useFileHref } from "../../../portal/links.ts";
import { MAX_FIND, markedWords, type FoundPart } from "../rules/find-in-text.ts";
import { PAGES_PER_VIEW, viewerAddress, ZOOMS, type Zoom } from "../rules/page-viewer.ts";
import type { Finding, Shown, ShownPage } from "./document-shown.ts";
import type { ViewData } from "./view.tsx";

type Pages = Extract<Shown, { as: "pages" }>;

const WIDTHS: Readonly<Record<Zoom, string>> = {
  100: "w-full",
  150: "w-[calc(min(100%,56rem)*1.5)]",
  200: "w-[calc(min(100%,56rem)*2)]",
};
const FIELD = "min-h-8 rounded-md border border-edge bg-surface px-2 py-1 text-sm";

/** Addresses of this view: of its parts, and of itself with other pages, zoom or words. */
function useViewHref({ file, item, ticket }: ViewData) {
  const href = useFileHref();
  const link = {
    fileId: file.id,
    itemUid: item.uid,
    access: "view" as const,
    source: "view_modal" as const,
  };
  return {
    self: (query: Parameters<typeof viewerAddress>[0]) => href(link, "", viewerAddress(query)),
    // The address of what everybody gets stays the same, so that browsers find it again.
    picture: (page: number, isKept: boolean) =>
      href(link, `/pages/${page}`, { ticket: isKept ? null : ticket }),
    content: () => href(link, "/content", { ticket }),
  };
}

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
      {total > 1 || pages.some(({ text }) => text !== "") ? (
        <Toolbar view={view} shown={shown} />
      ) : null}
      {finding === null ? null : <Found view={view} shown={shown} finding={finding} />}
      <div className={isWide ? undefined : "mx-auto max-w-4xl"}>
        {isWide ? (
          // What scrolls sideways can be reached with the keyboard.
          <div
            role="region"
            aria-label={`${view.file.name}, ${zoom}%`}
            tabIndex={0}
            className="relative overflow-x-auto"
          >
            {list}
          </div>
        ) : (
          list
        )}
        <Neighbors view={view} shown={shown} />
        {mark === null ? null : <p className="mt-6 text-sm text-muted">Shown to {mark}</p>}
      </div>
    </div>
  );
}

/** Where in the document, how large, and what to look for. */
function Toolbar({ view, shown }: { view: ViewData; shown: Pages }) {
  const { first, total, zoom, finding } = shown;
  const { self } = useViewHref(view);
  const find = finding?.find ?? "";
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-lg border border-line bg-surface px-4 py-3 text-sm print:hidden">
      {total === 1 ? null : (
        <Form label="Go to page" address={self({ zoom, find })}>
          <label htmlFor="viewer-page">Page</label>
          <input
            id="viewer-page"
            name="page"
            type="number"
            inputMode="numeric"
            min={1}
            max={total}
            defaultValue={first}
            className={classNames(FIELD, "w-20")}
          />{" "}
          <span className="whitespace-nowrap">of {total} </span>
          <button type="submit" className={buttonClass("secondary", "small")}>
            Go
          </button>
        </Form>
      )}
      <nav aria-label="Zoom" className="flex items-center gap-1">
        <span className="me-1 text-muted">Zoom </span>
        {ZOOMS.map((one) => (
          <a
            key={one}
            href={self({ page: first, zoom: one, find })}
            aria-current={one === zoom ? "true" : undefined}
            data-keeps-page=""
            className={classNames(
              "inline-flex min-h-8 items-center rounded-md px-2 no-underline hover:bg-sunken",
              one === zoom ? "bg-sunken font-semibold text-ink" : "text-accent",
            )}
          >
            {one}%{" "}
          </a>
        ))}
      </nav>
      <Form
        label="Find in this document"
        address={self({ page: first, zoom })}
        className="min-w-0 grow basis-56"
        keepsPage
      >
        <label htmlFor="viewer-find" className="sr-only">
          Find in this document
        </label>
        <input
          id="viewer-find"
          name="find"
          type="search"
          maxLength={MAX_FIND}
          defaultValue={find}
          placeholder="Find in this document"
          className={classNames(FIELD, "min-w-0 grow")}
        />{" "}
        <button type="submit" className={buttonClass("secondary", "small")}>
          Find
        </button>
      </Form>
    </div>
  );
}

/** A form that asks for another part of the view: what its address says else stays. */
function Form({
  label,
  address,
  className,
  keepsPage = false,
  children,
}: {
  label: string;
  address: string;
  className?: string;
  /** It is sent from the page that is read. */
  keepsPage?: boolean;
  children: ReactNode;
}) {
  const [path, query] = address.split("?");
  return (
    <form
      method="get"
      action={path}
      noValidate
      role="search"
      aria-label={label}
      data-keeps-page={keepsPage ? "" : undefined}
      className={classNames("flex items-center gap-2", className)}
    >
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

/** The pages that say what was looked for, as links. */
function Found({ view, shown, finding }: { view: ViewData; shown: Pages; finding: Finding }) {
  const { self } = useViewHref(view);
  const { first, zoom } = shown;
  const { find, pages, count, hasText } = finding;
  const words = !hasText
    ? "There is no text to search in this document yet."
    : count === 0
      ? `No page says “${find}”.`
      : `Found on ${count} ${count === 1 ? "page" : "pages"}`;
  return (
    <section
      aria-label={`Results for ${find}`}
      className="mb-6 rounded-lg border border-line bg-surface p-4 text-sm print:hidden"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span role="status" className="font-medium">
          {words}
        </span>{" "}
        <a
          href={self({ page: first, zoom })}
          className="inline-flex min-h-6 items-center text-accent"
        >
          Clear
        </a>
      </p>
      {pages.length === 0 ? null : (
        <ol
          className="mt-3 max-h-72 list-none space-y-2 overflow-y-auto"
          tabIndex={pages.length > 4 ? 0 : undefined}
        >
          {pages.map(({ page, snippet }) => (
            <li key={page} className="[overflow-wrap:anywhere]">
              <a
                href={self({ page, zoom, find })}
                className="inline-flex min-h-6 items-center font-medium text-accent"
              >
                Page {page}
              </a>
              {": "}
              <span className="text-muted">
                <Parts parts={snippet} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {count > pages.length && pages.length > 0 ? (
        <p className="mt-3 text-muted">These are the first {pages.length}.</p>
      ) : null}
    </section>
  );
}

function Parts({ parts }: { parts: readonly FoundPart[] }) {
  return parts.map(({ text, marked }, place) =>
    marked ? (
      // Stretches of one text have no names of their own.
      <mark key={place} className="rounded-xs bg-accent-soft text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

function Page({ view, shown, page }: { view: ViewData; shown: Pages; page: ShownPage }) {
  const { picture, content } = useViewHref(view);
  const { file } = view;
  const { total, first, finding } = shown;
  const words = finding?.words ?? [];
  const text = markedWords(page.text, words);
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
          This page can't be shown: drawing it takes more time or memory than one page is given.{" "}
          {offer}
        </p>
      ) : (
        <>
          <p
            hidden
            data-late=""
            className="mb-2 rounded-md border border-line bg-surface px-4 py-2 text-sm"
          >
            This page takes longer than usual. {offer}
          </p>
          <img
            src={picture(page.number, shown.isKept)}
            alt={page.text === "" ? `Page ${page.number} of ${file.name}` : ""}
            width={page.width}
            height={page.height}
            loading={page.number === first ? "eager" : "lazy"}
            fetchPriority={page.number === first ? "high" : undefined}
            decoding="async"
            className="h-auto w-full rounded-md border border-line bg-sunken shadow-panel"
          />
        </>
      )}
      {page.text === "" ? null : (
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
