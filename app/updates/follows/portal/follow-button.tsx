import { buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { useFrame, usePortalHref, useProductQuery } from "#web/portal/links.ts";
import type { FollowKind } from "../forms/follows.ts";

/**
 * 'Follow': members press it once and get an email about each change from then on. Visitors are asked
 * for their address. The company's own team follows nothing.
 */
export function FollowButton({
  what,
  item,
  title,
}: {
  what: FollowKind;
  item?: string;
  /** Where several could stand on a page: what is followed. */
  title?: string;
}) {
  const { viewer, subscribe } = useFrame();
  const href = usePortalHref();
  const product = useProductQuery();
  if (viewer.mode === "main" || !subscribe) return null;
  const address = href("/follow", { ...product, what, item });
  const label = (
    <>
      <Icon name="bell" size={16} /> Follow
      {title === undefined ? null : <span className="sr-only"> {title}</span>}
    </>
  );
  if (viewer.mode !== "accountExternal")
    return (
      <a href={address} className={buttonClass("secondary", "small")} rel="nofollow">
        {label}
      </a>
    );
  return (
    <form method="post" noValidate action={address}>
      <OnceField />
      <input type="hidden" name="pace" value="each" />
      <input type="hidden" name="pressed" value="true" />
      <button type="submit" className={buttonClass("secondary", "small")}>
        {label}
      </button>
    </form>
  );
}
