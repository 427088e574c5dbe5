import { Fragment, type ReactNode } from "react";
import { sortParams, type ListSort } from "#values/list-sort.ts";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { FilterSelect, productOptions } from "#web/ui/filter-form.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { Pager, pagesOf } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { ListHead, type ListAction } from "./head.tsx";
import { ListSearch, type ListSearchText } from "./search.tsx";
import { ListTable, type ListColumn } from "./table.tsx";

/** One value of several that a list is narrowed to, as a field of its form. */
export interface ListFilter {
  name: string;
  label: string;
  /** The value that the list is narrowed to; null for any. */
  value: string | null;
  options: readonly { value: string; label: string }[];
  /** The words for any. */
  any?: string;
}

/** The filter of a list whose rows are about products. */
export function productFilter(
  label: string,
  value: string | null,
  products: Parameters<typeof productOptions>[0],
): ListFilter {
  return { name: "product", label, value, options: productOptions(products) };
}

/** A list of staff's: its words, its columns, what narrows it, and the rows of one page. */
export interface ListDeclaration<Row extends { id: string }, Key extends string> {
  path: string;
  title: string;
  /** What the list is: below its rows, which come first. */
  lead: ReactNode;
  actions: readonly ListAction[];
  /** The words of a list that has nothing to narrow. */
  empty: { icon: IconName; title: string; subtitle: string; actions?: ReactNode };
  /** The words where what narrows the list leaves nothing of it. */
  noneLeft?: { icon: IconName; title: string };
  /** What was wrong with a form of the list, where it has any. */
  errors?: readonly string[];
  /** What comes before the list and all that narrows it. */
  aboveList?: ReactNode;

  /** What the list is narrowed to, as its address says it. */
  query: URLSearchParams;
  search: ListSearchText;
  /** What narrows it beside the search. */
  filters?: readonly ListFilter[];
  /** A filter that is no choice of one value, and whether it is set. */
  ownFilter?: { field: ReactNode; isSet: boolean };

  /** How it is sorted, and how it usually is; none for a list in one order. */
  sorting?: { sort: ListSort<Key>; usual: ListSort<Key> };
  columns: readonly ListColumn<Row, Key>[];
  /** The name of the table. */
  label: string;
  rows: readonly Row[];
  /** Which page it is, and how many rows the list has that nothing narrows. */
  counts: { page: number; pages: number; all: number };
  /** How many rows there are, and are left. */
  said: string;
  pagerLabel: string;
  /** What follows the list on its page. */
  children?: ReactNode;
}

const NONE_LEFT = { icon: "search", title: "No results match this criteria" } as const;

/** The page of a list: a component that is handed the declaration. */
export function ListPage<Row extends { id: string }, Key extends string>(
  list: ListDeclaration<Row, Key>,
) {
  const { path, query, sorting, rows, counts } = list;
  const kept = sorting === undefined ? {} : sortParams(sorting.sort, sorting.usual);
  return (
    <>
      <ListHead
        title={list.title}
        count={counts.all === 0 ? undefined : list.said}
        isNarrowed
        actions={list.actions}
        query={query}
      />
      {list.errors === undefined ? null : (
        <div className="mb-6 empty:hidden">
          <ErrorSummary errors={list.errors} fields={[]} />
        </div>
      )}
      {list.aboveList}
      {counts.all === 0 ? (
        <EmptyState {...list.empty} />
      ) : (
        <>
          <Narrowing list={list} kept={kept} />
          {rows.length === 0 ? (
            <EmptyState {...(list.noneLeft ?? NONE_LEFT)} />
          ) : (
            <ListTable
              label={list.label}
              columns={list.columns}
              rows={rows}
              rowKey={({ id }) => id}
              sorting={sorting === undefined ? undefined : { path, query, ...sorting }}
            />
          )}
        </>
      )}
      <Pager
        page={counts.page}
        pages={counts.pages}
        label={list.pagerLabel}
        href={pagesOf(path, query, kept)}
      />
      <p className="mt-4 max-w-[44rem] text-sm text-muted">{list.lead}</p>
      {list.children}
    </>
  );
}

/** What the list is narrowed to: its search, and its filters folded. */
function Narrowing<Row extends { id: string }, Key extends string>({
  list: { path, query, search, filters = [], ownFilter },
  kept,
}: {
  list: ListDeclaration<Row, Key>;
  kept: Readonly<Record<string, string>>;
}) {
  const hasFilters = filters.length > 0 || ownFilter !== undefined;
  return (
    <ListSearch
      path={path}
      query={query.toString()}
      search={search}
      narrowed={query.size > 0}
      kept={kept}
      isOpen={filters.some(({ value }) => value !== null) || ownFilter?.isSet === true}
    >
      {hasFilters ? (
        <>
          {filters.map((filter) => (
            <Fragment key={filter.name}>
              <FilterSelect {...filter} />{" "}
            </Fragment>
          ))}
          {ownFilter?.field}
        </>
      ) : undefined}
    </ListSearch>
  );
}
