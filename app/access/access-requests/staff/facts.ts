import { listRules } from "../store/access-rules.server.ts";
import { askedItemName } from "../store/asked-item.server.ts";
import type { AccessRequest } from "../store/access-requests.server.ts";
import { findAccount } from "#auth/accounts/store/accounts.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Product } from "#tenancy/products/store/products.server.ts";
import type { Reader } from "#db/store.ts";
import { countryName } from "#values/countries.ts";
import { ruleSubject } from "#model/access-rules/rule-words.ts";
import { shownAddress } from "#model/privacy/erased.ts";
import { formatMoment } from "#values/moments.ts";
import { capitalized } from "#values/names.ts";

/** A line of what is known of a request. */
export interface Fact {
  name: string;
  value: string;
  href?: string;
}

/** What is known of a request: what decides it, and what is rarely asked for. */
export interface Facts {
  /** The item or the products that were asked for. */
  wants: string | null;
  deciding: Fact[];
  details: Fact[];
}

/**
 * Everything that is known of a request, in the order in which a reviewer asks for it. What the
 * form did not ask is left out.
 */
export async function factsOf(
  db: Reader,
  org: Org,
  request: AccessRequest,
  products: readonly Product[],
): Promise<Facts> {
  const { requestForm } = org.customization;
  const nameOf = (id: string) =>
    products.find((product) => product.id === id)?.name ?? "a deleted product";
  const account =
    request.accountId === null ? null : await findAccount(db, org.id, request.accountId);
  const rule =
    request.ruleId === null
      ? undefined
      : (await listRules(db, org.id)).find((candidate) => candidate.id === request.ruleId);
  const item = await askedItemName(db, org.id, request);
  const deciding: (Fact | null)[] = [
    { name: "Email", value: request.email },
    {
      name: "Email domain",
      value: request.freeMail
        ? `${request.emailDomain} · free email provider`
        : request.emailDomain,
    },
    line("Company", request.companyName),
    line(requestForm.jobTitleTextField.label, request.jobTitle),
    line(
      requestForm.relationshipDropdown.label,
      request.relationship === null ? null : capitalized(request.relationship),
    ),
    line(
      requestForm.countriesDropdown.label,
      request.country === null ? null : countryName(request.country),
    ),
    line(requestForm.pointOfContactField.label, request.pointOfContact),
    request.customCheckbox ? { name: requestForm.customCheckbox.label, value: "Yes" } : null,
    line(
      "Requested from the page of",
      request.productId === null ? null : nameOf(request.productId),
    ),
    line(
      "Products requested",
      request.productIds === null || request.productIds.length === 0
        ? null
        : request.productIds.map(nameOf).join(", "),
    ),
    line("Requested", item),
    line("Invited by", request.invitedBy),
    account === null
      ? null
      : {
          name:
            request.status === "pending" && request.invitedBy !== null ? "Invited to" : "Account",
          value: account.name,
          href: `/accounts/${account.id}`,
        },
    request.ruleId === null && request.decidedAt === request.createdAt
      ? line("Decided by", request.decidedBy)
      : null,
    rule === undefined
      ? null
      : {
          name: "Decided by the rule",
          value: ruleSubject({ ...rule, pattern: shownAddress(rule.pattern) }),
          href: `/rules/${rule.id}`,
        },
  ];
  const details = [
    { name: "Sent", value: formatMoment(request.createdAt, org.timeZone) },
    { name: "Subscribed to updates", value: request.subscribed ? "Yes" : "No" },
    line("Source", request.source),
    line("IP address", request.ip),
    line("Browser", request.userAgent),
    line(
      "Form version",
      request.customizationRevision === null ? null : String(request.customizationRevision),
    ),
  ];
  const there = (fact: Fact | null): fact is Fact => fact !== null;
  const asksFor = request.productIds ?? (request.productId === null ? [] : [request.productId]);
  return {
    wants: item ?? (asksFor.length === 0 ? null : asksFor.map(nameOf).join(", ")),
    deciding: deciding.filter(there),
    details: details.filter(there),
  };
}

function line(name: string, value: string | null): Fact | null {
  return value === null || value === "" ? null : { name, value };
}
