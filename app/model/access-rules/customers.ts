import { bareAddress, readDomain } from "#model/subscribers/email.ts";
import { isFreeMail } from "./free-mail.ts";

/** The list of customers' domains, which rules can ask for. */
export const MAX_CUSTOMERS = 20_000;
/** How long what staff call one may be, in characters. */
export const MAX_CUSTOMER_NAME = 200;

/** Endings under which whole countries register names, such as co.uk. */
const SHARED_ENDING = /^(?:ac|co|com|edu|gob|gouv|gov|ne|net|or|org)\.[a-z]{2}$/;

/**
 * The domain of a customer as staff write it: a domain, a web address, or what follows the @.
 * @returns the domain in ASCII, or what is wrong
 */
export function readCustomerDomain(text: string): { domain: string } | { fault: string } {
  const bare = bareAddress(text)
    .replace(/^[a-z]+:\/\//i, "")
    .replace(/[/?#:].*$/, "")
    .replace(/^.*@/, "")
    .replace(/^www\./i, "");
  if (bare === "") return { fault: "No domain" };
  const domain = readDomain(bare);
  if (domain === null) return { fault: "Not a domain" };
  if (isFreeMail(domain)) return { fault: "Free email provider: anyone can get an address there" };
  if (SHARED_ENDING.test(domain)) return { fault: "A domain ending that many companies share" };
  return { domain };
}
