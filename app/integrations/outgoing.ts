import { lookup, type LookupAddress } from "node:dns";
import http from "node:http";
import https from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

/**
 * Requests that this server makes to others: http or https, to public addresses alone unless OUTBOUND_ALLOW
 * names them, checked where the connection is made, so that a name can't lead elsewhere in between
 * (quality.md, Attacks). No redirect is followed.
 */

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;

/** No answer came that can be used; the message is for the log. */
export class OutgoingFailed extends Error {}

interface OutgoingOptions {
  headers?: Readonly<Record<string, string>>;
  /** `host:port` pairs that may be private: OUTBOUND_ALLOW. */
  allow: readonly string[];
  timeoutMs?: number;
}

/**
 * Fetches an address as text.
 * @throws OutgoingFailed when it may not be asked, does not answer in five seconds, or answers with more than 1 MiB
 */
export function getOutside(address: string, { headers = {}, allow, timeoutMs = TIMEOUT_MS }: OutgoingOptions): Promise<{ status: number; text: string }> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return Promise.reject(new OutgoingFailed("only http and https are asked"));
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  const allowed = allow.some((pair) => pair.toLowerCase() === `${url.hostname}:${port}`);
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  // A literal address is never looked up, so it is judged here.
  if (!allowed && isIP(literal) !== 0 && !isPublicAddress(literal)) return Promise.reject(new OutgoingFailed(`${literal} is no public address`));
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(error instanceof OutgoingFailed ? error : new OutgoingFailed(error instanceof Error ? error.message : String(error)));
    const request = (url.protocol === "https:" ? https : http).request(
      url,
      { headers: { Accept: "application/json", "User-Agent": "Open-Trust-Center", ...headers }, agent: false, signal: AbortSignal.timeout(timeoutMs), ...(allowed ? {} : { lookup: publicLookup }) },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on("data", (chunk: Buffer) => {
          size += chunk.byteLength;
          if (size > MAX_BYTES) request.destroy(new OutgoingFailed("the answer is longer than 1 MiB"));
          else chunks.push(chunk);
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }));
        response.on("error", fail);
      },
    );
    request.on("error", fail);
    request.end();
  });
}

/** Looks a name up and refuses it when one of its addresses is not public. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const hidden = addresses?.find(({ address }) => !isPublicAddress(address));
    const first = addresses?.[0];
    if (error !== null || first === undefined) return callback(error ?? new OutgoingFailed(`${hostname} has no address`), "", 0);
    if (hidden !== undefined) return callback(new OutgoingFailed(`${hostname} leads to ${hidden.address}, which is no public address`), "", 0);
    if (options.all === true) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};

const NOT_PUBLIC = new BlockList();
for (const [net, bits] of [["0.0.0.0", 8], ["10.0.0.0", 8], ["100.64.0.0", 10], ["127.0.0.0", 8], ["169.254.0.0", 16], ["172.16.0.0", 12], ["192.0.0.0", 24], ["192.0.2.0", 24], ["192.168.0.0", 16], ["198.18.0.0", 15], ["198.51.100.0", 24], ["203.0.113.0", 24], ["224.0.0.0", 3]] as const) {
  NOT_PUBLIC.addSubnet(net, bits, "ipv4");
}
for (const [net, bits] of [["::", 96], ["64:ff9b::", 96], ["64:ff9b:1::", 48], ["100::", 64], ["2001::", 23], ["2001:db8::", 32], ["2002::", 16], ["fc00::", 7], ["fe80::", 10], ["fec0::", 10], ["ff00::", 8]] as const) {
  NOT_PUBLIC.addSubnet(net, bits, "ipv6");
}

/** Whether an address is one of the public internet's: not this machine's, a private network's or a special one. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  return !NOT_PUBLIC.check(address, version === 6 ? "ipv6" : "ipv4");
}
