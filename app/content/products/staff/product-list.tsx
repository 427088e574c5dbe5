import { namedProductPath } from "#model/portal-paths.ts";
import { Link } from "react-router";
import type { Route } from "./+types/product-list";
import { makeDefaultProduct, moveProduct } from "../store/product-changes.server.ts";
import { listProductLinks, listProducts } from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { arrangeProductsSchema } from "../forms/products.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { changeProducts, refusedProduct } from "./product-changes.ts";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Products", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const { read } = context.get(servicesContext).store;
  const products = await listProducts(read, org.id);
  return {
    failed: formFailed(context),
    products: products.map(({ id, name, slug, show, isDefault }) => ({
      id,
      name,
      slug,
      show,
      isDefault,
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
        intent === "default" ? "The default product was changed." : "The order was changed.",
      );
    },
    refusedProduct(staff),
  );
}

export default function Products({ loaderData, actionData }: Route.ComponentProps) {
  const { products, links } = loaderData;
  return (
    <>
      <div className="mb-8 flex flex-wrap items-start justify-between gap-4">
        <div>
          <Link to="/settings" className="mb-1 inline-block py-0.5 text-sm text-accent underline">
            Settings
          </Link>
          <h1 className="text-2xl font-semibold tracking-tight">Products</h1>
          <p className="mt-2 max-w-[44rem] text-muted">
            Each product has its own page. The default product is the home page.
          </p>
        </div>{" "}
        <ButtonLink to="/products/new">Add product</ButtonLink>
      </div>
      <div className="mb-6 empty:hidden">
        <ErrorSummary errors={actionData?.result.error?.[""] ?? undefined} fields={[]} />
      </div>
      <TableFrame label="Products in their order" head={["Name", "Address", "Shown", "Order"]}>
        {products.map((product, i) => (
          <tr key={product.id}>
            <th scope="row" className="px-4 py-3 text-start align-top font-medium">
              <Link
                to={`/products/${product.id}`}
                className="text-accent underline underline-offset-2"
              >
                {product.name}
              </Link>
              {product.isDefault ? <Tag tone="accent">Default</Tag> : null}
            </th>
            <td>
              <a href={product.href} className="underline underline-offset-2">
                {product.slug}
              </a>
            </td>
            <td>{product.show ? "Yes" : "No"}</td>
            <td>
              <form method="post" noValidate className="flex flex-wrap gap-2">
                <OnceField />
                <input type="hidden" name="productId" value={product.id} />
                <Button look="secondary" size="small" name="intent" value="up" disabled={i === 0}>
                  Move up <span className="sr-only">{product.name}</span>
                </Button>{" "}
                <Button
                  look="secondary"
                  size="small"
                  name="intent"
                  value="down"
                  disabled={i === products.length - 1}
                >
                  Move down <span className="sr-only">{product.name}</span>
                </Button>{" "}
                {product.isDefault ? null : (
                  <Button look="quiet" size="small" name="intent" value="default">
                    Make default <span className="sr-only">{product.name}</span>
                  </Button>
                )}
              </form>
            </td>
          </tr>
        ))}
      </TableFrame>
      <section aria-labelledby="product-links" className="mt-10">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 id="product-links" className="text-lg font-semibold">
            Links beside the products
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
