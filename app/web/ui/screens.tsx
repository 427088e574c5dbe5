import type { ReactNode } from "react";
import { Link } from "react-router";
import { buttonClass } from "./button.tsx";
import { FailedRequestId } from "./failed-request.tsx";
import { Icon, type IconName } from "./icon.tsx";

/*
 * The generic screens. The first three are whole pages: each brings its own
 * main and title, for an error boundary knows neither.
 */

/** So many are named: one will do. */
const MOST_OWNERS = 3;

/**
 * Someone signed in asked for a page that their role does not open.
 * @param owners the names of those who could change that
 */
export function AccessDenied({ owners = [] }: { owners?: readonly string[] }) {
  return (
    <Screen icon="lock" title="No access">
      <p>You don't have access to this page</p>
      {owners.length === 0 ? null : (
        <p className="mt-2 break-words">
          An owner can give it to you: {owners.slice(0, MOST_OWNERS).join(", ")}.
        </p>
      )}
    </Screen>
  );
}

/** There is nothing here, or nothing for this viewer: the two look alike. */
export function NotFoundScreen({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Screen icon="search" title={title}>
      {children ?? <p>This page doesn’t exist or has moved.</p>}
    </Screen>
  );
}

/** Something failed. The cause is for those who run the installation. */
export function ErrorBox({ message }: { message?: string | undefined }) {
  const text = "Sorry, an error has occurred";
  return (
    <main id="content" className="mx-auto w-full max-w-[36rem] px-4 py-16 sm:py-24">
      <title>{text}</title>
      <div
        role="alert"
        className="flex gap-4 rounded-lg border border-red bg-red-soft p-6 text-red"
      >
        <Icon name="alert" className="mt-1 shrink-0" />
        <h1 className="min-w-0 text-lg font-semibold">
          {text}
          {message ? `: ${message}` : null}
        </h1>
      </div>
      <FailedRequestId className="mt-4 text-muted" />
    </main>
  );
}

/** A list or page that has nothing to show yet, with what to do about it. Not a page of its own. */
export function EmptyState({
  icon = "box",
  title,
  subtitle,
  actions,
  clear = null,
  inDialog = false,
}: {
  icon?: IconName;
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** The address of the whole list, where a search or filters left nothing of it. */
  clear?: string | null;
  inDialog?: boolean;
}) {
  return (
    <div className="flex flex-col items-center rounded-lg border border-line bg-surface px-6 py-16 text-center">
      <Icon name={icon} size={32} className="text-muted" />
      <h2 className="mt-4 text-lg font-semibold">{title}</h2>
      {subtitle ? <p className="mt-2 max-w-[32rem] text-muted">{subtitle}</p> : null}
      {actions || clear !== null ? (
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          {actions}
          {clear === null ? null : (
            <Link
              to={clear}
              className={buttonClass("secondary")}
              {...(inDialog ? { preventScrollReset: true, "data-drawer-link": "" } : {})}
            >
              Clear search and filters
            </Link>
          )}
        </div>
      ) : null}
    </div>
  );
}

function Screen({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <main id="content" className="mx-auto w-full max-w-[28rem] px-4 py-16 text-center sm:py-24">
      <title>{title}</title>
      <Icon name={icon} size={32} className="mx-auto text-muted" />
      <h1 className="mt-4 text-2xl font-semibold tracking-tight">{title}</h1>
      <div className="mt-2 text-muted">{children}</div>
    </main>
  );
}
