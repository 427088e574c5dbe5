import { Link } from "react-router";
import { FAQ_ACCESS_WORDS } from "#model/knowledge-base/forms/faq-forms.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Markdown } from "#web/ui/markdown.tsx";
import { ShortAnswerTag } from "#web/ui/short-answer.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import type { KnowledgeBaseDialogState } from "./dialog-state.ts";

/** An entry as the dialog shows it. */
export type ShownEntry = KnowledgeBaseDialogState["rows"][number];

/**
 * The entries of a page; a question opens its details beside the list. On narrow screens there is
 * no room beside it: there the answer stands under its question, and rows are not selected. Access,
 * dates and stars are the owner's.
 */
export function EntryTable({
  rows,
  selectedId,
  isOwner,
  href,
}: {
  rows: readonly ShownEntry[];
  selectedId: string | null;
  isOwner: boolean;
  href: (entryId: string) => string;
}) {
  const shared = ["Details", "Comment"];
  return (
    <TableFrame
      label="Questions and answers"
      head={isOwner ? ["Favorite", ...shared, "Access", "Date added", "Last modified"] : shared}
    >
      {rows.map((row) => (
        <tr key={row.id} className={row.id === selectedId ? "bg-accent-soft" : undefined}>
          {row.owner === null ? null : (
            <td>
              {row.owner.favorite ? (
                <Icon name="star" size={18} label="Favorite" className="text-accent" />
              ) : null}
            </td>
          )}
          <th scope="row" className="min-w-[11rem] px-4 py-3 text-start align-top font-normal">
            <Link
              to={href(row.id)}
              preventScrollReset
              data-drawer-link=""
              aria-current={row.id === selectedId ? "true" : undefined}
              className={classNames(
                "font-medium text-accent underline [overflow-wrap:anywhere]",
                // The table says how its links look, with more weight than one class has.
                "max-md:pointer-events-none max-md:text-ink! max-md:no-underline!",
              )}
            >
              {row.question}
            </Link>
            <ShortAnswerTag answer={row.shortAnswer} />
            <div className="mt-1 md:hidden">
              <Markdown tree={row.answer} />
            </div>
          </th>
          <td className="min-w-[8rem] [overflow-wrap:anywhere]">{row.excerpt}</td>
          {row.owner === null ? null : (
            <>
              <td>{FAQ_ACCESS_WORDS[row.owner.access]}</td>
              <td className="whitespace-nowrap">
                <time dateTime={row.owner.added.iso}>{row.owner.added.text}</time>
              </td>
              <td className="whitespace-nowrap">
                <time dateTime={row.owner.modified.iso}>{row.owner.modified.text}</time>
              </td>
            </>
          )}
        </tr>
      ))}
    </TableFrame>
  );
}
