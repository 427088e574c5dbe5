import type { RouterContextProvider } from "react-router";
import type * as z from "zod";
import {
  addAccountNote,
  mergeAccounts,
  removeMember,
  renameAccount,
  revokeAccount,
} from "../store/account-changes.server.ts";
import { revokeGrant } from "#auth/accounts/store/accounts.server.ts";
import { addMember } from "#auth/accounts/store/members.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { NotFound } from "#db/refusals.ts";
import type { StaffSession } from "#model/auth/staff-session.ts";
import { inOrg } from "#db/tenant.ts";
import { servicesContext } from "#platform/context.ts";
import {
  addMemberSchema,
  endGrantSchema,
  giveSchema,
  mergeSchema,
  noteSchema,
  removeMemberSchema,
  renameSchema,
  revokeTokenSchema,
  type AccountChange,
} from "../forms/account-forms.ts";
import { revokeToken } from "#company/partners/store/partners.server.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { answering, parseForm, type FormAnswer, notFound } from "#web/forms/form.ts";
import { actorOf } from "#auth/current-staff.ts";
import { give, Unanswered } from "./grant-access.ts";

/** One change to an account: what each form of its page is given. */
export interface Change {
  context: Readonly<RouterContextProvider>;
  org: Org;
  session: StaffSession;
  accountId: string;
  form: FormData;
}

interface Verb<Value> {
  schema: z.ZodType<Value>;
  run: (write: Write, change: Change, value: Value) => Promise<unknown>;
  done: string;
  /** Where to go next; the account's page unless said otherwise. */
  next?: (value: Value) => string;
}

/** Binds a schema to its verb, whatever the value between them is. */
function verb<Value>({
  schema,
  run,
  done,
  next,
}: Verb<Value>): (change: Change) => Promise<Response | FormAnswer> {
  return (change) =>
    answering(
      parseForm(change.context, change.form, schema),
      async ({ value }) => {
        const { store, now } = change.context.get(servicesContext);
        const { context, org, session } = change;
        await store.write((trx) =>
          run({ trx, orgId: org.id, by: actorOf(context, session), now: now() }, change, value),
        );
        const to = next?.(value) ?? `/accounts/${change.accountId}`;
        return redirectWithFlash(change.context, to, done);
      },
      {
        gone: "Your selection no longer exists. Choose again.",
        answers(error, submitted) {
          if (error instanceof Unanswered) return submitted.refuse(error.errors);
          if (error instanceof NotFound && error.message.startsWith("account ")) throw notFound();
          return undefined;
        },
      },
    );
}

const nothing = removeMemberSchema.pick({}).loose();

/** What each form of the page does. */
export const CHANGES: Readonly<
  Record<AccountChange, (change: Change) => Promise<Response | FormAnswer>>
> = {
  rename: verb({
    schema: renameSchema,
    run: (write, { accountId }, { accountName }) => renameAccount(write, accountId, accountName),
    done: "Saved.",
  }),
  "add-member": verb({
    schema: addMemberSchema,
    run: (write, { accountId }, { email, firstName, lastName }) =>
      addMember(write, accountId, {
        email: email.email,
        firstName,
        lastName,
      }),
    done: "Added. The person can sign in with their address. No email was sent.",
  }),
  "remove-member": verb({
    schema: removeMemberSchema,
    run: (write, { accountId }, { memberId }) => removeMember(write, accountId, memberId),
    done: "The member was removed and is signed out.",
  }),
  give: verb({
    schema: giveSchema,
    run: (write, { org, accountId }, value) => give(write, org, accountId, value),
    done: "Saved. Changes apply immediately.",
  }),
  "end-grant": verb({
    schema: endGrantSchema,
    run: endGrant,
    done: "The access to this product has ended.",
  }),
  revoke: verb({
    schema: nothing,
    run: (write, { accountId }) => revokeAccount(write, accountId),
    done: "All access of this account has ended, and its members are signed out.",
  }),
  note: verb({
    schema: noteSchema,
    run: (write, { accountId }, { note }) => addAccountNote(write, accountId, note),
    done: "Noted.",
  }),
  merge: verb({
    schema: mergeSchema,
    run: (write, { accountId }, { into }) => mergeAccounts(write, accountId, into),
    done: "The accounts were merged.",
    next: ({ into }) => `/accounts/${into}`,
  }),
  "revoke-token": verb({
    schema: revokeTokenSchema,
    run: (write, { accountId }, { tokenId }) => revokeToken(write, tokenId, { accountId }),
    done: "The token was revoked.",
  }),
};

/** Ends one grant of this account, and of no other. */
async function endGrant(
  write: Write,
  { accountId }: Change,
  { grantId }: z.infer<typeof endGrantSchema>,
): Promise<void> {
  const { trx, orgId } = write;
  const own = await inOrg(trx, orgId)
    .selectFrom("grants")
    .select("id")
    .where("accountId", "=", accountId)
    .where("id", "=", grantId)
    .executeTakeFirst();
  if (own === undefined) throw new NotFound("grant");
  await revokeGrant(write, grantId);
}
