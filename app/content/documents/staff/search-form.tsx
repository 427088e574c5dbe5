import {
  ACCESS_WORDS,
  SOON_DAYS,
  SORTED_DOCUMENT_TYPES,
  type LibrarySearch,
} from "#model/documents/library.ts";
import { ListSearch } from "#web/lists/search.tsx";
import { SelectField } from "#web/ui/field.tsx";

const ACCESS_OPTIONS = [
  { value: "all", label: "Any access" },
  ...(["view-only", "view-and-download"] as const).map((value) => ({
    value,
    label: ACCESS_WORDS[value],
  })),
];
const LINKED_OPTIONS = [
  { value: "all", label: "Linked or not" },
  { value: "yes", label: "Linked to an item" },
  { value: "no", label: "Not linked" },
];
const EXPIRY_OPTIONS = [
  { value: "all", label: "Any expiry" },
  { value: "expired", label: "Expired" },
  { value: "soon", label: `Expiring in ${SOON_DAYS} days` },
  { value: "none", label: "No date" },
];
const TYPE_OPTIONS = [
  { value: "all", label: "Any type" },
  ...SORTED_DOCUMENT_TYPES.map((type) => ({ value: type, label: type })),
];

/** Finds documents: a plain GET form, so that a search is an address. */
export function LibrarySearchForm({
  search,
  filtered,
}: {
  search: LibrarySearch;
  filtered: boolean;
}) {
  const { q, type, access, linked, expiry, sort, descending } = search;
  return (
    <ListSearch
      path="/documents"
      query={JSON.stringify([q, type, access, linked, expiry])}
      label="Documents"
      search={{ label: "Name", value: q, maxLength: 200 }}
      narrowed={filtered}
      kept={sort === "name" && !descending ? {} : { sort: `${descending ? "-" : ""}${sort}` }}
      isOpen={[type, access, linked, expiry].some((value) => value !== "all")}
    >
      <SelectField
        id="library-type"
        name="type"
        label="Type"
        defaultValue={type}
        options={TYPE_OPTIONS}
      />
      <SelectField
        id="library-access"
        name="access"
        label="Access"
        defaultValue={access}
        options={ACCESS_OPTIONS}
      />
      <SelectField
        id="library-linked"
        name="linked"
        label="Links"
        defaultValue={linked}
        options={LINKED_OPTIONS}
      />
      <SelectField
        id="library-expiry"
        name="expiry"
        label="Expiry"
        defaultValue={expiry}
        options={EXPIRY_OPTIONS}
      />
    </ListSearch>
  );
}
