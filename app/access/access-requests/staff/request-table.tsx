import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ListedRow } from "../store/access-inbox.server.ts";
import { inboxSearch, isOpenFolder, type InboxQuery } from "../forms/inbox-query.ts";
import { Beside, ListTable, type ListColumn } from "#web/lists/table.tsx";
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
  /** The boxes: their name, those that are ticked, and what ticks all of them. */
  select: { name: string; chosen: ReadonlySet<string>; all: ReactNode } | null;
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

const selectColumn = ({ name, chosen, all }: NonNullable<RequestTableProps["select"]>): Column => ({
  title: "Select",
  control: all,
  cell: ({ id, email }) => (
    <input
      type="checkbox"
      name={name}
      value={id}
      defaultChecked={chosen.has(id)}
      aria-label={`Select the request from ${email}`}
      className="size-6 accent-accent"
    />
  ),
});

const personColumn = (search: string): Column => ({
  title: "Person",
  namesRow: true,
  share: 4,
  full: (row) => [nameOf(row), row.email].join(" "),
  cell: (row) => (
    <>
      <Link to={`/requests/${row.id}${search}`} className="text-accent underline" data-inbox-row="">
        {nameOf(row)}
      </Link>
      {row.freeMail ? <Tag tone="yellow">Free email</Tag> : null}
      {row.kind === "extension" ? <Tag tone="blue">Extension</Tag> : null}
      {row.invitedBy === null ? null : <Tag>Invited</Tag>} <Beside>{row.email}</Beside>
    </>
  ),
});

const nameOf = ({ firstName, lastName, email }: ListedRequest) =>
  `${firstName} ${lastName}`.trim() || email;

const COMPANY: Column = {
  title: "Company",
  share: 2,
  full: ({ companyName, about }) => `${companyName} ${about}`.trim(),
  cell: ({ companyName, about }) => (
    <>
      {companyName} {about === "" ? null : <Beside>{about}</Beside>}
    </>
  ),
};

const ACCOUNT: Column = {
  title: "Account",
  share: 2,
  from: "wide",
  full: ({ account }) => account,
  cell: ({ account }) => account,
};

const ASKED_FOR: Column = {
  title: "Item",
  share: 2,
  from: "table",
  full: ({ itemTitle, productName }) => [itemTitle, productName].filter(Boolean).join(", "),
  cell: ({ itemTitle, productName }) => (
    <>
      {itemTitle ?? productName} {itemTitle === null ? null : <Beside>{productName}</Beside>}
    </>
  ),
};

const askedColumn = (isOpen: boolean): Column => ({
  title: "Requested",
  cell: ({ createdAt, when, late, ago, asked }) => (
    <>
      <time dateTime={createdAt} title={when} className={late ? "text-red" : undefined}>
        {ago}
      </time>
      {late ? <Tag tone="red">Late</Tag> : null}
      {asked === null || !isOpen ? null : <Beside> Question sent {asked}</Beside>}
    </>
  ),
});

const ASSIGNED_TO: Column = {
  title: "Assigned to",
  from: "wide",
  cell: ({ assignee }) => assignee ?? <span className="text-muted">Unassigned</span>,
};

const DECIDED: Column = {
  title: "Decided",
  from: "table",
  cell: ({ decidedAt, decided, decidedBy }) => (
    <>
      {decidedAt === null ? null : <time dateTime={decidedAt}>{decided}</time>}{" "}
      <Beside>{decidedBy}</Beside>
    </>
  ),
};
