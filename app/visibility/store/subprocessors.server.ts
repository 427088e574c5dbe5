import { subprocessorTexts } from "./companies.server.ts";
import { loadCards } from "./items.server.ts";
import { findItem } from "./slugs.server.ts";
import type { PageScope } from "./scope.server.ts";

/** Whether the viewer reads the list of subprocessors of a product. */
export async function readsSubprocessors(scope: PageScope): Promise<boolean> {
  if (!(await loadCards(scope)).has("Subprocessors")) return false;
  const item = await findItem(scope, { uid: "Subprocessors.subprocessors" });
  return item !== null && !item.locked;
}

/** The whole list in words; null where the viewer doesn’t read it. */
export async function visibleSubprocessors(scope: PageScope) {
  return (await readsSubprocessors(scope)) ? subprocessorTexts(scope) : null;
}
