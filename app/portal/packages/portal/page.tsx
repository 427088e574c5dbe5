import { data, redirect } from "react-router";
import type { Route } from "./+types/page";
import { ownOf } from "#access/accounts/portal/account-changes.ts";
import { PACKAGE_PAGE } from "#model/portal-paths.ts";
import { keptQuery } from "#model/visibility/previewed.ts";
import { servicesContext } from "#platform/context.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { isBulkPossible, mayBulkDownload } from "#visibility/store/bulk.server.ts";
import { formFailed, markFormFailed, notFound } from "#web/forms/form.ts";
import { attempt } from "#web/forms/shown.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { unlistedHead } from "#web/portal/head.ts";
import { usePortalHref } from "#web/portal/links.ts";
import { addressOn, portalRequest } from "#web/portal/scope.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import type { PackageRequest } from "../contents.server.ts";
import { makePackage } from "../make.server.ts";
import { fewerWords, VERIFY_PAGE } from "../rules/manifest.ts";

/** What a package holds, and the button that makes one. Strangers are led to the login. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { portal } = await packageRequest(context, request);
  const { product, products, scope } = portal;
  return {
    failed: formFailed(context),
    product: products.length > 1 ? product.name : null,
    hasDocuments: await isBulkPossible(scope),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const own = await packageRequest(context, request);
  await readForm(request);
  const made = await attempt(() => makePackage(context, own, request.signal));
  const refuse = (errors: string[], status: number, more: HeadersInit = {}) => {
    markFormFailed(context);
    return data({ errors, ready: null }, { status, headers: more });
  };
  if ("refusal" in made) {
    const { said, status, headers: passing } = made.refusal;
    return refuse(said, status, passing);
  }
  const { value } = made;
  if (typeof value === "string") return refuse([value], 409);
  // Whose package it is in, where the person belongs to several accounts.
  const href = addressOn(
    context,
    own.portal.org,
    `${PACKAGE_PAGE}/${value.token}`,
    keptQuery(own.viewer),
  );
  if (value.fewer.length === 0) return redirect(href, 303);
  return data({ errors: [], ready: { href, fewer: fewerWords(value.fewer) } });
}

/** @throws a redirect to the login for who is no member; 404 where archives are turned off */
async function packageRequest(
  context: Route.LoaderArgs["context"],
  request: Request,
): Promise<PackageRequest> {
  const { viewer, org } = ownOf(context, request, PACKAGE_PAGE);
  if (!mayBulkDownload(viewer, org)) throw notFound();
  const portal = await portalRequest(context, request, {});
  return { services: context.get(servicesContext), portal, viewer };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const failed = loaderData?.failed ? "Error: " : "";
  return unlistedHead(matches, { title: `${failed}Evidence package`, path: PACKAGE_PAGE });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export default function Package({ loaderData, actionData }: Route.ComponentProps) {
  const { product, hasDocuments } = loaderData;
  const href = usePortalHref();
  const ready = actionData?.ready ?? null;
  return (
    <PlainPage
      title="Evidence package"
      back={{ path: "/my-account", label: "My account" }}
      lead={
        product === null ? null : <p className="-mt-4 mb-6 text-sm text-muted">For {product}</p>
      }
    >
      <ErrorSummary errors={actionData?.errors ?? []} fields={[]} />
      {ready === null ? (
        <>
          <p>
            One ZIP file with everything you can see today, to keep with your review. You can prove
            later that nothing in it was changed.
          </p>
          <ul className="my-6 list-disc space-y-2 ps-5">
            <li>A page with everything, which you can open offline, and the same as data</li>
            <li>The FAQ and the updates as tables</li>
            <li>
              {hasDocuments
                ? "The documents you can download. Your name is on those that carry a watermark."
                : "No documents, because you can’t download any at the moment"}
            </li>
            <li>A list of the documents you can only read here, and when you opened them</li>
            <li>A signed list of all files with their checksums</li>
          </ul>
          <PostForm>
            <Button>Download evidence package</Button>
          </PostForm>
          <p className="mt-8 text-sm text-muted">
            Have a package already?{" "}
            <a href={href(VERIFY_PAGE)} className="inline-flex min-h-6 items-center text-accent">
              Check it
            </a>
          </p>
        </>
      ) : (
        <div role="status">
          {ready.fewer.map((line) => (
            <p key={line} className="mb-4 [overflow-wrap:anywhere]">
              {line}
            </p>
          ))}
          <p>
            <a href={ready.href} className={buttonClass("primary")}>
              Download evidence package
            </a>
          </p>
        </div>
      )}
    </PlainPage>
  );
}
