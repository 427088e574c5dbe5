import type { ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "#web/ui/class-names.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";

const ROW =
  "flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-start no-underline hover:bg-sunken";

/**
 * An action menu: a disclosure with links and one-button forms; islands/every-page adds Escape, arrows
 * and closing by a click elsewhere.
 */
export function ActionMenu({
  label,
  small = false,
  children,
}: {
  label: string;
  small?: boolean;
  children: ReactNode;
}) {
  return (
    <details className={classNames("relative", small && "ms-auto")} data-menu>
      <summary
        className={classNames(
          "inline-flex list-none items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink",
          small ? "size-6" : "size-9",
        )}
      >
        <Icon name="more" size={small ? 18 : 20} label={label} />
      </summary>
      <ul className="absolute end-0 top-full z-20 mt-1 w-60 rounded-md border border-line bg-surface p-1.5 text-sm font-normal shadow-panel">
        {children}
      </ul>
    </details>
  );
}

/** An entry that leads to a dialog; the menu closes behind it. */
export function MenuLink({
  to,
  icon,
  children,
}: {
  to: string;
  icon: IconName;
  children: ReactNode;
}) {
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        onClick={(event) => event.currentTarget.closest("details")?.removeAttribute("open")}
        className={ROW}
      >
        <Icon name={icon} size={18} className="text-muted" />
        {children}
      </Link>
    </li>
  );
}

/** An entry that does something at once: a form with one button. */
export function MenuAction({
  action,
  name,
  value,
  icon,
  children,
}: {
  action: string;
  name: string;
  value: string;
  icon: IconName;
  children: ReactNode;
}) {
  return (
    <li>
      <form method="post" noValidate action={action}>
        <button type="submit" name={name} value={value} className={ROW}>
          <Icon name={icon} size={18} className="text-muted" />
          {children}
        </button>
      </form>
    </li>
  );
}
