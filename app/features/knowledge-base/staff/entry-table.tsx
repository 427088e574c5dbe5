import { Link } from "react-router";
import { FAQ_ACCESS_WORDS } from "../forms/faq-forms.ts";
import type { FaqAccess } from "../../updates/rules/update-words.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { PostForm } from "../../../ui/post-form.tsx";
import { TableFrame } from "../../../ui/table-frame.tsx";
import { Tag, type Tone } from "../../../ui/tag.tsx";

export interface FaqTableRow {
  id: string;
  question: string;
  comment: string | null;
  topic: string | null;
  access: FaqAccess;
  favourite: boolean;
  products: string[];
  added: { iso: string; text: string };
  modified: { iso: string; text: string };
}

const TONES: Readonly<Record<FaqAccess, Tone>> = {
  public: "green",
  accounts: "blue",
  internal: "neutral",
};

/** The entries with their stars; a question leads to its entry. */
export function FaqTable({ rows }: { rows: readonly FaqTableRow[] }) {
  return (
    <TableFrame
      label="Questions and answers"
      head={[
        "Question",
        "Favorite",
        "Comment",
        "Topic",
        "Access",
        "Products",
        "Date added",
        "Last modified",
      ]}
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
            <Tag tone={TONES[row.access]}>{FAQ_ACCESS_WORDS[row.access]}</Tag>
          </td>
          <td>{row.products.length === 0 ? "All" : row.products.join(", ")}</td>
          <td className="whitespace-nowrap">
            <time dateTime={row.added.iso}>{row.added.text}</time>
          </td>
          <td className="whitespace-nowrap">
            <time dateTime={row.modified.iso}>{row.modified.text}</time>
          </td>
        </tr>
      ))}
    </TableFrame>
  );
}
