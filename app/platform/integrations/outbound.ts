import dns from "node:dns";
import http from "node:http";
import https from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { actionGuard } from "#db/action-guard.ts";
import { STILL_HERE } from "#values/sent-forms.ts";

/**
 * Requests to addresses that people of an org typed: http and https, public
 * addresses only unless OUTBOUND_ALLOW names host and port, five seconds, one megabyte, no
 * redirects: who asks for them gets them handed over, and asks anew. A name is looked up once, and
 * the connection goes to what was checked: a second answer of its server changes nothing.
 */
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;

/** It was not sent, or not answered as it should be; the message says which, for staff to read. */
export class OutboundFailed extends Error {}

export interface OutboundRules {
  /** `host:port` pairs that may be anywhere, for what is asked (exemptions.ts). */
  allow: readonly string[];
  /**
   * How names are looked up, all addresses of one at once; the system's way unless a test brings
   * another.
   */
  lookup?: (hostname: string) => Promise<readonly { address: string; family: number }[]>;
  timeoutMs?: number;
  maxBytes?: number;
  /** Beside those of every request, such as a token for the provider. */
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; without it, and without a body, the address is read by GET. */
  json?: unknown;
  /** Sent by POST as it is. */
  body?: { type: string; text: string };
  /**
   * A redirect is an answer like any other, without its body; else it is a failure. Nobody follows
   * it here.
   */
  handsOverRedirects?: boolean;
  /** Ends the request; `timeoutMs` is then the limit that its end is told with. */
  signal?: AbortSignal;
}

export interface OutboundAnswer {
  status: number;
  contentType: string;
  headers: http.IncomingHttpHeaders;
  bytes: Buffer;
}

/**
 * Fetches an address.
 * @param accept the media type that is asked for
 * @throws OutboundFailed for everything but an answer that was read whole; a redirect is one, too,
 *   unless it is handed over
 */
export async function fetchOutside(
  address: string,
  accept: string,
  rules: OutboundRules,
): Promise<OutboundAnswer> {
  // A form that is only shown again asks nobody anything.
  if (actionGuard.getStore()?.onlyShows === true) throw new OutboundFailed(STILL_HERE);
  const url = checkedAddress(address, rules);
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = rules;
  const signal = rules.signal ?? AbortSignal.timeout(timeoutMs);
  try {
    const response = await send(url, accept, rules, signal);
    const status = response.statusCode ?? 0;
    const { headers } = response;
    const contentType = headers["content-type"] ?? "";
    if (status >= 300 && status < 400) {
      response.destroy();
      if (rules.handsOverRedirects === true)
        return { status, contentType, headers, bytes: Buffer.alloc(0) };
      throw new OutboundFailed("It answered with a redirect, which is not followed.");
    }
    return { status, contentType, headers, bytes: await readWhole(response, maxBytes) };
  } catch (error) {
    if (error instanceof OutboundFailed) throw error;
    if (signal.aborted)
      throw new OutboundFailed(`There was no whole answer within ${timeoutMs / 1_000} seconds.`, {
        cause: error,
      });
    throw new OutboundFailed(`It could not be reached (${codeOf(error)}).`, { cause: error });
  }
}

/** Whether OUTBOUND_ALLOW names, for what is asked, the host and port of an address. */
export function isExempt(url: URL, { allow }: Pick<OutboundRules, "allow">): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return allow.some((entry) => entry.toLowerCase() === `${url.hostname}:${port}`);
}

/** How long somebody who saves an address waits for its name. */
const LOOK_MS = 2_000;

/**
 * Whether nothing would be sent to an address that is to be kept, since it leads to one that isn’t
 * public. A name that isn’t found, or not in time, passes: it may be found later, and each request
 * looks anew.
 */
