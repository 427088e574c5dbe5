import { Link } from "react-router";
import type { ListedMail } from "#platform/mail/store/outbox-list.server.ts";
import { MAIL_STATE_WORDS } from "../forms/mail-log.ts";
import { Beside, ListTable, type ListColumn } from "#web/lists/table.tsx";
import { Tag } from "#web/ui/tag.tsx";

export type ShownMail = ListedMail & { when: string; next: string | null };

const COLUMNS: readonly ListColumn<ShownMail & { keeps: boolean }>[] = [
  { title: "State", cell: ({ state, keeps }) => <MailStateTag state={state} keeps={keeps} /> },
  {
    title: "Recipient",
    share: 3,
    full: ({ toEmail }) => toEmail,
    cell: ({ toEmail }) => toEmail,
  },
  {
    title: "Subject",
    share: 6,
    full: ({ subject, lastError }) => [subject, lastError].filter(Boolean).join(" "),
    cell: ({ id, subject, lastError, state }) => (
      <>
        {/* A new document: what this page may not frame, the next one could not either without it. */}
        <Link to={`/mail/${id}`} reloadDocument className="text-accent underline">
          {subject}
        </Link>
        {lastError === null || state === "sent" ? null : <Beside> {lastError}</Beside>}
      </>
    ),
  },
  {
    title: "When",
    cell: ({ sentAt, createdAt, when, next, attempts, lastError }) => (
      <>
        <time dateTime={sentAt ?? createdAt}>{when}</time>
        {next === null || (attempts === 0 && lastError === null) ? null : (
          <Beside> Next attempt {next}</Beside>
        )}
      </>
    ),
  },
  { title: "Attempts", from: "wide", cell: ({ attempts }) => attempts },
];

/** Mails as rows; each leads to its own page. */
export function MailTable({ rows, keeps }: { rows: readonly ShownMail[]; keeps: boolean }) {
  return (
    <ListTable
      label="Mails"
      columns={COLUMNS}
      rows={rows.map((mail) => ({ ...mail, keeps }))}
      rowKey={({ id }) => id}
    />
  );
}

/** The state in a word; in `outbox` mode what counts as sent was kept here. */
export function MailStateTag({ state, keeps }: { state: ListedMail["state"]; keeps: boolean }) {
  const { label, tone } = MAIL_STATE_WORDS[state];
  return <Tag tone={tone}>{state === "sent" && keeps ? "Saved" : label}</Tag>;
}
