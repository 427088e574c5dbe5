import type { Route } from "./+types/all-documents";
import { listFiles } from "#visibility/store/files.server.ts";
import { drawLater, keptThumbnail } from "#content/files/watermark/kept-pages.ts";
import { markedSource } from "#content/files/watermark/marks.ts";
import { PACKAGE_PAGE } from "#model/portal-paths.ts";
import { isBulkPossible, mayBulkDownload } from "#visibility/store/bulk.server.ts";
import { loadDocumentTiles } from "#visibility/store/documents.server.ts";
import { loadCards } from "#visibility/store/items.server.ts";
import { hasFirstPage } from "#model/visibility/file-rights.ts";
import { DOCUMENT_TYPES } from "#model/items/items.ts";
import type { DocumentTile } from "#model/visibility/page.ts";
import { oneOf, type RouteHandle } from "#values/page-query.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { headOf } from "#web/portal/head.ts";
import { useFileHref, useFrame, usePortalHref, useProductHref } from "#web/portal/links.ts";
import { type Services, servicesContext } from "#platform/context.ts";
import { cacheForEveryone, portalRequest, type PortalRequest } from "#web/portal/scope.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/screens.tsx";
import {
  byType,
  chosenDocuments,
  DOCUMENT_SORTS,
  documentChoice,
  toldTypes,
  type DocumentChoice,
} from "../rules/document-list.ts";
import { DocumentFilters, OnlyOpen } from "./document-filters.tsx";
import { Tile } from "./document-tile.tsx";
import { AccessButton } from "./section.tsx";
import { hasKeptPages } from "./shown-pages.ts";

export const handle: RouteHandle = {
  query: {
    kept: {
      documents: oneOf("public", "private"),
      documentType: oneOf(...DOCUMENT_TYPES),
      documentSort: oneOf(...DOCUMENT_SORTS),
    },
    own: { open: oneOf("true") },
  },
};

/** How long a page without some thumbnails is kept: while they are drawn, and where they can't be. */
const WHILE_DRAWN_MS = 30_000;
const WITHOUT_THUMBNAILS_MS = 10 * 60_000;

/** Every document of a product that the viewer is told of, by type, on a page of its own. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const { scope, product } = portal;
  const [tiles, cards] = [await loadDocumentTiles(scope), await loadCards(scope)];
  const thumbnails = await keptThumbnails(context.get(servicesContext), portal);
  cacheForEveryone(context, portal);
  return {
    title: cards.get("Documents")?.title ?? "Documents",
    displayText: cards.get("Documents")?.displayText ?? null,
    tiles,
    thumbnails,
    choice: documentChoice(new URL(request.url).searchParams),
    product: product.isDefault ? null : product.slug,
    bulk: await isBulkPossible(scope),
    hasPackage:
      portal.viewer.mode === "accountExternal" && mayBulkDownload(portal.viewer, portal.org),
  };
}

/**
 * The documents whose first pages stand for their items, by item: of those that everybody gets as
 * they are, the ones whose thumbnails are kept. The list waits for none: those that it misses are
 * drawn behind it.
 */
async function keptThumbnails(
  services: Services,
  portal: PortalRequest,
): Promise<Record<string, string>> {
  const { scope, org } = portal;
  const found: Record<string, string> = {};
  for (const file of await listFiles(scope)) {
    const { document, item } = file;
    if (file.view !== null || !hasFirstPage(document) || !hasKeptPages({ portal, file })) continue;
    if (keptThumbnail({ orgId: org.id, key: document.blobHash }) !== null) {
      found[item.uid] ??= document.id;
      continue;
    }
    const isComing = drawLater(markedSource({ services, org }, document), scope.now);
    const keptFor = isComing ? WHILE_DRAWN_MS : WITHOUT_THUMBNAILS_MS;
    scope.clock.changesAt(new Date(scope.now.getTime() + keptFor).toISOString());
  }
  return found;
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { title = "Documents", tiles = [] } = loaderData ?? {};
  return headOf(matches, {
    title,
    lists: { what: title, names: tiles.map((tile) => tile.title), count: tiles.length },
    path: "/documents",
    twin: true,
  });
}

