import type { Services } from "../context.ts";
import type { FilesOf } from "./enclosures.ts";
import type { LinksFor } from "./outgoing.ts";
import {
  oneClickUrl,
  preferencesUrl,
  unsubscribeUrl,
} from "../features/subscribers/mail/subscription-links.ts";
import type { Transport } from "./transports/transport.ts";
import { MailWorker } from "./worker.ts";

/** The worker of a process; how files are had is the business of whoever opens it (app/posting). */
export function openMailWorker(
  { store, now, log, key, config }: Pick<Services, "store" | "now" | "log" | "key" | "config">,
  filesOf: FilesOf,
  transport: Transport,
): MailWorker {
  return new MailWorker({
    store,
    now,
    log,
    mailFrom: config.mailFrom,
    transport,
    linksFor: linksFrom(key),
    filesOf,
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
