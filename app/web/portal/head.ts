import { itemPath } from "#model/portal-paths.ts";
import type { MetaDescriptor } from "react-router";
import { SECTION_TITLES } from "#model/cards/sections.ts";
import { accessTitle } from "#model/access-requests/request-titles.ts";
import { TWIN_FORMATS, TWIN_TYPES, twinPath } from "#model/twins.ts";
import type { PortalFrame } from "./frame-data.ts";
import { inviteTitle } from "#model/invitations.ts";

interface HeadParts {
  /** What stands before the portal's name in the title. */
  title?: string;
  description?: string | null;
  /**
   * What a product's page says of the product; the portal's own description comes first on the page
   * it stands for.
   */
  overview?: string | null;
  /** What the page lists, where it has no description: what these are, and their names. */
  lists?: { what: string; names: readonly string[]; count?: number };
  /** The page's own path below the portal's base, for the canonical link. */
  path?: string;
  /** Whether it names the product that the page is of, where that is not the default one. */
  namesProduct?: boolean;
  /** A path below the product's page instead. */
  below?: string;
  /** The slug of the item that the page is about. */
  item?: string | undefined;
  updatedAt?: string | null;
  /** The page has twins for programs, at its own address. */
  twin?: boolean;
  /** What the page is about has a feed of its changes: what it is called, and how the feed names it. */
  changes?: { of: string; query: Readonly<Record<string, string>> } | undefined;
}

/** The head of a page that is one visitor’s own, or one step of something: search engines leave it out. */
export function unlistedHead(...asked: Parameters<typeof headOf>): MetaDescriptor[] {
  return [...headOf(...asked), { name: "robots", content: "noindex" }];
}

/**
 * The head of a portal page: title, description, canonical link, Open Graph, and who publishes it
 * as JSON-LD.
 */
export function headOf(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
  parts: HeadParts = {},
): MetaDescriptor[] {
  const frame = matches.find((match) => match?.id === "portal/frame")?.loaderData as
    | PortalFrame
    | undefined;
  if (frame === undefined) return [{ title: "Trust Center" }];
  const { org, portalTitle, canonicalBase, canonicalPath, orgId } = frame;
  const site = `${org.name} ${portalTitle}`;
  const dialog = dialogTitle(frame);
  const named = dialog ?? parts.title ?? otherProduct(frame);
  const title = named === undefined ? site : `${named} · ${site}`;
  const description =
    (parts.description || null) ??
    (parts.lists === undefined ? null : listing(parts.lists, org.name)) ??
    (parts.overview === undefined ? null : aboutProduct(frame, parts.overview)) ??
    frame.description ??
    `Security, privacy and compliance at ${org.name}.`;
  const path =
    parts.item === undefined
      ? (parts.path ?? `${canonicalPath}${parts.below ?? ""}`)
      : itemPath(parts.item, frame.product, frame.products);
  const query =
    parts.namesProduct === true && otherProduct(frame) !== undefined
      ? `?productId=${frame.product.id}`
      : "";
  const url = `${canonicalBase}${path === "" && new URL(canonicalBase).pathname === "/" ? "/" : path}${query}`;
  const origin = new URL(canonicalBase).origin;
  const image = `${origin}/api/share/${orgId}/open-graph.png?v=${frame.pictureVersion}`;
  const asset = (ref: { id: string; revision: number }) =>
    `/api/share/${orgId}/assets/${ref.id}?v=${ref.revision}`;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    ...feedLinks(frame, site),
    ...(parts.changes === undefined ? [] : changesLink(frame, parts.changes)),
    ...(parts.twin === true ? twinLinks(frame, path, parts.path !== undefined) : []),
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

/** What search engines and chats show of a description, in characters. */
export const MAX_DESCRIPTION = 200;

/**
 * One sentence about a page that is a list: the first names of it, and how many there are besides.
 */
function listing(
  { what, names, count = names.length }: NonNullable<HeadParts["lists"]>,
  orgName: string,
): string {
  const lead = `${what} of ${orgName}`;
  const said: string[] = [];
  let length = lead.length;
  for (const name of names) {
    length += name.length + 2;
    if (said.length > 0 && length > MAX_DESCRIPTION) break;
    said.push(name);
  }
  if (said.length === 0) return `${lead}.`;
  const more = count - said.length;
  if (more > 0) said.push(`and ${more.toLocaleString("en")} more`);
  // A question brings its own mark.
  const list = said.join("; ").replace(/([.?!…]);/g, "$1");
  return `${lead}: ${list}${/[.?!…]$/.test(list) ? "" : "."}`;
}

/** A product in one sentence; null where the portal's own description is the one. */
function aboutProduct(frame: PortalFrame, overview: string | null): string | null {
  const other = otherProduct(frame);
  if (other === undefined) return frame.description ?? (overview || null);
  return overview || `${other}: security, privacy and compliance at ${frame.org.name}.`;
}

/** The name of a product that is not the one that the portal itself stands for. */
function otherProduct({ products, product }: PortalFrame): string | undefined {
  const known = products.find(({ slug }) => slug === product.slug);
  return known?.isDefault === true ? undefined : product.name;
}

/** The title of a dialog that stands over whatever page. */
function dialogTitle({
  accessDialog,
  invite,
  knowledgeBase,
  failed,
  org,
  portalTitle,
}: PortalFrame): string | undefined {
  const title =
    accessDialog !== null
      ? accessTitle(accessDialog, org.name, portalTitle)
      : invite !== null
        ? inviteTitle(invite)
        : knowledgeBase !== null
          ? SECTION_TITLES.kb
          : undefined;
  return title === undefined ? undefined : `${failed ? "Error: " : ""}${title}`;
}

/**
 * The page as data and as Markdown, on this door and through the same eyes.
 * @param isBeside the page stands beside those of products, whose names its query has
 */
function twinLinks(
  { base, product, products, keep }: PortalFrame,
  path: string,
  isBeside: boolean,
): MetaDescriptor[] {
  const [page = "", query = ""] = path.split("?");
  const search = new URLSearchParams(query);
  const isDefault = products.find(({ slug }) => slug === product.slug)?.isDefault === true;
  if (isBeside && !isDefault) search.set("product", product.slug);
  for (const [name, value] of new URLSearchParams(keep)) search.set(name, value);
  const asked = search.size === 0 ? page : `${page}?${search}`;
  return TWIN_FORMATS.map((format) => ({
    tagName: "link",
    rel: "alternate",
    type: TWIN_TYPES[format],
    href: base + twinPath(asked, format),
  }));
}

/**
 * The feed of what changes about a thing, on this door. It has what everyone can see, so those who
 * see more are not led there: it may not have what they look at.
 */
function changesLink(
  { base, viewer, product, products }: PortalFrame,
  { of, query }: NonNullable<HeadParts["changes"]>,
): MetaDescriptor[] {
  if (viewer.mode !== "public") return [];
  const isDefault = products.find(({ slug }) => slug === product.slug)?.isDefault === true;
  const search = new URLSearchParams({
    ...(isDefault ? {} : { product: product.slug }),
    ...query,
  });
  return [
    {
      tagName: "link",
      rel: "alternate",
      type: "application/atom+xml",
      title: `${of} (Atom)`,
      href: `${base}/changes.xml${search.size === 0 ? "" : `?${search}`}`,
    },
  ];
}

/**
 * Where the portal's updates are for feed readers, on this door; nothing where the public sees
 * none.
 */
function feedLinks({ base, feeds }: PortalFrame, site: string): MetaDescriptor[] {
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
