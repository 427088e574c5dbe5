import { isRouteErrorResponse, Link, Outlet, useMatches } from "react-router";
import type { Route } from "./+types/area";
import { START_PAGE, stepWords } from "#model/setup-guide.ts";
import { PLAIN_TEXTS } from "#values/markdown.ts";
import type { Gone } from "#web/forms/button.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { FlashMessage } from "#web/ui/flash-message.tsx";
import { AccessDenied, ErrorBox, NotFoundScreen } from "#web/ui/screens.tsx";
import { areaData } from "./area/data.ts";
import { BackupNotice } from "./area/backup-notice.tsx";
import type { AreaData } from "./area/area-data.ts";
import { AreaFrame, AreaShell } from "./area/shell.tsx";

/** What stands around every page of the private area. Each page checks its own permission. */
export function loader({ context, url }: Route.LoaderArgs): Promise<AreaData> {
  return areaData(context, url);
}

export default function Area({ loaderData }: Route.ComponentProps) {
  const behindDialog = useMatches().some(({ loaderData: data }) => opensDialog(data));
  return (
    <AreaShell area={loaderData} inert={behindDialog}>
      <FlashMessage flash={loaderData.flash} className="mb-8" />
      {loaderData.suspended === null ? null : <Suspended {...loaderData.suspended} />}
      {loaderData.mailIsStuck ? <MailIsStuck /> : null}
      {loaderData.oldBackup === null ? null : <BackupNotice {...loaderData.oldBackup} />}
      {loaderData.plainTexts === 0 ? null : <PlainTexts count={loaderData.plainTexts} />}
      {loaderData.start === null ? null : (
        <p className="mb-6 text-sm text-muted">
          The setup guide is not finished.{" "}
          <Link to={START_PAGE} className="inline-block py-0.5 underline hover:text-ink">
            Continue with {stepWords(loaderData.start).toLowerCase()}
          </Link>
        </p>
      )}
      <Outlet />
    </AreaShell>
  );
}

/** A page that opens a dialog names it in its data as `dialog`; what is around it is inert then. */
function opensDialog(data: unknown): boolean {
  return (
    typeof data === "object" &&
    data !== null &&
    "dialog" in data &&
    data.dialog !== null &&
    data.dialog !== false
  );
}

/** Staff of a suspended org are told on every page. */
function Suspended({ since, reason }: { since: string; reason: string }) {
  return (
    <p
      role="status"
      className="mb-8 rounded-lg border border-yellow bg-yellow-soft p-4 text-yellow"
    >
      <strong className="font-semibold">This organization is suspended</strong> since {since}: its
      portal is closed to visitors and its emails are held. {reason}
    </p>
  );
}

/** Everyone who can do something about it is told on every page. */
function MailIsStuck() {
  return (
    <p role="status" className="mb-8 rounded-lg border border-red bg-red-soft p-4 text-red">
      Emails can’t be sent right now. Nothing is lost.{" "}
      <Link to="/mail" className="font-medium underline">
        See why
      </Link>
    </p>
  );
}

/** Who edits is told of texts that readers see without their marks. */
function PlainTexts({ count }: { count: number }) {
  return (
    <p
      role="status"
      className="mb-8 rounded-lg border border-yellow bg-yellow-soft p-4 text-yellow"
    >
      {count === 1 ? "1 text is" : `${count} texts are`} shown as plain paragraphs, because{" "}
      {count === 1 ? "its" : "their"} Markdown can’t be laid out.{" "}
      <Link to={PLAIN_TEXTS} className="font-medium underline">
        See {count === 1 ? "it" : "them"}
      </Link>
    </p>
  );
}

/** A page that was refused keeps what is around it, so that the way on is a click away. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const screen = <Screen error={error} />;
  return loaderData ? <AreaFrame area={loaderData}>{screen}</AreaFrame> : screen;
}

function Screen({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error))
    return (
      <ErrorBox
        message={import.meta.env.DEV && error instanceof Error ? error.message : undefined}
      />
    );
  if (error.status === 403) return <AccessDenied owners={ownersIn(error.data)} />;
  if (error.status === 404) {
    const gone = goneIn(error.data);
    return gone === null ? (
      <NotFoundScreen title="Page not found" />
    ) : (
      <NotFoundScreen title={`${gone.what} no longer exists`}>
        <p>It may already have been deleted. There was nothing to delete.</p>
        <p className="mt-6">
          <ButtonLink to={gone.list} look="secondary">
            Back to the list
          </ButtonLink>
        </p>
      </NotFoundScreen>
    );
  }
  return <ErrorBox message={error.statusText} />;
}

/** What a deletion that came too late was about; null for every other missing page. */
function goneIn(said: unknown): Gone | null {
  const body = said as Partial<Gone> | null;
  return body?.kind === "gone" ? (body as Gone) : null;
}

/** Who can give access, as the page that refused it said. */
function ownersIn(said: unknown): string[] {
  const owners: unknown =
    typeof said === "object" && said !== null && "owners" in said ? said.owners : null;
  return Array.isArray(owners) ? owners.map(String) : [];
}
