import { Outlet, useRouteLoaderData } from "react-router";
import type { Route } from "./+types/mount";
import { orgMiddleware } from "../middleware/org.ts";
import { viewerMiddleware } from "../middleware/viewer.ts";
import { PageNotFound } from "./frame/page-not-found.tsx";
import { orgOf, portalBase } from "./scope.ts";

/** The tenant and the viewer of everything below; the loader is there so that they run on every visit. */
export const middleware = [orgMiddleware, viewerMiddleware];

export function loader({ context }: Route.LoaderArgs) {
  const org = orgOf(context);
  return { home: portalBase(context, org) || "/", portal: `${org.name} ${org.customization.portalTitle}` };
}

export default function Mount() {
  return <Outlet />;
}

/** What has no frame around it, such as a product that does not exist. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const portal = useRouteLoaderData<typeof loader>("portal/mount");
  if (portal === undefined) throw error;
  return <PageNotFound error={error} {...portal} />;
}
