import { Link } from "react-router";
import type { DocumentType } from "#model/items/items.ts";
import { FilterLinks } from "#web/portal/frame/filter-links.tsx";
import type { DocumentChoice } from "../rules/document-list.ts";

/** What a link of the section changes; the rest of what was chosen stays. */
export type ChangeChoice = (change: Partial<DocumentChoice> & { show?: boolean }) => string;

const SORTS = [
  [null, "Default order"],
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
    <div className="mb-4 space-y-1 text-sm" data-screen-only>
      {types.length < 2 && choice.type === null ? null : (
        <FilterLinks
          label="Type"
          inPlace
          links={[
            {
              text: "All types",
              to: to({ type: null, show: true }),
              current: choice.type === null,
            },
            ...types.map((type) => ({
              text: type,
              to: to({ type, show: true }),
              current: choice.type === type,
            })),
          ]}
        />
      )}
      <FilterLinks
        label="Sort"
        inPlace
        links={SORTS.map(([sort, text]) => ({
          text,
          to: to({ sort, show: true }),
          current: choice.sort === sort,
        }))}
      />
    </div>
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
