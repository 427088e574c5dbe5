import { useForm } from "@conform-to/react";
import { Link } from "react-router";
import type { Route } from "./+types/questionnaire";
import {
  ASSIGNED_TO_ME,
  ASSIGNED_TO_NOBODY,
  LIST_KEYS,
  QUESTIONNAIRE_BUTTONS,
  QUESTIONNAIRES_PAGE,
  ROW_STATE_LABELS,
  ROW_STATE_OPTIONS,
} from "#model/questionnaires.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { ListPage } from "#web/lists/page.tsx";
import { Beside, type ListColumn } from "#web/lists/table.tsx";
import { PageKeys } from "#web/staff/page/page-keys.tsx";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { questionParams } from "../forms/questionnaire-query.ts";
import { answerQuestionnaire, loadQuestionnaire } from "./questionnaire-data.ts";
import { DownloadForm, Drafts, KeptDocuments } from "./questionnaire-parts.tsx";
import { ReleasesPanel } from "./releases-panel.tsx";
import { STATE_TONES } from "./state-tones.ts";

export const handle: RouteHandle = { button: QUESTIONNAIRE_BUTTONS };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.fileName ?? "Questionnaire", loaderData?.failed) }];
}

export function loader({ context, params, url }: Route.LoaderArgs) {
  return loadQuestionnaire(context, params.questionnaireId, url.searchParams);
}

export function action({ params, ...args }: Route.ActionArgs) {
  return answerQuestionnaire(args, params.questionnaireId);
}

type Row = Route.ComponentProps["loaderData"]["rows"][number];

const COLUMNS: readonly ListColumn<Row>[] = [
  {
    title: "Question",
    namesRow: true,
    share: 5,
    full: ({ question }) => question,
    cell: ({ to, externalId, question, note }) => (
      <>
        <Link to={to} className="text-accent underline" data-inbox-row="">
          {question}
        </Link>{" "}
        {externalId === "" ? null : <Beside>{externalId}</Beside>}
        {note === null ? null : <Beside>Note: {note}</Beside>}
      </>
    ),
  },
  {
    title: "Answer",
    share: 3,
    full: ({ answer, comment }) => [answer, comment].filter(Boolean).join(" "),
    cell: ({ answer, comment }) => (
      <>
        {answer} {comment === "" ? null : <Beside>{comment}</Beside>}
      </>
    ),
  },
  {
    title: "State",
    cell: ({ state, assignee }) => (
      <>
        <Tag tone={STATE_TONES[state]}>{ROW_STATE_LABELS[state]}</Tag>
        {assignee !== null && (state === "open" || state === "proposed" || state === "drafted") ? (
          <Tag tone="orange">Needs {assignee}</Tag>
        ) : null}
      </>
    ),
  },
];

