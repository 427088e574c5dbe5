import { Outlet } from "react-router";
import type { Route } from "./+types/staff.frame";
import { BackupNotice } from "../../staff/area/backup-notice.tsx";
import { areaData } from "../../staff/area/data.ts";
import { AreaFooter } from "../../staff/area/footer.tsx";
import { AreaHeader } from "../../staff/area/header.tsx";
import { FlashMessage } from "../../ui/flash-message.tsx";
import { ErrorBox, NotFoundScreen } from "../../ui/screens.tsx";
import { isRouteErrorResponse } from "react-router";
import { requireInstallationOwner } from "./staff.door.ts";

/** What stands around the installation's pages: the private area's header, for those who run it. */
export async function loader({ context, url }: Route.LoaderArgs) {
  await requireInstallationOwner(context);
  return areaData(context, url);
}

export default function Frame({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <AreaHeader area={loaderData} />
      <main id="content" className="mx-auto w-full max-w-[80rem] px-4 py-8 sm:px-8 sm:py-12">
        <FlashMessage flash={loaderData.flash} className="mb-8" />
        {loaderData.oldBackup === null ? null : <BackupNotice {...loaderData.oldBackup} />}
        <Outlet />
      </main>
      <AreaFooter version={loaderData.version} />
    </>
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
