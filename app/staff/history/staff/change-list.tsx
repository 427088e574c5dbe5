import { notFound } from "#web/forms/form.ts";
import { Link } from "react-router";
import type { Route } from "./+types/change-list";
import { listChanges } from "#web/history/store/change-list.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { RecordTabs, seesWholeRecord } from "#web/staff/area/record-tabs.tsx";
import { Button } from "#web/ui/button.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag } from "#web/ui/tag.tsx";

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
      <h1 className="text-2xl font-semibold tracking-tight">Change history</h1>
      <p className="mt-2 mb-6 text-muted">
        All changes to the portal, newest first.
        {total === 0
          ? null
          : ` ${total === 1 ? "1 version" : `${total} versions`}. Each can be brought back.`}
      </p>
      <form method="get" noValidate className="mb-6 flex flex-wrap items-end gap-3">
        <div className="min-w-48">
          <SelectField
            id="history-product"
            name="product"
            label="Product"
            options={[{ value: "", label: "All" }, ...products]}
            defaultValue={productId ?? ""}
          />
        </div>
        <Button look="secondary">Show</Button>
      </form>
      {rows.length === 0 ? (
        <EmptyState
          icon="clipboard"
          title="Nothing yet"
          subtitle="Changes your team makes to the portal appear here."
        />
      ) : (
        <TableFrame label="Versions" head={["When", "Who", "What", "Change", "Restore"]}>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="whitespace-nowrap">
                <time dateTime={row.at}>{row.when}</time>
              </td>
              <td>{row.actorName}</td>
              <td className="min-w-[10rem]">
                {row.title}
                <span className="block text-sm text-muted">{row.product}</span>
                {row.undoesId === null ? null : <Tag tone="blue">Restored</Tag>}{" "}
                {row.undoneAt === null ? null : <Tag>Undone by {row.undoneBy}</Tag>}
              </td>
              <td className="min-w-[16rem]">
                <ul className="space-y-1 [overflow-wrap:anywhere]">
                  {row.lines.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </td>
              <td>
                <Link
                  to={`/history/${row.id}`}
                  className="inline-block min-h-6 text-accent underline"
                  aria-label={`Look at and restore: ${row.title}, ${row.when}`}
                >
                  Restore …
                </Link>
              </td>
            </tr>
          ))}
        </TableFrame>
      )}
      <Pager
        page={page}
        pages={pages}
        href={(target) => `/history?${query}page=${target}`}
        label="Pages of the history"
      />
    </>
  );
}