export default function Questionnaire({ loaderData, actionData }: Route.ComponentProps) {
  const { page, fileName, filter, sections, rows, counts, about, isFinished, hasFile, sure } =
    loaderData;
  const query = questionParams(filter);
  const [pressed] = useForm({ id: "pressed", lastResult: actionData?.result ?? null });
  const said = `${loaderData.answered} of ${counts.all} answered`;
  return (
    <ListPage
      path={page}
      title={fileName}
      lead={about.message}
      actions={[]}
      errors={pressed.errors ?? []}
      empty={{ icon: "clipboard", title: "No questions", subtitle: "This file has no questions." }}
      aboveList={
        <div className="mb-4 space-y-3">
          <p className="text-sm text-muted">
            <Link to={QUESTIONNAIRES_PAGE} className="text-accent underline">
              All questionnaires
            </Link>
            {about.facts.map((fact) => ` · ${fact}`).join("")}
          </p>
          <div className="flex flex-wrap gap-3">
            {sure === 0 || isFinished ? null : (
              <ButtonForm button="accept">
                <Button>{`Accept ${sure} matching ${sure === 1 ? "answer" : "answers"}`}</Button>
              </ButtonForm>
            )}
            {hasFile ? (
              <DownloadForm page={page} offered={loaderData} />
            ) : (
              <p className="text-sm text-muted">
                Its file was deleted when its retention period ended. The answers stay.
              </p>
            )}
            {loaderData.approval === "possible" ? (
              <ButtonForm button="approve">
                <Button>Approve the answers</Button>
              </ButtonForm>
            ) : null}
            {loaderData.answered === 0 ? null : (
              <ButtonLink to={`${page}/copy${query.size > 0 ? `?${query}` : ""}`} look="secondary">
                Copy answers
              </ButtonLink>
            )}
            {loaderData.edited === 0 ? null : (
              <ButtonLink to={`${page}/faq`} look="secondary">
                {`Add edited answers to your FAQ (${loaderData.edited})`}
              </ButtonLink>
            )}
            {loaderData.mayKeep ? (
              <ButtonLink to={`${page}/document`} look="secondary">
                Keep as a document
              </ButtonLink>
            ) : null}
            {isFinished ? (
              <ButtonForm button="reopen">
                <Button look="secondary">Reopen</Button>
              </ButtonForm>
            ) : (
              <ButtonForm button="finish">
                <Button look="secondary">Finish</Button>
              </ButtonForm>
            )}
          </div>
          <KeptDocuments documents={loaderData.documents} />
          <Drafts page={page} drafts={loaderData.drafts} />
          {loaderData.approval === "waiting" ? (
            <p className="text-sm text-muted">
              Someone else on your team has to approve these answers before they go to the account.
            </p>
          ) : null}
          {isFinished || rows.length === 0 ? null : (
            <Assigning reviewers={loaderData.reviewers} count={counts.count} />
          )}
        </div>
      }
      query={query}
      search={{ label: "Search questions and answers", value: filter.search, maxLength: 200 }}
      filters={[
        {
          name: "state",
          label: "State",
          value: filter.state,
          any: "All",
          options: ROW_STATE_OPTIONS.map(({ value, label }) => ({
            value,
            label: `${label} (${loaderData.states[value]})`,
          })),
        },
        {
          name: "assigned",
          label: "Assigned to",
          value: filter.assignee,
          any: "Anyone",
          options: [
            { value: ASSIGNED_TO_ME, label: "Me" },
            { value: ASSIGNED_TO_NOBODY, label: "No one" },
            ...loaderData.reviewers,
          ],
        },
        // A file without sections has one that has no name.
        ...(sections.length < 2
          ? []
          : [
              {
                name: "section",
                label: "Section",
                value: filter.section,
                any: "All",
                options: sections
                  .filter((section) => section !== "")
                  .map((section) => ({ value: section, label: section })),
              },
            ]),
      ]}
      columns={COLUMNS}
      label="List of questions"
      rows={rows}
      said={query.size > 0 ? `${counts.count} of ${counts.all} questions` : said}
      counts={counts}
      pagerLabel="Pages of questions"
    >
      <p className="mt-4 empty:hidden">
        <PageKeys keys={LIST_KEYS} />
      </p>
      <ReleasesPanel
        releases={loaderData.releases}
        isFinal={isFinished && loaderData.approval === "none"}
        isFinished={isFinished}
        hasFile={hasFile}
        offered={loaderData}
      />
      <details className="mt-6">
        <summary className="inline-flex min-h-10 cursor-pointer items-center rounded-md px-3 text-sm font-medium text-red hover:bg-red-soft">
          Delete
        </summary>
        <p className="mt-2 text-sm text-muted">
          Deletes its file, its answers and all released files.
        </p>
        <ButtonForm button="remove" className="mt-2">
          <Button look="danger">Delete questionnaire</Button>
        </ButtonForm>
      </details>
    </ListPage>
  );
}

/** Gives all questions that the list shows to somebody of the team. */
function Assigning({
  reviewers,
  count,
}: {
  reviewers: Route.ComponentProps["loaderData"]["reviewers"];
  count: number;
}) {
  return (
    <details>
      <summary className={buttonClass("quiet", "small", "list-none")}>
        {`Assign ${count === 1 ? "this question" : `these ${count} questions`} …`}
      </summary>
      <ButtonForm button="assign" className="mt-2 flex max-w-md flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-56">
          <SelectField
            id="assignee"
            name="assignee"
            label="Assign to"
            defaultValue={ASSIGNED_TO_ME}
            options={[
              { value: ASSIGNED_TO_ME, label: "Me" },
              { value: ASSIGNED_TO_NOBODY, label: "No one" },
              ...reviewers,
            ]}
          />
        </div>
        <Button look="secondary">Assign</Button>
      </ButtonForm>
    </details>
  );
}
