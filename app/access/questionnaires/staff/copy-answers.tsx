import { useRef, useState } from "react";
import { Link } from "react-router";
import type { Route } from "./+types/copy-answers";
import { requireStaff } from "#auth/current-staff.ts";
import { ANSWERED, QUESTIONNAIRES_PAGE } from "#model/questionnaires.ts";
import { servicesContext } from "#platform/context.ts";
import { pageAsked } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { notFound } from "#web/forms/form.ts";
import { useHydrated } from "#web/staff/editing/use-hydrated.ts";
import { Button } from "#web/ui/button.tsx";
import { AreaField } from "#web/ui/choice-field.tsx";
import { Pager, pagesOf } from "#web/ui/pager.tsx";
import { filterFor } from "../assigning.server.ts";
import { questionFilter, questionParams } from "../forms/questionnaire-query.ts";
import { rowsPage } from "../store/question-rows.server.ts";
import { findQuestionnaire } from "../store/questionnaires.server.ts";

const TITLE = "Copy answers";

export function meta() {
  return [{ title: pageTitle(TITLE) }];
}

/** The answers of the questions that the list shows, as they are typed into a web portal. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const staff = await requireStaff(context, "accounts:review");
  const { read } = context.get(servicesContext).store;
  const found = await findQuestionnaire(read, staff.org.id, params.questionnaireId);
  if (found === null) throw notFound();
  const filter = questionFilter(url.searchParams);
  const asked = pageAsked(url.searchParams.get("page"));
  const { rows, page, pages } = await rowsPage(
    read,
    staff.org.id,
    found.id,
    filterFor(staff, filter),
    asked,
  );
  return {
    page: `${QUESTIONNAIRES_PAGE}/${found.id}`,
    query: questionParams(filter).toString(),
    fileName: found.fileName,
    pager: { page, pages },
    rows: rows.map(({ place, externalId, question, answer, comment, state }) => {
      const isFinal = ANSWERED.includes(state);
      const texts = isFinal ? { answer, comment } : { answer: "", comment: "" };
      return { place, externalId, question, ...texts };
    }),
  };
}

export default function CopyAnswers({ loaderData }: Route.ComponentProps) {
  const { page, query, fileName, rows, pager } = loaderData;
  return (
    <>
      <p className="mb-2 text-sm">
        <Link
          to={query === "" ? page : `${page}?${query}`}
          className="inline-block py-0.5 text-accent underline"
        >
          {fileName}
        </Link>
      </p>
      <h1 className="text-2xl font-semibold tracking-tight">{TITLE}</h1>
      <p className="mt-2 mb-6 max-w-[44rem] text-muted">
        For questionnaires on a customer’s website: each accepted or edited answer, to paste there.
      </p>
      {rows.length === 0 ? <p className="text-muted">There are no questions here.</p> : null}
      <ul className="max-w-[44rem] space-y-6">
        {rows.map(({ place, externalId, question, answer, comment }) => (
          <li key={place} className="rounded-md border border-line p-4">
            <h2 className="font-medium break-words">
              {externalId === "" ? null : `${externalId} `}
              {question}
            </h2>
            <div className="mt-3 space-y-3">
              {answer === "" && comment === "" ? (
                <p className="text-sm text-muted">No answer</p>
              ) : null}
              {answer === "" ? null : (
                <CopyField id={`answer-${place}`} label="Answer" text={answer} of={question} />
              )}
              {comment === "" ? null : (
                <CopyField id={`comment-${place}`} label="Comment" text={comment} of={question} />
              )}
            </div>
          </li>
        ))}
      </ul>
      <Pager
        {...pager}
        label="Pages of answers"
        href={pagesOf(`${page}/copy`, new URLSearchParams(query), {})}
      />
    </>
  );
}

/** About so many characters are in a line of a field. */
const LINE = 72;
const MOST_LINES = 8;
const SAID_MS = 3_000;

/** A text to select, and where scripts run a button that copies it and says so. */
function CopyField({
  id,
  label,
  text,
  of,
}: {
  id: string;
  label: string;
  text: string;
  of: string;
}) {
  const isHydrated = useHydrated();
  const [said, say] = useState("");
  const back = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lines = text
    .split("\n")
    .reduce((sum, line) => sum + Math.ceil((line.length || 1) / LINE), 0);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say("Copied");
    } catch {
      say("Select the text and copy it yourself.");
    }
    clearTimeout(back.current);
    back.current = setTimeout(() => say(""), SAID_MS);
  };
  return (
    <div>
      <AreaField
        id={id}
        label={label}
        defaultValue={text}
        rows={Math.min(MOST_LINES, lines)}
        readOnly
      />
      {isHydrated ? (
        <p className="mt-2 flex flex-wrap items-center gap-3 text-sm">
          <Button type="button" look="secondary" size="small" onClick={() => void copy()}>
            Copy<span className="sr-only">{` ${label.toLowerCase()}: ${of}`}</span>
          </Button>
          <span role="status" className="text-green">
            {said}
          </span>
        </p>
      ) : null}
    </div>
  );
}
