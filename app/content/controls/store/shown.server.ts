import { visibleControls } from "#visibility/store/controls.server.ts";
import { loadOutlinesOf } from "#visibility/store/items.server.ts";
import { oncePerScope, type PageScope } from "#visibility/store/scope.server.ts";
import { mapInSlices } from "#db/pace.ts";
import { inOrg } from "#db/tenant.ts";
import type { FaqAccess } from "#model/updates/words.ts";
import type { ItemOutline } from "#model/visibility/page.ts";
import { picked } from "#values/picked.ts";
import {
  isWanted,
  referenceKey,
  VIEWED,
  type ControlSearch,
  type ControlView,
} from "../rules/controls.ts";
import { controlsById, type Control } from "./controls.server.ts";

/** Every control that the viewer may read, with what is stored of it. */
export const loadControls = oncePerScope(async (scope): Promise<readonly Control[]> =>
  controlsById(scope.db, scope.org.id, await visibleControls(scope)),
);

/** A control as the portal's page shows it. */
export interface ShownControl extends ControlView {
  /** The item that says more, where this viewer knows of it. */
  item: ItemOutline | null;
  /** What its owner alone sees. */
  owner: { access: FaqAccess; products: string[] } | null;
}

/**
 * The controls that are looked for, among those that the viewer may read; one that is called so
 * comes first.
 */
export async function wantedControls(scope: PageScope, asked: ControlSearch): Promise<Control[]> {
  const called = referenceKey(asked.search);
  const first: Control[] = [];
  const others: Control[] = [];
  await mapInSlices(await loadControls(scope), (control) => {
    if (!isWanted(control, asked)) return;
    (referenceKey(control.reference) === called ? first : others).push(control);
  });
  return [...first, ...others];
}

/** Controls with what the page shows beside them: each item as this viewer's own pages hold it. */
export async function shownControls(
  scope: PageScope,
  controls: readonly Control[],
): Promise<ShownControl[]> {
  const uids = [...new Set(controls.flatMap(({ itemUid }) => itemUid ?? []))];
  const outlines = uids.length === 0 ? [] : await loadOutlinesOf(scope, uids);
  const items = new Map(outlines.map((item) => [item.uid, item]));
  const products =
    scope.viewer.mode === "main"
      ? await inOrg(scope.db, scope.org.id)
          .selectFrom("products")
          .select(["id", "name"])
          .orderBy("position")
          .execute()
      : [];
  return controls.map((control) => ({
    ...picked(control, VIEWED),
    item: outlineOf(items.get(control.itemUid ?? "")),
    owner:
      scope.viewer.mode === "main"
        ? {
            access: control.access,
            products: products
              .filter((product) => control.productIds.includes(product.id))
              .map(({ name }) => name),
          }
        : null,
  }));
}

/** The outline alone: what only sorting and tiles need stays on the server. */
function outlineOf(item: ItemOutline | undefined): ItemOutline | null {
  if (item === undefined) return null;
  const { uid, kind, title, slug, state, isPublic, hidden, access, documentCount } = item;
  return { uid, kind, title, slug, state, isPublic, hidden, access, documentCount };
}
