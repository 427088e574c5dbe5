import type { Config } from "../config.ts";
import { readDirectory, type FoundCompany } from "#model/companies.ts";
import { exemptFor } from "./exemptions.ts";
import { fetchOutside, OutboundFailed } from "./outbound.ts";
import { withoutSlashes } from "#values/ends.ts";

/** Somebody types and waits: what comes later than this is left out. */
const TIMEOUT_MS = 2_000;
const MAX_BYTES = 256 * 1024;

/** Who knows companies by what one types. */
export interface CompanyDirectory {
  /** @throws OutboundFailed when there is no answer that can be read */
  search(text: string): Promise<FoundCompany[]>;
}

/**
 * The directories that an installation asks, the first one's companies first; none unless they are
 * configured.
 */
export function directoriesOf({
  companySearch: { brandfetch, clearbit },
  outboundAllow,
}: Pick<Config, "companySearch" | "outboundAllow">): CompanyDirectory[] {
  const allow = exemptFor(outboundAllow, "companies");
  const directories: CompanyDirectory[] = [];
  if (brandfetch !== null) {
    const base = `${withoutSlashes(brandfetch.url)}/v2/search/`;
    const query = `?c=${encodeURIComponent(brandfetch.clientId)}`;
    directories.push({
      search: (text) => companiesAt("brandfetch", base + encodeURIComponent(text) + query, allow),
    });
  }
  if (clearbit !== null) {
    const base = `${withoutSlashes(clearbit.url)}/v1/companies/suggest?query=`;
    directories.push({
      search: (text) => companiesAt("clearbit", base + encodeURIComponent(text), allow),
    });
  }
  return directories;
}

async function companiesAt(
  source: FoundCompany["source"],
  address: string,
  allow: readonly string[],
): Promise<FoundCompany[]> {
  const answer = await fetchOutside(address, "application/json", {
    allow,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  if (answer.status !== 200) throw new OutboundFailed(`It answered ${answer.status}.`);
  let body: unknown;
  try {
    body = JSON.parse(answer.bytes.toString("utf8"));
  } catch (error) {
    throw new OutboundFailed("Its answer is not JSON.", { cause: error });
  }
  const companies = readDirectory(source, body);
  if (companies === null) throw new OutboundFailed("Its answer isn’t a list of companies.");
  return companies;
}
