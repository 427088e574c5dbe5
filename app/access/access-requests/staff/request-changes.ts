import type * as z from "zod";
import { nextWaiting } from "../store/access-inbox.server.ts";
import { reopenRequest } from "../store/access-reopening.server.ts";
import { removePreset, savePreset } from "../store/access-presets.server.ts";
import { undoReview } from "../store/access-undo.server.ts";
import type { Writer } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import {
  approveSchema,
  declineSchema,
  NEW_ACCOUNT,
  pastEnd,
  removePresetSchema,
  UNDO_SECONDS,
} from "../forms/review-forms.ts";
import { inboxQuery, inboxSearch, promisedSince } from "../forms/inbox-query.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { buttonAction } from "#web/forms/button.ts";
import { answering, parseForm, type Accepted, type FormAnswer } from "#web/forms/form.ts";
import { actorOf } from "#auth/current-staff.ts";
import { proposedRule } from "../store/proposed-rule.server.ts";
import { findAccessRequest } from "../store/access-requests.server.ts";
import { RULE_OFFER } from "./decision.tsx";
import { approve, decline, grantOf, type Deciding } from "./decisions.ts";

/** One decision about a request: what each form of its page is given. */
export interface RequestChange extends Deciding {
  requestId: string;
  /** Its query names the list that the person came from. */
  address: URLSearchParams;
  form: FormData;
}

const HELD = `The email leaves in ${UNDO_SECONDS} seconds; until then you can undo this.`;

/** Lets the person in. */
export async function approveThis(change: RequestChange): Promise<Response | FormAnswer> {
  const submitted = parseForm(change.context, change.form, approveSchema);
  if (!submitted.ok) return submitted.answer;
  const { value } = submitted;
  const now = change.context.get(servicesContext).now();
  const past = pastEnd(value, change.org.timeZone, now);
  if (past !== null) return submitted.refuse({ fields: { expiresOn: [past] } });
  const grant = grantOf(value, change.org.timeZone, now);
  const account =
    value.account === NEW_ACCOUNT ? { name: value.accountName ?? "" } : { id: value.account };
  return attempt(change, submitted, async () => {
    const { kept } = await approve(
      change,
      [change.requestId],
      async () => ({
        ...grant,
        replaceHeld: value.held === "replace",
        account,
        message: value.message ?? null,
      }),
      (trx) => keepPreset(trx, change, value),
    );
    return `Approved. ${kept.length === 0 ? "" : `The account's access to ${kept.join(", ")} stays as it was. `}${HELD}`;
  });
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

/** Removes a preset, from the page of a request that waits. */
export async function removeThisPreset(change: RequestChange): Promise<Response | FormAnswer> {
  const submitted = parseForm(change.context, change.form, removePresetSchema);
  if (!submitted.ok) return submitted.answer;
  const { context, org, session, requestId } = change;
  const { store, now } = context.get(servicesContext);
  const here = pathOf(change, requestId);
  return buttonAction(context, here, async () => {
    const name = await store.write((trx) =>
      removePreset(
        { trx, orgId: org.id, by: actorOf(context, session), now: now() },
        submitted.value.presetId,
      ),
    );
    return redirectWithFlash(context, here, `The preset “${name}” was removed.`);
  });
}

/** Turns the person away, or the whole domain. */
export async function declineThis(change: RequestChange): Promise<Response | FormAnswer> {
  const submitted = parseForm(change.context, change.form, declineSchema);
  if (!submitted.ok) return submitted.answer;
  const { block, thirdParty, message } = submitted.value;
  const done =
    block === undefined ? `Declined. ${HELD}` : `Declined, and the domain is blocked. ${HELD}`;
  return attempt(change, submitted, async () => {
    await decline(change, [change.requestId], {
      message: message ?? null,
      thirdParty: thirdParty !== undefined,
      block: block !== undefined,
    });
    return done;
  });
}

/** Takes the decision back. */
export function undoThis(change: RequestChange): Promise<Response | FormAnswer> {
  return again(change, undoReview, "Undone. The request is waiting again, and no email was sent.");
}

/** Lets a declined request wait once more. */
export function reopenThis(change: RequestChange): Promise<Response | FormAnswer> {
  return again(
    change,
    reopenRequest,
    "Opened again: the request waits for a decision. The person was not told.",
  );
}

/** Lets the request wait again, in one way or the other. */
function again(
  change: RequestChange,
  verb: typeof undoReview,
  done: string,
): Promise<Response | FormAnswer> {
  const { context, org, session, requestId } = change;
  const { store, now } = context.get(servicesContext);
  const here = pathOf(change, requestId);
  return buttonAction(context, here, async () => {
    await store.write((trx) =>
      verb({ trx, orgId: org.id, by: actorOf(context, session), now: now() }, requestId),
    );
    return redirectWithFlash(context, here, done);
  });
}

/** The decision itself; a colleague who was faster is named. */
function attempt<T>(
  change: RequestChange,
  submitted: Accepted<T>,
  work: () => Promise<string>,
): Promise<Response | FormAnswer> {
  return answering(
    submitted,
    async () => {
      const done = await work();
      const decided = pathOf(change, change.requestId);
      const next = change.form.get("after") === "next" ? await nextOf(change) : null;
      const rule = await ruleOffer(change);
      const offered = rule === null ? {} : { more: rule };
      return next === null
        ? redirectWithFlash(change.context, decided, { text: done, tone: "success", ...offered })
        : redirectWithFlash(change.context, pathOf(change, next, { after: "next" }), {
            text: done,
            tone: "success",
            link: { label: "See the decision", to: decided },
            ...offered,
          });
    },
    { gone: "Your selection no longer exists. Choose again." },
  );
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
export function pathOf(
  { address }: RequestChange,
  requestId: string,
  extra: Readonly<Record<string, string>> = {},
): string {
  return `/requests/${requestId}${inboxSearch(inboxQuery(address), extra)}`;
}

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
