import * as z from "zod";
import { pastEnd, UNCHANGED } from "#access/access-requests/forms/review-forms.ts";
import { addByHand } from "#access/accounts/by-hand.server.ts";
import {
  addMemberSchema,
  giveSchema,
  newAccountSchema,
  renameSchema,
} from "#access/accounts/forms/account-forms.ts";
import { give, Unanswered } from "#access/accounts/staff/grant-access.ts";
import {
  removeMember,
  renameAccount,
  revokeAccount,
} from "#access/accounts/store/account-changes.server.ts";
import { revokeGrant } from "#auth/accounts/store/grants.server.ts";
import { addMember, findMember } from "#auth/accounts/store/members.server.ts";
import { NotFound } from "#db/refusals.ts";
import { inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { problem } from "#web/api/json-body.ts";
import { callNames, gone, grantBody, grantForm, judged, oneOf } from "./grant-body.ts";
import { baseField, mustBeOfKey, verb, type Writes } from "./verb.ts";

const person = {
  email: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
};
const made = z
  .strictObject({
    name: z.string().optional(),
    ...person,
    ...grantBody,
    /** Whether the person gets an email about it. */
    tell: z.boolean().optional(),
    message: z.string().optional(),
  })
  .superRefine(oneOf(["expiresOn", "expiresInDays"]));
const renamed = z.strictObject({ name: z.string().optional(), ...baseField });
const given = z.strictObject(grantBody).superRefine(oneOf(["expiresOn", "expiresInDays"]));
const ended = z
  .strictObject({ productId: z.string().max(64).optional(), all: z.literal(true).optional() })
  .refine(({ productId, all }) => (productId === undefined) !== (all === undefined), {
    error: "Send the productId whose access ends, or all",
  });

/** What the form calls a field of the calls about accounts. */
const NAMES = { accountName: "name" };

/** How accounts are added, named, and given access, as on their pages. */
export const accountWrites: Writes = {
  need: { scope: "access:write", permission: "accounts:review" },
  make: verb<z.output<typeof made>>({
    about:
      "Adds an account with its first member and access to some products. With tell, the person gets an email.",
    body: made,
    judge({ services, opened }, { name, email, firstName, lastName, tell, message, ...access }) {
      const form = {
        accountName: name,
        email,
        firstName,
        lastName,
        message,
        ...grantForm(access, "none"),
        ...(tell === true ? { tell: "on" } : {}),
      };
      const value = judged(newAccountSchema, form, NAMES);
      mustEndLater(value, opened.org.timeZone, services.now());
      mustBeOfKey(opened, value.productIds);
      const { org } = opened;
      const { config } = services;
      return Promise.resolve((write) => addByHand(write, { org, config }, value).catch(gone));
    },
  }),
  change: verb<z.output<typeof renamed>>({
    about: "Renames an account.",
    body: renamed,
    judge({ id }, { name }) {
      const { accountName } = judged(renameSchema, { accountName: name }, NAMES);
      return Promise.resolve(async (write) => {
        await renameAccount(write, id, accountName);
        return id;
      });
    },
  }),
  calls: {
    give: verb<z.output<typeof given>>({
      about:
        "Gives an account access to some products, or changes it. Fields you leave out keep each product’s current value.",
      body: given,
      judge({ opened, id }, sent) {
        const value = judged(giveSchema, { profileId: UNCHANGED, ...grantForm(sent, UNCHANGED) });
        mustBeOfKey(opened, value.productIds);
        return Promise.resolve(async (write) => {
          await give(write, opened.org, id, value).catch(unanswered).catch(gone);
          return id;
        });
      },
    }),
    revoke: verb<z.output<typeof ended>>({
      about:
        "Revokes access to one product or, with all, to everything, which also signs the members out.",
      body: ended,
      mayEmpty: true,
      judge: ({ id }, { productId }) =>
        Promise.resolve(async (write) => {
          if (productId === undefined) await revokeAccount(write, id);
          else await endGrants(write, id, productId);
          return id;
        }),
    }),
  },
};

const newMember = z.strictObject({
  accountId: z.string({ error: "Send the id of an account" }).max(64),
  ...person,
});

/** How people come into accounts and leave them. */
export const memberWrites: Writes = {
  need: { scope: "access:write", permission: "accounts:review" },
  make: verb<z.output<typeof newMember>>({
    about: "Adds a person to an account. They can sign in with their email. No email is sent.",
    body: newMember,
    judge(_asking, { accountId, ...sent }) {
      const { email, firstName, lastName } = judged(addMemberSchema, sent);
      return Promise.resolve((write) =>
        addMember(write, accountId, { email: email.email, firstName, lastName }).catch(noAccount),
      );
    },
  }),
  end: verb({
    about:
      "Removes a person from an account and signs them out. Their signatures and activity stay.",
    body: null,
    judge: ({ id }) =>
      Promise.resolve(async (write) => {
        const member = await findMember(write.trx, write.orgId, id);
        if (member === null) throw new NotFound("member");
        await removeMember(write, member.accountId, id);
        return id;
      }),
  }),
};

/** @throws a problem for a last day that is over */
function mustEndLater(value: Parameters<typeof pastEnd>[0], timeZone: string, now: Date): void {
  const past = pastEnd(value, timeZone, now);
  if (past !== null) throw problem(400, past, { errors: { expiresOn: [past] } });
}

/** Ends what an account may see of a product. @throws a problem where that is nothing */
async function endGrants(write: Write, accountId: string, productId: string): Promise<void> {
  const { trx, orgId } = write;
  const held = await inOrg(trx, orgId)
    .selectFrom("grants")
    .select("id")
    .where("accountId", "=", accountId)
    .where("productId", "=", productId)
    .where("revokedAt", "is", null)
    .execute();
  const words = "This account has no access to this product.";
  if (held.length === 0) throw problem(400, words, { errors: { productId: [words] } });
  for (const { id } of held) await revokeGrant(write, id);
}

/** @throws the problem of a form that leaves open what it has to say; any other error as it is */
function unanswered(error: unknown): never {
  if (!(error instanceof Unanswered)) throw error;
  const { fields = {}, form = [] } = error.errors;
  const errors = callNames(fields);
  const title = [...Object.values(errors).flat(), ...form][0] ?? "";
  throw problem(400, title, Object.keys(errors).length === 0 ? {} : { errors });
}

/** @throws the problem of an account that is not there; any other error as it is */
function noAccount(error: unknown): never {
  if (!(error instanceof NotFound)) throw error;
  const words = "There is no account with this id.";
  throw problem(400, words, { errors: { accountId: [words] } });
}
