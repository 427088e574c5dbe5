import { Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { ErrorScreen } from "#web/ui/error-screen.tsx";
import { useFrame, usePortalHref } from "#web/portal/links.ts";

/** What is not there, or went wrong, inside the portal's frame, and the way back to its page. */
export function NotThere({ error }: { error: unknown }) {
  const { org, portalTitle, showCauses } = useFrame();
  const href = usePortalHref();
  const back = (
    <p className="mt-6">
      <Link to={href("")} reloadDocument className={buttonClass("secondary")}>
        {org.name} {portalTitle}
      </Link>
    </p>
  );
  return <ErrorScreen error={error} showCauses={showCauses} back={back} />;
}
