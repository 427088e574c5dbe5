import { giveUpReservedSlugs, type Moved } from "../../features/orgs/store/former-slugs.server.ts";
import { findOrg } from "../../features/orgs/store/orgs.server.ts";
import { queueMail } from "../../mail/store/outbox.server.ts";
import type { Services } from "../../context.ts";
import { brandOf } from "../../mail/brand.ts";
import { addressChanged } from "./address-changed.tsx";
import { renderMail } from "../../mail/render.tsx";

/**
 * Moves every company whose address has become a word of the installation's own, and tells its owners, in one
 * transaction. For the start of a server: from the second time on it does nothing.
 * @returns the companies that moved
 */
export async function moveFromReservedSlugs({
  store,
  config,
  now,
}: Pick<Services, "store" | "config" | "now">): Promise<Moved[]> {
  const moment = now();
  return store.write(async (trx) => {
    const moved = await giveUpReservedSlugs(trx, moment);
    for (const { orgId, from, to } of moved) {
      const org = await findOrg(trx, orgId);
      if (org === null) continue;
      const mail = renderMail(await brandOf(trx, org, config), addressChanged, { from, to });
      const owners = await trx
        .selectFrom("staffRoles as r")
        .innerJoin("staff as s", "s.id", "r.staffId")
        .select(["s.email", "s.name"])
        .where("r.orgId", "=", orgId)
        .where("r.role", "=", "owner")
        .orderBy("s.id")
        .execute();
      for (const { email, name } of owners)
        await queueMail(trx, orgId, { to: { email, name }, mail, now: moment });
    }
    return moved;
  });
}
