import { Link } from "react-router";
import { classNames } from "#web/ui/class-names.ts";

const PAGES = [
  { id: "mail", to: "/mail", label: "Outbox", frames: false },
  { id: "suppressions", to: "/mail/suppressions", label: "Suppressed addresses", frames: false },
  // It frames the messages, which a page that was not answered as its own document could not.
  { id: "previews", to: "/mail/previews", label: "Messages", frames: true },
] as const;

/** The title of the mail pages and the way between them. */
export function MailHead({
  current,
  lead,
}: {
  current: (typeof PAGES)[number]["id"];
  lead: string;
}) {
  return (
    <>
      <Link to="/settings" className="mb-1 inline-block py-0.5 text-sm text-accent underline">
        Settings
      </Link>
      <h1 className="text-2xl font-semibold tracking-tight">Email</h1>
      <p className="mt-2 mb-6 text-muted">{lead}</p>
      <nav aria-label="Mail" className="mb-6 border-b border-line">
        <ul className="-mb-px flex flex-wrap gap-x-6">
          {PAGES.map(({ id, to, label, frames }) => (
            <li key={id}>
              <Link
                to={to}
                reloadDocument={frames}
                aria-current={id === current ? "page" : undefined}
                className={classNames(
                  "inline-flex min-h-10 items-center border-b-2 text-sm no-underline",
                  id === current
                    ? "border-accent font-medium text-accent"
                    : "border-transparent text-muted hover:text-ink",
                )}
              >
                {label}
              </Link>{" "}
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
