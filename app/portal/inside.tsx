import { Outlet } from "react-router";
import type { Route } from "./+types/inside";
import { NotThere } from "./not-there.tsx";

/** Everything inside the frame: what is not there is said there, between header and footer. */
export default function Inside() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotThere error={error} />;
}
