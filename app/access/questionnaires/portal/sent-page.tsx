import { ANSWERED } from "#model/questionnaires.ts";
import { data, Link } from "react-router";
import type { Route } from "./+types/sent-page";
import {
  maySendQuestionnaires,
  progressWords,
  readsAnswers,
  SENT_STATES,
  UPLOADS_PAGE,
} from "#model/questionnaires/uploads.ts";
import { RELEASE_LABELS, releaseState } from "#model/questionnaires/releases.ts";
import { servicesContext } from "#platform/context.ts";
import { formatDate } from "#values/dates.ts";
import { formatMoment } from "#values/moments.ts";
import { pageAsked } from "#values/page-query.ts";
import { notFound } from "#web/forms/form.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { unlistedHead } from "#web/portal/head.ts";
import { useFrame, usePortalHref } from "#web/portal/links.ts";
import { Pager } from "#web/ui/pager.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { ALL_QUESTIONS } from "../forms/questionnaire-query.ts";
import { rowsPage } from "../store/question-rows.server.ts";
import { findSent } from "../store/sent-questionnaires.server.ts";
import { LOCKED, senderOf } from "./own-sender.server.ts";
import { NoAccess } from "./no-access.tsx";
import { SENT_TONES } from "./sent-tones.ts";

/** What became of a questionnaire that a member of the account sent. */
export async function loader({ context, request, params, url }: Route.LoaderArgs) {
  const { org, viewer } = senderOf(context, request);
  if (!maySendQuestionnaires(viewer)) return data(null, LOCKED);
  const { read } = context.get(servicesContext).store;
  const found = await findSent(read, org.id, viewer.account.id, params.questionnaireId);
  if (found === null) throw notFound();
  const { sent, releases } = found;
  const { id, fileName, createdAt, dueOn, answered, questions, state, finishedAt } = sent;
  const { questionnaireUploads, questionnairesNeedSecondPerson } = org.customization;
  const isFinal = questionnairesNeedSecondPerson
    ? found.questionnaire.approvedAt !== null
    : finishedAt !== null;
  const shows = questionnaireUploads === "show" && isFinal;
  const mayRead = readsAnswers(viewer, found.questionnaire.productId);
  const hasFile = releases.some((release) => releaseState(release) === "current");
  return data({
    id,
    fileName,
    state,
    progress: progressWords(
      { answered, questions },
      dueOn === null ? null : formatDate(dueOn, org.timeZone),
    ),
    sentOn: formatMoment(createdAt, org.timeZone),
    releases: releases.map((release) => ({
      id: release.id,
      fileName: release.fileName,
      state: releaseState(release),
      releasedOn: formatMoment(release.releasedAt, org.timeZone),
    })),
    /** Answers wait for the viewer's signature. */
    awaitsNda: (shows || hasFile) && !mayRead,
    answers:
      shows && mayRead
        ? await answersOf(context, org.id, id, pageAsked(url.searchParams.get("page")))
        : null,
  });
}

/** The answers of a questionnaire that is finished; what was skipped says nothing. */
async function answersOf(
  context: Route.LoaderArgs["context"],
  orgId: string,
  id: string,
  page: number,
) {
  const { read } = context.get(servicesContext).store;
  const shown = await rowsPage(read, orgId, id, ALL_QUESTIONS, page);
  return {
    page: shown.page,
    pages: shown.pages,
    rows: shown.rows.map(({ place, externalId, question, state, answer, comment }) => {
      const isAnswered = ANSWERED.includes(state);
      return {
        place,
        externalId,
        question,
        answer: isAnswered ? answer : "",
        comment: isAnswered ? comment : "",
      };
    }),
  };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return unlistedHead(matches, {
    title: loaderData?.fileName ?? "Questionnaires",
    path: loaderData == null ? UPLOADS_PAGE : `${UPLOADS_PAGE}/${loaderData.id}`,
  });
}

export default function SentQuestionnaire({ loaderData }: Route.ComponentProps) {
  const { org } = useFrame();
  const back = { path: UPLOADS_PAGE, label: "Questionnaires" };
  if (loaderData === null)
    return (
      <PlainPage title="Questionnaires" back={back}>
        <NoAccess what="see questionnaires" />
      </PlainPage>
    );
  const { fileName, state, progress, sentOn, releases, answers, awaitsNda } = loaderData;
  return (
    <PlainPage title={fileName} back={back}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Tag tone={SENT_TONES[state]}>{SENT_STATES[state]}</Tag> <span>{progress}</span>
      </p>
      <p className="mt-2 text-sm text-muted">Sent on {sentOn}.</p>
      {releases.length > 0 ? (
        <Releases releases={releases} />
      ) : (
        <p className="mt-6 text-muted">
          {state === "answered"
            ? `${org.name} has finished the answers. You’ll get an email when you can download the file.`
            : `You’ll get an email when ${org.name} releases the answered file to your company.`}
        </p>
      )}
      {awaitsNda ? <SignFirst /> : null}
      {answers === null ? null : <Answers id={loaderData.id} answers={answers} />}
    </PlainPage>
  );
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]>;

function Releases({ releases }: { releases: Shown["releases"] }) {
  const href = usePortalHref();
  return (
    <section aria-labelledby="files" className="mt-8">
      <h2 id="files" className="mb-3 text-lg font-semibold">
        Answered files
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {releases.map(({ id, fileName, state, releasedOn }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5"
          >
            <span className="min-w-0 flex-1 basis-56">
              {state === "current" ? (
                // What it leads to is no page of the framework.
                <a
                  href={href(`/my-account/questionnaires/${id}`)}
                  className="inline-block py-0.5 text-accent underline underline-offset-2 [overflow-wrap:anywhere]"
                >
                  {fileName}
                </a>
              ) : (
                <span className="[overflow-wrap:anywhere] text-muted">{fileName}</span>
              )}
            </span>{" "}
            <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
              {state === "current" ? null : <Tag>{RELEASE_LABELS[state]}</Tag>} {releasedOn}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SignFirst() {
  const href = usePortalHref();
  return (
    <p className="mt-6">
      <Link to={href("/nda")} className="text-accent underline underline-offset-2">
        Sign the NDA
      </Link>{" "}
      to read the answers.
    </p>
  );
}

function Answers({ id, answers }: { id: string; answers: NonNullable<Shown["answers"]> }) {
  const href = usePortalHref();
  return (
    <section aria-labelledby="answers" className="mt-8">
      <h2 id="answers" className="mb-3 text-lg font-semibold">
        Answers
      </h2>
      <dl className="divide-y divide-line border-y border-line">
        {answers.rows.map(({ place, externalId, question, answer, comment }) => (
          <div key={place} className="py-3">
            <dt className="font-medium break-words">
              {externalId === "" ? null : <span className="text-muted">{externalId} </span>}
              {question}
            </dt>
            <dd className="mt-1 whitespace-pre-wrap break-words">
              {[answer, comment].filter(Boolean).join("\n") || (
                <span className="text-muted">No answer</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <Pager
        page={answers.page}
        pages={answers.pages}
        label="Pages of answers"
        href={(page) => href(`${UPLOADS_PAGE}/${id}`, { page })}
      />
    </section>
  );
}
