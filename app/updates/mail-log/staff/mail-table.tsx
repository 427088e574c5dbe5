import { Link } from "react-router";
import type { ListedMail } from "#platform/mail/store/outbox-list.server.ts";
import { MAIL_STATE_WORDS } from "../forms/mail-log.ts";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag } from "#web/ui/tag.tsx";

/**
 * Where the table is wider than the page: written by the style sheet, for those who see the page as
 * it lays it out.
 */
const HINT =
  "mb-2 max-md:hidden lg:hidden text-sm text-muted before:content-['Scroll_the_table_sideways_for_more']";

export type ShownMail = ListedMail & { when: string; next: string | null };

/** Mails as rows; each leads to its own page. */
export function MailTable({ rows, keeps }: { rows: readonly ShownMail[]; keeps: boolean }) {
  return (
    <>
      <div aria-hidden="true" className={HINT} />
      <TableFrame label="Mails" head={["State", "Recipient", "Subject", "When", "Attempts"]}>
        {rows.map((mail) => (
          <tr key={mail.id}>
            <td>
              <MailStateTag state={mail.state} keeps={keeps} />
            </td>
            <td className="max-w-[20rem] break-words">{mail.toEmail}</td>
            <td className="min-w-[14rem]">
              {/* A new document: what this page may not frame, the next one could not either without it. */}
              <Link to={`/mail/${mail.id}`} reloadDocument className="text-accent underline">
                {mail.subject}
              </Link>
              {mail.lastError === null || mail.state === "sent" ? null : (
                <p className="mt-1 text-muted">{mail.lastError}</p>
              )}
            </td>
            <td className="whitespace-nowrap">
              <time dateTime={mail.sentAt ?? mail.createdAt}>{mail.when}</time>
              {mail.next === null || (mail.attempts === 0 && mail.lastError === null) ? null : (
                <p className="mt-1 text-muted">Next attempt {mail.next}</p>
              )}
            </td>
            <td>{mail.attempts}</td>
          </tr>
        ))}
      </TableFrame>
    </>
  );
}

/** The state in a word; in `outbox` mode what counts as sent was kept here. */
export function MailStateTag({ state, keeps }: { state: ListedMail["state"]; keeps: boolean }) {
  const { label, tone } = MAIL_STATE_WORDS[state];
  return <Tag tone={tone}>{state === "sent" && keeps ? "Kept" : label}</Tag>;
}
