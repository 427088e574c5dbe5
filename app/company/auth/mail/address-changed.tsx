import { brandOf, staffLink } from "#platform/mail/brand.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Facts, Text } from "#platform/mail/parts.tsx";
import { type Moved, giveUpReservedSlugs } from "#tenancy/orgs/store/former-slugs.server.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import type { Services } from "#platform/context.ts";
import { renderMail } from "#platform/mail/render.tsx";
import { inOrg } from "#db/tenant.ts";

/**
 * Tells the owners that their portal has another address, because the old one is the installation's
 * own word now.
 */
export const addressChanged: Message<{ from: string; to: string }> = {
  kind: "address-changed",
  title: "Portal URL changed",
  subject: (brand) => `The URL of ${brand.orgName}’s portal has changed`,
  preheader: () => "Update any links to the old URL.",
  heading: () => "Your portal has a new URL",
  Body: ({ brand, facts: { from, to } }) => (
    <>
      <Text>
        Open Trust Center now uses “/{from}” for its own pages, so your portal has a new URL. Old
        links redirect to it, unless Open Trust Center has a page of its own there. Custom domains
        aren’t affected.
      </Text>
      <Facts
        rows={[
          ["Old URL", `${brand.staffOrigin}/${from}`],
          ["New URL", `${brand.staffOrigin}/${to}`],
        ]}
      />
      <Text>Update any links to the old URL.</Text>
      <Button href={staffLink(brand, "/settings/general")}>Open the settings</Button>
    </>
  ),
  reason: (brand) => `You’re receiving this because you are an owner of ${brand.orgName}.`,
  demo: () => ({ from: "home", to: "home-portal" }),
};

/**
 * Moves every company whose address has become a word of the installation's own, and tells its
 * owners, in one transaction. For the start of a server: from the second time on it does nothing.
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
      const owners = await inOrg(trx, orgId)
        .selectFrom("staffRoles as r")
        .innerJoin("staff as s", "s.id", "r.staffId")
        .select(["s.email", "s.name"])
        .where("r.role", "=", "owner")
        .orderBy("s.id")
        .execute();
      for (const { email, name } of owners)
        await queueMail(trx, orgId, { to: { email, name }, mail, now: moment });
    }
    return moved;
  });
}
