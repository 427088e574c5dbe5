import { isWebAddress } from "#model/cra.ts";
import type { Customization } from "#model/settings/customization.ts";
import { securityContacts } from "#model/settings/security-contacts.ts";
import type { Product } from "#tenancy/products/store/products.server.ts";

const VALID_DAYS = 180;

/**
 * security.txt (RFC 9116) from an org's contacts for security, then those that its products name of
 * their own, and where their policies are; without a contact, none of it.
 * @param products those that visitors see
 * @param bases where it is to be found
 */
export function securityTxtAnswer(
  customization: Pick<Customization, "securityMailbox" | "reportIssue">,
  products: readonly Pick<Product, "cra">[],
  bases: readonly string[],
  now: Date,
): Response {
  const own = (name: "contact" | "policyUrl") => products.flatMap(({ cra }) => cra?.[name] ?? []);
  const contacts = new Set([...securityContacts(customization), ...own("contact")].map(addressOf));
  if (contacts.size === 0) throw noSecurityTxt();
  const expires = new Date(now.getTime() + VALID_DAYS * 86_400_000);
  expires.setUTCHours(0, 0, 0, 0);
  const lines = [
    ...[...contacts].map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    ...[...new Set(own("policyUrl"))].map((url) => `Policy: ${url}`),
    ...bases.map((base) => `Canonical: ${base}/.well-known/security.txt`),
    "Preferred-Languages: en",
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}

export function noSecurityTxt(): Response {
  return new Response(null, { status: 404, statusText: "Page not found" });
}

/** A contact as a URI, which the format asks for. */
function addressOf(contact: string): string {
  return isWebAddress(contact) ? contact : `mailto:${contact}`;
}
