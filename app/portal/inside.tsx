import { Outlet } from "react-router";
import type { Route } from "./+types/inside";
import { PageNotFound } from "./frame/page-not-found.tsx";
import { useFrame, usePortalHref } from "./links.ts";

/** Everything inside the frame: what is not there is said there, between header and footer. */
export default function Inside() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { org, portalTitle } = useFrame();
  const href = usePortalHref();
  return <PageNotFound error={error} home={href("")} portal={`${org.name} ${portalTitle}`} />;
}
