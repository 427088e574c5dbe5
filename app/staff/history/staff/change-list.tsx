import { notFound } from "#web/forms/form.ts";
import type { Route } from "./+types/change-list";
import { listChanges } from "#web/history/store/change-list.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { RecordTabs, seesWholeRecord } from "#web/staff/area/record-tabs.tsx";
import { ListHead } from "#web/lists/head.tsx";
import { ListTable } from "#web/lists/table.tsx";
import { Button } from "#web/ui/button.tsx";
import { inputClass } from "#web/ui/field.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { CHANGE_COLUMNS } from "./change-columns.tsx";

export function meta() {
  return [{ title: pageTitle("Change history") }];
}

/** Every saved change of a product's page, or of everything: who, when, and what in words. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { org, permissions } = await requireStaff(context, "statuspage:edit");
  const { store, subjects } = context.get(servicesContext);
  const { read } = store;
  const products = await listProducts(read, org.id);
  const asked = url.searchParams.get("product") || null;
  if (asked !== null && !products.some(({ id }) => id === asked)) throw notFound();
  const changes = await listChanges(read, org.id, {
    productId: asked,
    subjects,
    permissions,
    page: Number(url.searchParams.get("page") ?? 1),
  });
  const names = new Map(products.map(({ id, name }) => [id, name]));
  return {
    ...changes,
    tabs: seesWholeRecord(permissions),
    productId: asked,
    products: products.map(({ id, name }) => ({ value: id, label: name })),
    rows: changes.rows.map((row) => ({
      ...row,
      when: formatMoment(row.at, org.timeZone),
      product:
        row.productId === null ? "All products" : (names.get(row.productId) ?? "A former product"),
      lines: row.summary.split("\n"),
    })),
  };
}

export default function History({ loaderData }: Route.ComponentProps) {
  const { rows, page, pages, total, productId, products } = loaderData;
  const query = productId === null ? "" : `product=${encodeURIComponent(productId)}&`;
  return (
    <>
      {loaderData.tabs ? <RecordTabs current="/history" /> : null}
      <ListHead
        title="Change history"
        count={total === 0 ? undefined : total === 1 ? "1 version" : `${total} versions`}
      />
      <form method="get" noValidate className="mb-3 flex flex-wrap items-center gap-2">
        <label htmlFor="history-product" className="text-sm font-medium">
          Product
        </label>
        <select
          id="history-product"
          name="product"
          key={productId}
          defaultValue={productId ?? ""}
          className={`${inputClass} w-auto! min-w-0`}
        >
          <option value="">All</option>
          {products.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>{" "}
        <Button look="secondary">Show</Button>
      </form>
      {rows.length === 0 ? (
        <EmptyState
          icon="clipboard"
          title="Nothing yet"
          subtitle="Changes your team makes to the portal appear here."
        />
      ) : (
        <ListTable label="Versions" columns={CHANGE_COLUMNS} rows={rows} rowKey={({ id }) => id} />
      )}
      <Pager
        page={page}
        pages={pages}
        href={(target) => `/history?${query}page=${target}`}
        label="Pages of the history"
      />
      <p className="mt-4 text-sm text-muted">
        All changes to the portal, newest first. You can undo any of them.
      </p>
    </>
  );
}
