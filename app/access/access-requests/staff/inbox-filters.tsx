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
import { ListSearch } from "#web/lists/search.tsx";
import { ListTabs } from "#web/lists/tabs.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { capitalized } from "#values/names.ts";

export interface FilterChoices {
  relationships: readonly string[];
  countries: readonly { value: string; label: string }[];
  products: readonly { id: string; name: string }[];
  /** The week that the list is narrowed to, in words; null for any time. */
  week: string | null;
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
  const at = (folder: RequestFolder) => `/requests${inboxSearch({ ...query, folder, page: 1 })}`;
  return (
    <ListTabs
      label="Folders"
      current={at(query.folder)}
      tabs={REQUEST_FOLDERS.map((folder) => ({
        to: at(folder),
        label: `${FOLDER_NAMES[folder]} (${counts[folder]})`,
        isEmpty: counts[folder] === 0,
      }))}
    />
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
  return (
    <ListSearch
      path={`/requests${inboxSearch(unfiltered(query))}`}
      query={inboxSearch(query)}
      label="Requests"
      search={{ label: "Search by name, company or email", value: query.q, maxLength: 200 }}
      narrowed={isFiltered(query)}
      kept={query.folder === "new" ? {} : { folder: query.folder }}
      folded="Filters and order"
      isOpen={inboxSearch(narrow) !== inboxSearch(folded)}
    >
      <SelectField
        id="relationship"
        name="relationship"
        label="Relationship"
        defaultValue={query.relationship}
        options={any(choices.relationships.map((value) => ({ value, label: capitalized(value) })))}
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
      {choices.week === null ? null : (
        <SelectField
          id="week"
          name="week"
          label="Requested"
          defaultValue={query.week}
          options={[
            { value: "", label: "Any time" },
            { value: query.week, label: choices.week },
          ]}
        />
      )}
      <SelectField
        id="sort"
        name="sort"
        label="Order"
        defaultValue={query.sort}
        options={INBOX_SORTS.map((value) => ({ value, label: SORT_NAMES[value] }))}
      />
      <fieldset className="basis-full">
        <legend className="sr-only">Only</legend>
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
    </ListSearch>
  );
}
