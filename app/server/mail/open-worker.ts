import { outdatedReminders } from "#access/access-requests/store/grant-reminders.server.ts";
import { ALWAYS, type Duty } from "#db/store.ts";
import type { Services } from "#platform/context.ts";
import type { FilesOf } from "#platform/mail/enclosures.ts";
import { logosFrom } from "#platform/mail/logo.ts";
import type { LinksFor } from "#platform/mail/outgoing.ts";
import {
  oneClickUrl,
  preferencesUrl,
  unsubscribeUrl,
} from "#updates/subscribers/mail/subscription-links.ts";
import type { OutdatedByKind } from "#platform/mail/store/mail-delivery.server.ts";
import type { Transport } from "#platform/mail/transports/transport.ts";
import { MailWorker } from "#platform/mail/worker.ts";

const OUTDATED: OutdatedByKind = new Map([
  [
    "access-expiring",
    { outdated: outdatedReminders, why: "The recipient’s access has changed since." },
  ],
]);

/** The worker of a process; how files are had is the business of whoever opens it (app/server/mail-worker). */
export function openMailWorker(
  services: Pick<Services, "store" | "blobs" | "now" | "log" | "key" | "config">,
  filesOf: FilesOf,
  transport: Transport,
  duty: Duty = ALWAYS,
): MailWorker {
  const { store, now, log, key, config } = services;
  return new MailWorker({
    store,
    now,
    log,
    mailFrom: config.mailFrom,
    transport,
    linksFor: linksFrom(key),
    filesOf,
    logoOf: logosFrom(services),
    outdated: OUTDATED,
    duty,
  });
}

/** A recipient's own links, signed with the installation's key. */
function linksFrom(key: Services["key"]): LinksFor {
  return (subscriber) => ({
    preferencesUrl: preferencesUrl(key, subscriber),
    unsubscribeUrl: unsubscribeUrl(key, subscriber),
    oneClickUrl: oneClickUrl(key, subscriber),
  });
}
