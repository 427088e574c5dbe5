/**
 * What OUTBOUND_ALLOW names: hosts that may be asked although they are not on a public address. An
 * entry says what for, since any company of the installation can name any address: without it, one
 * company's inner host is open to the pages, status pages and keys of all.
 */

/** What goes out, one word for each kind of request. */
export const PURPOSES = [
  /** Key sets of identity providers, and those that sign plans. */
  "keys",
  /** Webpages that the search finds. */
  "pages",
  /** Status pages. */
  "status",
  "hackerone",
  /** Directories of companies. */
  "companies",
  /** Logos of companies, at the addresses that a directory gives. */
  "logos",
  "scorecard",
  /** The model that writes answers. */
  "ai",
  /** Programs that a company tells what happens. */
  "webhooks",
  /** Identity providers by which a company's team signs in. */
  "sign-in",
] as const;
export type Purpose = (typeof PURPOSES)[number];

/** A host that is exempt, and what for; null: for everything. */
export interface Exemption {
  purpose: Purpose | null;
  /** With its port. */
  host: string;
}

const HOST_AND_PORT = /^(?:\[[0-9a-f:]+\]|[a-z0-9.-]+):\d{1,5}$/i;

/** An entry as it is typed; or what is wrong with it, and the remedy. */
export function readExemption(entry: string): Exemption | { fault: string } {
  if (HOST_AND_PORT.test(entry)) return { purpose: null, host: entry };
  const colon = entry.indexOf(":");
  const [word, host] = [entry.slice(0, colon), entry.slice(colon + 1)];
  const purpose = PURPOSES.find((known) => known === word.toLowerCase());
  if (colon <= 0 || !HOST_AND_PORT.test(host))
    return {
      fault:
        purpose === undefined
          ? "has an entry without a port. Use host:port pairs separated by commas"
          : `has an entry without a port. Use ${purpose}:host:port`,
    };
  if (purpose === undefined)
    return {
      fault: `exempts a host for “${word}”, which isn’t a purpose. Use ${PURPOSES.join(", ")}, or host:port for all of them`,
    };
  return { purpose, host };
}

/** The hosts, each with its port, that are exempt for one kind of request. */
export function exemptFor(exemptions: readonly Exemption[], purpose: Purpose): string[] {
  return exemptions
    .filter((exemption) => exemption.purpose === null || exemption.purpose === purpose)
    .map(({ host }) => host);
}
