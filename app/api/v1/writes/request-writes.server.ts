import * as z from "zod";
import {
  approveSchema,
  askSchema,
  declineSchema,
  NEW_ACCOUNT,
  pastEnd,
} from "#access/access-requests/forms/review-forms.ts";
import { ask } from "#access/access-requests/request-work.server.ts";
import {
  accountOfMany,
  approve,
  decline,
  grantOf,
} from "#access/access-requests/staff/decisions.ts";
import { undoReview } from "#access/access-requests/store/access-undo.server.ts";
import { problem } from "#web/api/json-body.ts";
import { gone, grantBody, grantForm, judged, oneOf } from "./grant-body.ts";
import { mustBeOfKey, verb, type Asking, type Writes } from "./verb.ts";

const approval = z
  .strictObject({
    ...grantBody,
    /** Without both: the likely account, or a new one of the company's name. */
    accountId: z.string().optional(),
    accountName: z.string().optional(),
    /** Whether access that the account has already is replaced. */
    replaceHeld: z.boolean().optional(),
    message: z.string().optional(),
  })
  .superRefine(oneOf(["expiresOn", "expiresInDays"], ["accountId", "accountName"]));
const refusal = z.strictObject({
  message: z.string().optional(),
  reason: z.enum(["third-party"]).optional(),
  blockDomain: z.boolean().optional(),
});

/** How requests for access are decided, as on their pages: what is decided counts at once, its mail waits for the time of an undo. */
export const requestWrites: Writes = {
  need: { scope: "access:write", permission: "accounts:review" },
  calls: {
    approve: verb<z.output<typeof approval>>({
      about:
        "Approves the request, with a profile in some products. The email is sent after 30 seconds.",
      body: approval,
      judge(asking, sent) {
        const value = judged(approveSchema, formOf(sent));
        const { org } = asking.opened;
        const now = asking.services.now();
        const past = pastEnd(value, org.timeZone, now);
        if (past !== null) throw problem(400, past, { errors: { expiresOn: [past] } });
        mustBeOfKey(asking.opened, value.productIds);
        const isOpen = sent.accountId === undefined && sent.accountName === undefined;
        const named =
          sent.accountId === undefined ? { name: sent.accountName ?? "" } : { id: sent.accountId };
        return Promise.resolve(async ({ trx }) => {
          await approve(trx, workingOf(asking), [asking.id], async (db, request) => ({
            ...grantOf(value, org.timeZone, now),
            replaceHeld: value.held === "replace",
            account: isOpen ? await accountOfMany(db, org.id, request) : named,
            message: value.message ?? null,
          })).catch(gone);
          return asking.id;
        });
      },
    }),
    decline: verb<z.output<typeof refusal>>({
      about:
        "Declines the request, or blocks its whole email domain. The email is sent after 30 seconds.",
      body: refusal,
      judge(asking, { message, reason, blockDomain }) {
        const value = judged(declineSchema, { message });
        return Promise.resolve(async ({ trx }) => {
          await decline(trx, workingOf(asking), [asking.id], {
            message: value.message ?? null,
            thirdParty: reason === "third-party",
            block: blockDomain === true,
          });
          return asking.id;
        });
      },
    }),
    ask: verb<z.output<typeof askSchema>>({
      about: "Asks the requester a question by email. The request waits for the answer.",
      body: askSchema,
      judge: (asking, { question }) =>
        Promise.resolve(async ({ trx }) => {
          await ask(trx, workingOf(asking), asking.id, question);
          return asking.id;
        }),
    }),
    undo: verb({
      about: "Undoes a decision within 30 seconds. No email is sent.",
      body: null,
      judge: ({ id }) =>
        Promise.resolve(async (write) => {
          await undoReview(write, id);
          return id;
        }),
    }),
  },
};

function workingOf({ services, opened: { org, by, staff } }: Asking) {
  return { services, org, by, me: staff };
}

/** What the form of an approval would have sent. */
function formOf(sent: z.output<typeof approval>): object {
  const { accountId, accountName, replaceHeld, message } = sent;
  return {
    ...grantForm(sent, "none"),
    ...(message === undefined ? {} : { message }),
    ...(replaceHeld === undefined ? {} : { held: replaceHeld ? "replace" : "keep" }),
    // Which account it is without a name is known once the request is.
    account: accountId ?? (accountName === undefined ? "likely" : NEW_ACCOUNT),
    ...(accountName === undefined ? {} : { accountName }),
  };
}
