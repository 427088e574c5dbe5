import type * as z from "zod";
import { nextWaiting } from "../store/access-inbox.server.ts";
import { reopenRequest } from "../store/access-reopening.server.ts";
import { savePreset } from "../store/access-presets.server.ts";
import { undoReview } from "../store/access-undo.server.ts";
import { stopAsking } from "../store/request-questions.server.ts";
import { addInternalNote } from "../store/request-work.server.ts";
import { ask, assign } from "../request-work.server.ts";
import type { Writer } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import {
  afterSchema,
  approveSchema,
  askSchema,
  assignSchema,
  declineSchema,
  internalNoteSchema,
  NEW_ACCOUNT,
  NOBODY,
  pastEnd,
  type RequestButton,
} from "../forms/review-forms.ts";
import { inboxQuery, inboxSearch, promisedSince } from "../forms/inbox-query.ts";
import { chooseOpensNext, opensNext } from "#company/notifications/store/notifications.server.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import type { Accepted, FormAnswer } from "#web/forms/form.ts";
import {
  changeButton,
  pageButton,
  type PageButton,
  type StaffDesk,
} from "#web/forms/page-buttons.ts";
import { actorOf } from "#auth/current-staff.ts";
import { proposedRule } from "../store/proposed-rule.server.ts";
import { findAccessRequest } from "../store/access-requests.server.ts";
import { RULE_OFFER } from "./decision.tsx";
import { heldWords } from "./held-words.ts";
import { approve, decline, grantOf, workingOf } from "./decisions.ts";

/** One change of a request: what each button of its page is given. */
export interface RequestChange extends StaffDesk {
  requestId: string;
  /** Its query names the list that the person came from. */
  address: URLSearchParams;
}

const GONE = { gone: "An account, profile or product you chose was deleted. Choose another." };

/** What each button of a request's page does. */
export const REQUEST_CHANGES: Readonly<
  Record<RequestButton, PageButton<RequestChange, Response | FormAnswer>>
> = {
  approve: pageButton(approveSchema, approveThis, GONE),
  decline: pageButton(declineSchema, declineThis, GONE),
  undo: changeButton({
    run: (write, _, { requestId }) => undoReview(write, requestId),
    done: "Decision undone. No email was sent.",
    isAlone: true,
  }),
  reopen: changeButton({
    run: (write, _, { requestId }) => reopenRequest(write, requestId),
    done: "Request reopened. The requester wasn’t notified.",
    isAlone: true,
  }),
  after: changeButton({
    schema: afterSchema,
    run: (write, { after }, { session }) =>
      chooseOpensNext(write, session.staff.id, after === "next"),
    done: (_, { after }) =>
      after === "next"
        ? "From now on, the next request opens after each decision."
        : "From now on, you stay on a request after you decide.",
    isAlone: true,
  }),
  assign: changeButton({
    schema: assignSchema,
    run: ({ trx }, { assignee }, at) =>
      assign(trx, workingOf(at), [at.requestId], assignee === NOBODY ? null : assignee),
    done: (name, { assignee }, { session }) =>
      name === null
        ? "Unassigned."
        : `Assigned to ${assignee === session.staff.id ? "you" : name}.`,
    isAlone: true,
  }),
  note: changeButton({
    schema: internalNoteSchema,
    run: (write, { note }, { requestId }) => addInternalNote(write, requestId, note),
    done: "Your note was added.",
  }),
  ask: changeButton({
    schema: askSchema,
    run: ({ trx }, { question }, at) => ask(trx, workingOf(at), at.requestId, question),
    done: "Your question was sent. The request is waiting for an answer.",
  }),
  "stop-asking": changeButton({
    run: (write, _, { requestId }) => stopAsking(write, requestId),
    done: "The request is back in New.",
    isAlone: true,
  }),
};

