import type * as z from "zod";
import { grantRows, type GrantRow } from "#auth/accounts/store/account-detail.server.ts";
import { approveAccount, findAccount, grantAccess } from "#auth/accounts/store/accounts.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { findNda } from "#auth/nda/store/ndas.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { findProduct } from "#tenancy/products/store/products.server.ts";
import { NotFound } from "#db/refusals.ts";
import type { giveSchema } from "../forms/account-forms.ts";
import { pastEnd, UNCHANGED } from "#access/access-requests/forms/review-forms.ts";
import type { FormErrors } from "#web/forms/form.ts";
import { endOf } from "#access/access-requests/staff/decisions.ts";

type Asked = z.infer<typeof giveSchema>;

/** The form leaves open what the account's present access can't answer. */
export class Unanswered extends Error {
  readonly errors: FormErrors;

  constructor(errors: FormErrors) {
    super("the form is not complete");
    this.errors = errors;
  }
}

/**
 * Gives an account access, or extends or changes it: what the form leaves unchanged stays what each
 * product's own grant says, so that a new end gives nobody another profile.
 * @throws NotFound; Unanswered for a product that has no grant to take a value from, or a day that
 *   is over
 */
export async function give(write: Write, org: Org, accountId: string, asked: Asked): Promise<void> {
  const { trx, now } = write;
  const account = await findAccount(trx, org.id, accountId);
  if (account === null) throw new NotFound("account");
  const past = pastEnd(asked, org.timeZone, now);
  if (past !== null) throw new Unanswered({ fields: { expiresOn: [past] } });
  // Where no NDA is asked for, the form does not ask either.
  const asksNda = (await findNda(trx, org.id, now)).provider !== "none";
  const held = await grantRows(trx, org.id, accountId, now);
  const changes: {
    productId: string;
    profileId: string;
    expiresAt: string | null;
    ndaRequired: boolean;
  }[] = [];
  for (const productId of new Set(asked.productIds)) {
    const grant = held.find((row) => row.productId === productId) ?? null;
    if (grant !== null && saysNothing(asked)) continue;
    const open = grant === null ? openOfNew(asked, asksNda) : openOfHeld(asked, grant);
    if (Object.keys(open).length > 0)
      throw new Unanswered({
        fields: namedFor(
          open,
          grant?.productName ?? (await findProduct(trx, org.id, productId))?.name ?? null,
        ),
      });
    changes.push({
      productId,
      profileId: asked.profileId === UNCHANGED ? (grant?.profileId ?? "") : asked.profileId,
      expiresAt:
        asked.expires === UNCHANGED
          ? (grant?.expiresAt ?? null)
          : endOf({ ...asked, expires: asked.expires }, org.timeZone, now),
      ndaRequired:
        asked.nda === UNCHANGED ? (grant?.ndaRequired ?? true) : asked.nda === "required",
    });
  }
  if (changes.length === 0)
    throw new Unanswered({
      form: ["Nothing to save. Change the profile, expiry or NDA, or select another product."],
    });
  if (account.reviewStatus !== "approved") await approveAccount(write, accountId);
  for (const change of changes) await grantAccess(write, { accountId, ...change });
}

function saysNothing({ profileId, expires, nda }: Asked): boolean {
  return profileId === UNCHANGED && expires === UNCHANGED && nda === UNCHANGED;
}

type Open = Partial<Record<"profileId" | "expires" | "nda", string>>;

/** What a product needs that the account does not have yet. */
function openOfNew({ profileId, expires, nda }: Asked, asksNda: boolean): Open {
  return {
    ...(profileId === UNCHANGED ? { profileId: "Choose a permission profile" } : {}),
    ...(expires === UNCHANGED ? { expires: "Choose when the access ends" } : {}),
    ...(nda === UNCHANGED && asksNda ? { nda: "Choose whether the NDA is required" } : {}),
  };
}

/** What has run out can't be changed and stay run out: it would seem given. */
function openOfHeld({ expires }: Asked, grant: GrantRow): Open {
  return grant.expired && expires === UNCHANGED ? { expires: "Choose when the access ends" } : {};
}

function namedFor(open: Open, productName: string | null): Record<string, string[]> {
  const why =
    productName === null ? "" : ` for ${productName}, which the account doesn’t have right now`;
  return Object.fromEntries(
    Object.entries(open).map(([field, text]) => [field, [`${text}${why}`]]),
  );
}
