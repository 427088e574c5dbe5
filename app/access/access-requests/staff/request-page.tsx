import { data } from "react-router";
import type { Route } from "./+types/request-page";
import { findAccessRequest } from "../store/access-requests.server.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { reviewIntentSchema, type ReviewIntent } from "../forms/review-forms.ts";
import { answering, readSubmission, type FormAnswer, notFound } from "#web/forms/form.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { ApproveForm } from "./approve-form.tsx";
import {
  approveThis,
  declineThis,
  removeThisPreset,
  reopenThis,
  undoThis,
  type RequestChange,
} from "./request-changes.ts";
import { DeclineForm } from "./decline-form.tsx";
import { Decision } from "./decision.tsx";
import { FactList, RequestsBeside } from "./known.tsx";
import { requestData } from "./request-data.ts";
import { Assignee, InternalNotes, Questions } from "./request-work.tsx";
import { SuggestionPanel } from "./suggestion-panel.tsx";
import { askThis, assignThis, noteThis, stopAskingThis } from "./work-changes.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    {
      title: pageTitle(
        loaderData === undefined ? "Request" : `Request of ${loaderData.name}`,
        loaderData?.failed,
      ),
    },
  ];
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const staff = await requireStaff(context, "accounts:review");
  const { org } = staff;
  const { store } = context.get(servicesContext);
  const request = await findAccessRequest(store.read, org.id, params.requestId);
  if (request === null) throw notFound();
  return requestData(context, staff, request, url.searchParams);
}

const CHANGES: Readonly<
  Record<ReviewIntent, (change: RequestChange) => Promise<Response | FormAnswer>>
> = {
  approve: approveThis,
  decline: declineThis,
  undo: undoThis,
  reopen: reopenThis,
  "remove-preset": removeThisPreset,
  assign: assignThis,
  note: noteThis,
  ask: askThis,
  "stop-asking": stopAskingThis,
};

export async function action({ request, context, params, url }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  if (
    (await findAccessRequest(context.get(servicesContext).store.read, org.id, params.requestId)) ===
    null
  )
    throw notFound();
  const submitted = await readSubmission({ request, context }, reviewIntentSchema);
  const answer = await answering(submitted, ({ value, form }) =>
    CHANGES[value.intent]({
      context,
      org,
      session,
      requestId: params.requestId,
      address: url.searchParams,
      form,
    }),
  );
  const intent = submitted.ok ? submitted.value.intent : null;
  return answer instanceof Response
    ? answer
    : data({ intent, result: answer.data.result }, answer.init ?? undefined);
}

export default function RequestDetail({ loaderData, actionData }: Route.ComponentProps) {
  const { name, facts, note, form, own, domain, work } = loaderData;
  const resultOf = (intent: ReviewIntent) =>
    actionData?.intent === intent ? actionData.result : null;
  return (
    <div className="@container space-y-8">
      <div className="space-y-3">
        <h1 className="text-2xl font-semibold tracking-tight break-words">{name}</h1>
        <Assignee work={work} />
      </div>
      {form === null ? (
        <ErrorSummary errors={actionData?.result.error?.[""] ?? []} fields={[]} />
      ) : (
        <SuggestionPanel data={form} />
      )}
      <Decision {...loaderData} />
      <div className="grid gap-8 @4xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-8">
          <FactList facts={facts} note={note} />
          <Questions work={work} result={resultOf("ask")} />
          <InternalNotes work={work} result={resultOf("note")} />
          <RequestsBeside own={own} domain={domain} />
        </div>
        {form === null ? null : (
          <div className="min-w-0 space-y-8">
            <ApproveForm
              form={form}
              constraint={form.constraints.approve}
              result={resultOf("approve")}
            />
            <DeclineForm
              emailDomain={form.emailDomain}
              next={form.next}
              constraint={form.constraints.decline}
              result={resultOf("decline")}
            />
          </div>
        )}
      </div>
    </div>
  );
}
