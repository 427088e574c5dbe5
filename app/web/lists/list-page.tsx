import { Fragment, type ReactNode } from "react";
import { MAX_TERM } from "#model/search.ts";
import { sortParams, type ListSort } from "#values/list-sort.ts";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import {
  FilterButtons,
  FilterForm,
  FilterSelect,
  FilterText,
  FoundRows,
  productOptions,
} from "#web/ui/filter-form.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { Pager, pagesOf } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { ListHead } from "#web/ui/table-frame.tsx";
import { ListTable, type ListColumn } from "./list-table.tsx";

/**
 * What staff can do beside reading a list: go somewhere, or take what is shown as a file. A file
 * that names people is taken by a form, so that the record says who took it.
 */
export type ListAction =
  | { words: string; to: string }
  | {
      words: string;
      file: string;
      by: "link" | "form";
      /** All of the list, however it is narrowed. */
      isWhole?: boolean;
    };

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
  lead: ReactNode;
  /** The first of them is what one does most, and looks like it. */
  actions: readonly ListAction[];
  /** The words of a list that has nothing to narrow. */
  empty: { icon: IconName; title: string; subtitle: string; actions?: ReactNode };
  /** What was wrong with a form of the list, where it has any. */
  errors?: readonly string[];

  /** What the list is narrowed to, as its address says it. */
  query: URLSearchParams;
  search: { label: string; value: string; maxLength?: number };
  /** What narrows it beside the search; none where one searches alone. */
  filters?: readonly ListFilter[];
  /** The class of the columns that the fields stand in. */
  filterColumns?: string;
  /** What stands beside Search. */
  besideSearch?: ReactNode;

  /** How it is sorted, and how it usually is; none for a list in one order. */
  sorting?: { sort: ListSort<Key>; usual: ListSort<Key> };
  columns: readonly ListColumn<Row, Key>[];
  /** The name of the table. */
  label: string;
  aboveTable?: ReactNode;
  rows: readonly Row[];
  /** Which page it is, and how many rows the list has that nothing narrows. */
  counts: { page: number; pages: number; all: number };
  /** How many rows there are, and are left. */
  said: string;
  pagerLabel: string;
  /** What follows the list on its page. */
  children?: ReactNode;
}

/** The page of a list: a component that is handed the declaration. */
export function ListPage<Row extends { id: string }, Key extends string>(
  list: ListDeclaration<Row, Key>,
) {
  const { path, query, sorting, rows, counts } = list;
  const kept = sorting === undefined ? {} : sortParams(sorting.sort, sorting.usual);
  return (
    <>
      <ListHead title={list.title} lead={list.lead}>
        {list.actions.map((action, at) => (
          <Fragment key={action.words}>
            {at === 0 ? null : " "}
            <ActionOfList action={action} query={query} isFirst={at === 0} />
          </Fragment>
        ))}
      </ListHead>
      {list.errors === undefined ? null : (
        <div className="mb-6 empty:hidden">
          <ErrorSummary errors={list.errors} fields={[]} />
        </div>
      )}
      {counts.all === 0 ? (
        <EmptyState {...list.empty} />
      ) : (
        <>
          <Narrowing list={list} kept={kept} />
          <FoundRows said={list.said} none={rows.length === 0}>
            {list.aboveTable}
            <ListTable
              label={list.label}
              columns={list.columns}
              rows={rows}
              rowKey={({ id }) => id}
              sorting={sorting === undefined ? undefined : { path, query, ...sorting }}
            />
          </FoundRows>
        </>
      )}
      <Pager
        page={counts.page}
        pages={counts.pages}
        label={list.pagerLabel}
        href={pagesOf(path, query, kept)}
      />
      {list.children}
    </>
  );
}

/** What the list is narrowed to: a search alone, or fields in columns. */
function Narrowing<Row extends { id: string }, Key extends string>({
  list: { path, query, search, filters, filterColumns = "", besideSearch },
  kept,
}: {
  list: ListDeclaration<Row, Key>;
  kept: Readonly<Record<string, string>>;
}) {
  const { label, value, maxLength = MAX_TERM } = search;
  const text = <FilterText label={label} search={value} maxLength={maxLength} />;
  const buttons = { path, narrowed: query.size > 0, kept };
  return filters === undefined ? (
    <form method="get" noValidate role="search" className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow sm:max-w-[24rem]">{text}</div> <FilterButtons {...buttons} />
    </form>
  ) : (
    <FilterForm columns={filterColumns} beside={besideSearch} {...buttons}>
      {text}
      {filters.map((filter) => (
        <FilterSelect key={filter.name} {...filter} />
      ))}
    </FilterForm>
  );
}

function ActionOfList({
  action,
  query,
  isFirst,
}: {
  action: ListAction;
  query: URLSearchParams;
  isFirst: boolean;
}) {
  const { words } = action;
  if ("to" in action)
    return (
      <ButtonLink to={action.to} look={isFirst ? "primary" : "secondary"}>
        {words}
      </ButtonLink>
    );
  const isPart = query.size > 0 && action.isWhole !== true;
  const file = `${action.file}${isPart ? `?${query}` : ""}`;
  return action.by === "link" ? (
    <a href={file} className={buttonClass("secondary")} download>
      {words}
    </a>
  ) : (
    <form method="post" noValidate action={file}>
      <OnceField />
      <Button look="secondary">{words}</Button>
    </form>
  );
}
