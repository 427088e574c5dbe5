import { Resolver } from "node:dns/promises";
import { proofRecord, type DnsAnswers } from "#model/settings/domain.ts";

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** What a name server says by itself that there is nothing: the records are missing. */
const NOTHING: ReadonlySet<unknown> = new Set(["ENODATA", "ENOTFOUND"]);

/**
 * Asks a name server for the records of a host that an org claims.
 * @param server DNS_SERVER of the installation, an address with or without port; undefined asks the
 *   system's
 */
export async function askDomainRecords(
  host: string,
  token: string,
  server: string | undefined,
): Promise<DnsAnswers> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (server !== undefined) resolver.setServers([server]);
  const texts = await resolver.resolveTxt(proofRecord(host, token).name).then(
    (records) => records.map((parts) => parts.join("")),
    (error: unknown) => (isNothing(error) ? [] : ("silent" as const)),
  );
  if (texts === "silent") return { texts, alias: null, hasAddress: false };
  const [alias, v4, v6] = await Promise.all([
    first(resolver.resolveCname(host)),
    first(resolver.resolve4(host)),
    first(resolver.resolve6(host)),
  ]);
  return { texts, alias, hasAddress: v4 !== null || v6 !== null };
}

async function first(records: Promise<string[]>): Promise<string | null> {
  return records.then(
    (found) => found[0] ?? null,
    () => null,
  );
}

function isNothing(error: unknown): boolean {
  return error instanceof Error && "code" in error && NOTHING.has(error.code);
}
