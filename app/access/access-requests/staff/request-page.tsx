import type { Route } from "./+types/request-page";
import { redirect } from "react-router";
import { findAccessRequest } from "../store/access-requests.server.ts";
import { servicesContext } from "#platform/context.ts";
import { carriesFlash } from "#platform/http/request/flash.ts";
import { pageTitle } from "#values/page-title.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { REQUEST_BUTTONS, type RequestButton } from "../forms/review-forms.ts";
import { notFound } from "#web/forms/form.ts";
import { pressed, refusedOr } from "#web/forms/page-buttons.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { ApproveForm } from "./approve-form.tsx";
import { pathOf, REQUEST_CHANGES } from "./request-changes.ts";
import { DeclineForm } from "./decline-form.tsx";
import { Decision } from "./decision.tsx";
import { FactList, RequestsBeside } from "./known.tsx";
import { requestData } from "./request-data.ts";
import { Assignee, InternalNotes, Questions } from "./request-work.tsx";
import { isShort } from "./short-note.ts";
import { SuggestionPanel } from "./suggestion-panel.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    {
      title: pageTitle(
        loaderData === undefined ? "Request" : `Request from ${loaderData.name}`,
        loaderData?.failed,
      ),
    },
  ];
}

export const handle: RouteHandle = { button: REQUEST_BUTTONS };

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/**
 * The request of an address, for who may decide about it.
 * @throws 404. Where a decision led to one that went in that moment: the list, which has its Undo
 */
async function requestAt(
  { context, params }: Route.LoaderArgs | Route.ActionArgs,
  isLedOn = false,
) {
  const { org, session } = await requireStaff(context, "accounts:review");
  const { read } = context.get(servicesContext).store;
  const request = await findAccessRequest(read, org.id, params.requestId);
  if (request === null) throw isLedOn && carriesFlash(context) ? redirect("/requests") : notFound();
  return { org, session, request };
}

export async function loader(args: Route.LoaderArgs) {
  const { request, ...staff } = await requestAt(args, true);
  return requestData(args.context, staff, request, args.url.searchParams);
}

export async function action(args: Route.ActionArgs) {
  const { request, ...staff } = await requestAt(args);
  const { context, url } = args;
  const address = url.searchParams;
  const page = pathOf(address, request.id);
  const desk = { ...staff, context, requestId: request.id, address, page };
  return refusedOr(await pressed(args, REQUEST_CHANGES, desk));
}

export default function RequestDetail({ loaderData, actionData }: Route.ComponentProps) {
  const { name, who, facts, note, form, own, domain, work } = loaderData;
  const resultOf = (button: RequestButton) =>
    actionData?.button === button ? actionData.result : null;
  const isWholeAbove = form !== null && note !== null && isShort(note);
  return (
    <div className="@container space-y-4">
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h1 className="min-w-0 text-2xl font-semibold tracking-tight break-words">{name}</h1>{" "}
          <Assignee work={work} />
        </div>
        <p className="break-words text-muted">{who.join(" · ")}</p>
      </div>
      {form === null ? (
        <ErrorSummary errors={actionData?.result.error?.[""] ?? []} fields={[]} />
      ) : (
        <>
          <SuggestionPanel data={form} wants={facts.wants} note={note} />
          <ApproveForm
            form={form}
            constraint={form.constraints.approve}
            result={resultOf("approve")}
          />
          <DeclineForm
            emailDomain={form.emailDomain}
            isOpen={form.presets.length === 0}
            constraint={form.constraints.decline}
            result={resultOf("decline")}
          />
        </>
      )}
      <Decision {...loaderData} />
      <div className="grid gap-8 pt-4 @4xl:grid-cols-2">
        <div className="min-w-0 space-y-8">
          <FactList facts={facts} note={isWholeAbove ? null : note} />
          <RequestsBeside own={own} domain={domain} />
        </div>
        <div className="min-w-0 space-y-8">
          <Questions work={work} result={resultOf("ask")} />
          <InternalNotes work={work} result={resultOf("note")} />
        </div>
      </div>
    </div>
  );
}