export async function leadsInside(
  url: URL,
  { timeoutMs = LOOK_MS, ...rules }: Pick<OutboundRules, "allow" | "lookup" | "timeoutMs">,
): Promise<boolean> {
  if (isExempt(url, rules)) return false;
  if (isInnerAddress(url)) return true;
  // A form that is only shown again asks nobody anything.
  if (isIP(hostOf(url)) !== 0 || actionGuard.getStore()?.onlyShows === true) return false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<[]>((resolve) => {
    timer = setTimeout(() => resolve([]), timeoutMs);
  });
  const found = (rules.lookup ?? lookupAlone)(url.hostname).catch(() => []);
  const addresses = await Promise.race([found, late]);
  clearTimeout(timer);
  return !addresses.every(({ address }) => isPublicAddress(address));
}

/** A host without the brackets of IPv6. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** Whether its host is an address, and not a public one. */
function isInnerAddress(url: URL): boolean {
  const host = hostOf(url);
  return isIP(host) !== 0 && !isPublicAddress(host);
}

function checkedAddress(address: string, rules: OutboundRules): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new OutboundFailed("This isn’t an http or https URL.");
  if (isInnerAddress(url) && !isExempt(url, rules))
    throw new OutboundFailed("It is not on a public address.");
  return url;
}

function send(
  url: URL,
  accept: string,
  rules: OutboundRules,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const request = url.protocol === "https:" ? https.request : http.request;
  const sent =
    rules.json === undefined
      ? rules.body
      : { type: "application/json", text: JSON.stringify(rules.json) };
  const body = sent === undefined ? undefined : Buffer.from(sent.text);
  return new Promise((resolve, reject) => {
    request(url, {
      method: body === undefined ? "GET" : "POST",
      agent: false,
      signal,
      lookup: checkedLookup(isExempt(url, rules), rules.lookup ?? systemLookup),
      headers: {
        Accept: accept,
        "Accept-Encoding": "identity",
        "User-Agent": "OpenTrustCenter",
        ...(sent === undefined || body === undefined
          ? {}
          : { "Content-Type": sent.type, "Content-Length": String(body.length) }),
        ...rules.headers,
      },
    })
      .on("response", resolve)
      .on("error", reject)
      .end(body);
  });
}

/** Looks a name up for one connection and hands over only what may be connected to. */
function checkedLookup(
  exempt: boolean,
  find: NonNullable<OutboundRules["lookup"]>,
): LookupFunction {
  return (hostname, options, callback) => {
    find(hostname).then(
      (found) => {
        const [first] = found;
        if (first === undefined)
          return callback(new OutboundFailed("Its host name wasn’t found."), "", 0);
        // One inner address among public ones is a trap, too.
        if (!exempt && !found.every(({ address }) => isPublicAddress(address)))
          return callback(new OutboundFailed("It is not on a public address."), "", 0);
        if (options.all) return callback(null, [...found] as dns.LookupAddress[]);
        callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, "", 0),
    );
  };
}

const systemLookup = (hostname: string) => dns.promises.lookup(hostname, { all: true });

let isLooking = false;

/** A slow name holds one of the few threads that look up all names: never more than one of these at a time. */
async function lookupAlone(hostname: string): Promise<dns.LookupAddress[]> {
  if (isLooking) return [];
  isLooking = true;
  try {
    return await systemLookup(hostname);
  } finally {
    isLooking = false;
  }
}

async function readWhole(response: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLong = new OutboundFailed(
    `Its answer is longer than ${maxBytes.toLocaleString("en")} bytes.`,
  );
  if (Number(response.headers["content-length"] ?? 0) > maxBytes) {
    response.destroy();
    throw tooLong;
  }
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) throw tooLong;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "no connection";
}

const INNER = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  INNER.addSubnet(net, bits, "ipv4");
// Of IPv6, what is outside 2000::/3 is not public; these are inside: special purposes,
// documentation, 6to4.
for (const [net, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  INNER.addSubnet(net, bits, "ipv6");
const GLOBAL = new BlockList();
GLOBAL.addSubnet("2000::", 3, "ipv6");

/**
 * Whether an address is one of the public internet: no loopback, no inner network, nothing
 * reserved, no address in another's clothes.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !INNER.check(address, "ipv4");
  return (
    family === 6 &&
    !address.includes("%") &&
    GLOBAL.check(address, "ipv6") &&
    !INNER.check(address, "ipv6")
  );
}
