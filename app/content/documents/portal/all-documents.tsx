import type { Route } from "./+types/all-documents";
import { isBulkPossible } from "#visibility/store/bulk.server.ts";
import { loadDocumentTiles } from "#visibility/store/documents.server.ts";
import { loadCards } from "#visibility/store/items.server.ts";
import { DOCUMENT_TYPES } from "#model/items/items.ts";
import type { DocumentTile } from "#model/visibility/page.ts";
import { oneOf, type RouteHandle } from "#values/page-query.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { headOf } from "#web/portal/head.ts";
import { useFrame, usePortalHref, useProductHref } from "#web/portal/links.ts";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { ButtonLink } from "#web/ui/button.tsx";
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

/** Every document of a product that the viewer is told of, by type, on a page of its own. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const { scope, product } = portal;
  const [tiles, cards] = [await loadDocumentTiles(scope), await loadCards(scope)];
  cacheForEveryone(context, portal);
  return {
    title: cards.get("Documents")?.title ?? "Documents",
    displayText: cards.get("Documents")?.displayText ?? null,
    tiles,
    choice: documentChoice(new URL(request.url).searchParams),
    product: product.isDefault ? null : product.slug,
    bulk: await isBulkPossible(scope),
  };
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
  });
}

export default function AllDocuments({ loaderData }: Route.ComponentProps) {
  const { title, displayText, tiles, choice, product, bulk } = loaderData;
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
            {bulk || (isLocked && viewer.mode !== "main") ? (
              <p className="flex flex-wrap gap-3">
                {bulk ? (
                  <ButtonLink to={inProduct("/bulk-download")} look="secondary">
                    {hasGrant ? "Download all" : "Bulk download"}
                  </ButtonLink>
                ) : null}{" "}
                {isLocked && viewer.mode !== "main" ? <AccessButton /> : null}
              </p>
            ) : null}
            {hasGrant && (isLocked || choice.onlyOpen) ? (
              <OnlyOpen isChosen={choice.onlyOpen} to={to({ onlyOpen: !choice.onlyOpen })} />
            ) : null}
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
        byType(chosen).map(({ type, tiles: own }) => (
          <section key={type} className="mb-8">
            <h2 className="mb-3 text-lg font-semibold">
              {type === "Other" ? "Other documents" : type}
            </h2>
            <Tiles tiles={own} />
          </section>
        ))
      ) : (
        <Tiles tiles={chosen} />
      )}
    </PlainPage>
  );
}

function Tiles({ tiles }: { tiles: readonly DocumentTile[] }) {
  return (
    <ul className="grid gap-3 md:grid-cols-2 lg:grid-cols-3">
      {tiles.map((tile) => (
        <li key={tile.uid}>
          <Tile tile={tile} />
        </li>
      ))}
    </ul>
  );
}
