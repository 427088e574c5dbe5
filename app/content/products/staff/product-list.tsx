import { namedProductPath } from "#model/portal-paths.ts";
import type { Route } from "./+types/product-list";
import { makeDefaultProduct, moveProduct } from "../store/product-changes.server.ts";
import { listProductLinks, listProducts } from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { arrangeProductsSchema } from "../forms/products.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { ListHead } from "#web/lists/head.tsx";
import { ListTable } from "#web/lists/table.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { PRODUCT_COLUMNS } from "./product-columns.tsx";
import { changeProducts, refusedProduct } from "./product-changes.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Products", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const { read } = context.get(servicesContext).store;
  const products = await listProducts(read, org.id);
  return {
    failed: formFailed(context),
    products: products.map(({ id, name, slug, show, isDefault }, place) => ({
      id,
      name,
      slug,
      show,
      isDefault,
      isFirst: place === 0,
      isLast: place === products.length - 1,
      href: `/${org.slug}${namedProductPath({ slug })}/`,
    })),
    links: await listProductLinks(read, org.id),
  };
}

/** Order and default: each button is a form of its own. */
export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaff(context, "settings:edit");
  return formAction(
    { request, context },
    arrangeProductsSchema,
    async ({ value: { intent, productId }, form }) => {
      await changeProducts(
        { context, staff, by: actorOf(context, staff.session), form },
        (trx, org) =>
          intent === "default"
            ? makeDefaultProduct(trx, org.id, productId)
            : moveProduct(trx, org.id, productId, intent),
      );
      return redirectWithFlash(
        context,
        "/products",
        intent === "default" ? "The default product was changed." : "The order was saved.",
      );
    },
    refusedProduct(staff),
  );
}

export default function Products({ loaderData, actionData }: Route.ComponentProps) {
  const { products, links } = loaderData;
  return (
    <>
      <ListHead
        up={{ to: "/settings", words: "Settings" }}
        title="Products"
        lead="Each product has its own page. The default product is the home page."
        actions={[{ words: "Add product", to: "/products/new" }]}
      />
      <div className="mb-6 empty:hidden">
        <ErrorSummary errors={actionData?.result.error?.[""] ?? undefined} fields={[]} />
      </div>
      <ListTable
        label="Products in their order"
        columns={PRODUCT_COLUMNS}
        rows={products}
        rowKey={({ id }) => id}
      />
      <section aria-labelledby="product-links" className="mt-10">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 id="product-links" className="text-lg font-semibold">
            Additional links
          </h2>{" "}
          <ButtonLink to="/products/links" look="secondary">
            Edit links
          </ButtonLink>
        </div>
        {links.length === 0 ? (
          <p className="text-muted">
            None. Extra links in the product menu, for products that have no page here.
          </p>
        ) : (
          <ul className="list-disc space-y-1 ps-5">
            {links.map(({ label, link, show }, i) => (
              <li key={i}>
                {label}: <span className="break-all text-muted">{link}</span>
                {show ? null : <Tag>Not shown</Tag>}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
