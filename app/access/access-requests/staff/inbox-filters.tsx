import { Form, Link } from "react-router";
import {
  ASSIGNED_TO_ME,
  ASSIGNED_TO_NOBODY,
  INBOX_MARKS,
  INBOX_SORTS,
  inboxSearch,
  isFiltered,
  MARK_NAMES,
  SORT_NAMES,
  unfiltered,
  type InboxQuery,
} from "../forms/inbox-query.ts";
import { FOLDER_NAMES, REQUEST_FOLDERS, type RequestFolder } from "../forms/review-forms.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldFrame, inputClass, SelectField } from "#web/ui/field.tsx";

export interface FilterChoices {
  relationships: readonly string[];
  countries: readonly { value: string; label: string }[];
  products: readonly { id: string; name: string }[];
  /** Who may look at a request. */
  reviewers: readonly { id: string; name: string }[];
}

/** The folders of the inbox with how much of the list each holds. */
export function FolderTabs({
  query,
  counts,
}: {
  query: InboxQuery;
  counts: Readonly<Record<RequestFolder, number>>;
}) {
  return (
    <nav aria-label="Folders" className="flex flex-wrap gap-1 border-b border-line">
      {REQUEST_FOLDERS.map((folder) => (
        <Link
          key={folder}
          to={`/requests${inboxSearch({ ...query, folder, page: 1 })}`}
          aria-current={folder === query.folder ? "page" : undefined}
          className="-mb-px min-h-10 border-b-2 border-transparent px-3 py-2 text-sm font-medium text-muted no-underline hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
        >
          {FOLDER_NAMES[folder]} <span className="text-muted">({counts[folder]})</span>{" "}
        </Link>
      ))}
    </nav>
  );
}

/** What the list leaves, and in which order: everything stands in the address. */
export function InboxFilters({ query, choices }: { query: InboxQuery; choices: FilterChoices }) {
  const any = (options: readonly { value: string; label: string }[]) => [
    { value: "", label: "Any" },
    ...options,
  ];
  const folded = unfiltered({ ...query, sort: "asked" });
  const narrow = { ...query, q: "", page: 1 };
  const open = inboxSearch(narrow) !== inboxSearch(folded);
  return (
    <Form
      method="get"
      noValidate
      role="search"
      aria-label="Requests"
      // The fields say what the address says, also after a link has changed it.
      key={inboxSearch(query)}
      className="my-6 space-y-3"
    >
      {query.folder === "new" ? null : <input type="hidden" name="folder" value={query.folder} />}
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow sm:max-w-[24rem]">
          <FieldFrame id="q" label="Search by name, company or address">
            <input
              id="q"
              name="q"
              type="search"
              maxLength={200}
              defaultValue={query.q}
              className={inputClass}
            />
          </FieldFrame>
        </div>{" "}
        <Button look="secondary">Search</Button>{" "}
        {isFiltered(query) ? (
          <Link
            to={`/requests${inboxSearch(unfiltered(query))}`}
            className="inline-flex min-h-10 items-center text-sm text-accent underline"
          >
            Clear
          </Link>
        ) : null}
      </div>
      <details open={open} className="rounded-lg border border-line bg-surface">
        <summary className="min-h-10 cursor-pointer px-4 py-2.5 text-sm font-medium">
          Filters and order
        </summary>
        <div className="space-y-4 border-t border-line p-4">
          <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            <SelectField
              id="relationship"
              name="relationship"
              label="Relationship"
              defaultValue={query.relationship}
              options={any(choices.relationships.map((value) => ({ value, label: value })))}
            />
            <SelectField
              id="country"
              name="country"
              label="Country"
              defaultValue={query.country}
              options={any(choices.countries)}
            />
            <SelectField
              id="product"
              name="product"
              label="Product"
              defaultValue={query.product}
              options={any(choices.products.map(({ id, name }) => ({ value: id, label: name })))}
            />
            <SelectField
              id="assigned"
              name="assigned"
              label="Assigned to"
              defaultValue={query.assigned}
              options={[
                { value: "", label: "Anyone" },
                { value: ASSIGNED_TO_ME, label: "Mine" },
                { value: ASSIGNED_TO_NOBODY, label: "Unassigned" },
                ...choices.reviewers.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
            <SelectField
              id="sort"
              name="sort"
              label="Order"
              defaultValue={query.sort}
              options={INBOX_SORTS.map((value) => ({ value, label: SORT_NAMES[value] }))}
            />
          </div>
          <fieldset>
            <legend className="mb-2 text-sm font-medium">Only</legend>
            <div className="flex flex-wrap gap-x-6 gap-y-2">
              {INBOX_MARKS.map((name) => (
                <label key={name} className="inline-flex min-h-8 items-center gap-2 text-sm">
                  <input
                    type="checkbox"
                    name={name}
                    value="yes"
                    defaultChecked={query[name] === "yes"}
                    className="size-6 accent-accent"
                  />
                  {MARK_NAMES[name]}
                </label>
              ))}
            </div>
          </fieldset>
          <Button look="secondary">Show</Button>
        </div>
      </details>
    </Form>
  );
}
