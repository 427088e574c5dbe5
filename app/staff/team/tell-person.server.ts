import type { Role } from "#model/auth/permissions.ts";
import type { Config } from "#platform/config.ts";
import { installationBrand } from "#platform/mail/brand.ts";
import { renderMail } from "#platform/mail/render.tsx";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { teamChanged } from "./mail/team.tsx";

/** Tells somebody by mail which role they have from now on. @param role null: none, they left the team */
export async function tellPerson(
  { trx, now }: Pick<Write, "trx" | "now">,
  { config, org, by }: { config: Config; org: { name: string }; by: string },
  to: { email: string; name: string },
  role: Role | null,
): Promise<void> {
  const brand = installationBrand(config);
  const mail = renderMail(brand, teamChanged, { org: org.name, by, role });
  await queueMail(trx, null, { to, mail, now });
}
