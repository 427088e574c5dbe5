import type * as z from "zod";
import {
  addAccountNote,
  mergeAccounts,
  removeMember,
  renameAccount,
  revokeAccount,
} from "../store/account-changes.server.ts";
import { revokeKeySchema } from "#auth/access-keys/forms/key-form.ts";
import { revokeMemberKey } from "#auth/access-keys/store/member-keys.server.ts";
import { revokeGrant } from "#auth/accounts/store/accounts.server.ts";
import { addMember } from "#auth/accounts/store/members.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { NotFound } from "#db/refusals.ts";
import { inOrg } from "#db/tenant.ts";
import {
  addMemberSchema,
  endGrantSchema,
  giveSchema,
  mergeSchema,
  noteSchema,
  removeMemberSchema,
  renameSchema,
  revokeTokenSchema,
  type AccountButton,
} from "../forms/account-forms.ts";
import { revokeToken } from "#company/partners/store/partners.server.ts";
import { notFound, type Accepted } from "#web/forms/form.ts";
import { changeButton, type PageButton, type StaffDesk } from "#web/forms/page-buttons.ts";
import { give, Unanswered } from "./grant-access.ts";

/** One change to an account: what each button of its page is given. */
interface Change extends StaffDesk {
  accountId: string;
}

const REFUSALS = {
  gone: "An account, profile or product you chose was deleted. Choose another.",
  answers(error: unknown, { refuse }: Pick<Accepted<unknown>, "refuse">) {
    if (error instanceof Unanswered) return refuse(error.errors);
    if (error instanceof NotFound && error.message.startsWith("account ")) throw notFound();
    return undefined;
  },
};

/** What each button of an account's page does. */
export const ACCOUNT_CHANGES: Readonly<Record<AccountButton, PageButton<Change, Response>>> = {
  rename: changeButton({
    ...REFUSALS,
    schema: renameSchema,
    run: (write, { accountName }, { accountId }) => renameAccount(write, accountId, accountName),
    done: "Saved.",
  }),
  "add-member": changeButton({
    ...REFUSALS,
    schema: addMemberSchema,
    run: (write, { email: { email }, firstName, lastName }, { accountId }) =>
      addMember(write, accountId, { email, firstName, lastName }),
    done: "Member added. They can sign in with their email. We didn’t send an email.",
  }),
  "remove-member": changeButton({
    ...REFUSALS,
    schema: removeMemberSchema,
    run: (write, { memberId }, { accountId }) => removeMember(write, accountId, memberId),
    done: "The member was removed and is signed out.",
  }),
  give: changeButton({
    ...REFUSALS,
    schema: giveSchema,
    run: (write, value, { org, accountId }) => give(write, org, accountId, value),
    done: "Saved. Changes apply immediately.",
  }),
  "end-grant": changeButton({
    ...REFUSALS,
    schema: endGrantSchema,
    run: endGrant,
    done: "Access to this product was revoked.",
  }),
  revoke: changeButton({
    ...REFUSALS,
    run: (write, _, { accountId }) => revokeAccount(write, accountId),
    done: "All of this account’s access was revoked, and its members are signed out.",
  }),
  note: changeButton({
    ...REFUSALS,
    schema: noteSchema,
    run: (write, { note }, { accountId }) => addAccountNote(write, accountId, note),
    done: "Noted.",
  }),
  merge: changeButton({
    ...REFUSALS,
    schema: mergeSchema,
    run: (write, { into }, { accountId }) => mergeAccounts(write, accountId, into),
    done: "The accounts were merged.",
    to: ({ into }) => `/accounts/${into}`,
  }),
  "revoke-token": changeButton({
    ...REFUSALS,
    schema: revokeTokenSchema,
    run: (write, { tokenId }, { accountId }) => revokeToken(write, tokenId, { accountId }),
    done: "The token was revoked.",
  }),
  "revoke-key": changeButton({
    schema: revokeKeySchema,
    run: (write, { keyId }, { accountId }: Change) => revokeMemberKey(write, keyId, { accountId }),
    done: (name) => `${name} was revoked.`,
    isAlone: true,
  }),
};

/** Ends one grant of this account, and of no other. */
async function endGrant(
  write: Write,
  { grantId }: z.infer<typeof endGrantSchema>,
  { accountId }: Change,
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
