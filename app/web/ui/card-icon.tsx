import type { CardKind } from "#model/cards/kinds.ts";
import { Icon, KIND_ICONS } from "./icon.tsx";

/** The icon of a card: the company's own picture, or that of its kind in the accent color. */
export function CardIcon({ kind, picture }: { kind: CardKind; picture: string | null }) {
  if (picture === null) return <Icon name={KIND_ICONS[kind]} className="flex-none text-accent" />;
  return (
    <img src={picture} alt="" width={20} height={20} className="size-5 flex-none object-contain" />
  );
}
