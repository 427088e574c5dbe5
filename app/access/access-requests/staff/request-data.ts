import type { RouterContextProvider } from "react-router";
import { proposedRule } from "../store/proposed-rule.server.ts";
import { nextWaiting } from "../store/access-inbox.server.ts";
import { accountChoices, requestsBeside } from "../store/known-of-request.server.ts";
import type { AccessRequest } from "../store/access-requests.server.ts";
import { questionsOf } from "../store/request-questions.server.ts";
import { internalNotesOf, reviewersOf } from "../store/request-work.server.ts";
import { listPresets } from "../store/access-presets.server.ts";
import { lastReview } from "../store/review-records.server.ts";
import { listProducts, type Product } from "#tenancy/products/store/products.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { listStaffOfOrg } from "#auth/store/staff.server.ts";
import type { StaffInOrg } from "#auth/current-staff.ts";
import { servicesContext } from "#platform/context.ts";
import { declineMessage } from "#model/access-requests/access-outcomes.ts";
import { suggestionFor } from "../rules/suggestion.ts";
import { formatDate } from "#values/dates.ts";
import { formatMoment } from "#values/moments.ts";
import {
  approveSchema,
  askSchema,
  declineSchema,
  internalNoteSchema,
} from "../forms/review-forms.ts";
import { inboxQuery, promisedSince } from "../forms/inbox-query.ts";
import { opensNext } from "#company/notifications/store/notifications.server.ts";
import { accountOptions } from "#auth/accounts/store/account-options.server.ts";
import { ACCOUNT_SEARCH } from "#web/ui/account-search.tsx";
import { formFailed } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { factsOf } from "./facts.ts";
import { grantChoices } from "./grant-choices.ts";
import { heldAccess } from "./held-access.ts";

/**
 * Everything that the page of a request shows.
 * @param address its query names the list that the person came from
 */
export async function requestData(
  context: Readonly<RouterContextProvider>,
  { org, session }: Pick<StaffInOrg, "org" | "session">,
  request: AccessRequest,
  address: URLSearchParams,
) {
  const { store, now } = context.get(servicesContext);
  const me = session.staff.id;
  const products = await listProducts(store.read, org.id);
  const waiting = request.status === "pending";
  const review = waiting ? null : await lastReview(store.read, org.id, request.id);
  const undo = review !== null && review.holdUntil > now().toISOString();
  const beside = await requestsBeside(store.read, org.id, request);
  const when = (iso: string) => formatMoment(iso, org.timeZone);
  const listed = (rows: typeof beside.own) =>
    rows.map((row) => ({ ...row, when: when(row.createdAt) }));
  return {
    name: `${request.firstName} ${request.lastName}`.trim() || request.email,
    status: request.status,
    who: [request.email, request.companyName, request.jobTitle ?? ""].filter(Boolean),
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
    /** Until when the decision can be taken back; null: not any more. */
    undo: undo ? { until: review.holdUntil, now: now().toISOString() } : null,
    // While another request of the person waits, that one is decided about.
    reopen:
      request.status === "declined" &&
      !undo &&
      !beside.own.some((other) => other.status === "pending"),
    rule:
      waiting || (await proposedRule(store.read, org, request, now())) === null
        ? null
        : `/rules/new?from=${request.id}`,
    own: listed(beside.own),
    domain: listed(beside.domain),
    work: await workData(context, org, request, me),
    form: waiting ? await formData(context, org, request, address, { products, beside, me }) : null,
    failed: formFailed(context),
  };
}

