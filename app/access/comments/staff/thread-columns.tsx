import { Link } from "react-router";
import { Beside, type ListColumn } from "#web/lists/table.tsx";
import { Tag } from "#web/ui/tag.tsx";
import type { ThreadRow } from "../store/comment-threads.server.ts";

interface ShownMoment {
  iso: string;
  text: string;
  /** How long ago it is. */
  lasting: string;
}

/** A conversation of a member's account about an item. */
interface ShownThread extends ThreadRow {
  href: string;
  asker: string | null;
  question: string;
  last: ShownMoment;
  /** Since when it waits for an answer; null: it does not. */
  since: ShownMoment | null;
  late: boolean;
}

const ABOUT: readonly ListColumn<ShownThread>[] = [
  {
    title: "Question",
    namesRow: true,
    share: 5,
    full: ({ question, asker }) => [question, asker].filter(Boolean).join(" "),
    cell: ({ href, question, itemTitle, asker }) => (
      <>
        <Link to={href} className="text-accent underline" data-inbox-row="">
          {question === "" ? `On ${itemTitle}` : question}
        </Link>{" "}
        {asker === null ? null : <Beside>{asker}</Beside>}
      </>
    ),
  },
  {
    title: "Item",
    share: 3,
    from: "table",
    full: ({ itemTitle, productName }) => `${itemTitle} ${productName}`,
    cell: ({ itemTitle, productName }) => (
      <>
        {itemTitle} <Beside>{productName}</Beside>
      </>
    ),
  },
  {
    title: "Account",
    share: 2,
    full: ({ accountName }) => accountName,
    cell: ({ accountId, accountName }) => (
      <Link to={`/accounts/${accountId}`} className="text-accent underline">
        {accountName}
      </Link>
    ),
  },
];

/** The columns of all conversations. */
export const THREAD_COLUMNS: readonly ListColumn<ShownThread>[] = [
  ...ABOUT,
  {
    title: "Last message",
    cell: ({ last, late }) => (
      <>
        <time dateTime={last.iso}>{last.text}</time>
        {late ? <Tag tone="red">Late</Tag> : null}
      </>
    ),
  },
];

/** The columns of those that wait for an answer. */
export const WAITING_COLUMNS: readonly ListColumn<ShownThread>[] = [
  ...ABOUT,
  {
    title: "Waiting for",
    cell: ({ since, last, late }) => (
      <>
        {since === null ? (
          <time dateTime={last.iso}>{last.text}</time>
        ) : (
          <time dateTime={since.iso} title={since.text} className={late ? "text-red" : undefined}>
            {since.lasting}
          </time>
        )}
        {late ? <Tag tone="red">Late</Tag> : null}
      </>
    ),
  },
];
