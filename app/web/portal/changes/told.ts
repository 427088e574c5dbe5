import {
  changeWords,
  type ChangeAction,
  type ChangeKind,
  type FieldChange,
} from "#model/changes.ts";
import { itemPath } from "#model/portal-paths.ts";
import type { ChangeTarget, TellableChange } from "#visibility/changes/store/changes.server.ts";
import type { PortalRequest } from "../scope.ts";

/** Where a change leads, below the portal's base. */
interface Place {
  path: string;
  query: Readonly<Record<string, string>>;
  hash?: string;
}

/** A change as pages and programs are told of it. */
export interface ToldChange {
  id: string;
  at: string;
  /** YYYY-MM-DD, in the organization's time zone. */
  day: string;
  kind: ChangeKind;
  action: ChangeAction;
  /** 'Document replaced by a new version' */
  what: string;
  title: string;
  /** null where it leads nowhere any more. */
  place: Place | null;
  fields: FieldChange[];
}

/** Changes with where they lead. */
export function toldChanges(
  portal: Pick<PortalRequest, "product" | "products">,
  changes: readonly TellableChange[],
): ToldChange[] {
  return changes.map(({ id, at, day, kind, action, title, target, fields }) => ({
    id,
    at,
    day,
    kind,
    action,
    what: changeWords(kind, action),
    title,
    place: placeOf(portal, target),
    fields,
  }));
}

function placeOf(
  { product, products }: Pick<PortalRequest, "product" | "products">,
  target: ChangeTarget,
): Place | null {
  const own: Record<string, string> = product.isDefault ? {} : { product: product.slug };
  switch (target?.to) {
    case undefined:
      return null;
    case "item":
      return { path: itemPath(target.slug, product, products), query: {} };
    case "topic":
      return { path: `/updates/${target.id}`, query: own };
    case "question":
      return { path: "/faq", query: { ...own, entry: target.id } };
    case "control":
      return {
        path: "/controls",
        query: { ...own, q: target.reference },
        hash: `control-${target.id}`,
      };
    case "subprocessors":
      return { path: "/subprocessors", query: own };
  }
}

/** The whole address of a change; that of the list where it leads nowhere. */
export function addressOfChange(base: string, list: string, place: Place | null): string {
  if (place === null) return base + list;
  const { path, query, hash } = place;
  const search = new URLSearchParams(query);
  return (
    base + path + (search.size === 0 ? "" : `?${search}`) + (hash === undefined ? "" : `#${hash}`)
  );
}
