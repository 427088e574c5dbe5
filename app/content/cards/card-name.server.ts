import type { CardKind } from "#model/cards/kinds.ts";
import { mayRename } from "#model/items/capabilities.ts";
import { UPGRADE } from "#model/items/forms/items.ts";
import { hasFeature, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { problem } from "#web/api/json-body.ts";

/** @throws the problem of a name for a card that keeps its own, or whose plan has no other */
export function refuseCardName(org: Org, kind: CardKind, title: unknown): void {
  if (title === undefined) return;
  const words = "This card can’t be renamed";
  if (!mayRename(kind, true)) throw problem(400, words, { errors: { title: [words] } });
  if (!hasFeature(org, "cardRenaming"))
    throw problem(403, UPGRADE, { errors: { title: [UPGRADE] } });
}
