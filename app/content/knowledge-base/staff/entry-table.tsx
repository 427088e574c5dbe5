import { Link } from "react-router";
import {
  FAQ_ACCESS_TONES,
  FAQ_ACCESS_WORDS,
  FAQ_USUAL_SORT,
  type FaqSort,
} from "#model/knowledge-base/forms/faq-forms.ts";
import type { ListSort } from "#values/list-sort.ts";
import type { Moment } from "#values/moments.ts";
import type { FaqAccess } from "#model/updates/update-words.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { sortableColumns } from "#web/ui/sorted-head.tsx";
import { When } from "#web/ui/when.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag } from "#web/ui/tag.tsx";

export interface FaqTableRow {
  id: string;
  question: string;
  comment: string | null;
  topic: string | null;
  access: FaqAccess;
  favourite: boolean;
  products: string[];
  added: Moment;
  modified: Moment;
}

const COLUMNS = [
  ["Question", "question"],
  ["Favorite", "favourite"],
  ["Comment", null],
  ["Topic", "topic"],
  ["Access", "access"],
  ["Products", null],
  ["Date added", "added"],
  ["Last modified", "modified"],
] as const;

/** The entries with their stars; a question leads to its entry. */
export function FaqTable({
  rows,
  query,
  sort,
}: {
  rows: readonly FaqTableRow[];
  query: URLSearchParams;
  sort: ListSort<FaqSort>;
}) {
  return (
    <TableFrame
      label="Questions and answers"
      head={sortableColumns(COLUMNS, { path: "/knowledge-base", query, sort }, FAQ_USUAL_SORT)}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row" className="min-w-[16rem] px-4 py-3 text-start align-top font-medium">
            <Link
              to={`/knowledge-base/${row.id}`}
              className="text-accent underline [overflow-wrap:anywhere]"
            >
              {row.question}
            </Link>
          </th>
          <td className="text-center">
            <span className="sr-only">{row.favourite ? "Yes" : "No"}</span>
            <PostForm>
              <input type="hidden" name="id" value={row.id} />
              <Button
                look="quiet"
                size="small"
                name="intent"
                value={row.favourite ? "unfavourite" : "favourite"}
                title={row.favourite ? "Remove from favorites" : "Add to favorites"}
              >
                <Icon
                  name="star"
                  size={18}
                  className={row.favourite ? "fill-current" : undefined}
                />
                <span className="sr-only">
                  {row.favourite ? "Remove from favorites" : "Add to favorites"}: {row.question}
                </span>
              </Button>
            </PostForm>
          </td>
          <td className="max-w-[20rem]">
            {row.comment === null ? "" : <span className="line-clamp-2">{row.comment}</span>}
          </td>
          <td>{row.topic}</td>
          <td>
            <Tag tone={FAQ_ACCESS_TONES[row.access]}>{FAQ_ACCESS_WORDS[row.access]}</Tag>
          </td>
          <td>{row.products.length === 0 ? "All" : row.products.join(", ")}</td>
          <td className="whitespace-nowrap">
            <When at={row.added} />
          </td>
          <td className="whitespace-nowrap">
            <When at={row.modified} />
          </td>
        </tr>
      ))}
    </TableFrame>
  );
}
