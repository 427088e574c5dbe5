import { data } from "react-router";
import { undoReview } from "../../../db/access-reviews.ts";
import { NotFound, Refused } from "../../../db/refusals.ts";
import { servicesContext } from "../../context.ts";
import { approveSchema, declineSchema, NEW_ACCOUNT, UNDO_SECONDS } from "../../domain/review-forms.ts";
import { redirectWithFlash } from "../../middleware/flash.ts";
import { parseForm, type FormAnswer, type Submitted } from "../../middleware/form.ts";
import { actorOf } from "../../middleware/staff.ts";
import { approve, decline, grantOf, type Deciding } from "./decisions.ts";

/** One decision about a request: what each form of its page is given. */
export interface RequestChange extends Deciding {
  requestId: string;
  form: FormData;
}

const HELD = `The mail leaves in ${UNDO_SECONDS} seconds; until then you can undo this.`;

/** Lets the person in. */
export async function approveThis(change: RequestChange): Promise<Response | FormAnswer> {
  const submitted = parseForm(change.context, change.form, approveSchema);
  if (!submitted.ok) return submitted.answer;
  const { value } = submitted;
  const grant = grantOf(value, change.org.timeZone, change.context.get(servicesContext).now());
  const account = value.account === NEW_ACCOUNT ? { name: value.accountName ?? "" } : { id: value.account };
  return attempt(change, submitted, `Approved. ${HELD}`, () => approve(change, [change.requestId], async () => ({ ...grant, account, message: value.message ?? null })));
}

/** Turns the person away, or the whole domain. */
export async function declineThis(change: RequestChange): Promise<Response | FormAnswer> {
  const submitted = parseForm(change.context, change.form, declineSchema);
  if (!submitted.ok) return submitted.answer;
  const { block, thirdParty, message } = submitted.value;
  const done = block === undefined ? `Declined. ${HELD}` : `Declined, and the domain is blocked. ${HELD}`;
  return attempt(change, submitted, done, () => decline(change, [change.requestId], { message: message ?? null, thirdParty: thirdParty !== undefined, block: block !== undefined }));
}

/** Takes the decision back. */
export async function undoThis(change: RequestChange): Promise<Response | FormAnswer> {
  const { context, org, session, requestId } = change;
  const { store, now } = context.get(servicesContext);
  try {
    await store.write((trx) => undoReview(trx, org.id, requestId, actorOf(context, session), now()));
  } catch (error) {
    if (error instanceof NotFound) throw data(null, { status: 404, statusText: "Page not found" });
    if (error instanceof Refused) return redirectWithFlash(context, `/requests/${requestId}`, { text: error.message, tone: "error" });
    throw error;
  }
  return redirectWithFlash(context, `/requests/${requestId}`, "Undone: the request waits again, and no mail was sent.");
}

/** The decision itself; a colleague who was faster is named. */
async function attempt<T>(change: RequestChange, submitted: Extract<Submitted<T>, { ok: true }>, done: string, work: () => Promise<void>): Promise<Response | FormAnswer> {
  try {
    await work();
  } catch (error) {
    if (error instanceof NotFound) return submitted.refuse({ form: ["What you chose is not there any more. Choose again."] }, { status: 409 });
    if (error instanceof Refused) return submitted.refuse({ form: [error.message] }, { status: error.status });
    throw error;
  }
  return redirectWithFlash(change.context, `/requests/${change.requestId}`, done);
}
