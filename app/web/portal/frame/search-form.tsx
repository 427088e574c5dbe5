import { ASK_AI } from "#model/answers.ts";
import { MAX_TERM } from "#model/search.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useFrame } from "../links.ts";

/**
 * A GET form that filters the page it stands on, or asks the one at `action`; islands/every-page
 * filters as one types where scripts run.
 */
export function SearchForm({
  label,
  query,
  hidden = {},
  filters,
  action,
  opens = false,
  asks = null,
  className = "mb-6",
}: {
  label: string;
  query: string;
  hidden?: Record<string, string | null>;
  filters?: string;
  action?: string;
  /** Whether the portal's search dialog opens over it where scripts run. */
  opens?: boolean;
  /** Where what is typed can be asked as a question; null where this viewer can't. */
  asks?: string | null;
  className?: string;
}) {
  const { keep, portalTitle } = useFrame();
  const kept = [...new URLSearchParams(keep), ...Object.entries(hidden)].filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return (
    <form
      method="get"
      action={action}
      noValidate
      role="search"
      aria-label={label}
      className={classNames("flex flex-wrap gap-2", className)}
      data-filter={filters}
      data-search={opens ? portalTitle : undefined}
      data-asks={opens && asks !== null ? "" : undefined}
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="relative min-w-0 grow basis-56">
        <label htmlFor="page-search" className="sr-only">
          {label}
        </label>
        <Icon
          name="search"
          size={18}
          className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-muted"
        />
        <input
          id="page-search"
          type="search"
          name="q"
          defaultValue={query}
          placeholder={label}
          maxLength={MAX_TERM}
          className="block min-h-10 w-full rounded-md border border-edge bg-surface py-2 pe-3 ps-10 text-base placeholder:text-muted max-sm:placeholder:text-xs"
        />
      </div>
      <Button look="secondary">Search</Button>
      {asks === null ? null : (
        <Button look="secondary" formMethod="post" formAction={asks}>
          {ASK_AI}
        </Button>
      )}
    </form>
  );
}
