import type { SubmissionResult } from "@conform-to/react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { ACCESS_PATH, type AccessButton, isOfItem } from "#model/access-requests/access-dialog.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { useFrame, usePortalHref, useProductQuery } from "#web/portal/links.ts";
import { accessTitle } from "#model/access-requests/request-titles.ts";
import type { AccessPart, OpenAccessDialog } from "./request-state.ts";
import { OnceField } from "#web/ui/once-field.tsx";

/** The addresses and words that all access dialogs share. */
export function useAccess() {
  const { accessDialog, org, portalTitle } = useFrame<AccessPart>();
  const href = usePortalHref();
  const product = useProductQuery();
  if (accessDialog === null) throw new Error("no access dialog is open");
  const { page, returnTo, kind, invitation, ends } = accessDialog;
  const carried =
    invitation === null
      ? accessDialog.carried
      : { ...accessDialog.carried, inviteToken: invitation.token };
  const over = (opens: Readonly<Record<string, string>>) =>
    href(page.path, { ...page.query, ...opens, ...carried });
  const opened: Record<string, string> =
    kind === "request"
      ? { requestAccess: "true", ...(ends.length > 0 ? { longer: "true" } : {}) }
      : kind === "login" || kind === "welcome"
        ? { loginRequest: "true" }
        : { accessStatus: kind };
  return {
    title: accessTitle(accessDialog, org.name, portalTitle),
    closeHref: href(page.path, page.query),
    loginHref: over({ loginRequest: "true" }),
    requestHref: over({ requestAccess: "true" }),
    statusHref: (accessStatus: string, more: Readonly<Record<string, string>> = {}) =>
      over({ accessStatus, ...more }),
    /**
     * Where the form of a button is sent: the address says which dialog is shown again, and over
     * which page.
     */
    sentTo: (button: AccessButton) =>
      href(`${ACCESS_PATH}/${button}`, {
        ...opened,
        ...carried,
        ...product,
        returnTo: returnTo === "/" ? undefined : withoutItem(returnTo),
      }),
  };
}

/** The item goes along by itself; only a page that is nothing without it keeps it. */
function withoutItem(returnTo: string): string | undefined {
  const url = new URL(returnTo, "http://page.invalid");
  if (!isOfItem(url.pathname)) url.searchParams.delete("itemUid");
  const path = `${url.pathname}${url.search}`;
  return path === "/" ? undefined : path;
}

/** What the last try of a form came back with; null for the other forms of the dialog. */
export function refusedOf(state: OpenAccessDialog, button: AccessButton): SubmissionResult | null {
  return state.refused?.button === button ? state.refused.result : null;
}

/** What a refused form has to say as a whole. */
export function formErrors(state: OpenAccessDialog, button: AccessButton): readonly string[] {
  return refusedOf(state, button)?.error?.[""] ?? [];
}

/** A form of the dialogs: a plain post to the address of its button. */
export function AccessFormElement({
  button,
  children,
  ...form
}: { button: AccessButton; children: ReactNode } & ComponentProps<"form">) {
  const { sentTo } = useAccess();
  return (
    <form method="post" noValidate action={sentTo(button)} {...form}>
      <OnceField />
      {children}
    </form>
  );
}

/** The two tabs; each is an address. */
export function Tabs({ current }: { current: "request" | "login" }) {
  const { loginHref, requestHref } = useAccess();
  const tabs = [
    { id: "request", label: "Request access", to: requestHref },
    { id: "login", label: "Sign in", to: loginHref },
  ] as const;
  return (
    <nav aria-label="Ways to get access" className="mb-6">
      <ul className="flex gap-1 rounded-md bg-sunken p-1">
        {tabs.map((tab) => (
          <li key={tab.id} className="grow basis-0">
            <Link
              to={tab.to}
              preventScrollReset
              data-drawer-link=""
              aria-current={tab.id === current ? "page" : undefined}
              className={classNames(
                "flex min-h-9 items-center justify-center rounded-sm px-3 text-center text-sm font-medium no-underline",
                tab.id === current
                  ? "border border-line bg-surface text-ink"
                  : "text-muted hover:text-ink",
              )}
            >
              {tab.label}
            </Link>{" "}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A row of buttons: the one to press first. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3 pt-1">{children}</div>;
}

/** Closes the dialog by name. */
export function BackToPortal({
  look = "secondary",
}: {
  look?: ComponentProps<typeof SecondaryLink>["look"];
}) {
  const { closeHref } = useAccess();
  const { portalTitle } = useFrame();
  return (
    <SecondaryLink to={closeHref} look={look}>
      Back to {portalTitle}
    </SecondaryLink>
  );
}

export function SecondaryLink({
  to,
  look = "secondary",
  children,
}: {
  to: string;
  look?: "primary" | "secondary" | "quiet";
  children: ReactNode;
}) {
  return (
    <Link to={to} preventScrollReset className={buttonClass(look)}>
      {children}
    </Link>
  );
}

/** Leads back to the login tab for another address. */
export function ChangeEmail() {
  const { loginHref } = useAccess();
  return (
    <Link
      to={loginHref}
      preventScrollReset
      data-drawer-link=""
      className="inline-flex min-h-8 items-center text-sm font-medium text-accent underline underline-offset-2"
    >
      Change email address
    </Link>
  );
}

/** What one asks for, where the way here began at an item. */
export function AskedItem({ state }: { state: OpenAccessDialog }) {
  return state.item === null ? null : (
    <p>
      You are requesting <strong className="font-semibold break-words">{state.item}</strong>.
    </p>
  );
}
