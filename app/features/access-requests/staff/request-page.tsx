import { data, Link } from "react-router";
import type { Route } from "./+types/request-page";
import { accountChoices, nextWaiting, requestsBeside } from "../store/access-inbox.server.ts";
import { findAccessRequest } from "../store/access-requests.server.ts";
import { listPresets } from "../store/access-presets.server.ts";
import { lastReview } from "../store/access-reviews.server.ts";
import { listProducts } from "../../products/store/products.server.ts";
import { servicesContext } from "../../../context.ts";
import { declineMessage } from "../rules/access-outcomes.ts";
import { formatMoment } from "../../../values/moments.ts";
import { pageTitle } from "../../../values/page-title.ts";
import {
  approveSchema,
  declineSchema,
  reviewIntentSchema,
  type ReviewIntent,
} from "../forms/review-forms.ts";
import {
  answering,
  formFailed,
  readSubmission,
  type FormAnswer,
  notFound,
  formConstraint,
} from "../../../forms/form.ts";
import { requireStaff } from "../../../auth/current-staff.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
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
import { factsOf } from "./facts.ts";
import { grantChoices } from "./grant-choices.ts";
import { heldAccess } from "./held-access.ts";
import { FactList, RequestsBeside } from "./known.tsx";

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
  const { org } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const request = await findAccessRequest(store.read, org.id, params.requestId);
  if (request === null) throw notFound();
  const products = await listProducts(store.read, org.id);
  const waiting = request.status === "pending";
  const review = waiting ? null : await lastReview(store.read, org.id, request.id);
  const undo = review !== null && review.holdUntil > now().toISOString();
  const beside = await requestsBeside(store.read, org.id, request);
  const accounts = waiting
    ? (await accountChoices(store.read, org.id, request.emailDomain)).map(
        ({ id, name, sameDomain }) => ({ id, name, sameDomain: sameDomain && !request.freeMail }),
      )
    : [];
  const when = (iso: string) => formatMoment(iso, org.timeZone);
  const listed = (rows: typeof beside.own) =>
    rows.map((row) => ({ ...row, when: when(row.createdAt) }));
  return {
    name: `${request.firstName} ${request.lastName}`.trim() || request.email,
    status: request.status,
    facts: await factsOf(store.read, org, request, products),
    note: request.note,
    decision:
      request.decidedAt === null
        ? null
        : {
            by: request.decidedBy ?? "A rule",
            when: when(request.decidedAt),
            words:
              request.status === "declined"
                ? (request.message ??
                  (request.outcome === null || request.outcome === "request_approved"
                    ? null
                    : declineMessage(request.outcome, org.name)))
                : request.message,
          },
    undo,
    // While another request of the person waits, that one is decided about.
    reopen:
      request.status === "declined" &&
      !undo &&
      !beside.own.some((other) => other.status === "pending"),
    own: listed(beside.own),
    domain: listed(beside.domain),
    form: waiting
      ? {
          next:
            (await nextWaiting(store.read, org.id, request)) === null
              ? null
              : { chosen: url.searchParams.get("after") === "next" },
          companyName: request.companyName,
          emailDomain: request.emailDomain,
          asked:
            request.productIds ??
            (request.productId === null
              ? products.filter((product) => product.isDefault).map((product) => product.id)
              : [request.productId]),
          account: request.accountId,
          accounts,
          choices: await grantChoices(store.read, org.id),
          presets: await listPresets(store.read, org.id),
          constraints: {
            approve: formConstraint(approveSchema),
            decline: formConstraint(declineSchema),
          },
          held: await heldAccess(
            store.read,
            org,
            accounts.filter(({ id, sameDomain }) => sameDomain || id === request.accountId),
            now(),
          ),
        }
      : null,
    failed: formFailed(context),
  };
}

const CHANGES: Readonly<
  Record<ReviewIntent, (change: RequestChange) => Promise<Response | FormAnswer>>
> = {
  approve: approveThis,
  decline: declineThis,
  undo: undoThis,
  reopen: reopenThis,
  "remove-preset": removeThisPreset,
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  if (
    (await findAccessRequest(context.get(servicesContext).store.read, org.id, params.requestId)) ===
    null
  )
    throw notFound();
  const submitted = await readSubmission({ request, context }, reviewIntentSchema);
  const answer = await answering(submitted, ({ value, form }) =>
    CHANGES[value.intent]({ context, org, session, requestId: params.requestId, form }),
  );
  const intent = submitted.ok ? submitted.value.intent : null;
  return answer instanceof Response
    ? answer
    : data({ intent, result: answer.data.result }, answer.init ?? undefined);
}

export default function RequestDetail({ loaderData, actionData }: Route.ComponentProps) {
  const { name, facts, note, decision, undo, reopen, form, own, domain, status } = loaderData;
  const resultOf = (intent: ReviewIntent) =>
    actionData?.intent === intent ? actionData.result : null;
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="min-w-0 space-y-8">
        <div>
          <p className="mb-3">
            <Link to="/requests" className="inline-block py-0.5 text-sm text-muted underline">
              Requests
            </Link>
          </p>
          <h1 className="text-2xl font-semibold tracking-tight break-words">{name}</h1>
        </div>
        {form === null ? (
          <ErrorSummary errors={actionData?.result.error?.[""] ?? []} fields={[]} />
        ) : null}
        {decision === null ? null : (
          <div className="rounded-lg border border-line bg-surface p-6">
            <p className="font-medium">
              {status === "approved" ? "Approved" : "Declined"} by {decision.by}, {decision.when}
            </p>
            {decision.words === null ? null : (
              <p className="mt-2 whitespace-pre-line text-muted">{decision.words}</p>
            )}
            {undo ? (
              <form method="post" noValidate className="mt-4">
                <input type="hidden" name="intent" value="undo" />
                <Button look="secondary">Undo</Button>
              </form>
            ) : null}
            {reopen ? (
              <form method="post" noValidate className="mt-4 space-y-2">
                <input type="hidden" name="intent" value="reopen" />
                <p className="text-sm text-muted">
                  The request goes back to the inbox. Rules and lists stay as they are, and the
                  requester isn't notified.
                </p>
                <Button look="secondary">Reopen</Button>
              </form>
            ) : null}
          </div>
        )}
        {status === "withdrawn" ? (
          <p className="rounded-lg border border-line bg-surface p-6 font-medium">
            The person has withdrawn this request.
          </p>
        ) : null}
        <FactList facts={facts} note={note} />
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
  );
}
