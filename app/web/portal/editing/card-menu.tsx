import { Link } from "react-router";
import { cardActions, cardEditPath, type CardAction } from "#model/cards/editing.ts";
import { NOT_EXPANDABLE_KINDS } from "#model/cards/kinds.ts";
import type { CardOutline } from "#model/visibility/page.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useFrame, useProductHref } from "../links.ts";
import { ActionMenu, MenuAction, MenuLink } from "./menu.tsx";

/**
 * A card's action menu for its editors; for everyone else the way to expand it, where the card can
 * be.
 */
export function CardMenu({ card }: { card: CardOutline }) {
  const { editing } = useFrame();
  const actions = cardActions(card.kind, {
    edit: editing !== null,
    icons: editing?.icons === true,
  });
  if (actions.length === 0) return <Expand card={card} />;
  return (
    <ActionMenu label={`Actions for ${card.title}`}>
      {actions.map((action) => (
        <Entry key={action} action={action} card={card} />
      ))}
    </ActionMenu>
  );
}

function Entry({ action, card }: { action: CardAction; card: CardOutline }) {
  const href = useProductHref();
  const to = (path: string) => href(`/edit/cards/${card.kind}/${path}`);
  switch (action) {
    case "edit":
      return (
        <MenuLink to={href(`/edit/${cardEditPath(card.kind)}`)} icon="sliders">
          Edit
        </MenuLink>
      );
    case "display-text":
      return (
        <MenuLink to={to("display-text")} icon="book">
          Edit display text
        </MenuLink>
      );
    case "visibility":
      return (
        <MenuAction
          action={to("visibility")}
          name="hidden"
          value={card.hidden ? "false" : "true"}
          icon={card.hidden ? "eye" : "eyeOff"}
        >
          {card.hidden ? "Show" : "Hide"}
        </MenuAction>
      );
    case "placeholder":
      return (
        <MenuLink to={to("placeholder")} icon="emptyCircle">
          Edit placeholder text
        </MenuLink>
      );
    case "order":
      return (
        <MenuLink to={to("order")} icon="layers">
          Re-order items
        </MenuLink>
      );
    case "icon":
      return (
        <MenuLink to={to("icon")} icon="spark">
          Change card icon
        </MenuLink>
      );
  }
}

function Expand({ card }: { card: CardOutline }) {
  const href = useProductHref();
  // Overview stands there whole, and Documents has its own words for it.
  if (NOT_EXPANDABLE_KINDS.has(card.kind) || card.kind === "Overview" || card.kind === "Documents")
    return null;
  return (
    <Link
      to={href(`/card/${card.kind}`)}
      preventScrollReset
      data-drawer-link=""
      className="inline-flex size-8 flex-none items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
    >
      <Icon name="expand" size={16} label={`Expand ${card.title}`} />
    </Link>
  );
}
