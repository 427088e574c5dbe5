import { isRouteErrorResponse, Outlet, useMatches } from "react-router";
import type { Route } from "./+types/area";
import { pagesFor, privatePageOf } from "../domain/private-area.ts";
import { permissionsOf } from "../domain/permissions.ts";
import { takeFlash } from "../middleware/flash.ts";
import { requireSession } from "../middleware/staff.ts";
import { FlashMessage } from "../ui/flash-message.tsx";
import { AccessDenied, ErrorBox, NotFoundScreen } from "../ui/screens.tsx";
import { AreaHeader, type AreaData } from "./area/header.tsx";

/** What stands around every page of the private area. Each page checks its own permission. */
export function loader({ context, url }: Route.LoaderArgs): AreaData {
  const session = requireSession(context);
  const current = session.roles.find((role) => role.orgId === session.orgId);
  const pages = current === undefined ? [] : pagesFor(permissionsOf(current.role));
  const here = privatePageOf(url.pathname);
  return {
    staffName: session.staff.name,
    org: current === undefined ? null : { id: current.orgId, slug: current.slug, name: current.name },
    otherOrgs: session.roles.filter((role) => role.orgId !== session.orgId).map(({ orgId, name }) => ({ id: orgId, name })),
    pages: pages.map(({ segment, label }) => ({ segment, label })),
    afterSwitch: here === null ? null : `/${here.segment}`,
    flash: takeFlash(context),
  };
}

export default function Area({ loaderData }: Route.ComponentProps) {
  const behindDialog = useMatches().some(({ loaderData: data }) => opensDialog(data));
  return (
    <>
      <div inert={behindDialog}>
        <AreaHeader area={loaderData} />
      </div>
      <main id="content" className="mx-auto w-full max-w-[80rem] px-4 py-8 sm:px-8 sm:py-12">
        <FlashMessage flash={loaderData.flash} className="mb-8" />
        <Outlet />
      </main>
    </>
  );
}

/** A page that opens a dialog names it in its data as `dialog`; what is around it is inert then. */
function opensDialog(data: unknown): boolean {
  return typeof data === "object" && data !== null && "dialog" in data && data.dialog !== null && data.dialog !== false;
}

/** What a page inside refused keeps the header, so that the way on is a click away. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <>
      {loaderData ? <AreaHeader area={loaderData} /> : null}
      <Screen error={error} />
    </>
  );
}

function Screen({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) return <ErrorBox message={import.meta.env.DEV && error instanceof Error ? error.message : undefined} />;
  if (error.status === 403) return <AccessDenied />;
  if (error.status === 404) return <NotFoundScreen title="Page not found" />;
  return <ErrorBox message={error.statusText} />;
}
