import { data } from "react-router";
import type { Route } from "./+types/answer-page";
import { formFailed, notFound } from "#web/forms/form.ts";
import { shownAction, type Refusal } from "#web/forms/shown.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { SearchForm } from "#web/portal/frame/search-form.tsx";
import { headOf } from "#web/portal/head.ts";
import { useFrame, usePortalHref, useProductQuery } from "#web/portal/links.ts";
import { portalRequest } from "#web/portal/scope.ts";
import { EmptyState } from "#web/ui/screens.tsx";
import { answerQuestion, askedIn, mayAsk, supportOf } from "../asking.server.ts";
import { AnswerShown, NoAnswer } from "./answer-shown.tsx";
import { ANSWER_FAILED, ASK_AI, ASK_LABEL, NO_QUESTION, type Answer } from "#model/answers.ts";

/** The page of questions; an answer comes to whoever sends one. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { org, viewer } = await portalRequest(context, request, {});
  if (!mayAsk(org, viewer)) throw notFound();
  return { support: supportOf(org), failed: formFailed(context) };
}

/** Answers a question; it stands in the body, so that no address keeps it. */
export async function action({ context, request }: Route.ActionArgs) {
  const portal = await portalRequest(context, request, {});
  if (!mayAsk(portal.org, portal.viewer)) throw notFound();
  const question = await askedIn(request);
  const asked = { question, answer: null as Answer | null, failed: null as string | null };
  const show = ({ said, status, headers: more }: Refusal) =>
    data(
      { ...asked, failed: said.at(-1) ?? null },
      { status, ...(more === undefined ? {} : { headers: more }) },
    );
  const ask = async (refuse: (message: string) => ReturnType<typeof show>) =>
    question === ""
      ? refuse(NO_QUESTION)
      : { ...asked, answer: await answerQuestion(context, portal, question) };
  return shownAction(context, show, ask, { failed: ANSWER_FAILED, logged: "answering failed" });
}

export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  return actionHeaders ?? loaderHeaders;
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const failed = loaderData?.failed === true;
  return headOf(matches, { title: `${failed ? "Error: " : ""}${ASK_AI}`, path: "/search/answer" });
}

export default function AnswerPage({ loaderData, actionData }: Route.ComponentProps) {
  const href = usePortalHref();
  const product = useProductQuery();
  const { portalTitle } = useFrame();
  const { question, answer, failed } = actionData ?? { question: "", answer: null, failed: null };
  return (
    <PlainPage
      title={ASK_AI}
      lead={
        <SearchForm
          label={ASK_LABEL}
          query={question}
          action={href("/search").split("?")[0] ?? ""}
          hidden={{ product: "product" in product ? String(product.product) : null }}
          asks={href("/search/answer", product)}
        />
      }
    >
      {failed !== null ? (
        <p role="alert">{failed}</p>
      ) : answer === null ? (
        <EmptyState
          icon="question"
          title={`Ask about anything you can see in this ${portalTitle}`}
        />
      ) : answer.answer === null ? (
        <NoAnswer support={loaderData.support} candidates={answer.candidates} />
      ) : (
        <AnswerShown answer={answer} />
      )}
    </PlainPage>
  );
}
