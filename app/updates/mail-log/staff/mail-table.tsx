import { Link } from "react-router";
import type { ListedMail } from "#platform/mail/store/outbox-list.server.ts";
import { MAIL_STATE_WORDS } from "../forms/mail-log.ts";
import { ListTable, type ListColumn } from "#web/lists/table.tsx";
import { Tag } from "#web/ui/tag.tsx";

/**
 * Where the table is wider than the page: written by the style sheet, for those who see the page as
 * it lays it out.
 */
const HINT =
  "mb-2 max-md:hidden lg:hidden text-sm text-muted before:content-['Scroll_the_table_sideways_for_more']";

export type ShownMail = ListedMail & { when: string; next: string | null };

const COLUMNS: readonly ListColumn<ShownMail & { keeps: boolean }>[] = [
  { title: "State", cell: ({ state, keeps }) => <MailStateTag state={state} keeps={keeps} /> },
  { title: "Recipient", className: "max-w-[20rem] break-words", cell: ({ toEmail }) => toEmail },
  {
    title: "Subject",
    className: "min-w-[14rem]",
    cell: ({ id, subject, lastError, state }) => (
      <>
        {/* A new document: what this page may not frame, the next one could not either without it. */}
        <Link to={`/mail/${id}`} reloadDocument className="text-accent underline">
          {subject}
        </Link>
        {lastError === null || state === "sent" ? null : (
          <p className="mt-1 text-muted">{lastError}</p>
        )}
      </>
    ),
  },
  {
    title: "When",
    className: "whitespace-nowrap",
    cell: ({ sentAt, createdAt, when, next, attempts, lastError }) => (
      <>
        <time dateTime={sentAt ?? createdAt}>{when}</time>
        {next === null || (attempts === 0 && lastError === null) ? null : (
          <p className="mt-1 text-muted">Next attempt {next}</p>
        )}
      </>
    ),
  },
  { title: "Attempts", cell: ({ attempts }) => attempts },
];

/** Mails as rows; each leads to its own page. */
export function MailTable({ rows, keeps }: { rows: readonly ShownMail[]; keeps: boolean }) {
  return (
    <>
      <div aria-hidden="true" className={HINT} />
      <ListTable
        label="Mails"
        columns={COLUMNS}
        rows={rows.map((mail) => ({ ...mail, keeps }))}
        rowKey={({ id }) => id}
      />
    </>
  );
}

/** The state in a word; in `outbox` mode what counts as sent was kept here. */
export function MailStateTag({ state, keeps }: { state: ListedMail["state"]; keeps: boolean }) {
  const { label, tone } = MAIL_STATE_WORDS[state];
  return <Tag tone={tone}>{state === "sent" && keeps ? "Kept" : label}</Tag>;
}
