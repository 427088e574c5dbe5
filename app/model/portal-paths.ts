import { productPathSegment } from "#values/names.ts";
import type { Viewer } from "./visibility/viewer.ts";

/**
 * The path that a portal's links begin with: the org's slug on the default host, nothing on its own
 * domain.
 */
export function portalBase(orgSlug: string, domainOrgSlug: string | null): string {
  return domainOrgSlug === null ? `/${orgSlug}` : "";
}

/** The page where members get a package of evidence, below the portal's base. */
export const PACKAGE_PAGE = "/review/package";

/** The path of a product's page below the portal's base: nothing for the default one. */
export function productPath(product: { slug: string; isDefault: boolean }): string {
  return product.isDefault ? "" : namedProductPath(product);
}

/** The same with the product's name, which the default one has as well. */
export function namedProductPath({ slug }: { slug: string }): string {
  return `/product/${productPathSegment(slug)}`;
}

/**
 * An item's own path below the portal's base: with its product where there are several.
 * @param products those that the reader sees
 */
export function itemPath(
  slug: string,
  product: { slug: string },
  products: readonly unknown[],
): string {
  return `${products.length > 1 ? namedProductPath(product) : "/item"}/${slug}`;
}

/**
 * The products that a viewer has pages of: a hidden one is its owner's alone, and the default one
 * is never hidden.
 */
export function productsSeen<Product extends { show: boolean; isDefault: boolean }>(
  products: readonly Product[],
  viewer: Pick<Viewer, "mode">,
): Product[] {
  return products.filter((product) => product.show || product.isDefault || viewer.mode === "main");
}

/** The page of a product's facts under the Cyber Resilience Act, below the portal's base. */
export function craPath(product: { slug: string; isDefault: boolean }): string {
  return product.isDefault ? "/cra" : `/cra?${new URLSearchParams({ product: product.slug })}`;
}
