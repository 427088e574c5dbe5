import { Link } from "react-router";
import { ListTabs, type ListTab } from "#web/lists/tabs.tsx";

const PAGES = [
  { to: "/mail", label: "Outbox" },
  { to: "/mail/suppressions", label: "Suppressed addresses" },
  // It frames the messages, which a page that was not answered as its own document could not.
  { to: "/mail/previews", label: "Messages", isDocument: true },
] as const satisfies readonly ListTab[];

/** The title of the mail pages and the way between them. */
export function MailHead({
  current,
  lead,
}: {
  current: (typeof PAGES)[number]["to"];
  lead: string;
}) {
  return (
    <>
      <Link to="/settings" className="mb-1 inline-block py-0.5 text-sm text-accent underline">
        Settings
      </Link>
      <h1 className="text-2xl font-semibold tracking-tight">Email</h1>
      <p className="mt-2 mb-6 text-muted">{lead}</p>
      <ListTabs label="Mail" tabs={PAGES} current={current} />
    </>
  );
}
