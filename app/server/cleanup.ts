import { purgeAssets } from "#platform/files/store/assets.server.ts";
import { purgeTokens } from "#access/byoid/store/byoid.server.ts";
import { purgeBulkDownloads } from "#content/bulk-download/store/bulk-download.server.ts";
import { purgePackages } from "#portal/packages/store/packages.server.ts";
import { purgeSigningKeys } from "#company/signing-keys/store/signing-keys.server.ts";
import { bringForward } from "#platform/mail/store/mail-delivery.server.ts";
import { purgeKeys } from "#auth/access-keys/store/access-keys.server.ts";
import { purgeCalendarAddresses } from "#auth/access-keys/store/calendar-addresses.server.ts";
import { purgeMemberKeys } from "#auth/access-keys/store/member-keys.server.ts";
import { bringHooksForward, purgeDeliveries } from "#company/webhooks/store/hook-queue.server.ts";
import { purgeKeyAnswers } from "#auth/access-keys/store/key-answers.server.ts";
import { purgePasswordLinks } from "#auth/store/password-links.server.ts";
import { purgeSentForms } from "#auth/store/kept-forms.server.ts";
import { purgeSessions } from "#auth/store/session-list.server.ts";
import { purgeSignInLinks } from "#auth/store/sign-in-links.server.ts";
import { purgeStagedFiles } from "#web/table-import/store/staged-files.server.ts";
import { purgeTeamInvitations } from "#staff/team/store/team-invitations.server.ts";
import { purgeSubscriptionTokens } from "#updates/subscribers/store/subscription-tokens.server.ts";
import { purgeRenderFailures } from "#platform/files/store/render-failures.server.ts";
import { purgeCopies } from "#content/watermarks/store/watermarks.server.ts";
import { purgeDocumentTexts } from "#content/documents/store/document-texts.server.ts";
import { ALWAYS, type Duty } from "#db/store.ts";
import type { Services } from "#platform/context.ts";
import { fetchWaitingLogos } from "#content/companies/logos.server.ts";
import { purgeFound } from "#content/companies/store/company-rows.server.ts";
import { purgePartnerTokens } from "#company/partners/store/partners.server.ts";
import { layOutAll, layOutMissed } from "#content/files/markdown/stored-markdown.ts";
import { purgeCounts } from "#platform/http/store/limit-counts.server.ts";
import { RENDERER } from "#content/files/watermark/failure-memory.ts";
import { sweepOrphans } from "#platform/files/orphan-sweep.ts";
import { readMissedTexts } from "#content/documents/texts/stored-texts.ts";
import { errorWords } from "#values/error-words.ts";

const HOUR_MS = 3_600_000;
/** How soon a text is laid out that was drawn plain. */
const MISSED_MS = 2_000;
/** How long files wait whose text could not be read for want of room. */
const REST_MS = 60_000;

/**
 * Removes what nobody needs any more, now and once an hour: unfinished uploads of a killed process,
 * rows of long-ended sessions, files that no row names any more. Stored texts in Markdown that
 * nobody has laid out yet, as those of an earlier version, are laid out beside it. What fails is
 * logged and tried again; serving goes on.
 * @param duty whether it is this server that does it: of several, one does. Each looks after its own
 *   disk, and after the texts that it drew plain.
 * @returns ends it
 */
