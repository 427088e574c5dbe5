import { isRouteErrorResponse, Link } from "react-router";
import { buttonClass } from "../../ui/button.tsx";
import { NotFoundScreen } from "../../ui/screens.tsx";

/** What is not there, inside a portal that is, with the way back. Every other error is the root's to say. */
export function PageNotFound({ error, home, portal }: { error: unknown; home: string; portal: string }) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <NotFoundScreen title="Page not found">
      <p>The address may be wrong, or what was here has moved.</p>
      <p className="mt-6">
        <Link to={home} reloadDocument className={buttonClass("secondary")}>
          {portal}
        </Link>
      </p>
    </NotFoundScreen>
  );
}
