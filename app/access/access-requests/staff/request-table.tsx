import { Link } from "react-router";
import type { ListedRow } from "../store/access-inbox.server.ts";
import { inboxSearch, isOpenFolder, type InboxQuery } from "../forms/inbox-query.ts";
import { ListTable, type ListColumn } from "#web/lists/table.tsx";
import { Tag } from "#web/ui/tag.tsx";

export interface ListedRequest extends ListedRow {
  when: string;
  /** '2 days ago' */
  ago: string;
  /** 'Customer · Germany'; empty when neither was said. */
  about: string;
  decided: string | null;
  /** '2 days ago': when its sender was asked something that is open. */
  asked: string | null;
  /** The account that the person most likely belongs to. */
  account: string | null;
}

/** What the table of a list shows beside its rows. */
interface RequestTableProps {
  /** The list that the rows are of: what is opened remembers it. */
  query: InboxQuery;
  rows: readonly ListedRequest[];
  select: { name: string; chosen: ReadonlySet<string> } | null;
}

/**
 * Requests, one a row; in the folder of new ones each can be selected for a decision about many.
 */
export function RequestTable(props: RequestTableProps) {
  return (
    <ListTable
      label="Requests"
      columns={columnsOf(props)}
      rows={props.rows}
      rowKey={({ id }) => id}
    />
  );
}

/** The columns that a list has something to show in. */
function columnsOf({ query, rows, select }: RequestTableProps): Column[] {
  const isOpen = isOpenFolder(query.folder);
  return [
    ...(select === null ? [] : [selectColumn(select)]),
    personColumn(inboxSearch(query)),
    COMPANY,
    ...(rows.some(({ account }) => account !== null) ? [ACCOUNT] : []),
    ASKED_FOR,
    askedColumn(isOpen),
    ...(rows.some(({ assignee }) => assignee !== null) ? [ASSIGNED_TO] : []),
    ...(isOpen ? [] : [DECIDED]),
  ];
}

type Column = ListColumn<ListedRequest>;

const selectColumn = ({ name, chosen }: NonNullable<RequestTableProps["select"]>): Column => ({
  title: "Select",
  cell: ({ id, email }) => (
    <input
      type="checkbox"
      name={name}
      value={id}
      defaultChecked={chosen.has(id)}
      aria-label={`Select the request of ${email}`}
      className="size-6 accent-accent"
    />
  ),
});

const personColumn = (search: string): Column => ({
  title: "Person",
  namesRow: true,
  cell: ({ id, firstName, lastName, email, freeMail, kind, invitedBy }) => (
    <>
      <Link to={`/requests/${id}${search}`} className="text-accent underline" data-inbox-row="">
        {`${firstName} ${lastName}`.trim() || email}
      </Link>{" "}
      <span className="block font-normal break-all text-muted">{email}</span>
      {freeMail ? <Tag tone="yellow">Free email</Tag> : null}
      {kind === "extension" ? <Tag tone="blue">Extension</Tag> : null}
      {invitedBy === null ? null : <Tag>Invited</Tag>}
    </>
  ),
});

const COMPANY: Column = {
  title: "Company",
  cell: ({ companyName, about }) => (
    <>
      {companyName} {about === "" ? null : <span className="block text-muted">{about}</span>}
    </>
  ),
};

const ACCOUNT: Column = { title: "Account", cell: ({ account }) => account };

const ASKED_FOR: Column = {
  title: "Requested",
  cell: ({ itemTitle, productName }) => (
    <>
      {itemTitle ?? productName}{" "}
      {itemTitle === null ? null : <span className="block text-muted">{productName}</span>}
    </>
  ),
};

const askedColumn = (isOpen: boolean): Column => ({
  title: "Asked",
  className: "whitespace-nowrap",
  cell: ({ createdAt, when, late, ago, asked }) => (
    <>
      <time dateTime={createdAt} title={when} className={late ? "text-red" : undefined}>
        {ago}
      </time>
      {late ? <Tag tone="red">Late</Tag> : null}
      {asked === null || !isOpen ? null : (
        <span className="block text-muted">Question sent {asked}</span>
      )}
    </>
  ),
});

const ASSIGNED_TO: Column = {
  title: "Assigned to",
  cell: ({ assignee }) => assignee ?? <span className="text-muted">Unassigned</span>,
};

const DECIDED: Column = {
  title: "Decided",
  cell: ({ decidedAt, decided, decidedBy }) => (
    <>
      {decidedAt === null ? null : <time dateTime={decidedAt}>{decided}</time>}{" "}
      <span className="block text-muted">{decidedBy}</span>
    </>
  ),
};
