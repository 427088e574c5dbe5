import { isIP } from "node:net";

/** Where a bucket is. */
export interface BucketAddress {
  /** Scheme, host and port of the service. */
  endpoint: string;
  bucket: string;
  /** What every name in the bucket begins with; empty, or it ends with a slash. */
  prefix: string;
  region: string;
  /** Whether the bucket is the first part of a path, or of the host name. */
  style: "path" | "host";
}

const EXAMPLE = "Use something like s3://bucket?endpoint=https://s3.example.com&region=eu-1";
const KNOWN = new Set(["endpoint", "region", "style"]);
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[A-Za-z0-9_-]{1,64}\/){0,8}$/;
const REGION = /^[A-Za-z0-9-]{1,64}$/;

/**
 * Reads `s3://bucket/prefix?endpoint=…&region=…&style=…`. Without an endpoint it is Amazon's of the
 * region.
 * @returns the address, or what is wrong with it and the remedy, to follow the variable's name
 */
export function readBucketAddress(text: string): BucketAddress | { fault: string } {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== "s3:" || url.hash !== "")
    return { fault: `isn’t the address of a bucket. ${EXAMPLE}` };
  if (url.username !== "" || url.password !== "")
    return {
      fault: "contains a user name: put the key into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    };
  const bucket = url.host;
  if (!BUCKET.test(bucket))
    return {
      fault:
        "has no usable bucket. The name of one has 3 to 63 small letters, digits, dots and hyphens",
    };
  const inside = url.pathname.replace(/^\//, "");
  const prefix = inside === "" || inside.endsWith("/") ? inside : `${inside}/`;
  if (!PREFIX.test(prefix))
    return {
      fault:
        "has an unusable prefix after the bucket. Use letters, digits, hyphens and slashes, such as s3://bucket/trust",
    };
  const strange = [...url.searchParams.keys()].find((name) => !KNOWN.has(name));
  if (strange !== undefined)
    return { fault: `has “${strange}”, which isn’t known. Use endpoint, region and style` };
  const region = url.searchParams.get("region") ?? "us-east-1";
  if (!REGION.test(region))
    return { fault: "has an unusable region. Use one such as eu-central-1" };
  const given = url.searchParams.get("endpoint");
  const endpoint = readEndpoint(given ?? `https://s3.${region}.amazonaws.com`);
  if (typeof endpoint !== "string") return endpoint;
  // A dot in the bucket's name would not match the certificate.
  const usual = given === null && !bucket.includes(".") ? "host" : "path";
  const style = url.searchParams.get("style") ?? usual;
  if (style !== "path" && style !== "host")
    return { fault: "has an unusable style. Use style=path or style=host" };
  if (style === "host" && isIP(new URL(endpoint).hostname.replace(/^\[|\]$/g, "")) !== 0)
    return { fault: "has style=host, but its endpoint is an address. Use style=path" };
  return { endpoint, bucket, prefix, region, style };
}

function readEndpoint(text: string): string | { fault: string } {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== "/" ||
    url.search !== "" ||
    url.hash !== ""
  )
    return {
      fault: "has an unusable endpoint. Use scheme, host and port, such as https://s3.example.com",
    };
  if (url.username !== "" || url.password !== "")
    return { fault: "contains a user name in its endpoint. Remove it" };
  if (url.protocol === "http:" && !isNear(url.hostname))
    return {
      fault:
        "has an endpoint with http on a public network. Use https. Only a store on this machine or a private network may use http",
    };
  return url.origin;
}

/**
 * Whether a host is on this machine or a private network, by its name alone: a private address, one
 * word as containers have it, or a name of those that no public name server knows.
 */
function isNear(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) === 4)
    return /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(host);
  if (isIP(host) === 6) return host === "::1" || /^f[cd]/i.test(host) || /^fe[89ab]/i.test(host);
  return !host.includes(".") || /\.(?:localhost|internal|local|lan|home\.arpa)$/i.test(host);
}

/** Whether what is sent there can be read on the way. */
export function isPlainHttp({ endpoint }: BucketAddress): boolean {
  return endpoint.startsWith("http:");
}
