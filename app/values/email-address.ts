/**
 * Email addresses of people outside: any top-level domain, trimmed, lower-cased, in any script.
 * What is accepted here can stand in a mail's header: no separators, no quotes, no control
 * characters. Nothing is imported, so that a browser can judge addresses, too, without the schemas.
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

/**
 * An address as people type and paste it, out of mail programs and spreadsheets: with what can't be
 * seen, full-width letters, `Name <jane@corp.example>`, `mailto:`, quotation marks and a semicolon at its end.
 * @returns null when it is none then, either
 */
export function readTypedEmail(text: string): EmailAddress | null {
  return readEmail(bareAddress(text));
}

/** Said of an address that is none; a character that nobody can see in it is named. */
export function emailFault(text: string): string {
  const [unseen] = /\p{Cf}|[^\P{Cc}\s]/u.exec(bareAddress(text)) ?? [];
  if (unseen === undefined) return "This email is invalid";
  const code = (unseen.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `This email has a character that can’t be seen (U+${code}). Type it again.`;
}

/** More than this is no address, however it is wrapped. */
const MAX_TYPED = 1_000;
/** What turns the direction of a text: at its ends it says nothing, inside it shows another one. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/;
const UNSEEN = /\p{Cf}/u;
/** Letters, digits and signs of ASCII as Japanese and Chinese keyboards write them, twice as wide. */
const WIDE = /[\uff01-\uff5e]/;
const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "“": "”",
  "‘": "’",
  "<": ">",
};

/** What is left of a text without what stands around an address and says nothing. */
export function bareAddress(text: string): string {
  if (text.length > MAX_TYPED) return text;
  let bare = withoutEnds(text);
  const named = bare.endsWith(">") ? bare.lastIndexOf("<") : -1;
  if (named !== -1) bare = withoutEnds(bare.slice(named + 1, -1));
  const closing = QUOTES[bare.charAt(0)];
  if (bare.length > 1 && closing !== undefined && bare.endsWith(closing))
    bare = withoutEnds(bare.slice(1, -1));
  if (/^mailto:/i.test(bare))
    bare = withoutEnds(decoded(bare.slice("mailto:".length).split("?")[0] ?? ""));
  return [...bare]
    .filter((sign) => TURNS.test(sign) || !UNSEEN.test(sign))
    .map((sign) => (WIDE.test(sign) ? sign.normalize("NFKC") : sign))
    .join("");
}

/** An address of a link as it is meant: there, signs such as `+` may be written by their numbers. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withoutEnds(text: string): string {
  const signs = [...text];
  const says = (sign: string) => !UNSEEN.test(sign) && !/[\s;,]/.test(sign);
  const first = signs.findIndex(says);
  const last = signs.findLastIndex((sign) => says(sign) && sign !== ".");
  return first === -1 ? "" : signs.slice(first, last + 1).join("");
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

export const DOMAIN_MESSAGE = 'Use format "example.com", without www. or http/s';

/** `example.com`: labels parted by dots, in ASCII, without www in front. */
export function isPlainDomain(text: string): boolean {
  return (
    text.length <= 253 &&
    !text.startsWith("www.") &&
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/.test(text)
  );
}

/**
 * Several addresses in one field: what separates them and what is said of
 * those that do not fit. The server and the browser judge by the same words.
 */

/** Enter, Space, Tab, Comma. */
export const SEPARATORS = /[\s,]+/;

export const NO_ADDRESS = "Required";
export const notAnEmail = (value: string): string => `"${shortened(value)}" is not a valid email`;
export const addedAlready = (value: string): string =>
  `"${shortened(value)}" has already been added`;

/** The parts of a text between separators. */
export function splitAddresses(text: string): string[] {
  return text.split(SEPARATORS).filter((part) => part !== "");
}

/**
 * Reads addresses one by one; the same person twice is a duplicate, however the address is tagged.
 * @returns those that fit, and a message for each that does not
 */
export function readAddresses(values: readonly string[]): {
  addresses: EmailAddress[];
  errors: string[];
} {
  const addresses: EmailAddress[] = [];
  const errors: string[] = [];
  const seen = new Set<string>();
  for (const value of values) {
    const address = readTypedEmail(value);
    if (address === null) errors.push(notAnEmail(value.trim()));
    else if (seen.has(address.key)) errors.push(addedAlready(value.trim()));
    else addresses.push(address);
    if (address !== null) seen.add(address.key);
  }
  return { addresses, errors: [...new Set(errors)] };
}

/** A whole page pasted into the field is not said back. */
function shortened(value: string): string {
  return value.length <= 100 ? value : `${value.slice(0, 99)}…`;
}
