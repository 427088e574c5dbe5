import { Outlet } from "react-router";
import type { Route } from "./+types/frame";
import { BackupNotice } from "#staff/area/backup-notice.tsx";
import { areaData } from "#staff/area/data.ts";
import { AreaShell } from "#staff/area/shell.tsx";
import { FlashMessage } from "#web/ui/flash-message.tsx";
import { ErrorBox, NotFoundScreen } from "#web/ui/screens.tsx";
import { isRouteErrorResponse } from "react-router";
import { requireInstallationOwner } from "./door.ts";

/** What stands around the installation's pages: the private area's header, for those who run it. */
export async function loader({ context, url }: Route.LoaderArgs) {
  await requireInstallationOwner(context);
  return areaData(context, url);
}

export default function Frame({ loaderData }: Route.ComponentProps) {
  return (
    <AreaShell area={loaderData}>
      <FlashMessage flash={loaderData.flash} className="mb-8" />
      {loaderData.oldBackup === null ? null : <BackupNotice {...loaderData.oldBackup} />}
      <Outlet />
    </AreaShell>
  );
}

/** Everybody else sees what an unknown page gives. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) && error.status === 404 ? (
    <NotFoundScreen title="Page not found" />
  ) : (
    <ErrorBox />
  );
}
