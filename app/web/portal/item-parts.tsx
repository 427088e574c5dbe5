import type { ReactNode } from "react";
import { Link } from "react-router";
import { belowDrawer } from "#model/access-requests/access-dialog.ts";
import type { EnabledState } from "#model/items/items.ts";
import type { ItemOutline } from "#model/visibility/page.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { useFrame, useItemHref, usePortalHref } from "./links.ts";

/** Enabled, in progress or not enabled, as an icon; the tag beside it says In Progress already. */
export function StateIcon({ state, size = 18 }: { state: EnabledState; size?: number }) {
  if (state === "Enabled")
    return <Icon name="checkCircle" size={size} label="Enabled" className="text-green" />;
  if (state === "WorkInProgress")
    return <Icon name="progress" size={size} className="text-yellow" />;
  return <Icon name="emptyCircle" size={size} label="Not enabled" className="text-muted" />;
}

/**
 * That an item's text or files are for others: a sign of its own, beside the state that everybody
 * sees.
 */
export function LockedMark({ item, size = 16 }: { item: ItemOutline; size?: number }) {
  return item.access.text === "locked" ? (
    <Icon name="lock" size={size} label="Locked" className="text-muted" />
  ) : null;
}

/**
 * The tags of an item: Public Access for the owner, In Progress, Every …; hidden ones are marked.
 */
export function ItemTags({ item, recurrence }: { item: ItemOutline; recurrence?: string | null }) {
  const { viewer } = useFrame();
  return (
    <>
      {viewer.mode === "main" && item.isPublic ? <Tag tone="yellow">Public Access</Tag> : null}
      {item.state === "WorkInProgress" ? <Tag tone="blue">In Progress</Tag> : null}
      {recurrence && recurrence !== "N/A" ? <Tag>Every {recurrence}</Tag> : null}
      {item.hidden ? (
        <Tag>
          <Icon name="eyeOff" size={14} />
          Hidden
        </Tag>
      ) : null}
    </>
  );
}

/** A link to an item; a locked one leads to the login tab instead. */
export function ItemLink({
  item,
  className,
  children,
  source = "item",
}: {
  item: ItemOutline;
  className?: string;
  children: ReactNode;
  source?: string;
}) {
  const itemHref = useItemHref();
  const lockedHref = useLockedHref();
  const locked = item.access.text === "locked";
  return (
    <Link
      to={locked ? lockedHref(item, source) : itemHref(item.slug)}
      preventScrollReset
      className={classNames(className)}
      data-drawer-link={locked ? undefined : ""}
    >
      {children}
    </Link>
  );
}

/**
 * How a viewer asks for what is locked: 'Get access' where the level says so, a request
 * elsewhere, and a word where one can only be invited. Where nobody may ask, who has access logs
 * in.
 */
export function AccessLink({
  item,
  source,
  look,
}: {
  item: Pick<ItemOutline, "uid" | "title" | "access"> & Partial<Pick<ItemOutline, "kind">>;
  source: string;
  look: "secondary" | "quiet";
}) {
  const lockedHref = useLockedHref();
  const { accessRequestsEnabled, viewer } = useFrame();
  const { offer } = item.access;
  if (offer === null) return null;
  const asks = accessRequestsEnabled || viewer.mode === "main";
  if (offer === "invitation" || (!asks && viewer.mode === "accountExternal"))
    return <span className="text-sm text-muted">By invitation</span>;
  const label = !asks ? "Sign in" : offer === "get-access" ? "Get access" : "Request access";
  return (
    <Link
      to={lockedHref(item, source)}
      preventScrollReset
      className={buttonClass(look, "small")}
      aria-label={`${label}: ${item.title}`}
    >
      {label}
    </Link>
  );
}

/**
 * Where asking for a locked item begins: the login tab, over the drawer that it was asked for in.
 */
function useLockedHref(): (item: { uid: string; kind?: string }, source: string) => string {
  const href = usePortalHref();
  const { page, productBase } = useFrame();
  const over = belowDrawer(page.path) === null ? { path: productBase, query: {} } : page;
  return ({ uid, kind }, source) =>
    href(over.path, {
      ...over.query,
      loginRequest: "true",
      source,
      itemUid: uid,
      ...(kind === undefined ? {} : { itemKind: kind }),
    });
}
