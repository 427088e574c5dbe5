import type { Asked, ResourceType } from "./network.ts";

/** What a browser says with a request: `Referer`, `Origin`, `Sec-Fetch-*`. */

const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/147.0.0.0 Safari/537.36";

const ACCEPT: Record<ResourceType, string> = {
  document:
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8",
  stylesheet: "text/css,*/*;q=0.1",
  fetch: "*/*",
};
const DESTINATION = { document: "document", stylesheet: "style", fetch: "empty" } as const;

/** The headers of a request, without its cookies. */
export function headersOf(asked: Asked, url: URL): Record<string, string> {
  const { type, from, method = "GET" } = asked;
  const referrer = from === undefined ? "" : refererOf(from, url);
  return {
    host: url.host,
    "user-agent": USER_AGENT,
    accept: ACCEPT[type],
    "accept-language": "en-US",
    "accept-encoding": "gzip, deflate, br",
    ...(type === "document" ? { "upgrade-insecure-requests": "1" } : {}),
    ...(referrer === "" ? {} : { referer: referrer }),
    ...(from !== undefined && method !== "GET" && method !== "HEAD"
      ? { origin: originSent(from, url) }
      : {}),
    ...(type === "fetch" ? {} : fetchMetadata(asked, url)),
  };
}

/** What a browser says of a request's reason. */
function fetchMetadata({ type, from }: Asked, url: URL): Record<string, string> {
  const isSame = from !== undefined && new URL(from.url).origin === url.origin;
  return {
    "sec-fetch-site":
      from === undefined ? "none" : isSame ? "same-origin" : siteWord(from.url, url),
    "sec-fetch-mode": type === "document" ? "navigate" : "no-cors",
    ...(type === "document" && from !== undefined ? { "sec-fetch-user": "?1" } : {}),
    "sec-fetch-dest": DESTINATION[type],
  };
}

function siteWord(from: string, to: URL): string {
  return siteOf(new URL(from)) === siteOf(to) ? "same-site" : "cross-site";
}

/** The part of a host that makes a site: its last two labels. */
function siteOf({ hostname }: URL): string {
  return hostname.split(".").slice(-2).join(".");
}

/** Which cookies go along, by where the request comes from. */
export function sameSiteContext(
  { from, method = "GET", type }: Asked,
  url: URL,
): "strict" | "lax" | "none" {
  if (from === undefined || siteOf(new URL(from.url)) === siteOf(url)) return "strict";
  return type === "document" && method === "GET" ? "lax" : "none";
}

/** What a page's policy lets the next one know of it. */
export function refererOf({ url, policy }: { url: string; policy: string }, to: URL): string {
  const from = new URL(url);
  if (!/^https?:$/.test(from.protocol)) return "";
  from.hash = "";
  from.username = "";
  from.password = "";
  const isSame = from.origin === to.origin;
  switch (policy) {
    case "no-referrer":
      return "";
    case "same-origin":
      return isSame ? from.href : "";
    case "origin":
    case "strict-origin":
      return `${from.origin}/`;
    case "unsafe-url":
    case "no-referrer-when-downgrade":
      return from.href;
    default:
      return isSame ? from.href : `${from.origin}/`;
  }
}

/** The `Origin` of a form that is posted. */
function originSent({ url, policy }: { url: string; policy: string }, to: URL): string {
  const { origin } = new URL(url);
  if (policy === "no-referrer") return "null";
  return policy === "same-origin" && origin !== to.origin ? "null" : origin;
}
