import { isoNow } from "#db/ids.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { findNda } from "#auth/nda/store/ndas.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { publicationFacts } from "#tenancy/orgs/store/portal-publications.server.ts";
import { countStarters } from "#content/starter-controls/store/starter-controls.server.ts";
import type { SetUpFacts } from "../rules/set-up.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/** What an org has of the things on its set-up list. */
export async function setUpFacts(db: Reader, org: Org, now: Date): Promise<SetUpFacts> {
  const count = async (table: "itemDocuments" | "accessRules" | "accessPresets" | "staffRoles") => {
    const { rows } = await inOrg(db, org.id)
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("rows"))
      .executeTakeFirstOrThrow();
    return Number(rows);
  };
  const invited = await inOrg(db, org.id).selectFrom("teamInvitations").select("id").execute();
  // Every company begins with 'none': that alone is nobody's choice.
  const nda = await findNda(db, org.id, now);
  return {
    ...(await publicationFacts(db, org)),
    linkedDocuments: await count("itemDocuments"),
    starterControls: await countStarters(db, org.id),
    ndaChosen: nda.provider !== "none" || nda.current !== null,
    rules: await count("accessRules"),
    presets: await count("accessPresets"),
    team: (await count("staffRoles")) + invited.length,
  };
}

/** Whether an org has put its set-up list away. */
export async function isSetUpHidden(db: Reader, orgId: string): Promise<boolean> {
  const row = await inOrg(db, orgId).selectFrom("setUpLists").select("hiddenAt").executeTakeFirst();
  return row !== undefined && row.hiddenAt !== null;
}

/** Puts the set-up list of an org away, or shows it again; for its whole team. */
export async function setSetUpHidden(
  { trx, orgId, now }: Omit<Write, "by">,
  hidden: boolean,
): Promise<void> {
  const hiddenAt = hidden ? isoNow(now) : null;
  await trx
    .insertInto("setUpLists")
    .values({ orgId, hiddenAt })
    .onConflict((conflict) => conflict.column("orgId").doUpdateSet({ hiddenAt }))
    .execute();
}
