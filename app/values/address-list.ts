import { readEmail, type EmailAddress } from "./email-address.ts";

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
    const address = readEmail(value);
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
