/**
 * E-mail addresses of people outside: any top-level domain, trimmed, lower-cased, in any script.
 * What is accepted here can stand in a mail's header: no separators, no quotes, no control characters.
 * Nothing is imported, so that a browser can judge addresses, too, without the schemas.
 */
const MAX_ADDRESS = 320;
const MAX_LOCAL = 64;
const MAX_DOMAIN = 255;

const LOCAL =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export interface EmailAddress {
  /** As it was typed, trimmed, lower-cased, in composed characters. */
  email: string;
  /** The canonical form that duplicates are found by: ASCII domain, nothing after a `+`. */
  key: string;
  /** The domain in ASCII. */
  domain: string;
}

/** An address in its forms, or null when it is none. */
export function readEmail(text: string): EmailAddress | null {
  const email = text.trim().normalize("NFC").toLowerCase();
  const at = email.lastIndexOf("@");
  if (at < 1 || email.length > MAX_ADDRESS) return null;
  const local = email.slice(0, at);
  if (local.length > MAX_LOCAL || !LOCAL.test(local)) return null;
  const domain = readDomain(email.slice(at + 1));
  if (domain === null) return null;
  const untagged = local.replace(/(?<=.)\+.*$/, "");
  return { email, key: `${untagged}@${domain}`, domain };
}

/** A domain name in ASCII and lower case, or null: two labels or more, no address of a machine. */
export function readDomain(text: string): string | null {
  const typed = text.trim().normalize("NFC").toLowerCase();
  if (typed.length > MAX_DOMAIN || !DOMAIN.test(typed)) return null;
  const ascii = /^[a-z0-9.-]+$/.test(typed) && !typed.includes("xn--") ? typed : asciiDomain(typed);
  const labels = ascii?.split(".") ?? [];
  if (
    ascii === null ||
    ascii.length > MAX_DOMAIN ||
    labels.length < 2 ||
    !labels.every((label) => LABEL.test(label))
  )
    return null;
  // The last label of a name is never a number: that would be an address of a machine.
  return /^\d+$/.test(labels.at(-1) ?? "") ? null : ascii;
}

/** An accepted address as a mail's envelope takes it: the domain in ASCII. */
export function deliverableEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, at)}@${readDomain(email.slice(at + 1)) ?? email.slice(at + 1)}`;
}

function asciiDomain(domain: string): string | null {
  try {
    return new URL(`http://${domain}/`).hostname;
  } catch {
    return null;
  }
}
