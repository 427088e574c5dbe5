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
    share: 5,
    full: ({ question }) => question,
    cell: ({ id, question }) => (
      <Link to={`/knowledge-base/${id}`} className="text-accent underline">
        {question}
      </Link>
    ),
  },
  {
    title: "Review",
    by: "due",
    full: ({ due }) => due,
    cell: ({ due }) => (due === null ? null : <Tag tone="yellow">Due</Tag>),
  },
  {
    title: "Favorite",
    by: "favourite",
    isAction: true,
    cell: (row) => <Star {...row} />,
  },
  {
    title: "Short answer",
    className: "whitespace-nowrap",
    cell: ({ shortAnswer }) => shortAnswerWords(shortAnswer),
  },
  {
    title: "Comment",
    share: 2,
    from: "widest",
    full: ({ comment }) => comment,
    cell: ({ comment }) => comment,
  },
  {
    title: "Topic",
    by: "topic",
    share: 2,
    from: "wide",
    full: ({ topic }) => topic,
    cell: ({ topic }) => topic,
  },
  {
    title: "Access",
    by: "access",
    cell: ({ access }) => <Tag tone={FAQ_ACCESS_TONES[access]}>{FAQ_ACCESS_WORDS[access]}</Tag>,
  },
  {
    title: "Products",
    share: 1,
    from: "wide",
    full: ({ products }) => products.join(", "),
    cell: ({ products }) => (products.length === 0 ? "All" : products.join(", ")),
  },
  {
    title: "Owner",
    share: 1,
    from: "widest",
    full: ({ owner }) => owner,
    cell: ({ owner }) => owner,
  },
  {
    title: "Used",
    by: "used",
    from: "widest",
    cell: ({ used }) => (used === 0 ? "" : used),
  },
  {
    title: "Date added",
    by: "added",
    from: "widest",
    cell: ({ added }) => <When at={added} />,
  },
  {
    title: "Last modified",
    by: "modified",
    from: "table",
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
