import { Outlet } from "react-router";
import { orgMiddleware } from "../middleware/org.ts";
import { viewerMiddleware } from "../middleware/viewer.ts";
import { byoidMiddleware } from "./byoid/arrive.ts";

/** The tenant and the viewer of everything below; the loader is there so that they run on every visit. */
export const middleware = [orgMiddleware, viewerMiddleware, byoidMiddleware];

export function loader() {
  return null;
}

export default function Mount() {
  return <Outlet />;
}
