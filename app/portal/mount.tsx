import { Outlet } from "react-router";
import { BYOID_PARAMETER } from "#model/byoid.ts";
import { anything, shortText, type RouteHandle } from "#values/page-query.ts";
import { orgMiddleware } from "#platform/http/request/org.ts";
import { viewerMiddleware } from "#auth/viewer.ts";
import { byoidMiddleware } from "#access/byoid/portal/arrive.ts";

/** What every page of a portal reads: its product, and what leads elsewhere. */
export const handle: RouteHandle = {
  query: {
    kept: { product: shortText },
    own: { product: anything, productId: anything, [BYOID_PARAMETER]: anything },
  },
};

/**
 * The tenant and the viewer of everything below; the loader is there so that they run on every
 * visit.
 */
export const middleware = [orgMiddleware, viewerMiddleware, byoidMiddleware];

export function loader() {
  return null;
}

export default function Mount() {
  return <Outlet />;
}
