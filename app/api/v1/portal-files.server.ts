import { documentFacts, type Facts } from "#portal/twins/rules/facts.ts";
import type { FindPage } from "#portal/twins/pages.server.ts";
import { loadCardView } from "#visibility/store/card-view.server.ts";
import { loadDocumentTiles } from "#visibility/store/documents.server.ts";

/**
 * The files of a portal, each with its item and the call that gets it. What is locked appears without
 * id and name, as on the portal.
 * @param origin scheme and host of the installation
 */
export function filesPage(origin: string): FindPage {
  return async ({ portal: { scope, product }, to }) => {
    const tiles = await loadDocumentTiles(scope);
    const documents: Facts[] = [];
    for (const kind of new Set(tiles.map((tile) => tile.kind))) {
      const card = await loadCardView(scope, kind);
      for (const item of card?.items ?? [])
        for (const row of item.documents) {
          const { view, download: _, answers: __, ...facts } = documentFacts(row, item.uid, to);
          const mayDownload = row.id !== null && row.mayDownload;
          documents.push({
            ...facts,
            item: { id: item.uid, title: item.title, url: to.item(item.slug) },
            view: view ?? null,
            canDownload: mayDownload,
            content: mayDownload ? contentAddress(origin, row.id ?? "", product) : null,
          });
        }
    }
    return {
      kind: "files",
      title: "Documents",
      path: "/documents",
      facts: { title: "Documents", documents },
    };
  };
}

function contentAddress(
  origin: string,
  id: string,
  { slug, isDefault }: { slug: string; isDefault: boolean },
): string {
  const address = `${origin}/api/v1/portal/documents/${id}/content`;
  return isDefault ? address : `${address}?${new URLSearchParams({ product: slug })}`;
}
