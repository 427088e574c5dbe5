import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "#web/ui/icon.tsx";
import { useDialogOpen, useFrame, usePortalHref, useProductHref } from "../links.ts";

/** A page of the portal with one subject: a way back, a heading, its content. */
export function PlainPage({
  title,
  lead,
  back,
  wide = false,
  children,
}: {
  title: string;
  lead?: ReactNode;
  back?: { path: string; label: string };
  wide?: boolean;
  children: ReactNode;
}) {
  const inert = useDialogOpen();
  const { portalTitle } = useFrame();
  const href = usePortalHref();
  const home = useProductHref()("");
  return (
    <main id="content" inert={inert} tabIndex={-1} className="outline-none">
      <div
        className={
          wide
            ? "mx-auto max-w-6xl px-4 pb-20 pt-8 sm:px-6"
            : "mx-auto max-w-3xl px-4 pb-20 pt-8 sm:px-6"
        }
      >
        <Link
          to={back === undefined ? home : href(back.path)}
          data-screen-only
          className="inline-flex min-h-8 items-center gap-1 text-sm font-medium text-accent no-underline hover:underline"
        >
          <Icon name="arrowLeft" size={16} />
          {back?.label ?? `Back to ${portalTitle}`}
        </Link>
        <h1 className="mb-6 mt-3 text-2xl font-semibold tracking-tight">{title}</h1>
        {lead}
        {children}
      </div>
    </main>
  );
}
