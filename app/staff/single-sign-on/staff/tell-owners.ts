import { listStaffOfOrg } from "#auth/store/staff.server.ts";
import { signOnChanged } from "#company/auth/mail/single-sign-on.tsx";
import { brandOf } from "#platform/mail/brand.ts";
import { renderMail } from "#platform/mail/render.tsx";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import type { Services } from "#platform/context.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { formatMoment } from "#values/moments.ts";

/** Tells the owners of an org by email that its team signs in otherwise now. @param what in a sentence */
export async function tellOwners(
  config: Services["config"],
  { trx, orgId, by, now }: Write,
  what: string,
): Promise<void> {
  const org = await findOrg(trx, orgId);
  if (org === null) return;
  const brand = await brandOf(trx, org, config);
  const at = formatMoment(now.toISOString(), brand.timeZone);
  const mail = renderMail(brand, signOnChanged, { what, by: by.actorName, at });
  for (const to of await listStaffOfOrg(trx, orgId))
    if (to.role === "owner") await queueMail(trx, orgId, { to, mail, now });
}
