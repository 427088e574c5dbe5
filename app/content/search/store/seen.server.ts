import { isSectionHidden } from "#visibility/store/config.server.ts";
import { listFiles } from "#visibility/store/files.server.ts";
import { loadItemOutlines } from "#visibility/store/items.server.ts";
import { loadTopics } from "#visibility/store/publications.server.ts";
import { loadFaq } from "#visibility/store/faq.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import { visibleControls } from "#visibility/store/controls.server.ts";
import { foundWebpages } from "#content/webpages/store/webpages.server.ts";
import type { GatedRecord } from "#model/search/gates.ts";
import type { RecordAccess } from "#model/search.ts";

/**
 * What a viewer has of each record: asked of the very loaders that make their pages, now, so that
 * nothing is found that they could not come by otherwise, however old the index is.
 */
export async function accessFor(
  scope: PageScope,
): Promise<(record: Pick<GatedRecord, "productId" | "gate">) => RecordAccess> {
  const [outlines, faq, controls, topics, files, webpages, helpIsHidden] = await Promise.all([
    loadItemOutlines(scope),
    loadFaq(scope),
    visibleControls(scope),
    loadTopics(scope),
    listFiles(scope),
    foundWebpages(scope),
    isSectionHidden(scope, "help"),
  ]);
  const shown = outlines.filter((item) => item.state !== "NotEnabled");
  const items = new Map(shown.map((item) => [item.uid, item.access.text]));
  const openCards = new Set<string>(
    shown.filter((item) => item.access.text === "open").map((item) => item.kind),
  );
  const questions = new Set(faq.map(({ id }) => id));
  const ownControls = new Set(controls);
  const updates = new Set(topics.flatMap((topic) => topic.updates.map(({ id }) => id)));
  const open = files.filter(
    ({ view, download, item }) => (view === null || download === null) && items.has(item.uid),
  );
  const openFiles = new Set(open.map(({ document }) => document.id));
  const openLinks = new Set(
    open
      .filter(({ item }) => items.get(item.uid) === "open")
      .map(({ document, item }) => `${document.id} ${item.uid}`),
  );
  const ownWebpages = new Set(webpages.map(({ id }) => id));
  const openIf = (is: boolean): RecordAccess => (is ? "open" : "absent");

  return ({ productId, gate }) => {
    if (productId !== null && productId !== scope.productId) return "absent";
    switch (gate.by) {
      case "item": {
        const text = items.get(gate.uid);
        return text === "locked" ? "title" : openIf(text === "open");
      }
      case "open-item":
        return openIf(items.get(gate.uid) === "open");
      case "list":
        return openIf(openCards.has(gate.card));
      case "question":
        return openIf(questions.has(gate.id));
      case "control":
        return openIf(ownControls.has(gate.id));
      case "update":
        return openIf(updates.has(gate.id));
      case "file":
        return openIf(
          gate.itemUid === null
            ? openFiles.has(gate.id)
            : openLinks.has(`${gate.id} ${gate.itemUid}`),
        );
      case "webpage":
        return openIf(ownWebpages.has(gate.id));
      case "help":
        return openIf(!helpIsHidden);
      case "everyone":
        return "open";
    }
  };
}

/** The documents of a product that a viewer may view and download now, by their ids. */
export async function openDoors(
  scope: PageScope,
): Promise<Record<"view" | "download", ReadonlySet<string>>> {
  const files = await listFiles(scope);
  const ids = (door: "view" | "download") =>
    new Set(files.filter((file) => file[door] === null).map(({ document }) => document.id));
  return { view: ids("view"), download: ids("download") };
}
