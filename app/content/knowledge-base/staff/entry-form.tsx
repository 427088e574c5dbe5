import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import {
  FAQ_ACCESS_HINTS,
  FAQ_ACCESS_WORDS,
  FAQ_LIMITS,
} from "#model/knowledge-base/forms/faq-forms.ts";
import { FAQ_ACCESS } from "#model/updates/update-words.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { MarkdownField } from "#web/staff/editing/markdown-field.tsx";
import { ConflictPanel, type ShownConflict } from "#web/staff/editing/conflict.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export interface EntryValues {
  question: string;
  answer: string;
  comment: string;
  topic: string;
  access: string;
  favourite: boolean;
  productIds: readonly string[];
}

interface EntryFormProps {
  values: EntryValues;
  result: SubmissionResult | null;
  products: readonly { id: string; name: string }[];
  /** Those that other entries have. */
  topics: readonly string[];
  /** The stamp of what the form was rendered from; null for a new entry. */
  base: string | null;
  /** Somebody else saved the entry meanwhile: what is not as they left it. */
  conflict?: ShownConflict | null;
  children?: ReactNode;
}

/** The fields of an entry, the same for a new one and for one that is edited. */
export function EntryForm({
  values,
  result,
  products,
  topics,
  base,
  conflict = null,
  children,
}: EntryFormProps) {
  const { "": form, question, answer, comment, topic, access, productIds } = result?.error ?? {};
  const shown = result?.initialValue == null ? values : sent(result.initialValue);
  return (
    <form method="post" className="max-w-[44rem] space-y-6" noValidate>
      <OnceField />
      <ErrorSummary
        errors={form ?? undefined}
        fields={[
          { id: "question", errors: question ?? undefined },
          { id: "answer", errors: answer ?? undefined },
          { id: "comment", errors: comment ?? undefined },
          { id: "topic", errors: topic ?? undefined },
          { id: "access", errors: access ?? undefined },
          { id: "products", errors: productIds ?? undefined },
        ]}
      />
      {base === null ? null : <input type="hidden" name="base" value={base} />}
      {conflict === null ? null : <ConflictPanel conflict={conflict} />}
      <TextField
        id="question"
        name="question"
        type="text"
        label="Question"
        required
        maxLength={FAQ_LIMITS.question.max}
        defaultValue={shown.question}
        errors={question ?? undefined}
        autoComplete="off"
      />
      <MarkdownField
        id="answer"
        name="answer"
        label="Answer"
        rows={10}
        maxLength={FAQ_LIMITS.answer.max}
        hint="Markdown."
        required
        defaultValue={shown.answer}
        errors={answer ?? undefined}
      />
      <MarkdownField
        id="comment"
        name="comment"
        label="Comment"
        rows={4}
        maxLength={FAQ_LIMITS.comment.max}
        hint="Shown below the answer. Markdown."
        defaultValue={shown.comment}
        errors={comment ?? undefined}
      />
      <TextField
        id="topic"
        name="topic"
        type="text"
        label="Topic"
        hint="Optional. Entries with the same topic are shown together."
        maxLength={FAQ_LIMITS.topic.max}
        defaultValue={shown.topic}
        errors={topic ?? undefined}
        list="topics"
        autoComplete="off"
      />
      <datalist id="topics">
        {topics.map((known) => (
          <option key={known}>{known}</option>
        ))}
      </datalist>
      <FieldGroup id="access" legend="Access" errors={access ?? undefined}>
        {FAQ_ACCESS.map((level) => (
          <Choice
            key={level}
            id={`access-${level}`}
            type="radio"
            name="access"
            value={level}
            defaultChecked={shown.access === level}
            label={FAQ_ACCESS_WORDS[level]}
            hint={FAQ_ACCESS_HINTS[level]}
          />
        ))}
      </FieldGroup>
      {products.length < 2 ? (
        products
          .filter(({ id }) => shown.productIds.includes(id))
          .map(({ id }) => <input key={id} type="hidden" name="productIds" value={id} />)
      ) : (
        <FieldGroup
          id="products"
          legend="Products"
          hint="None ticked: all products."
          errors={productIds ?? undefined}
        >
          {products.map(({ id, name }) => (
            <Choice
              key={id}
              id={`product-${id}`}
              type="checkbox"
              name="productIds"
              value={id}
              defaultChecked={shown.productIds.includes(id)}
              label={name}
            />
          ))}
        </FieldGroup>
      )}
      <Choice
        id="favourite"
        type="checkbox"
        name="favourite"
        value="yes"
        defaultChecked={shown.favourite}
        label="Favorite"
        hint="Favorites come first."
      />
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value="save">
          Save
        </Button>{" "}
        <ButtonLink to="/knowledge-base" look="secondary">
          Cancel
        </ButtonLink>{" "}
        {children}
      </div>
    </form>
  );
}

/** The values as they were sent. */
function sent(initial: Record<string, unknown>): EntryValues {
  const text = (name: string) => (typeof initial[name] === "string" ? initial[name] : "");
  const chosen = initial.productIds;
  const productIds = Array.isArray(chosen)
    ? chosen.filter((id) => typeof id === "string")
    : typeof chosen === "string"
      ? [chosen]
      : [];
  return {
    question: text("question"),
    answer: text("answer"),
    comment: text("comment"),
    topic: text("topic"),
    access: text("access"),
    favourite: text("favourite") === "yes",
    productIds,
  };
}