export async function cleanUp(
  {
    config,
    store,
    blobs,
    key,
    now,
    log,
  }: Pick<Services, "config" | "store" | "blobs" | "key" | "now" | "log">,
  duty: Duty = ALWAYS,
): Promise<() => void> {
  const attempt = async (what: string, work: () => Promise<number>) => {
    try {
      const removed = await work();
      if (removed > 0) log.info({ removed }, `${what} removed`);
    } catch (error) {
      log.warn({ error: errorWords(error) }, `${what} could not be removed`);
    }
  };
  const purge = async () => {
    await attempt("unfinished uploads", () => blobs.sweepTemporary());
    if (!duty.isHeld()) return;
    await attempt("times to come that a wrong clock gave to mail", () =>
      store.write((trx) => bringForward(trx, now())),
    );
    await attempt("expired watermarked copies", () =>
      store.write((trx) => purgeCopies(trx, now())),
    );
    await attempt("failures of an earlier renderer", () =>
      store.write((trx) => purgeRenderFailures(trx, RENDERER, now())),
    );
    await attempt("ended sessions", () => store.write((trx) => purgeSessions(trx, now())));
    await attempt("forms that were sent", () => store.write((trx) => purgeSentForms(trx, now())));
    await attempt("links to archives", () => store.write((trx) => purgeBulkDownloads(trx, now())));
    await attempt("links to evidence packages", () =>
      store.write((trx) => purgePackages(trx, now())),
    );
    await attempt("private parts of old signing keys", () =>
      store.write((trx) => purgeSigningKeys(trx, now())),
    );
    await attempt("sign-in links", () => store.write((trx) => purgeSignInLinks(trx, now())));
    await attempt("links that confirm subscriptions", () =>
      store.write((trx) => purgeSubscriptionTokens(trx, now())),
    );
    await attempt("used tokens of identity providers", () =>
      store.write((trx) => purgeTokens(trx, now())),
    );
    await attempt("files of unfinished imports", () =>
      store.write((trx) => purgeStagedFiles(trx, now())),
    );
    await attempt("invitations to teams", () =>
      store.write((trx) => purgeTeamInvitations(trx, now())),
    );
    await attempt("pictures that are no longer shown", () =>
      store.write((trx) => purgeAssets(trx, now())),
    );
    await attempt("texts of files that are gone", () => store.write(purgeDocumentTexts));
    await attempt("companies that a directory named", () =>
      store.write((trx) => purgeFound(trx, now())),
    );
    await attempt("expired partner tokens", () =>
      store.write((trx) => purgePartnerTokens(trx, now())),
    );
    await attempt("times to come that a wrong clock gave to webhooks", () =>
      store.write((trx) => bringHooksForward(trx, now())),
    );
    await attempt("old deliveries of webhooks", () =>
      store.write((trx) => purgeDeliveries(trx, now())),
    );
    await attempt("keys that ended", () => store.write((trx) => purgeKeys(trx, now())));
    await attempt("members’ keys that ended", () =>
      store.write((trx) => purgeMemberKeys(trx, now())),
    );
    await attempt("calendars’ addresses that ended", () =>
      store.write((trx) => purgeCalendarAddresses(trx, now())),
    );
    await attempt("answers to calls by keys", () =>
      store.write((trx) => purgeKeyAnswers(trx, now())),
    );
    await attempt("tries that no longer count", () =>
      store.write((trx) => purgeCounts(trx, now()), false),
    );
    await attempt("password reset links", () =>
      store.write((trx) => purgePasswordLinks(trx, now())),
    );
  };
  const sweep = async () => {
    if (duty.isHeld())
      await attempt("unreferenced files", () => sweepOrphans({ store, blobs }, now()));
  };
  let ended = false;
  let looking = false;
  /** One at a time: each looks at every text. */
  const layOut = async (work: () => Promise<{ made: number; dropped: number }>) => {
    if (looking) return;
    looking = true;
    try {
      const { made, dropped } = await work();
      if (made > 0 || dropped > 0) log.info({ made, dropped }, "stored Markdown laid out");
    } catch (error) {
      // A server that ends closes the database under it; the next start looks again.
      if (ended) return;
      log.warn({ error: errorWords(error) }, "stored Markdown could not be laid out");
    } finally {
      looking = false;
    }
  };
  const parts = { store, blobs, now };
  const layOutEach = async () => {
    if (duty.isHeld()) await layOut(() => layOutAll(parts));
  };
  let reading = false;
  /**
   * The last write after which every file had been read: there is nothing new until the next one.
   */
  let readUntil = -1;
  /** What had no room is not tried again before. */
  let restUntil = 0;
  /** One file after the other, beside everything else. */
  const read = async () => {
    if (!duty.isHeld() || reading) return;
    if (store.generation() === readUntil || Date.now() < restUntil) return;
    reading = true;
    try {
      const from = store.generation();
      const { read: files, left } = await readMissedTexts(
        { store, blobs, key, now, log },
        () => ended || !duty.isHeld(),
      );
      if (files > 0) log.info({ files, left }, "texts of files read");
      else if (left === 0) readUntil = from;
      if (left > 0) restUntil = Date.now() + REST_MS;
    } catch (error) {
      if (ended) return;
      log.warn({ error: errorWords(error) }, "texts of files could not be read");
    } finally {
      reading = false;
    }
  };
  let fetching = false;
  const fetchLogos = async () => {
    if (!duty.isHeld() || fetching) return;
    fetching = true;
    try {
      await fetchWaitingLogos({ config, store, blobs, now, log }, () => ended || !duty.isHeld());
    } catch (error) {
      if (ended) return;
      log.warn({ error: errorWords(error) }, "logos of companies could not be fetched");
    } finally {
      fetching = false;
    }
  };
  await purge();
  // It looks at every file; serving does not wait for it.
  void sweep();
  void layOutEach();
  const timer = setInterval(() => void purge().then(sweep).then(layOutEach), HOUR_MS).unref();
  const missed = setInterval(() => {
    void layOut(() => layOutMissed(parts));
    void read();
    void fetchLogos();
  }, MISSED_MS).unref();
  return () => {
    ended = true;
    clearInterval(timer);
    clearInterval(missed);
  };
}
