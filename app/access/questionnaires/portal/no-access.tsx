import { Link } from "react-router";
import { usePortalHref } from "#web/portal/links.ts";
import { buttonClass } from "#web/ui/button.tsx";

/** What a member without access reads in place of a page: how they get it. */
export function NoAccess({ what }: { what: string }) {
  const href = usePortalHref();
  return (
    <>
      <p className="text-muted">You can {what} while you have access.</p>
      <p className="mt-4">
        <Link to={href("", { requestAccess: "true" })} className={buttonClass("secondary")}>
          Request access
        </Link>
      </p>
    </>
  );
}