export default function AllDocuments({ loaderData }: Route.ComponentProps) {
  const { title, displayText, tiles, thumbnails, choice, product, bulk } = loaderData;
  const { viewer, hasGrant } = useFrame();
  const href = usePortalHref();
  const inProduct = useProductHref();
  const isLocked = tiles.some((tile) => !tile.unlocked);
  const to = (change: Partial<DocumentChoice>) => {
    const made = { ...choice, ...change };
    return href("/documents", {
      product,
      documents: made.tab === "all" ? null : made.tab,
      documentType: made.type,
      documentSort: made.sort,
      open: made.onlyOpen ? "true" : null,
    });
  };
  const chosen = chosenDocuments(tiles, choice);
  const isWhole = choice.sort === null && choice.type === null;
  return (
    <PlainPage
      title={title}
      wide
      lead={
        tiles.length === 0 ? null : (
          <div className="mb-6 space-y-4">
            {displayText === null ? null : <p className="max-w-prose text-muted">{displayText}</p>}
            <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
              {bulk ? (
                <ButtonLink to={inProduct("/bulk-download")} look="secondary">
                  {hasGrant ? "Download all" : "Bulk download"}
                </ButtonLink>
              ) : null}{" "}
              {!loaderData.hasPackage ? null : (
                <ButtonLink to={href(PACKAGE_PAGE, { product })} look="secondary">
                  Download evidence package
                </ButtonLink>
              )}{" "}
              {isLocked && viewer.mode !== "main" ? <AccessButton /> : null}{" "}
              {hasGrant && (isLocked || choice.onlyOpen) ? (
                <OnlyOpen isChosen={choice.onlyOpen} to={to({ onlyOpen: !choice.onlyOpen })} />
              ) : null}
            </div>
            <DocumentFilters types={toldTypes(tiles)} choice={choice} to={to} />
          </div>
        )
      }
    >
      <p role="status" className="mb-4 text-sm text-muted">
        {chosen.length === 0
          ? ""
          : `${chosen.length} ${chosen.length === 1 ? "document" : "documents"}`}
      </p>
      {chosen.length === 0 ? (
        <EmptyState
          icon="files"
          title={tiles.length === 0 ? "No documents to show" : "No results match this criteria"}
          clear={tiles.length === 0 ? null : href("/documents", { product })}
        />
      ) : isWhole ? (
        // Types with few documents stand beside each other.
        <div className="grid gap-x-3 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
          {byType(chosen).map(({ type, tiles: own }) => (
            <section
              key={type}
              className={classNames(
                "min-w-0",
                own.length > 1 && "md:col-span-2",
                own.length > 2 && "lg:col-span-3",
              )}
            >
              <h2 className="mb-3 text-lg font-semibold">
                {type === "Other" ? "Other documents" : type}
              </h2>
              <Tiles tiles={own} columns={own.length} thumbnails={thumbnails} />
            </section>
          ))}
        </div>
      ) : (
        <Tiles tiles={chosen} columns={3} thumbnails={thumbnails} />
      )}
    </PlainPage>
  );
}

/** @param columns how many stand beside each other at most */
function Tiles({
  tiles,
  columns,
  thumbnails,
}: {
  tiles: readonly DocumentTile[];
  columns: number;
  thumbnails: Readonly<Record<string, string>>;
}) {
  const href = useFileHref();
  const firstPage = (itemUid: string) => {
    const fileId = thumbnails[itemUid];
    return fileId === undefined
      ? null
      : href({ fileId, itemUid, access: "view", source: "file_row" }, "/thumbnail");
  };
  return (
    <ul
      className={classNames(
        "grid gap-3",
        columns > 1 && "md:grid-cols-2",
        columns > 2 && "lg:grid-cols-3",
      )}
    >
      {tiles.map((tile) => (
        <li key={tile.uid}>
          <Tile tile={tile} firstPage={firstPage(tile.uid)} />
        </li>
      ))}
    </ul>
  );
}
