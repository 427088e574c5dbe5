import { domainAnswered } from "#tenancy/orgs/store/domains.server.ts";
import type { Store } from "#db/store.ts";
import type { Services, VerifiedDomains } from "#platform/context.ts";
import { acrossTenants } from "#db/tenant.ts";

/**
 * Which tenant a host belongs to, and how a path on it reads inside the application.
 *
 * The portal has one route table, below `/{org}`. On an org's own domain the same pages stand at
 * the root, and there `/updates` is the portal's page while on the default host it is the staff's.
 * So the listener writes a custom domain's `/updates` as `/{org}/updates` before it asks the
 * framework (docs/develop/decisions: one mount, two doors).
 */
export type HostKind =
  | { kind: "default" }
  | { kind: "domain"; slug: string }
  /** Another name of this machine for a local default host: it redirects there. */
  | { kind: "alias" }
  | { kind: "unknown" };

const DEFAULT: HostKind = { kind: "default" };
const ALIAS: HostKind = { kind: "alias" };
const UNKNOWN: HostKind = { kind: "unknown" };

/** Paths that read the same on every host. */
const SHARED = /^\/(?:api|assets)\//;

export class Hosts implements VerifiedDomains {
  readonly #store: Store;
  readonly #now: () => Date;
  readonly #default: string;
  readonly #port: string;
  readonly #aliases: ReadonlySet<string>;
  #domains = new Map<string, HostKind>();
  #generation = -1;
  /** Verified domains by which no request came yet. */
  #unanswered = new Set<string>();

  constructor({ store, config, now }: Pick<Services, "store" | "config" | "now">) {
    this.#store = store;
    this.#now = now;
    const url = new URL(config.origin);
    this.#default = url.host;
    this.#port = url.port === "" ? "" : `:${url.port}`;
    this.#aliases =
      url.hostname === "localhost"
        ? new Set([`127.0.0.1${this.#port}`, `[::1]${this.#port}`])
        : new Set();
  }

  /** The tenant of a host, from the verified domains; memory that follows every write. */
  async find(host: string): Promise<HostKind> {
    if (host === this.#default) return DEFAULT;
    if (this.#aliases.has(host)) return ALIAS;
    await this.#read();
    const name = this.#withoutPort(host);
    if (this.#unanswered.delete(name)) this.#noteAnswered(name);
    return this.#domains.get(name) ?? UNKNOWN;
  }

  async has(host: string): Promise<boolean> {
    await this.#read();
    return this.#domains.has(host.toLowerCase());
  }

  /** Reads the verified domains, if anything was written since they were read. */
  async #read(): Promise<void> {
    const generation = this.#store.generation();
    if (generation === this.#generation) return;
    const rows = await acrossTenants(this.#store.read, "A host says whose portal it is.")
      .selectFrom("domains")
      .innerJoin("orgs", "orgs.id", "domains.orgId")
      .select(["domains.host", "domains.answeredAt", "orgs.slug"])
      .where("domains.verifiedAt", "is not", null)
      .execute();
    this.#domains = new Map(rows.map((row) => [row.host, { kind: "domain", slug: row.slug }]));
    this.#unanswered = new Set(
      rows.filter(({ answeredAt }) => answeredAt === null).map((row) => row.host),
    );
    this.#generation = generation;
  }

  /**
   * Links are built from a domain once it is known to lead here. The request that shows it does not
   * wait for that.
   */
  #noteAnswered(host: string): void {
    // What could not be written is tried again with the next request after another write.
    this.#store.write((trx) => domainAnswered(trx, host, this.#now())).catch(() => undefined);
  }

  /** A custom domain counts with and without the port of the default host. */
  #withoutPort(host: string): string {
    return this.#port !== "" && host.endsWith(this.#port)
      ? host.slice(0, -this.#port.length)
      : host;
  }
}

/**
 * The path on an org's own domain for one that the application knows: the other way of
 * `pathInside`.
 */
export function pathOutside(slug: string, inside: string): string {
  return inside.slice(slug.length + 1) || "/";
}

/** The path that the application knows for a path on a custom domain. */
export function pathInside(slug: string, pathname: string): string {
  if (SHARED.test(pathname)) return pathname;
  if (pathname === "/") return `/${slug}`;
  if (pathname === "/_root.data" || pathname === "/_.data") return `/${slug}.data`;
  return `/${slug}${pathname}`;
}
