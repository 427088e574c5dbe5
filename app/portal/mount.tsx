import { isRouteErrorResponse, Link, Outlet, useRouteLoaderData } from "react-router";
import type { Route } from "./+types/mount";
import { orgMiddleware } from "../middleware/org.ts";
import { viewerMiddleware } from "../middleware/viewer.ts";
import { buttonClass } from "../ui/button.tsx";
import { NotFoundScreen } from "../ui/screens.tsx";
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

/** What is not there, inside a portal that is: with the way back. Everything else is the root's to say. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const portal = useRouteLoaderData<typeof loader>("portal/mount");
  if (portal === undefined || !isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <NotFoundScreen title="Page not found">
      <p>The address may be wrong, or what was here has moved.</p>
      <p className="mt-6">
        <Link to={portal.home} reloadDocument className={buttonClass("secondary")}>
          {portal.portal}
        </Link>
      </p>
    </NotFoundScreen>
  );
}
