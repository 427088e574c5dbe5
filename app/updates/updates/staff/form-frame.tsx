import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "#web/ui/icon.tsx";

/** A page of updates with one subject: the way back, its heading, what it is about. */
export function FormFrame({
  title,
  lead,
  back,
  children,
}: {
  title: string;
  lead?: ReactNode;
  back: { to: string; label: string };
  children: ReactNode;
}) {
  return (
    <div className="max-w-[48rem]">
      <Link
        to={back.to}
        className="inline-flex min-h-8 items-center gap-1 text-sm font-medium text-accent no-underline hover:underline"
      >
        <Icon name="arrowLeft" size={16} />
        {back.label}
      </Link>
      <h1 className="mt-3 text-2xl font-semibold tracking-tight">{title}</h1>
      {lead === undefined ? null : <div className="mt-2 text-muted">{lead}</div>}
      <div className="mt-8">{children}</div>
    </div>
  );
}
