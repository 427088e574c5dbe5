import { isRouteErrorResponse, Link, Outlet, useMatches } from "react-router";
import type { Route } from "./+types/area";
import { unfinishedStart } from "../../db/guided-starts.ts";
import { mailHealth } from "../../db/mail-health.ts";
import { servicesContext } from "../context.ts";
import { START_PAGE, stepWords } from "../domain/guided-start.ts";
import { pagesFor, privatePageOf } from "../domain/private-area.ts";
import { permissionsOf } from "../domain/permissions.ts";
import { transportName } from "../mail/transports/open-transport.ts";
import { takeFlash } from "../middleware/flash.ts";
import { requireSession } from "../middleware/staff.ts";
import { FlashMessage } from "../ui/flash-message.tsx";
import { AccessDenied, ErrorBox, NotFoundScreen } from "../ui/screens.tsx";
import { AreaHeader, type AreaData } from "./area/header.tsx";

/** What stands around every page of the private area. Each page checks its own permission. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<AreaData> {
  const session = requireSession(context);
  const current = session.roles.find((role) => role.orgId === session.orgId);
  const pages = current === undefined ? [] : pagesFor(permissionsOf(current.role));
  const orgs = [...session.roles, ...session.closed];
  const shown = orgs.find(({ orgId }) => orgId === session.orgId);
  const here = privatePageOf(url.pathname);
  const mayFinish = current !== undefined && permissionsOf(current.role).has("settings:edit") && !url.pathname.startsWith(START_PAGE);
  return {
    staffName: session.staff.name,
    org: shown === undefined ? null : { id: shown.orgId, slug: shown.slug, name: shown.name },
    otherOrgs: orgs.filter((role) => role.orgId !== session.orgId).map(({ orgId, name }) => ({ id: orgId, name })),
    pages: pages.map(({ segment, label }) => ({ segment, label })),
    afterSwitch: here === null ? null : `/${here.segment}`,
    flash: takeFlash(context),
    start: mayFinish ? await unfinishedStart(context.get(servicesContext).store.read, current.orgId) : null,
    mailIsStuck: here?.segment !== "mail" && pages.some(({ segment }) => segment === "mail") && !(await mailLeaves(context)),
  };
}

async function mailLeaves(context: Route.LoaderArgs["context"]): Promise<boolean> {
  const { store, config, now } = context.get(servicesContext);
  return (await mailHealth(store.read, transportName(config), now())).ok;
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
        {loaderData.mailIsStuck ? <MailIsStuck /> : null}
        {loaderData.start === null ? null : (
          <p className="mb-6 text-sm text-muted">
            The guided start is not finished.{" "}
            <Link to={START_PAGE} className="inline-block py-0.5 underline hover:text-ink">
              Go on with {stepWords(loaderData.start).toLowerCase()}
            </Link>
          </p>
        )}
        <Outlet />
      </main>
    </>
  );
}

/** A page that opens a dialog names it in its data as `dialog`; what is around it is inert then. */
function opensDialog(data: unknown): boolean {
  return typeof data === "object" && data !== null && "dialog" in data && data.dialog !== null && data.dialog !== false;
}

/** Everyone who can do something about it is told on every page. */
function MailIsStuck() {
  return (
    <p role="status" className="mb-8 rounded-lg border border-red bg-red-soft p-4 text-red">
      Mail can’t leave at the moment. Nothing is lost. <Link to="/mail" className="font-medium underline">See why</Link>
    </p>
  );
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
