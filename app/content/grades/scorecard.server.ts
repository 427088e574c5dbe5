import { recordAudit, type Actor } from "#tenancy/audit/store/audit.server.ts";
import { sha256 } from "#db/ids.ts";
import { findSecret, removeSecret, setSecret } from "#tenancy/orgs/store/org-secrets.server.ts";
import type { Store } from "#db/store.ts";
import type { Services } from "#platform/context.ts";
import { KeptAnswers } from "#values/kept-answers.ts";
import { scorecardOf, type Scorecard } from "#platform/integrations/security-scorecard.ts";
import type { ScorecardError } from "#model/grades.ts";

/**
 * A grade of Security Scorecard comes from 'Get Grade' alone: what was fetched goes into the form
 * with a proof, and saving asks for it. The proof is bound to org, domain and grade.
 */
const PURPOSE = "scorecard-grade";
const SECRET = "security-scorecard";
const DAY_MS = 24 * 3_600_000;
const DOMAINS = 1_000;

type Parts = Pick<Services, "config" | "store" | "key" | "limits" | "now">;

interface Fetched {
  domain: string;
  grade: string;
}

/** Grades by token and domain: whose token sees nothing gets nothing that another's saw. */
const grades = new WeakMap<Store, KeptAnswers<string>>();

/**
 * Since when an org has a token of its own, and whether it can ask at all, by that or by the
 * installation's.
 */
export async function scorecardState(
  { config, store }: Pick<Services, "config" | "store">,
  orgId: string,
): Promise<{ ownSince: string | null; isConnected: boolean }> {
  const own = await findSecret(store.read, orgId, SECRET);
  return {
    ownSince: own?.setAt ?? null,
    isConnected: own !== null || config.scorecard.token !== undefined,
  };
}

/** Keeps an org's own token, sealed, in place of the one before. */
export async function setScorecardToken(
  { store, key, now }: Pick<Services, "store" | "key" | "now">,
  orgId: string,
  token: string,
  by: Actor,
): Promise<void> {
  const sealed = key.seal(sealOf(orgId), token);
  await store.write(async (trx) => {
    const write = { trx, orgId, by, now: now() };
    await setSecret(write, SECRET, sealed);
    await recordAudit(write, { action: "settings.token-set", subject: "Security Scorecard" });
  });
}

/** Forgets an org's own token; none there is as well. */
export async function removeScorecardToken(
  { store, now }: Pick<Services, "store" | "now">,
  orgId: string,
  by: Actor,
): Promise<void> {
  await store.write(async (trx) => {
    if (!(await removeSecret(trx, orgId, SECRET))) return;
    await recordAudit(
      { trx, orgId, by, now: now() },
      { action: "settings.token-removed", subject: "Security Scorecard" },
    );
  });
}

/**
 * Asks for a domain's grade. Where no provider is set up, nothing answers: a server error, as when
 * it is down. Each grade is fetched once a day.
 * @throws TooManyRequests over thirty questions in a quarter of an hour and org
 */
export async function provenGrade(
  parts: Parts,
  orgId: string,
  domain: string,
): Promise<{ grade: string; proof: string } | { error: ScorecardError }> {
  const { store, key, limits, now } = parts;
  const provider = await providerFor(parts, orgId);
  if (provider === null) return { error: "bad_network" };
  const kept = grades.get(store) ?? new KeptAnswers<string>(DOMAINS, DAY_MS);
  grades.set(store, kept);
  const question = `${provider.account} ${domain}`;
  let grade = kept.get(question, now());
  if (grade === undefined) {
    await limits.consume("scorecard", orgId);
    const answer = await provider.scorecard.gradeOf(domain);
    if ("error" in answer) return answer;
    ({ grade } = answer);
    kept.keep(question, grade, now());
  }
  return { grade, proof: key.sign(PURPOSE, words(orgId, { domain, grade })) };
}

/** Whether a proof shows that this grade was fetched for this domain. */
export function gradeProofIs(
  { key }: Pick<Services, "key">,
  orgId: string,
  fetched: Fetched,
  proof: string | null,
): boolean {
  return proof !== null && proof !== "" && key.verify(PURPOSE, words(orgId, fetched), proof);
}

async function providerFor(
  { config, store, key }: Parts,
  orgId: string,
): Promise<{ scorecard: Scorecard; account: string } | null> {
  const own = await findSecret(store.read, orgId, SECRET);
  const token = own === null ? config.scorecard.token : key.open(sealOf(orgId), own.sealed);
  const scorecard = scorecardOf(config, token);
  return scorecard === null ? null : { scorecard, account: sha256(token ?? "") };
}

/** A token is sealed for its own org alone: moved to another one it does not open. */
function sealOf(orgId: string): string {
  return `org-secret ${orgId} ${SECRET}`;
}

function words(orgId: string, { domain, grade }: Fetched): string {
  return JSON.stringify([orgId, domain, grade]);
}
