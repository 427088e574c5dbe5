import { companyOptions } from "./store/company-choice.server.ts";
import type { Store } from "#db/store.ts";
import type { Services } from "#platform/context.ts";
import type { CompanyOption } from "#model/companies/company-forms.ts";
import { KeptAnswers } from "#values/kept-answers.ts";
import { directoriesOf } from "#platform/integrations/company-directory.ts";
import { OutboundFailed } from "#platform/integrations/outbound.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { searchedText, withFound, type FoundCompany } from "#model/companies.ts";
import { keepFound } from "./store/company-rows.server.ts";

/** As many as a picker offers at once. */
const OPTIONS = 10;
const DAY_MS = 24 * 3_600_000;
const TEXTS = 2_000;

type Parts = Pick<Services, "config" | "store" | "limits" | "now" | "log">;

const answers = new WeakMap<Store, KeptAnswers<readonly FoundCompany[]>>();

/**
 * Companies that answer to what somebody types: the org's own first, then those of the addendum,
 * then those of the directories that this installation asks. A directory that fails, or was asked
 * too often, is left out: what is known here is offered all the same.
 */
export async function searchCompanies(
  parts: Parts,
  orgId: string,
  typed: string,
): Promise<CompanyOption[]> {
  const [known, found] = await Promise.all([
    companyOptions(parts.store.read, orgId, typed),
    foundFor(parts, orgId, typed),
  ]);
  return withFound(known, found, OPTIONS);
}

async function foundFor(
  parts: Parts,
  orgId: string,
  typed: string,
): Promise<readonly FoundCompany[]> {
  const { config, store, limits, now, log } = parts;
  const directories = directoriesOf(config);
  const text = searchedText(typed);
  if (directories.length === 0 || text === null) return [];
  const kept = answers.get(store) ?? new KeptAnswers<readonly FoundCompany[]>(TEXTS, DAY_MS);
  answers.set(store, kept);
  const before = kept.get(text, now());
  if (before !== undefined) return before;
  try {
    await limits.consume("company-search", orgId);
  } catch (error) {
    if (error instanceof TooManyRequests) return [];
    throw error;
  }
  let failed = false;
  const found = await Promise.all(
    directories.map(async (directory) => {
      try {
        return await directory.search(text);
      } catch (error) {
        if (!(error instanceof OutboundFailed)) throw error;
        failed = true;
        log.warn({ reason: error.message }, "a directory of companies did not answer");
        return [];
      }
    }),
  );
  const all = found.flat();
  if (all.length > 0) await store.write((trx) => keepFound(trx, all, now()));
  if (!failed) kept.keep(text, all, now());
  return all;
}
