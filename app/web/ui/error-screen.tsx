import type { ReactNode } from "react";
import { isRouteErrorResponse } from "react-router";
import { AccessDenied, ErrorBox, NotFoundScreen } from "./screens.tsx";

/** What a refused method is called where people read it. */
const METHOD_NOT_ALLOWED = 405;

/**
 * The screen of whatever went wrong: not found, no access, anything else with its cause outside
 * production alone. Error boundaries render it; they may not throw again.
 * @param back how to go on from a page that is not there
 */
export function ErrorScreen({
  error,
  showCauses,
  back,
}: {
  error: unknown;
  showCauses: boolean;
  back?: ReactNode;
}) {
  if (!isRouteErrorResponse(error))
    return <ErrorBox message={showCauses && error instanceof Error ? error.message : undefined} />;
  if (error.status === 403) return <AccessDenied />;
  if (error.status === METHOD_NOT_ALLOWED)
    return <ErrorBox message="This page doesn’t accept form submissions. Go back and reload it." />;
  if (error.status !== 404) return <ErrorBox message={error.statusText} />;
  const known = error.statusText !== "" && error.statusText !== "Not Found";
  return (
    <NotFoundScreen title={known ? error.statusText : "Page not found"}>
      <p>
        {error.statusText === "Company not found"
          ? "No trust center is published at this address."
          : "This page doesn’t exist or has moved."}
      </p>
      {back}
    </NotFoundScreen>
  );
}
