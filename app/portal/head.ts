import type { MetaDescriptor } from "react-router";
import { productPathSegment } from "../domain/names.ts";
import { accessTitle } from "./access/titles.ts";
import type { FrameData } from "./frame.tsx";
import { inviteTitle } from "./invite/titles.ts";

interface HeadParts {
  /** What stands before the portal's name in the title. */
  title?: string;
  description?: string | null;
  /** The page's own path below the portal's base, for the canonical link. */
  path?: string;
  /** A path below the product's page instead. */
  below?: string;
  /** The slug of the item that the page is about. */
  item?: string | undefined;
  updatedAt?: string | null;
}

/** The head of a portal page (spec/1 'Page head'): title, description, canonical link, Open Graph, and who publishes it as JSON-LD. */
export function headOf(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
  parts: HeadParts = {},
): MetaDescriptor[] {
  const frame = matches.find((match) => match?.id === "portal/frame")?.loaderData as
    | FrameData
    | undefined;
  if (frame === undefined) return [{ title: "Trust Center" }];
  const { org, portalTitle, canonicalBase, canonicalPath, orgId } = frame;
  const site = `${org.name} ${portalTitle}`;
  const dialog = dialogTitle(frame);
  const named = dialog ?? parts.title ?? otherProduct(frame);
  const title = named === undefined ? site : `${named} · ${site}`;
  const description =
    parts.description ?? frame.description ?? `Security, privacy and compliance at ${org.name}.`;
  const path =
    parts.item === undefined
      ? (parts.path ?? `${canonicalPath}${parts.below ?? ""}`)
      : itemPath(frame, parts.item);
  const url = `${canonicalBase}${path === "" && new URL(canonicalBase).pathname === "/" ? "/" : path}`;
  const origin = new URL(canonicalBase).origin;
  const image = `${origin}/api/share/${orgId}/open-graph.png?v=${org.revision}`;
  const asset = (ref: { id: string; revision: number }) =>
    `/api/share/${orgId}/assets/${ref.id}?v=${ref.revision}`;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    ...feedLinks(frame, site),
    { property: "og:title", content: title },
    { property: "og:site_name", content: site },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:type", content: "article" },
    { property: "og:image", content: image },
    { property: "og:image:type", content: "image/png" },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: `${org.name} Logo` },
    ...(parts.updatedAt ? [{ property: "og:updated_time", content: parts.updatedAt }] : []),
    { name: "twitter:card", content: "summary_large_image" },
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "Organization",
        name: org.name,
        url: org.websiteUrl ?? canonicalBase,
        ...(org.logo === null ? {} : { logo: origin + asset(org.logo) }),
        ...(frame.securityMailbox === null
          ? {}
          : {
              contactPoint: [
                { "@type": "ContactPoint", contactType: "security", email: frame.securityMailbox },
              ],
            }),
      },
    },
  ];
}

/** The name of a product that is not the one that the portal itself stands for. */
function otherProduct({ products, product }: FrameData): string | undefined {
  const known = products.find(({ slug }) => slug === product.slug);
  return known?.isDefault === true ? undefined : product.name;
}

/** The title of a dialog that stands over whatever page. */
function dialogTitle({
  accessDialog,
  invite,
  failed,
  org,
  portalTitle,
}: FrameData): string | undefined {
  const title =
    accessDialog !== null
      ? accessTitle(accessDialog.kind, org.name, portalTitle)
      : invite !== null
        ? inviteTitle(invite)
        : undefined;
  return title === undefined ? undefined : `${failed ? "Error: " : ""}${title}`;
}

/** Where the portal's updates are for feed readers, on this door; nothing where the public sees none. */
function feedLinks({ base, feeds }: FrameData, site: string): MetaDescriptor[] {
  if (!feeds) return [];
  return [
    {
      tagName: "link",
      rel: "alternate",
      type: "application/atom+xml",
      title: `${site} Updates (Atom)`,
      href: `${base}/feed.xml`,
    },
    {
      tagName: "link",
      rel: "alternate",
      type: "application/feed+json",
      title: `${site} Updates (JSON Feed)`,
      href: `${base}/feed.json`,
    },
  ];
}

/** An item's own path: with its product where there are several (spec/1 'Item URLs'). */
function itemPath({ products, product }: FrameData, slug: string): string {
  return products.length > 1
    ? `/product/${productPathSegment(product.slug)}/${slug}`
    : `/item/${slug}`;
}
