import { useHydrated } from "#web/staff/editing/use-hydrated.ts";
import { FilterButtons } from "#web/ui/filter-form.tsx";
import { inputClass } from "#web/ui/field.tsx";

/**
 * Looks for items of the tree: as one types, or by its button where no scripts run or where the
 * page does not have all items.
 * @param sought what the address looks for
 * @param onSearch null where the server has to look
 */
export function TreeSearch({
  search,
  sought,
  here,
  onSearch,
}: {
  search: string;
  sought: string;
  here: string;
  onSearch: ((text: string) => void) | null;
}) {
  const asOneTypes = useHydrated() && onSearch !== null;
  return (
    <form
      method="get"
      noValidate
      role="search"
      onSubmit={(event) => {
        // The page has all items: loading it anew would lose the ticks.
        if (asOneTypes) event.preventDefault();
      }}
      className="flex min-w-0 grow flex-wrap items-end gap-2"
    >
      <div className="min-w-0 max-w-md grow space-y-1">
        <label htmlFor="tree-search" className="block text-sm font-medium">
          Search items
        </label>
        <input
          id="tree-search"
          type="search"
          name="q"
          maxLength={200}
          defaultValue={search}
          onChange={({ target }) => onSearch?.(target.value)}
          className={inputClass}
        />
      </div>{" "}
      {asOneTypes ? null : <FilterButtons path={here} narrowed={sought !== ""} />}
    </form>
  );
}
