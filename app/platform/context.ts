import { createContext } from "react-router";
import type { Store } from "#db/store.ts";
import type { Config } from "./config.ts";
import type { BlobStore } from "./files/blob-store.ts";
import type { InstallationKey } from "./files/installation-key.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import type { PolicyOrigins } from "#model/consent.ts";
import type { DeclaredTable } from "#tenancy/persons/store/person-tables.server.ts";
import type { Subjects } from "#tenancy/history/store/subject.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { StaffSession } from "#model/auth/staff-session.ts";
import type { ListedMessage } from "./mail/listed-message.ts";
import type { RateLimits } from "./http/request/rate-limit.ts";

/** What one process has: opened at its start, the same for every request. */
export interface Services {
  config: Config;
  store: Store;
  blobs: BlobStore;
  key: InstallationKey;
  limits: RateLimits;
  /** Every table that holds something of persons. */
  persons: readonly DeclaredTable[];
  /** Everything that staff edit as a whole: what history shows and takes back. */
  subjects: Subjects;
  /** Every message that the product sends: what the previews show. */
  messages: readonly ListedMessage[];
  /** The clock; tests turn it. */
  now: () => Date;
  log: Log;
}

export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** An answer that is no page, as its route threw it. */
export interface RefusedAnswer {
  status: number;
  statusText: string;
  data: unknown;
}

/** Where a request came in, as the listener found out. */
export interface RequestHost {
  /** The host as the browser sees it, without proxies in between. */
  host: string;
  /** Scheme and host as the browser sees them. */
  origin: string;
  ip: string;
  /**
   * Who asks for themselves: a program on this machine, or a proxy that TRUST_PROXY names. null:
   * somebody else, or whoever a proxy passes on.
   */
  beside: "machine" | "proxy" | null;
  /** The org of a custom domain, null on the default host. */
  domainOrgSlug: string | null;
  requestId: string;
}

/** What a page allows the cache in front of the framework to keep. */
export interface CacheHint {
  /** null: nothing of any organization is on it, and only another build changes it. */
  orgId: string | null;
  revision: number;
  /** The earliest moment at which the page changes by the clock alone. */
  validUntil: string | null;
}

/** Which hosts lead to a company's portal. */
export interface VerifiedDomains {
  /** Whether a company has shown that a host is its own; from memory that follows every write. */
  has(host: string): Promise<boolean>;
}

export const servicesContext = createContext<Services>();
export const hostContext = createContext<RequestHost>();
export const domainsContext = createContext<VerifiedDomains>();
export const nonceContext = createContext<string | null>(null);
/** The tenant of this request, once platform/http/request/org has found it. */
export const orgContext = createContext<Org | null>(null);
export const staffSessionContext = createContext<StaffSession | null>(null);
export const viewerContext = createContext<Viewer>({ mode: "public" });
/** A mutable place where a loader says that its page may be cached; read by the listener. */
export const cacheHintContext = createContext<{ hint: CacheHint | null }>();

/**
 * What is done once the answer was handed over whole: a loader adds to it, the listener runs it. An
 * answer that broke off, or failed, runs nothing.
 */
export const afterAnswerContext = createContext<(() => void)[]>();
/** The origins of others that the page may load from, by directive; null: of nobody. */
export const othersContext = createContext<PolicyOrigins | null>(null);
/** Whether the page may frame addresses of its own origin: the view page of a file alone. */
/** What a route that answers with files refused: the page beside it says so to people. */
export const refusedContext = createContext<RefusedAnswer | null>(null);
export const framesContext = createContext<boolean>(false);
