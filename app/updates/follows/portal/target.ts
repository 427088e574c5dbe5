import type { PortalRequest } from "#web/portal/scope.ts";
import { LIST_ITEMS } from "#model/cards/kinds.ts";
import { loadItemOutlines } from "#visibility/store/items.server.ts";
import { followAsked, type FollowTarget } from "../forms/follows.ts";

/** A thing that can be followed, with what it is called today. */
export interface NamedTarget extends FollowTarget {
  title: string;
}

/** What an address asks to follow, as far as its viewer may see it; null for what is not there for them. */
export async function targetAsked(
  { org, product, scope }: PortalRequest,
  query: URLSearchParams,
): Promise<NamedTarget | null> {
  const asked = followAsked(query);
  if (asked === null) return null;
  const { kind, item } = asked;
  if (kind === "portal")
    return {
      kind,
      productId: null,
      thingId: "",
      title: `${org.name} ${org.customization.portalTitle}`,
    };
  const productId = product.id;
  if (kind === "product") return { kind, productId, thingId: "", title: product.name };
  const items = await loadItemOutlines(scope);
  if (kind === "subprocessors") {
    const list = items.find(({ uid }) => uid === LIST_ITEMS.Subprocessors);
    return list?.access.text === "open"
      ? { kind, productId, thingId: "", title: "Subprocessors" }
      : null;
  }
  const found = items.find(({ uid, state }) => uid === item && state !== "NotEnabled");
  return found === undefined ? null : { kind, productId, thingId: found.uid, title: found.title };
}
