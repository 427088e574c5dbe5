import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { useFileHref } from "#web/portal/links.ts";
import { MAX_FIND, type FoundPart } from "../rules/find-in-text.ts";
import { viewerAddress, ZOOMS } from "../rules/page-viewer.ts";
import type { Finding, Shown } from "./document-shown.ts";
import type { ViewData } from "./document-shown.ts";

export type Pages = Extract<Shown, { as: "pages" }>;

const FIELD = "min-h-8 rounded-md border border-edge bg-surface px-2 py-1 text-sm";

/** Addresses of this very version of a document. */
export function useVersionHref({ version }: Pick<ViewData["file"], "version">) {
  const href = useFileHref();
  return (
    link: Parameters<typeof href>[0],
    below = "",
    more: NonNullable<Parameters<typeof href>[2]> = {},
  ) => href(link, below, { version, ...more });
}

/** Addresses of this view: of its parts, and of itself with other pages, zoom or words. */
export function useViewHref({ file, item, ticket }: ViewData) {
  const href = useVersionHref(file);
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

/** Where in the document, how large, and what to look for. */
export function Toolbar({ view, shown }: { view: ViewData; shown: Pages }) {
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
export function Found({
  view,
  shown,
  finding,
}: {
  view: ViewData;
  shown: Pages;
  finding: Finding;
}) {
  const { self } = useViewHref(view);
  const { first, zoom } = shown;
  const { find, pages, count, hasText, notSearched } = finding;
  const words = !hasText
    ? "There is no text to search in this document yet."
    : count === 0
      ? `“${find}” isn’t in ${notSearched.length === 0 ? "this document" : "the part that was searched"}.`
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
      {notSearched.map((note) => (
        <p key={note} className="mt-2 text-muted">
          {note}
        </p>
      ))}
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
        <p className="mt-3 text-muted">Showing the first {pages.length} pages.</p>
      ) : null}
    </section>
  );
}

/** A text with what was found in it marked. */
export function Parts({ parts }: { parts: readonly FoundPart[] }) {
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
