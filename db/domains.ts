import { isoNow, newId } from "./ids.ts";
import { contentChanged } from "./orgs.ts";
import { Refused } from "./refusals.ts";
import type { Writer } from "./store.ts";

/**
 * Gives an org a host of its own. A verified one leads to its portal and is what its links are built from.
 * @returns the domain's id
 * @throws Refused when any org has the host
 */
export async function addDomain(trx: Writer, orgId: string, values: { host: string; verified: boolean }, now: Date = new Date()): Promise<string> {
  const host = values.host.trim().toLowerCase();
  if ((await trx.selectFrom("domains").select("id").where("host", "=", host).executeTakeFirst()) !== undefined) {
    throw new Refused(`The domain ${host} is already in use.`, "host");
  }
  const id = newId();
  await trx.insertInto("domains").values({ orgId, id, host, verifiedAt: values.verified ? isoNow(now) : null, createdAt: isoNow(now) }).execute();
  await contentChanged(trx, orgId);
  return id;
}
