import { Refused } from "../../../../db/refusals.ts";
import { servicesContext } from "../../../context.ts";
import {
  bulkApproveSchema,
  bulkDeclineSchema,
  pastEnd,
  UNDO_SECONDS,
} from "../forms/review-forms.ts";
import { redirectWithFlash } from "../../../http/request/flash.ts";
import { answering, parseForm, type Accepted, type FormAnswer } from "../../../forms/form.ts";
import { approve, decline, grantOf, likelyAccount, type Deciding } from "./decisions.ts";

/** Lets everybody in who is selected, all or none. */
export async function approveMany(
  deciding: Deciding,
  form: FormData,
): Promise<Response | FormAnswer> {
  const { context, org } = deciding;
  const submitted = parseForm(context, form, bulkApproveSchema);
  if (!submitted.ok) return submitted.answer;
  const { value } = submitted;
  const now = context.get(servicesContext).now();
  const past = pastEnd(value, org.timeZone, now);
  if (past !== null) return submitted.refuse({ fields: { expiresOn: [past] } });
  const grant = grantOf(value, org.timeZone, now);
  return attempt(deciding, submitted, "Approved", value.requestIds.length, () =>
    approve(deciding, value.requestIds, async (db, asked) => ({
      ...grant,
      replaceHeld: false,
      account: await likelyAccount(db, org.id, asked),
      message: value.message ?? null,
    })),
  );
}

/** Turns everybody away who is selected, all or none. */
export async function declineMany(
  deciding: Deciding,
  form: FormData,
): Promise<Response | FormAnswer> {
  const submitted = parseForm(deciding.context, form, bulkDeclineSchema);
  if (!submitted.ok) return submitted.answer;
  const { requestIds, message } = submitted.value;
  return attempt(deciding, submitted, "Declined", requestIds.length, () =>
    decline(deciding, requestIds, { message: message ?? null, thirdParty: false, block: false }),
  );
}

function attempt<T>(
  { context }: Deciding,
  submitted: Accepted<T>,
  done: string,
  count: number,
  work: () => Promise<unknown>,
): Promise<Response | FormAnswer> {
  return answering(
    submitted,
    async () => {
      await work();
      return redirectWithFlash(
        context,
        "/requests",
        `${done} ${count === 1 ? "1 request" : `${count} requests`}. For ${UNDO_SECONDS} seconds each can be undone on its page.`,
      );
    },
    {
      gone: "Nothing was changed. Your selection no longer exists.",
      answers: (error, { refuse }) =>
        error instanceof Refused
          ? refuse({ form: [`Nothing was changed. ${error.message}`] }, { status: error.status })
          : undefined,
    },
  );
}
