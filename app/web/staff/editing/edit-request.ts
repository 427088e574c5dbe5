import { namedProductPath, productPath } from "#model/portal-paths.ts";
import { redirect, type RouterContextProvider } from "react-router";
import { recordChange, type Edit } from "#web/history/store/record-change.server.ts";
import { staffActor, type Actor } from "#tenancy/audit/store/audit.server.ts";
import { hasFeature, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { pageScope, type PageScope } from "#visibility/store/scope.server.ts";
import { listProducts, type Product } from "#tenancy/products/store/products.server.ts";
import type { Writer } from "#db/store.ts";
import {
  hostContext,
  orgContext,
  servicesContext,
  staffSessionContext,
  viewerContext,
} from "#platform/context.ts";
import type { Feature } from "#model/settings/customization.ts";
import { productSlugOf } from "#values/names.ts";
import type { Permission } from "#model/auth/permissions.ts";
import { isOwner, type ViewerStaff } from "#model/visibility/viewer.ts";
import { redirectWithFlash, type Flash } from "#platform/http/request/flash.ts";
import { formFailed, notFound } from "#web/forms/form.ts";
import { pageAddress } from "#auth/session.ts";

interface EditArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
  params: { product?: string | undefined };
}

interface Needs {
  /** Beside statuspage:edit. */
  permission?: Permission;
  /** A feature that the org must not have switched off. */
  feature?: Feature;
}

/** An edit dialog's request, after its rights were checked. */
export interface EditRequest {
  org: Org;
  product: Product;
  /** All of the org's: addresses of items name theirs where there are several. */
  products: readonly Product[];
  staff: ViewerStaff;
  /** The private area, which shows one org at a time, shows this one. */
  areaIsHere: boolean;
  by: Actor;
  now: Date;
  /** Loads pages as the owner sees them. */
  scope: PageScope;
  /** The product's page, where closing leads; with a path, what is below it. */
  href(path?: string): string;
  /**
   * Runs a verb on a subject of this product in one transaction, and keeps what it changed.
   * @throws EditConflict when the form's base is not what is stored
   */
  change<T>(
    edit: Pick<Edit, "subject" | "subjectId" | "base" | "part">,
    verb: (trx: Writer) => Promise<T>,
  ): Promise<{ value: T; changeId: string | null }>;
  /** Back to the page with a message; with the id of a change it offers Undo. */
  done(
    text: string,
    changeId?: string | null,
    to?: string,
    more?: Pick<Flash, "link" | "passesAfter">,
  ): Response;
  /** What the dialog's own loader passes to its page. */
  page: { closeHref: string; site: string; failed: boolean };
}

/**
 * Every loader and action of an edit dialog begins with it: staff in Main mode with
 * statuspage:edit, on the default host, in a product of the org.
 * @throws a redirect to the sign-in page for those who are not signed in; else 404, as for an
 *   unknown page
 */
export async function editRequest(
  { context, request, params }: EditArgs,
  { permission, feature }: Needs = {},
): Promise<EditRequest> {
  const { store, now } = context.get(servicesContext);
  const org = context.get(orgContext);
  const viewer = context.get(viewerContext);
  const door = context.get(hostContext);
  if (org === null || door.domainOrgSlug !== null) throw notFound();
  if (viewer.mode === "public" && context.get(staffSessionContext) === null)
    throw redirect(`/sign-in?redirectTo=${encodeURIComponent(pageAddress(context))}`, {
      status: 303,
    });
  if (
    viewer.mode !== "main" ||
    !isOwner(viewer, "statuspage:edit") ||
    (permission !== undefined && !isOwner(viewer, permission))
  )
    throw notFound();
  if (feature !== undefined && !hasFeature(org, feature)) throw notFound();

  const products = await listProducts(store.read, org.id);
  const slug =
    params.product === undefined
      ? new URL(request.url).searchParams.get("product")
      : productSlugOf(params.product);
  const product =
    slug === null
      ? (products.find((candidate) => candidate.isDefault) ?? products[0])
      : products.find((candidate) => candidate.slug === slug);
  if (product === undefined) throw notFound();

  const moment = now();
  const by = staffActor(viewer.staff, door.ip);
  const base = `/${org.slug}${params.product === undefined ? productPath(product) : namedProductPath(product)}`;
  const href = (path = "") => `${base}${path}`;
  return {
    org,
    product,
    products,
    staff: viewer.staff,
    areaIsHere: context.get(staffSessionContext)?.orgId === org.id,
    by,
    now: moment,
    scope: pageScope(store.read, org, product.id, viewer, moment),
    href,
    change: (edit, verb) =>
      store.write((trx) =>
        recordChange(trx, { ...edit, orgId: org.id, productId: product.id, by, now: moment }, () =>
          verb(trx),
        ),
      ),
    done(text, changeId = null, to = href(), more = {}) {
      const undo =
        changeId === null
          ? {}
          : { action: { label: "Undo", to: href(`/edit/changes/${changeId}/undo`) } };
      return redirectWithFlash(context, to, { text, tone: "success", ...undo, ...more });
    },
    page: {
      closeHref: href(),
      site: `${org.name} ${org.customization.portalTitle}`,
      failed: formFailed(context),
    },
  };
}
