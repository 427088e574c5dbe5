import type { IncomingMessage } from "node:http";
import proxyAddr from "proxy-addr";
import type { Config } from "../config.ts";

export interface Caller {
  ip: string;
  /** Lower-case host with its port, as the browser sent it; null when it is missing or malformed. */
  host: string | null;
  protocol: "http:" | "https:";
}

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]{0,252})|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/**
 * Who is calling and by which name. X-Forwarded-For, -Host and -Proto count only when the connection
 * comes from an address that TRUST_PROXY names; from anyone else they are ignored.
 */
export function callerReader(config: Config): (req: IncomingMessage) => Caller {
  const trusts = config.trustProxy.length === 0 ? () => false : proxyAddr.compile(config.trustProxy);
  const ownProtocol = "http:" as const;
  return (req) => {
    const peer = req.socket.remoteAddress ?? "";
    const behindProxy = peer !== "" && trusts(peer, 0);
    const forwarded = (name: string) => {
      if (!behindProxy) return undefined;
      const value = req.headers[name];
      const text = Array.isArray(value) ? value[0] : value;
      return text?.split(",")[0]?.trim().toLowerCase();
    };
    const host = (forwarded("x-forwarded-host") ?? req.headers.host ?? "").toLowerCase().replace(/\.(?=:|$)/, "");
    const protocol = forwarded("x-forwarded-proto");
    return {
      ip: behindProxy ? proxyAddr(req, trusts) : peer,
      host: HOST.test(host) ? host : null,
      protocol: protocol === "https" ? "https:" : protocol === "http" ? "http:" : ownProtocol,
    };
  };
}
