import { Link, Outlet } from "react-router";
import type { Route } from "./+types/inside";
import { buttonClass } from "../ui/button.tsx";
import { ErrorScreen } from "../ui/error-screen.tsx";
import { useFrame, usePortalHref } from "./links.ts";

/** Everything inside the frame: what is not there is said there, between header and footer. */
export default function Inside() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
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
