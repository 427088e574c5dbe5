import type { Services } from "#platform/context.ts";
import { brandOf } from "#platform/mail/brand.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { renderMail } from "#platform/mail/render.tsx";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { announce } from "#tenancy/webhooks/store/announce.server.ts";
import { errorWords } from "#values/error-words.ts";
import { keyUsed, type KeyUsedFacts } from "./mail/key-mails.tsx";
import { neighborhoodOf } from "./rules/networks.ts";
import { isNews, type FoundKey } from "./store/key-rows.server.ts";

/** A use of a key. */
interface KeyUse {
  key: FoundKey;
  kind: KeyUsedFacts["kind"];
  org: Org;
  ip: string;
  /** Whose key it is. */
  person: { name: string; email: string };
  /** Where the team sees the key. */
  path: string;
  /** Keeps the use. @returns whether the person is to be told of a new network now */
  keep: (
    write: Omit<Write, "by">,
    id: string,
    from: { ip: string; network: string },
  ) => Promise<boolean>;
}

/**
 * Notes that a key was used, and tells its person where it was from a new network. Other uses are
 * noted once a minute, and nobody waits for that write.
 */
export async function noteUse(
  { store, config, now, log }: Pick<Services, "store" | "config" | "now" | "log">,
  { key, kind, org, ip, person, path, keep }: KeyUse,
): Promise<void> {
  const moment = now();
  const network = neighborhoodOf(ip);
  if (!isNews(key, network, moment)) return;
  const isSeen = key.seenNetworks.includes(network);
  const noted = store.write(async (trx) => {
    const write = { trx, orgId: org.id, now: moment };
    if (!(await keep(write, key.id, { ip, network }))) return;
    const { name, start } = key;
    const facts = { name, start, kind, ip, at: moment.toISOString() };
    const mail = renderMail(await brandOf(trx, org, config), keyUsed, facts);
    await queueMail(trx, org.id, { to: person, mail, now: moment });
    await announce(write, {
      type: "key.used_from_new_network",
      subjectId: key.id,
      path,
      facts: { name, start },
      person,
    });
    // Pages kept in memory say nothing of it.
  }, !isSeen);
  const done = noted.catch((error: unknown) => {
    log.warn({ error: errorWords(error) }, "a key’s use was not noted");
  });
  if (!isSeen) await done;
}
