import { ListHead } from "#web/lists/head.tsx";
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
  count,
  lead,
}: {
  current: (typeof PAGES)[number]["to"];
  count?: string;
  lead: string;
}) {
  return (
    <>
      <ListHead
        up={{ to: "/settings", words: "Settings" }}
        title="Email"
        count={count}
        isNarrowed={count !== undefined}
        lead={lead}
      />
      <ListTabs label="Email" tabs={PAGES} current={current} />
    </>
  );
}