/** Lets the person in. */
async function approveThis(
  change: RequestChange,
  submitted: Accepted<z.output<typeof approveSchema>>,
): Promise<Response | FormAnswer> {
  const { value } = submitted;
  const now = change.context.get(servicesContext).now();
  const past = pastEnd(value, change.org.timeZone, now);
  if (past !== null) return submitted.refuse({ fields: { expiresOn: [past] } });
  const grant = grantOf(value, change.org.timeZone, now);
  const account =
    value.account === NEW_ACCOUNT ? { name: value.accountName ?? "" } : { id: value.account };
  const approval = {
    ...grant,
    replaceHeld: value.held === "replace",
    account,
    message: value.message ?? null,
  };
  const { kept } = await change.context.get(servicesContext).store.write(async (trx) => {
    const approved = await approve(trx, workingOf(change), [change.requestId], () =>
      Promise.resolve(approval),
    );
    await keepPreset(trx, change, value);
    return approved;
  });
  const held =
    kept.length === 0 ? "" : `The account’s access to ${kept.join(", ")} stays as it was. `;
  return decided(change, `Approved. ${held}`);
}

/**
 * Keeps the choices of an approval under the name that was given, if one was.
 * @throws Refused when there are too many: nothing is approved then
 */
async function keepPreset(
  trx: Writer,
  { context, org, session }: RequestChange,
  {
    presetName = "",
    profileId,
    expires,
    expiresIn,
    nda,
  }: Pick<
    z.output<typeof approveSchema>,
    "presetName" | "profileId" | "expires" | "expiresIn" | "nda"
  >,
): Promise<void> {
  if (presetName === "") return;
  const { now } = context.get(servicesContext);
  const preset = {
    name: presetName,
    profileId,
    expiresInDays: expires === "days" ? Number(expiresIn) : null,
    ndaRequired: nda === "required",
  };
  await savePreset({ trx, orgId: org.id, by: actorOf(context, session), now: now() }, preset);
}

/** Turns the person away, or the whole domain. */
async function declineThis(
  change: RequestChange,
  { value }: Accepted<z.output<typeof declineSchema>>,
): Promise<Response> {
  const { block, thirdParty, message } = value;
  await change.context.get(servicesContext).store.write((trx) =>
    decline(trx, workingOf(change), [change.requestId], {
      message: message ?? null,
      thirdParty: thirdParty !== undefined,
      block: block !== undefined,
    }),
  );
  const also = block === undefined ? "" : ", and the domain is blocked";
  return decided(change, `Declined${also}. `);
}

/**
 * What a decision leads to: the page of the next request, or of this one for who stays. The message
 * takes the decision back with one press.
 */
async function decided(change: RequestChange, done: string): Promise<Response> {
  const { context, org, session, requestId, address, page } = change;
  const { read } = context.get(servicesContext).store;
  const goesOn = await opensNext(read, org.id, session.staff.id);
  const next = goesOn ? await nextOf(change) : null;
  const rule = await ruleOffer(change);
  const held = heldWords(context.get(servicesContext).config);
  const said = {
    text: done + held,
    tone: "success" as const,
    action: { label: "Undo", to: `/requests/${requestId}/undo${listOf(address)}` },
    ...(rule === null ? {} : { more: rule }),
  };
  if (next === null) return redirectWithFlash(context, page, said);
  return redirectWithFlash(context, pathOf(address, next), {
    ...said,
    link: { label: "See the decision", to: page },
  });
}

/** After equal decisions in a row, the form of a rule that makes them from now on. */
async function ruleOffer({ context, org, requestId }: RequestChange) {
  const { store, now } = context.get(servicesContext);
  const request = await findAccessRequest(store.read, org.id, requestId);
  if (request === null || (await proposedRule(store.read, org, request, now())) === null)
    return null;
  return { label: RULE_OFFER, to: `/rules/new?from=${requestId}` };
}

/** The page of a request, in the list that the person came from. */
export function pathOf(address: URLSearchParams, requestId: string): string {
  return `/requests/${requestId}${listOf(address)}`;
}

/** The query of the list that the person came from. */
const listOf = (address: URLSearchParams) => inboxSearch(inboxQuery(address));

/** The request that waits behind the one that was decided about, in the same list. */
function nextOf({
  context,
  org,
  session,
  requestId,
  address,
}: RequestChange): Promise<string | null> {
  const { store, now } = context.get(servicesContext);
  const lateBefore = promisedSince(org.customization.answerHours, now());
  return nextWaiting(store.read, org.id, requestId, inboxQuery(address), {
    now: now(),
    lateBefore,
    me: session.staff.id,
  });
}
