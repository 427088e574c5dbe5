import { Form, Link } from "react-router";
import {
  ACCESS_WORDS,
  SOON_DAYS,
  SORTED_DOCUMENT_TYPES,
  type LibrarySearch,
} from "#model/documents/library.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";

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
    <Form
      method="get"
      noValidate
      action="/documents"
      role="search"
      aria-label="Documents"
      key={JSON.stringify([q, type, access, linked, expiry])}
      preventScrollReset
      className="mt-8 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      {sort === "name" && !descending ? null : (
        <input type="hidden" name="sort" value={`${descending ? "-" : ""}${sort}`} />
      )}
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]">
        <div className="col-span-2 lg:col-span-1">
          <TextField
            id="library-q"
            name="q"
            type="search"
            label="Name"
            defaultValue={q}
            maxLength={200}
            autoComplete="off"
          />
        </div>
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
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button look="secondary">
          <Icon name="search" size={18} />
          Search
        </Button>{" "}
        {filtered ? (
          <Link to="/documents" className={buttonClass("quiet")} preventScrollReset>
            Clear
          </Link>
        ) : null}
      </div>
    </Form>
  );
}