/** How reviewers work on a request together. */
async function workData(
  context: Readonly<RouterContextProvider>,
  org: Org,
  request: AccessRequest,
  me: string,
) {
  const { store } = context.get(servicesContext);
  const when = (iso: string) => formatMoment(iso, org.timeZone);
  const reviewers = await reviewersOf(store.read, org.id);
  const questions = await questionsOf(store.read, org.id, request.id);
  return {
    me,
    waits: request.status === "pending",
    /** It waits for the person who asked. */
    waitsForThem: request.status === "pending" && request.askedAt !== null,
    assignee: reviewers.find(({ id }) => id === request.assignedTo) ?? null,
    reviewers: reviewers.map(({ id, name }) => ({ id, name: id === me ? `${name} (you)` : name })),
    notes: (await internalNotesOf(store.read, org.id, request.id)).map((note) => ({
      ...note,
      when: when(note.createdAt),
    })),
    questions: questions.map(
      ({ id, question, askedAt, askedBy, answer, answeredAt, closedAt }) => ({
        id,
        question,
        asked: `${askedBy}, ${when(askedAt)}`,
        answer,
        answered: answeredAt === null ? null : when(answeredAt),
        closed: closedAt !== null,
      }),
    ),
    constraints: {
      note: formConstraint(internalNoteSchema),
      ask: formConstraint(askSchema),
    },
  };
}

async function formData(
  context: Readonly<RouterContextProvider>,
  org: Org,
  request: AccessRequest,
  address: URLSearchParams,
  {
    products,
    beside,
    me,
  }: { products: Product[]; beside: Awaited<ReturnType<typeof requestsBeside>>; me: string },
) {
  const { store, now } = context.get(servicesContext);
  const view = {
    now: now(),
    lateBefore: promisedSince(org.customization.answerHours, now()),
    me,
  };
  const accounts = (await accountChoices(store.read, org.id, request.emailDomain)).map(
    ({ id, name, sameDomain, reviewStatus, members }) => ({
      id,
      name,
      reviewStatus,
      members,
      sameDomain: sameDomain && !request.freeMail,
    }),
  );
  const near = accounts.filter(({ id, sameDomain }) => sameDomain || id === request.accountId);
  const decided = (rows: typeof beside.own) =>
    rows.map(({ status, decidedAt }) => ({
      status,
      decidedOn: decidedAt === null ? null : formatDate(decidedAt, org.timeZone),
    }));
  const held = await heldAccess(store.read, org, near, now());
  const own = held.find(({ accountId }) => accountId === request.accountId);
  const next = await nextWaiting(store.read, org.id, request.id, inboxQuery(address), view);
  return {
    /** Another request waits; and whether the person wants it to open after a decision. */
    next: next === null ? null : { opens: await opensNext(store.read, org.id, me) },
    /** The accounts are searched, without scripts by another load. */
    searches: address.has(ACCOUNT_SEARCH),
    companyName: request.companyName,
    emailDomain: request.emailDomain,
    asked:
      request.productIds ??
      (request.productId === null
        ? products.filter((product) => product.isDefault).map((product) => product.id)
        : [request.productId]),
    suggestion: suggestionFor({
      request,
      accounts: near,
      own: decided(beside.own),
      domain: decided(beside.domain),
      contact: await colleagueOf(context, org.id, request.pointOfContact),
      inForce: own !== undefined,
    }),
    /** Access that shall last longer takes the place of what there is. */
    extends: request.kind === "extension" && own !== undefined,
    profileId: request.kind === "extension" ? (own?.profileId ?? null) : null,
    accounts: await accountOptions(store.read, org.id, address.get(ACCOUNT_SEARCH) ?? "", {
      keep: near.map(({ id }) => id),
    }),
    /** Of the person's own mail domain. */
    sameDomain: near.filter(({ sameDomain }) => sameDomain).map(({ id }) => id),
    choices: await grantChoices(store.read, org, now()),
    presets: await listPresets(store.read, org.id),
    constraints: {
      approve: formConstraint(approveSchema),
      decline: formConstraint(declineSchema),
    },
    held,
  };
}

/** The colleague whom a person names as their contact, by address or whole name. */
async function colleagueOf(
  context: Readonly<RouterContextProvider>,
  orgId: string,
  named: string | null,
): Promise<string | null> {
  const words = named?.trim().toLowerCase() ?? "";
  if (words === "") return null;
  const team = await listStaffOfOrg(context.get(servicesContext).store.read, orgId);
  return (
    team.find(({ name, email }) => [name.toLowerCase(), email.toLowerCase()].includes(words))
      ?.name ?? null
  );
}
