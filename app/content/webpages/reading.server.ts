import { setTimeout as pause } from "node:timers/promises";
import { findOrg, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { claimDueJob } from "#platform/jobs/store/due-jobs.server.ts";
import { lastDaily } from "#values/schedule.ts";
import type { ClockJob, JobParts } from "#platform/mail/scheduled-job.ts";
import { errorWords } from "#values/error-words.ts";
import { SiteReader } from "./fetching.server.ts";
import { RUN_ENDS_MS } from "#model/webpages.ts";
import { listWebpages, webpageHosts } from "./store/webpages.server.ts";
import { beginReading, endReading, keepPageReading } from "./store/webpage-readings.server.ts";
import { exemptFor } from "#platform/integrations/exemptions.ts";

const HOUR = 4;
/** Between two pages, so that a reading is no burden to the company's own site. */
const BETWEEN_MS = 100;
/**
 * A reading of all pages ends by then; those that it did not come to are the first of the next one.
 */
const READING_MS = RUN_ENDS_MS / 2;

const ending = new AbortController();

/** Ends what is being read; a reading that was cut off is repeated with the next start. */
export function endReadings(): void {
  ending.abort();
}

/**
 * Once a night, at four o'clock in the org's time zone: all pages that were listed by then are
 * read. The turn is taken at the end, so that a night that was cut off is repeated.
 */
export const webpagesJob: ClockJob = {
  job: "webpages",
  due: (now, timeZone) => lastDaily(now, HOUR, timeZone),
  isIdle: async ({ store }, { orgId, until }) =>
    (await listWebpages(store.read, orgId)).every(({ addedAt }) => addedAt >= until.toISOString()),
  async work(parts, turn) {
    const { store, now } = parts;
    const org = await findOrg(store.read, turn.orgId);
    if (org === null) return;
    // What was listed since waits for the next night: a night that is made up for by day is no
    // other one's.
    const listedBy = turn.until.toISOString();
    if ((await listWebpages(store.read, org.id)).some(({ addedAt }) => addedAt < listedBy)) {
      const id = await store.write((trx) => beginReading({ trx, orgId: org.id, now: now() }, null));
      // Somebody reads them at this moment, and their night comes with the next look at the clock; or
      // readings were cut off again and again, and the next one is for staff to begin.
      if (id === null) return;
      await readPages(parts, org, { id, night: { listedBy } });
      if (ending.signal.aborted) return;
    }
    await store.write((trx) => claimDueJob(trx, org.id, "webpages", turn));
  },
};

/** Reads all pages of an org behind the answer to whoever asked for it; what fails is logged. */
export function readInBackground(parts: JobParts, org: Org, id: string): void {
  readPages(parts, org, { id, night: null }).catch((error: unknown) =>
    parts.log.error({ orgId: org.id, error: errorWords(error) }, "the webpages could not be read"),
  );
}

/**
 * Reads the pages of an org one after the other, those that were not read for longest first, and
 * keeps what each said.
 */
async function readPages(
  { config, store, now }: JobParts,
  org: Org,
  { id, night }: { id: string; night: { listedBy: string } | null },
): Promise<void> {
  const until = performance.now() + READING_MS;
  try {
    const reader = new SiteReader(
      await webpageHosts(store.read, org),
      { allow: exemptFor(config.outboundAllow, "pages") },
      ending.signal,
    );
    const listed = await listWebpages(store.read, org.id);
    const pages = listed.filter(({ addedAt }) => night === null || addedAt < night.listedBy);
    pages.sort((a, b) => (triedAt(a) < triedAt(b) ? -1 : 1));
    for (const page of pages) {
      if (performance.now() > until) break;
      const reading = await reader.read(page.url);
      if (ending.signal.aborted) break;
      await store.write((trx) =>
        keepPageReading(trx, org.id, page.id, reading, { night: night !== null, now: now() }),
      );
      await pause(BETWEEN_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  } finally {
    await store.write((trx) => endReading({ trx, orgId: org.id, now: now() }, id));
  }
}

/** When a page was asked for last; never comes first. */
function triedAt({ readAt, failedAt }: { readAt: string | null; failedAt: string | null }): string {
  return [readAt ?? "", failedAt ?? ""].sort()[1] ?? "";
}
