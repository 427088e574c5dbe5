import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import proxyAddr from "proxy-addr";
import type { Config } from "#platform/config.ts";

/** By which name a request came, as the browser sees it. */
export interface Address {
  /**
   * Lower-case host with its port, default ports left out; null when it is missing or malformed.
   */
  host: string | null;
  /** Scheme and host together; empty without a host. */
  origin: string;
}

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]{0,252})|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
/** Headers by which whoever passes a request on says so. */
const PASSED_ON = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
] as const;
const LOOPBACK = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/;
/** An id that goes into headers, lines and pages as it is. */
const REQUEST_ID = /^[\w.-]{1,64}$/;

const NOWHERE: Address = { host: null, origin: "" };

/**
 * Host headers that were read before; strangers can send any number of different ones, of any
 * length.
 */
const MAX_REMEMBERED = 500;
const MAX_LENGTH = 260;

/**
 * Who is calling and by which name. X-Forwarded-For, -Host and -Proto count only when the
 * connection comes from an address that TRUST_PROXY names; from anyone else they are ignored. The
 * server itself speaks plain HTTP, so without a word from a trusted proxy the scheme is the one
 * that ORIGIN names.
 */
export class Callers {
  readonly #trusts: ((address: string, hop: number) => boolean) | null;
  readonly #protocol: string;
  readonly #remembered = new Map<string, Address>();

  constructor(config: Pick<Config, "trustProxy" | "origin">) {
    this.#trusts = config.trustProxy.length === 0 ? null : proxyAddr.compile(config.trustProxy);
    this.#protocol = new URL(config.origin).protocol;
  }

  /** @param host the Host header, from those who have it at hand already */
  address(req: IncomingMessage, host: string | undefined = req.headers.host): Address {
    if (!this.#isBehindProxy(req)) return this.#read(host ?? "", this.#protocol);
    const protocol = this.#forwarded(req, "x-forwarded-proto")?.toLowerCase();
    return this.#read(
      this.#forwarded(req, "x-forwarded-host") ?? host ?? "",
      protocol === "https" || protocol === "http" ? `${protocol}:` : this.#protocol,
    );
  }

  /** Whether something on the way said whom it had the request from, and whether it is believed. */
  forwarded(req: IncomingMessage): "no" | "believed" | "ignored" {
    if (req.headers["x-forwarded-for"] === undefined) return "no";
    return this.#isBehindProxy(req) ? "believed" : "ignored";
  }

  /**
   * The address of the person's machine: the connection's, or what trusted proxies say of theirs.
   */
  ip(req: IncomingMessage): string {
    return this.#way(req).ip;
  }

  /**
   * Who asks for themselves, and for nobody whom they pass on: a program on this machine, or a
   * trusted proxy.
   */
  beside(req: IncomingMessage): "machine" | "proxy" | null {
    if (PASSED_ON.some((name) => req.headers[name] !== undefined)) return null;
    if (LOOPBACK.test(req.socket.remoteAddress ?? "")) return "machine";
    return this.#isBehindProxy(req) ? "proxy" : null;
  }

  /** The id that a trusted proxy gave the request, where it is a plain word; null for none. */
  requestId(req: IncomingMessage): string | null {
    const id = req.headers["x-request-id"];
    if (typeof id !== "string" || !this.#isBehindProxy(req)) return null;
    return REQUEST_ID.test(id) ? id : null;
  }

  /**
   * From the connection backwards, as long as it leads through trusted proxies. Each appends whom
   * it had the request from; what stands before that is a claim. An entry that is no address ends
   * the way.
   */
  #way(req: IncomingMessage): { ip: string; proxies: number } {
    let ip = req.socket.remoteAddress ?? "";
    const claims = valuesOf(req, "x-forwarded-for");
    let proxies = 0;
    while (this.#trusts?.(ip, proxies) === true) {
      proxies += 1;
      const next = addressIn(claims.pop() ?? "");
      if (next === null) break;
      ip = next;
    }
    return { ip, proxies };
  }

  /**
   * What trusted proxies say of the address that was asked for. Where each appends a value, the
   * first that a trusted one wrote counts, and no value that came with the request.
   */
  #forwarded(
    req: IncomingMessage,
    name: "x-forwarded-host" | "x-forwarded-proto",
  ): string | undefined {
    const values = valuesOf(req, name);
    return values.length < 2
      ? values[0]
      : values[Math.max(0, values.length - this.#way(req).proxies)];
  }

  #isBehindProxy(req: IncomingMessage): boolean {
    return this.#trusts !== null && this.#trusts(req.socket.remoteAddress ?? "", 0);
  }

  #read(header: string, protocol: string): Address {
    if (header.length > MAX_LENGTH) return NOWHERE;
    const key = protocol === this.#protocol ? header : `${protocol}${header}`;
    const known = this.#remembered.get(key);
    if (known !== undefined) return known;
    const address = readAddress(header, protocol);
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(key, address);
    return address;
  }
}

function readAddress(header: string, protocol: string): Address {
  const defaultPort = protocol === "https:" ? /:443$/ : /:80$/;
  const host = header
    .toLowerCase()
    .replace(/\.(?=:|$)/, "")
    .replace(defaultPort, "");
  return HOST.test(host) ? { host, origin: `${protocol}//${host}` } : NOWHERE;
}

/** The values of a header that proxies make lists of. */
function valuesOf(
  req: IncomingMessage,
  name: "x-forwarded-for" | "x-forwarded-host" | "x-forwarded-proto",
): string[] {
  const value = req.headers[name];
  const text = Array.isArray(value) ? value.join(",") : value;
  return text === undefined ? [] : text.split(",").map((each) => each.trim());
}

/**
 * The address in an entry of X-Forwarded-For, which some proxies write with brackets or a port;
 * null for none.
 */
function addressIn(entry: string): string | null {
  const bare =
    /^"?\[([^\]]+)\](?::\d{1,5})?"?$/.exec(entry)?.[1] ??
    /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(entry)?.[1] ??
    entry;
  return isIP(bare) === 0 ? null : bare;
}
