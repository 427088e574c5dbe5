import { Link } from "react-router";
import { FAQ_ACCESS_OPTIONS, FAQ_TIMES } from "#model/knowledge-base/forms/faq-forms.ts";
import { SECTION_TITLES } from "#model/cards/sections.ts";
import { useDrawerOpen, useFrame, usePortalHref } from "#web/portal/links.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { MAX_TERM } from "#model/search.ts";
import { EntryDetails } from "./details.tsx";
import type { KnowledgeBaseDialogState, KnowledgeBasePart } from "./dialog-state.ts";
import { EntryTable } from "./entry-table.tsx";
import { dialogQuery, type DialogAsked } from "#model/knowledge-base.ts";

/**
 * The knowledge base as a large dialog over a product's page: search, list and the details of one
 * entry.
 */
export function KnowledgeBaseDialog() {
  const { knowledgeBase } = useFrame<KnowledgeBasePart>();
  const drawer = useDrawerOpen();
  return knowledgeBase === null || drawer ? null : <Open state={knowledgeBase} />;
}

function Open({ state }: { state: KnowledgeBaseDialogState }) {
  const href = usePortalHref();
  const { page, asked, rows, selected, count, pages } = state;
  const address = (more: Partial<DialogAsked>) =>
    href(page.path, { ...page.query, ...dialogQuery({ ...asked, ...more }) });
  const list =
    state.refused !== null ? (
      <p role="alert">{state.refused.message}</p>
    ) : rows.length === 0 ? (
      <EmptyState
        icon="question"
        title={state.isEmpty ? "No entries to show" : "No results match this criteria"}
        clear={state.isEmpty ? null : address({ ...NOTHING_ASKED, page: null })}
        inDialog
      />
    ) : (
      <>
        <p role="status" className="mb-3 text-sm text-muted">
          {count} {count === 1 ? "entry" : "entries"}
        </p>
        <EntryTable
          rows={rows}
          selectedId={selected?.id ?? null}
          isOwner={state.owner !== null}
          href={(entryId) => address({ entryId })}
        />
        <Pager
          page={asked.page}
          pages={pages}
          label="Pages of entries"
          href={(wanted) => address({ page: wanted })}
          inDialog
        />
      </>
    );
  return (
    <Dialog
      closeHref={href(page.path, page.query, "knowledge-base")}
      title={SECTION_TITLES.kb}
      wide
      scrolls
    >
      <Search state={state} all={address({ ...NOTHING_ASKED, page: null })} />
      {state.isMissing ? (
        <p
          role="status"
          className="mb-6 rounded-md border border-yellow bg-yellow-soft p-4 text-sm text-yellow"
        >
          <strong className="font-semibold">This question isn’t available.</strong> It may have been
          removed, or it isn’t shared with you. Search above, or pick another one below.
        </p>
      ) : null}
      {selected === null ? (
        list
      ) : (
        <div className="flex flex-col gap-6 lg:flex-row-reverse lg:items-start">
          <EntryDetails key={selected.id} entry={selected} closeHref={address({ entryId: null })} />
          <div className="min-w-0 grow">{list}</div>
        </div>
      )}
    </Dialog>
  );
}

const NOTHING_ASKED = { search: "", access: null, productId: null, days: null };

/**
 * The search, and for the owner the menu of filters: one GET form, so that what is chosen is the
 * address.
 */
function Search({ state, all }: { state: KnowledgeBaseDialogState; all: string }) {
  const { keep } = useFrame();
  const { page, asked, owner } = state;
  const kept = [
    ...new URLSearchParams(keep),
    ...Object.entries({ ...page.query, ...dialogQuery({}) }),
  ];
  const chosen = [asked.access, asked.productId, asked.days].filter((one) => one !== null).length;
  const label = "Search by question, answer or comment";
  return (
    <form
      method="get"
      noValidate
      role="search"
      aria-label={label}
      className="mb-6 flex flex-wrap gap-2"
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="kb-search" className="sr-only">
        {label}
      </label>
      <input
        id="kb-search"
        type="search"
        name="kbQuery"
        defaultValue={asked.search}
        placeholder={label}
        maxLength={MAX_TERM}
        className="block min-h-10 min-w-0 grow basis-56 rounded-md border border-edge bg-surface px-3 py-2 text-base placeholder:text-muted max-sm:placeholder:text-xs"
      />
      {owner === null ? null : (
        <details data-menu className="relative">
          <summary className="inline-flex min-h-10 list-none items-center gap-2 rounded-md border border-edge px-4 text-sm font-medium hover:bg-sunken">
            <Icon name="sliders" size={18} />
            Filter{chosen === 0 ? null : ` (${chosen})`}
          </summary>
          <div className="absolute end-0 top-full z-20 mt-2 w-64 space-y-4 rounded-md border border-line bg-surface p-4 shadow-panel">
            <SelectField
              id="kb-access"
              name="kbAccess"
              label="Access"
              defaultValue={asked.access ?? ""}
              options={[ANY, ...FAQ_ACCESS_OPTIONS]}
            />
            <SelectField
              id="kb-product"
              name="kbProduct"
              label="Products"
              defaultValue={asked.productId ?? ""}
              options={[ANY, ...owner.products.map(({ id, name }) => ({ value: id, label: name }))]}
            />
            <SelectField
              id="kb-time"
              name="kbTime"
              label="Time"
              defaultValue={asked.days?.toString() ?? ""}
              options={[
                ...FAQ_TIMES.map(({ value, label: words }) => ({ value, label: words })),
                { value: "", label: "All Time" },
              ]}
            />
            <Button look="secondary">Apply</Button>
          </div>
        </details>
      )}
      <Button look="secondary">Search</Button>
      {asked.search === "" && chosen === 0 ? null : (
        <Link
          to={all}
          preventScrollReset
          data-drawer-link=""
          className="inline-flex min-h-10 items-center text-sm font-medium text-accent"
        >
          Show all
        </Link>
      )}
    </form>
  );
}

const ANY = { value: "", label: "Any" };
