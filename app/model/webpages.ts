/**
 * Pages of the company's own site that the portal's search finds: what may be listed, and how much
 * of one is read.
 */

/** So many pages an org. */
export const MAX_WEBPAGES = 200;
/** Characters of an address. */
export const MAX_WEBPAGE_URL = 2_000;
/** As much of an answer is read, in bytes, and as much of its text is kept. */
export const MAX_PAGE_BYTES = 2 * 1024 * 1024;
export const MAX_TEXT_BYTES = 200 * 1024;
export const MAX_TITLE = 300;
/** A page has to be there whole in this time, redirects and all. */
export const PAGE_TIMEOUT_MS = 10_000;
export const MAX_REDIRECTS = 3;
/** A page that was not there for so many nights in a row is no longer found. */
export const NIGHTS_UNTIL_GONE = 3;
/** Staff may begin a reading this long after the last one began. */
export const READ_EVERY_MS = 60_000;
/** A reading that began so long ago was cut off with its process. */
export const RUN_ENDS_MS = 20 * 60_000;
/** After so many readings in a row that were cut off, the next one is for staff to begin. */
export const CUT_OFFS_UNTIL_LEFT = 3;

/**
 * How it stands with a page: never read; the last reading went well; it failed, and what was read
 * before is still found; or it is not there any more, or does not want to be found, and nothing of
 * it is.
 */
export const WEBPAGE_STATUSES = ["waiting", "read", "failed", "gone"] as const;
export type WebpageStatus = (typeof WEBPAGE_STATUSES)[number];

/** What was made of a page: its title and text, or why there are none. */
export type PageReading =
  | { outcome: "read"; title: string | null; text: string }
  /** It answered, and asks not to be found. */
  | { outcome: "unwanted"; fault: string }
  /** `missing`: it answered that there is nothing of that address. */
  | { outcome: "failed"; fault: string; missing: boolean };

/** The address that a text says, as it is kept; or what is wrong with it, in words. */
export function readWebpageUrl(text: string): { url: string } | { fault: string } {
  const typed = text.trim();
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(typed) && !/^[^/?#]*:\d/.test(typed);
  const address = hasScheme ? typed : `https://${typed}`;
  if (typed === "" || /[\s<>"\\^`{|}]/.test(typed) || !URL.canParse(address))
    return { fault: "Enter an address such as https://www.example.com/security" };
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return { fault: "Enter an address that begins with https:// or http://" };
  if (url.username !== "" || url.password !== "")
    return { fault: "Leave out the user name and the password" };
  if (typed.includes("#")) return { fault: "Leave out the # and what follows it" };
  if (url.href.length > MAX_WEBPAGE_URL)
    return { fault: `Use at most ${MAX_WEBPAGE_URL.toLocaleString("en")} characters` };
  return { url: url.href };
}

/**
 * The hosts whose pages may be listed and read: the org's verified domains and the host of its
 * website, each with and without 'www.'. A port belongs to a host.
 */
export function ownHosts(domains: readonly string[], websiteUrl: string | null): Set<string> {
  const website = websiteUrl !== null && URL.canParse(websiteUrl) ? [new URL(websiteUrl).host] : [];
  return new Set(
    [...domains, ...website]
      .map((host) => host.toLowerCase())
      .flatMap((host) => (host.startsWith("www.") ? [host, host.slice(4)] : [host, `www.${host}`]))
      .filter((host) => host !== ""),
  );
}

/** Whether an address is on one of these hosts. */
export function isOnHosts(url: string | URL, hosts: ReadonlySet<string>): boolean {
  return hosts.has(new URL(url).host);
}
