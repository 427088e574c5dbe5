import { itemPath } from "#model/portal-paths.ts";
import { createContext, useContext } from "react";
import { useMatches, useRouteLoaderData } from "react-router";
import type { PortalFrame } from "./frame-data.ts";
import { fileAddress, type FileLink } from "#model/documents/library.ts";

type Query = Readonly<Record<string, string | number | null | undefined>>;

/** What a part of a page is told in place of its frame: a preview among the owner's own things. */
export const OtherFrame = createContext<PortalFrame | null>(null);

/**
 * What the frame of the portal knows; every page inside it can ask. Who brings a part of the frame's
 * data names its type, and reads it here (`frameOf` in portal/frame holds all of them).
 */
export function useFrame<Part extends object = object>(): PortalFrame & Part {
  const own = useRouteLoaderData<PortalFrame>("portal/frame");
  const frame = useContext(OtherFrame) ?? own;
  if (frame === undefined) throw new Error("this part of the portal stands outside its frame");
  return frame as PortalFrame & Part;
}

/**
 * The one link helper of the portal: a path below the portal's base, on either door, that keeps a
 * preview going (`accountId`, `permissionProfileId`, `view`).
 */
export function usePortalHref(): (path: string, query?: Query, hash?: string) => string {
  const { base, keep } = useFrame();
  return (path, query = {}, hash) => {
    const search = new URLSearchParams(keep);
    for (const [name, value] of Object.entries(query)) {
      if (value !== null && value !== undefined && value !== "") search.set(name, String(value));
    }
    return (
      `${base}${path}` +
      (base === "" && path === "" ? "/" : "") +
      (search.size === 0 ? "" : `?${search}`) +
      (hash === undefined ? "" : `#${hash}`)
    );
  };
}

/** Links inside the current product's page: its cards, its items, itself. */
export function useProductHref(): (path: string, query?: Query, hash?: string) => string {
  const href = usePortalHref();
  const { productBase } = useFrame();
  return (path, query, hash) => href(`${productBase}${path}`, query, hash);
}

/**
 * The query that names the current product on pages outside its own; nothing for the default one.
 */
export function useProductQuery(): Query {
  const { products, product } = useFrame();
  return products.find((candidate) => candidate.slug === product.slug)?.isDefault
    ? {}
    : { product: product.slug };
}

/**
 * An item's own address: `item/{slug}`, or `product/{product}/{slug}` when there are several
 * products.
 */
export function useItemHref(): (slug: string) => string {
  const href = usePortalHref();
  const { products, product } = useFrame();
  return (slug) => href(itemPath(slug, product, products));
}

/** The address that views or downloads a document of an item; `below` is a part of the view. */
export function useFileHref(): (
  link: Pick<FileLink, "fileId" | "access" | "source" | "itemUid">,
  below?: string,
  more?: Query,
) => string {
  const { base, keep, product } = useFrame();
  return (link, below = "", more = {}) => {
    const address = fileAddress(
      { ...link, prefix: base, productId: product.id, previewingAs: keep },
      below,
    );
    const query = new URLSearchParams(
      Object.entries(more).flatMap(([name, value]) =>
        value === null || value === undefined ? [] : [[name, String(value)]],
      ),
    );
    return query.size === 0 ? address : `${address}&${query}`;
  };
}

/** The address of an org's picture, kept by browsers for ever because its revision is in it. */
export function useAssetHref(): (asset: { id: string; revision: number }) => string {
  const { orgId } = useFrame();
  return (asset) => `/api/share/${orgId}/assets/${asset.id}?v=${asset.revision}`;
}

/**
 * The address of the company's logo: by the org's id, with the picture's own name as its version.
 */
export function useLogoHref(): (asset: { id: string; revision: number }) => string {
  const { orgId } = useFrame();
  return (asset) => `/api/share/${orgId}/logo?v=${asset.id}.${asset.revision}`;
}

/** Whether a dialog or drawer stands over the page: then the page is inert. */
export function useDialogOpen(): boolean {
  const above = useDialogAbove();
  const { subscription, knowledgeBase } = useFrame();
  const drawer = useDrawerOpen();
  return above || subscription.dialog !== null || knowledgeBase !== null || drawer;
}

/**
 * Whether a dialog stands even over a drawer: then the drawer is not shown, since one dialog is
 * open at a time.
 */
export function useDialogAbove(): boolean {
  const { accessDialog, invite } = useFrame();
  return accessDialog !== null || invite !== null;
}

/** Whether the route itself is a drawer or dialog over the page. */
export function useDrawerOpen(): boolean {
  return useMatches().some(
    (match) => (match.handle as { dialog?: boolean } | undefined)?.dialog === true,
  );
}
