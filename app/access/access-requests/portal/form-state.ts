import { formConstraint } from "#web/forms/constraint.ts";
import type { PortalRequest } from "#web/portal/scope.ts";
import { countryOptions } from "#values/countries.ts";
import { lastDay } from "#values/dates.ts";
import { isFreeMail } from "#model/access-rules/free-mail.ts";
import type { Invitation } from "../store/invitations.server.ts";
import {
  accessRequestSchema,
  answerSchema,
  extensionSchema,
  loginSchema,
  mailedCodeSchema,
  moreAccessSchema,
  noteSchema,
  REQUESTER_TYPES,
} from "../forms/access-request.ts";
import { signNdaSchema } from "#access/nda/forms/nda.ts";
import { readEmail } from "#model/subscribers/email.ts";
import { companyOfDomain } from "#model/access-requests/access-domains.ts";

/** What the schemas of the dialogs' forms say of their fields. */
export const CONSTRAINTS = {
  login: formConstraint(loginSchema),
  code: formConstraint(mailedCodeSchema),
  codeWithNda: formConstraint(mailedCodeSchema.extend(signNdaSchema.shape)),
  note: formConstraint(noteSchema),
  answer: formConstraint(answerSchema),
  more: formConstraint(moreAccessSchema([])),
  extend: formConstraint(extensionSchema),
};

/**
 * The request form as the org has set it up, with what is known of a member filled in, and of
 * everybody else what their address says.
 * @param askedWith the address by which the person came here
 */
export function requestForm(
  { org, viewer, products }: PortalRequest,
  askedWith: string | null,
  invitation: Invitation | null,
) {
  const { requestForm: fields } = org.customization;
  const member = viewer.mode === "accountExternal" ? viewer : null;
  const email = member?.member.email ?? invitation?.email ?? askedWith ?? "";
  return {
    fields,
    constraint: formConstraint(accessRequestSchema(org.customization, [])),
    countries: fields.countriesDropdown.enabled ? countryOptions() : [],
    relationships: REQUESTER_TYPES.map((value) => ({
      value,
      label: value.charAt(0).toUpperCase() + value.slice(1),
    })),
    products: products.map(({ id, name }) => ({ id, name })),
    known: {
      firstName: member?.member.firstName ?? "",
      lastName: member?.member.lastName ?? "",
      companyName: member?.account.name ?? invitation?.accountName ?? companyOf(email),
      email,
    },
  };
}

/** The name of the company that an address is of, as its domain spells it. */
function companyOf(email: string): string {
  const address = readEmail(email);
  return address === null || isFreeMail(address.domain) ? "" : companyOfDomain(address.domain);
}

/** What of a member's access ends by the clock, product by product. */
export function endsOf({ org, viewer, products }: PortalRequest) {
  if (viewer.mode !== "accountExternal") return [];
  return products.flatMap(({ id, name }) => {
    const end = viewer.grants.find((grant) => grant.productId === id)?.expiresAt ?? null;
    return end === null
      ? []
      : [{ product: name, until: { iso: end, text: lastDay(end, org.timeZone) } }];
  });
}
