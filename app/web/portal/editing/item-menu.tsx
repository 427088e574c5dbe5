import { destinationsOf } from "#model/cards/editing.ts";
import type { ItemView } from "#model/visibility/card-view.ts";
import { useFrame, useProductHref } from "../links.ts";
import { ActionMenu, MenuLink } from "./menu.tsx";

/**
 * An item's action menu for its editors; an item of the catalogue that nobody touched has nothing
 * to move yet.
 */
export function ItemMenu({ item }: { item: ItemView }) {
  const { editing } = useFrame();
  const href = useProductHref();
  if (editing === null) return null;
  const to = (path: string) => href(`/edit/items/${encodeURIComponent(item.uid)}/${path}`);
  return (
    <ActionMenu label={`Actions for ${item.title}`} small>
      {item.lastModified === null || destinationsOf(item).length === 0 ? null : (
        <MenuLink to={to("move")} icon="arrowRight">
          Move item to a different card
        </MenuLink>
      )}
      <MenuLink to={to("url")} icon="link">
        Create custom url
      </MenuLink>
    </ActionMenu>
  );
}
