import { Link } from "react-router";
import type { Route } from "./+types/place";
import { placingOf, placingProduct } from "../placing.server.ts";
import { MAX_PLACED, MAX_SELECTED, placeHref } from "#content/documents/rules/placing.ts";
import { servicesContext } from "#platform/context.ts";
import { formFailed, notFound } from "#web/forms/form.ts";
import { pageTitle } from "#values/page-title.ts";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { PlacingForm } from "./placing-form.tsx";
import { requirePlacing, savePlacing } from "./place-changes.ts";
import { useUploaded } from "#content/documents/staff/uploader.ts";
import { FlashMessage } from "#web/ui/flash-message.tsx";

const TITLE = "Where should visitors find it?";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle(TITLE, loaderData?.failed) }];
}

/** What comes after an upload: each of the documents that the address names, and its place. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requirePlacing(context);
  const services = context.get(servicesContext);
  const { product, products } = await placingProduct(
    services,
    org.id,
    url.searchParams.get("product"),
  );
  if (product === null) throw notFound();
  const ids = selectedIn(url);
  return {
    failed: formFailed(context),
    placing: await placingOf(services, org, product.id, ids.slice(0, MAX_PLACED)),
    more: Math.max(0, ids.length - MAX_PLACED),
    products: products.map(({ id, name, slug }) => ({
      name,
      here: id === product.id,
      href: placeHref(ids, slug),
    })),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { org } = await requirePlacing(context);
  const slug = url.searchParams.get("product");
  const { product } = await placingProduct(context.get(servicesContext), org.id, slug);
  if (product === null) throw notFound();
  return savePlacing({ request, context }, product.id, (placed) => {
    const rest = selectedIn(url).filter((id) => !placed.has(id));
    return rest.length === 0 ? "/documents" : placeHref(rest, slug);
  });
}

function selectedIn(url: URL): string[] {
  return url.searchParams
    .getAll("select")
    .filter((id) => id.length <= 64)
    .slice(0, MAX_SELECTED);
}

export default function Place({ loaderData, actionData }: Route.ComponentProps) {
  const { placing, more, products } = loaderData;
  const said = useUploaded();
  if (placing.rows.length === 0)
    return (
      <EmptyState
        icon="files"
        title="No documents to link"
        subtitle="Upload documents, or select some in the library."
        actions={<ButtonLink to="/documents">Back to Documents</ButtonLink>}
      />
    );
  return (
    <div className="max-w-[56rem]">
      <FlashMessage flash={said} className="mb-8" />
      <h1 className="text-2xl font-semibold tracking-tight">{TITLE}</h1>
      <p className="mt-2 mb-6 max-w-[40rem] text-muted">
        Check the suggestions and save. Items already on your portal keep their access. New items
        get the access you choose here.
      </p>
      {products.length < 2 ? null : (
        <nav aria-label="Products" className="mb-6 flex flex-wrap gap-2">
          {products.map(({ name, here, href }) => (
            <Link
              key={href}
              to={href}
              aria-current={here ? "page" : undefined}
              className={buttonClass(here ? "secondary" : "quiet", "small")}
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
      <PlacingForm data={placing} result={actionData?.result} submit="Save" />
      <p className="mt-4 flex flex-wrap items-center gap-x-4 text-sm text-muted">
        {more === 0 ? null : <span>{more} more will follow.</span>}{" "}
        <Link to="/documents" className="inline-block py-1 text-accent underline">
          Not now
        </Link>
      </p>
    </div>
  );
}
