import { Link } from "react-router";
import type { Route } from "./+types/change-list";
import { Beside, type ListColumn } from "#web/lists/table.tsx";
import { Tag } from "#web/ui/tag.tsx";

type ShownChange = Route.ComponentProps["loaderData"]["rows"][number];

/** The columns of the change history. */
export const CHANGE_COLUMNS: readonly ListColumn<ShownChange>[] = [
  { title: "When", cell: ({ at, when }) => <time dateTime={at}>{when}</time> },
  { title: "Who", from: "wide", cell: ({ actorName }) => actorName },
  {
    title: "What",
    share: 3,
    full: ({ title, product }) => `${title}, ${product}`,
    cell: ({ title, product, undoesId, undoneAt, undoneBy }) => (
      <>
        {undoesId === null ? null : <Tag tone="blue">Restored</Tag>}
        {undoneAt === null ? null : <Tag>Undone by {undoneBy}</Tag>}
        {title} <Beside>{product}</Beside>
      </>
    ),
  },
  {
    title: "Change",
    share: 5,
    full: ({ lines }) => lines.join("\n"),
    cell: ({ lines }) => lines.join(" · "),
  },
  {
    title: "Restore",
    isAction: true,
    cell: ({ id, title, when }) => (
      <Link
        to={`/history/${id}`}
        className="text-accent underline"
        aria-label={`Review and restore: ${title}, ${when}`}
      >
        Restore …
      </Link>
    ),
  },
];
