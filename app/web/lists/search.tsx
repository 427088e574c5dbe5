import type { ReactNode } from "react";
import { MAX_TERM } from "#model/search.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { inputClass } from "#web/ui/field.tsx";
import { FilterButtons } from "#web/ui/filter-form.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** What a list is searched for. */
export interface ListSearchText {
  label: string;
  value: string;
  maxLength?: number;
  /** The name of its field; `q` where nothing else is said. */
  name?: string;
}

/**
 * What narrows a list, in one row: a GET form, so that the choice is the address. What narrows it
 * beside the search is folded, and open where something of it is chosen.
 * @param path the address of the whole list, where Clear leads
 * @param query what the list is narrowed to: by it the form says what the address says, also after
 *   a link has changed it
 * @param narrowed there is something to clear
 * @param kept what else the address says, such as the order, and says still when it is narrowed
 * @param isOpen one of the filters is set, or was refused
 * @param children the fields of the filters; nothing where there are none
 */
export function ListSearch({
  path,
  query,
  search,
  label,
  narrowed,
  kept = {},
  folded = "Filters",
  isOpen = false,
  children,
}: {
  path: string;
  query: string;
  search: ListSearchText;
  /** The name of the form. */
  label?: string;
  narrowed: boolean;
  kept?: Readonly<Record<string, string>>;
  /** The word that unfolds the filters. */
  folded?: string;
  isOpen?: boolean;
  children?: ReactNode;
}) {
  const { name = "q", maxLength = MAX_TERM } = search;
  return (
    <form
      key={query}
      method="get"
      action={path.split("?", 1)[0]}
      noValidate
      role="search"
      aria-label={label}
      className="mb-3 flex flex-wrap items-start gap-2"
    >
      <div className="min-w-0 grow basis-32 sm:basis-40 sm:max-w-[24rem]">
        <label htmlFor={`list-${name}`} className="sr-only">
          {search.label}
        </label>
        <input
          id={`list-${name}`}
          name={name}
          type="search"
          placeholder={search.label}
          defaultValue={search.value}
          maxLength={maxLength}
          autoComplete="off"
          className={inputClass}
        />
      </div>{" "}
      <FilterButtons path={path} narrowed={narrowed} kept={kept} />{" "}
      {children === undefined ? null : (
        <details open={isOpen} className="group open:basis-full">
          <summary className={buttonClass("secondary", "normal", "list-none")}>
            {/* On a phone the sign alone, so that search and filters are one row. */}
            <Icon name="sliders" size={16} className="sm:hidden" />
            <span className="max-sm:sr-only">{folded}</span>
            <Icon name="chevronDown" size={16} className="group-open:rotate-180" />
          </summary>
          <div className="mt-2 flex flex-wrap items-end gap-3 rounded-lg border border-line bg-surface p-3 max-sm:grid max-sm:grid-cols-2 max-sm:*:min-w-0 max-sm:[&>fieldset]:col-span-full">
            {children} <Button look="secondary">Show</Button>
          </div>
        </details>
      )}
    </form>
  );
}
