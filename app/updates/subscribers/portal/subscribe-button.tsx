import { Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useFrame, usePortalHref } from "#web/portal/links.ts";

/**
 * 'Subscribe', beside the updates: for visitors, where the org offers it; members find it on wide
 * screens.
 */
export function SubscribeButton({
  path = "",
  query = {},
}: {
  path?: string;
  query?: Readonly<Record<string, string | null>>;
}) {
  const { subscribe, viewer } = useFrame();
  const href = usePortalHref();
  if (!subscribe) return null;
  return (
    <Link
      to={href(path, { ...query, subscribe: "true" })}
      preventScrollReset
      data-drawer-link
      className={classNames(
        buttonClass("secondary", "small"),
        viewer.mode === "accountExternal" && "max-md:hidden",
      )}
    >
      <Icon name="mail" size={16} />
      Subscribe
    </Link>
  );
}
