import type { ReactNode } from "react";
import { Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** What a form would make of the page, drawn by the portal itself. */
export function PublicPreview({ children }: { children: ReactNode }) {
  return (
    <section aria-label="As the public sees it" className="mb-7 rounded-lg border border-accent">
      <h3 className="flex items-center gap-2 border-b border-line px-4 py-2 text-sm font-medium text-accent">
        <Icon name="eye" size={18} />
        As the public sees it. Not saved yet.
      </h3>
      <div className="p-4">{children}</div>
    </section>
  );
}

/** From a row of a dialog to the dialog of what it names. */
export function EditLink({ to, title }: { to: string; title: string }) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-label={`Edit ${title}`}
      className={buttonClass("quiet", "small")}
    >
      Edit
    </Link>
  );
}
