import type { Route } from "./+types/control-list";
import { pageOf } from "#visibility/store/publications.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { inSlices, mapInSlices } from "#db/pace.ts";
import { servicesContext } from "#platform/context.ts";
import { pageAsked } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { Pager, pagesOf } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import {
  CONTROLS_PER_PAGE,
  CONTROLS_TITLE,
  type ControlQuery,
  controlQuery,
  controlSearchParams,
  frameworksOf,
} from "../rules/controls.ts";
import { isWantedByStaff, listControls, type Control } from "../store/controls.server.ts";
import { readSort, sortedBy, sortParams, type ListSort } from "#values/list-sort.ts";
import { Link } from "react-router";
import {
  FAQ_ACCESS_OPTIONS,
  FAQ_ACCESS_TONES,
  FAQ_ACCESS_WORDS,
} from "#model/knowledge-base/forms/faq-forms.ts";
import type { FaqAccess } from "#model/updates/update-words.ts";
import {
  FilterForm,
  FilterSelect,
  FilterText,
  FoundRows,
  productOptions,
} from "#web/ui/filter-form.tsx";
import { sortableColumns } from "#web/ui/sorted-head.tsx";
import { ListHead, TableFrame } from "#web/ui/table-frame.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { MAX_TERM } from "#model/search.ts";

interface ControlRow {
  id: string;
  reference: string;
  title: string;
  requirements: readonly string[];
  access: FaqAccess;
  products: readonly string[];
}

const CONTROL_SORTS = ["reference", "title", "access"] as const;
type ControlSort = (typeof CONTROL_SORTS)[number];
const USUAL: ListSort<ControlSort> = { by: "reference", descending: false };
const COLUMNS = [
  ["Reference", "reference"],
  ["Title", "title"],
  ["Framework references", null],
  ["Access", "access"],
  ["Products", null],
] as const;

/** The controls in an order; they come by reference, whose numbers count as numbers. */
function inOrder(controls: readonly Control[], { by, descending }: ListSort<ControlSort>) {
  if (by === "reference") return descending ? controls.toReversed() : [...controls];
  return sortedBy(
    controls,
    (control) => (by === "title" ? control.title : FAQ_ACCESS_WORDS[control.access]),
    descending,
  );
}

/** The controls of one page; a title leads to its form. */
function ControlTable({
  rows,
  query,
  sort,
}: {
  rows: readonly ControlRow[];
  query: URLSearchParams;
  sort: ListSort<ControlSort>;
}) {
  return (
    <TableFrame
      label="Controls"
      head={sortableColumns(COLUMNS, { path: "/controls", query, sort }, USUAL)}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <td className="whitespace-nowrap">{row.reference}</td>
          <th scope="row" className="min-w-[16rem] px-4 py-3 text-start align-top font-medium">
            <Link
              to={`/controls/${row.id}`}
              className="text-accent underline [overflow-wrap:anywhere]"
            >
              {row.title}
            </Link>
          </th>
          <td className="max-w-[20rem]">{row.requirements.join(", ")}</td>
          <td>
            <Tag tone={FAQ_ACCESS_TONES[row.access]}>{FAQ_ACCESS_WORDS[row.access]}</Tag>
          </td>
          <td>{row.products.length === 0 ? "All" : row.products.join(", ")}</td>
        </tr>
      ))}
    </TableFrame>
  );
}

export function meta() {
  return [{ title: pageTitle(CONTROLS_TITLE) }];
}

/** The library as staff see it: narrowed by the address, by reference. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "kb:edit");
  const { read } = context.get(servicesContext).store;
  const filter = controlQuery(url.searchParams);
  const products = (await listProducts(read, org.id)).map(({ id, name }) => ({ id, name }));
  const all = await listControls(read, org.id);
  const wanted = await mapInSlices(all, (control) =>
    isWantedByStaff(control, filter) ? [control] : [],
  );
  const sort = readSort(url.searchParams, CONTROL_SORTS, USUAL);
  const { entries, ...counts } = pageOf(
    inOrder(wanted.flat(), sort),
    pageAsked(url.searchParams.get("page")),
    CONTROLS_PER_PAGE,
  );
  return {
    filter,
    sort,
    products,
    frameworks: (await inSlices(frameworksOf(all))).map(({ name }) => name),
    counts: { ...counts, all: all.length },
    rows: entries.map(({ id, reference, title, requirements, access, productIds }) => ({
      id,
      reference,
      title,
      requirements,
      access,
      products: products
        .filter((product) => productIds.includes(product.id))
        .map(({ name }) => name),
    })),
  };
}

export default function Controls({ loaderData }: Route.ComponentProps) {
  const { filter, sort, products, frameworks, counts, rows } = loaderData;
  const query = controlSearchParams(filter);
  const narrowed = query.size > 0;
  const all = `${counts.all} ${counts.all === 1 ? "control" : "controls"}`;
  return (
    <>
      <ListHead
        title={CONTROLS_TITLE}
        lead={
          <>
            What you do to keep data safe, and the requirements of frameworks that it answers: on
            the portal under Controls, by reference.
          </>
        }
      >
        <ButtonLink to="/controls/new">Add control</ButtonLink>{" "}
        <ButtonLink to="/controls/import" look="secondary">
          Import
        </ButtonLink>{" "}
        <a
          href={`/controls/export.csv${narrowed ? `?${query}` : ""}`}
          className={buttonClass("secondary")}
          download
        >
          Export CSV
        </a>
      </ListHead>
      {counts.all === 0 ? (
        <EmptyState
          icon="clipboard"
          title="No controls to show"
          subtitle="Add your controls one by one, or import them from a spreadsheet."
          actions={<ButtonLink to="/controls/new">Add control</ButtonLink>}
        />
      ) : (
        <>
          <ControlFilters
            filter={filter}
            products={products}
            frameworks={frameworks}
            narrowed={narrowed}
            sort={sort}
          />
          <FoundRows said={narrowed ? `${counts.count} of ${all}` : all} none={rows.length === 0}>
            <ControlTable rows={rows} query={query} sort={sort} />
          </FoundRows>
        </>
      )}
      <Pager
        page={counts.page}
        pages={counts.pages}
        label="Pages of controls"
        href={pagesOf("/controls", query, sortParams(sort, USUAL))}
      />
    </>
  );
}

/** What the library is narrowed to. */
function ControlFilters({
  filter,
  products,
  frameworks,
  narrowed,
  sort,
}: {
  sort: ListSort<ControlSort>;
  filter: ControlQuery;
  products: readonly { id: string; name: string }[];
  frameworks: readonly string[];
  narrowed: boolean;
}) {
  return (
    <FilterForm
      path="/controls"
      narrowed={narrowed}
      kept={sortParams(sort, USUAL)}
      columns="lg:grid-cols-[2fr_1fr_1fr_1fr_auto]"
    >
      <FilterText
        label="Search by reference, title or description"
        search={filter.search}
        maxLength={MAX_TERM}
      />
      <FilterSelect
        name="framework"
        label="Framework"
        value={filter.framework}
        options={frameworks.map((name) => ({ value: name, label: name }))}
      />
      <FilterSelect
        name="access"
        label="Access"
        value={filter.access}
        options={FAQ_ACCESS_OPTIONS}
      />
      <FilterSelect
        name="product"
        label="Products"
        value={filter.productId}
        options={productOptions(products)}
      />
    </FilterForm>
  );
}
