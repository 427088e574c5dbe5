import { Link } from "react-router";
import { classNames } from "#web/ui/class-names.ts";
import type { DocumentType } from "#model/items/items.ts";
import type { DocumentChoice } from "../rules/document-list.ts";

/** What a link of the section changes; the rest of what was chosen stays. */
export type ChangeChoice = (change: Partial<DocumentChoice> & { show?: boolean }) => string;

const SORTS = [
  [null, "As arranged"],
  ["newest", "Newest"],
  ["title", "A to Z"],
] as const;

/** Links that narrow the documents by type and order them; what they lead to is the whole list. */
export function DocumentFilters({
  types,
  choice,
  to,
}: {
  types: readonly DocumentType[];
  choice: DocumentChoice;
  to: ChangeChoice;
}) {
  return (
    <nav aria-label="Narrow and sort documents" className="mb-4 space-y-1 text-sm text-muted">
      {types.length < 2 && choice.type === null ? null : (
        <p className="flex flex-wrap gap-x-4">
          <span className="py-0.5">Type</span>{" "}
          <Choice href={to({ type: null, show: true })} chosen={choice.type === null}>
            All types
          </Choice>
          {types.map((type) => (
            <Choice key={type} href={to({ type, show: true })} chosen={choice.type === type}>
              {type}
            </Choice>
          ))}
        </p>
      )}
      <p className="flex flex-wrap gap-x-4">
        <span className="py-0.5">Sort</span>{" "}
        {SORTS.map(([sort, name]) => (
          <Choice key={name} href={to({ sort, show: true })} chosen={choice.sort === sort}>
            {name}
          </Choice>
        ))}
      </p>
    </nav>
  );
}

/** For members: narrows the documents to those that they can open, or shows all of them again. */
export function OnlyOpen({ isChosen, to }: { isChosen: boolean; to: string }) {
  return (
    <p className="text-sm">
      <Link
        to={to}
        preventScrollReset
        className="inline-flex min-h-6 items-center font-medium text-accent"
      >
        {isChosen ? "Show all documents" : "Only what I can open"}
      </Link>
    </p>
  );
}

function Choice({ href, chosen, children }: { href: string; chosen: boolean; children: string }) {
  return (
    <>
      <Link
        to={href}
        preventScrollReset
        aria-current={chosen ? "true" : undefined}
        className={classNames(
          "py-0.5",
          chosen ? "font-medium text-ink no-underline" : "text-accent",
        )}
      >
        {children}
      </Link>{" "}
    </>
  );
}
