import { Link } from "react-router";
import {
  FAQ_ACCESS_TONES,
  FAQ_ACCESS_WORDS,
  type FaqSort,
} from "#model/knowledge-base/forms/faq-forms.ts";
import { shortAnswerWords } from "#model/short-answers.ts";
import type { ListColumn } from "#web/lists/table.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { When } from "#web/ui/when.tsx";
import type { FaqPageRow } from "../store/faq-page.server.ts";

/** The columns of the knowledge base; a question leads to its entry. */
export const FAQ_COLUMNS: readonly ListColumn<FaqPageRow, FaqSort>[] = [
  {
    title: "Question",
    by: "question",
    namesRow: true,
    className: "min-w-[16rem] px-4 py-3 text-start align-top font-medium",
    cell: ({ id, question }) => (
      <Link to={`/knowledge-base/${id}`} className="text-accent underline [overflow-wrap:anywhere]">
        {question}
      </Link>
    ),
  },
  {
    title: "Favorite",
    by: "favourite",
    className: "text-center",
    cell: (row) => <Star {...row} />,
  },
  {
    title: "Short answer",
    className: "whitespace-nowrap",
    cell: ({ shortAnswer }) => shortAnswerWords(shortAnswer),
  },
  {
    title: "Comment",
    className: "max-w-[20rem]",
    cell: ({ comment }) =>
      comment === null ? "" : <span className="line-clamp-2">{comment}</span>,
  },
  { title: "Topic", by: "topic", cell: ({ topic }) => topic },
  {
    title: "Access",
    by: "access",
    cell: ({ access }) => <Tag tone={FAQ_ACCESS_TONES[access]}>{FAQ_ACCESS_WORDS[access]}</Tag>,
  },
  {
    title: "Products",
    cell: ({ products }) => (products.length === 0 ? "All" : products.join(", ")),
  },
  {
    title: "Date added",
    by: "added",
    className: "whitespace-nowrap",
    cell: ({ added }) => <When at={added} />,
  },
  {
    title: "Last modified",
    by: "modified",
    className: "whitespace-nowrap",
    cell: ({ modified }) => <When at={modified} />,
  },
];

/** Whether an entry is a favorite, and the button that changes it. */
function Star({ id, question, favourite }: FaqPageRow) {
  const words = favourite ? "Remove from favorites" : "Add to favorites";
  return (
    <>
      <span className="sr-only">{favourite ? "Yes" : "No"}</span>
      <PostForm>
        <input type="hidden" name="id" value={id} />
        <Button
          look="quiet"
          size="small"
          name="intent"
          value={favourite ? "unfavourite" : "favourite"}
          title={words}
        >
          <Icon name="star" size={18} className={favourite ? "fill-current" : undefined} />
          <span className="sr-only">
            {words}: {question}
          </span>
        </Button>
      </PostForm>
    </>
  );
}
