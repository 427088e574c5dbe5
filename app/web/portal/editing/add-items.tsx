import type { CardOutline } from "#model/visibility/page.ts";
import { cardEditPath } from "#model/cards/editing.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { useFrame, useProductHref } from "../links.ts";

/** 'Add Items' on a card that has none, for those who may edit it. */
export function AddItems({ card }: { card: CardOutline }) {
  const { editing } = useFrame();
  const href = useProductHref();
  const path = cardEditPath(card.kind);
  if (editing === null) return null;
  return (
    <ButtonLink
      to={href(`/edit/${path}`)}
      look="secondary"
      preventScrollReset
      aria-label={`Add Items to ${card.title}`}
    >
      Add Items
    </ButtonLink>
  );
}
