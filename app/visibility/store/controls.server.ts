import { seesFaqEntry } from "#model/visibility/who-sees-what.ts";
import { isSectionHidden } from "./config.server.ts";
import { oncePerScope } from "./scope.server.ts";
import { inOrg } from "#db/tenant.ts";

/**
 * The ids of the controls that a viewer may read on a product's portal, by their references: judged
 * as FAQ entries are, so a product that hides its knowledge base hides its controls, too.
 */
export const visibleControls = oncePerScope(async (scope): Promise<readonly string[]> => {
  const { db, org, productId, viewer, settings } = scope;
  if (await isSectionHidden(scope, "kb")) return [];
  const rows = await inOrg(db, org.id)
    .selectFrom("controls as c")
    .select(["c.id", "c.access"])
    .where((eb) => {
      const limits = eb
        .selectFrom("controlProducts as p")
        .select("p.controlId")
        .whereRef("p.orgId", "=", "c.orgId")
        .whereRef("p.controlId", "=", "c.id");
      // No limit means all products.
      return eb.or([
        eb.not(eb.exists(limits)),
        eb.exists(limits.where("p.productId", "=", productId)),
      ]);
    })
    .orderBy("c.sortKey")
    .orderBy("c.id")
    .execute();
  const setting = { productId, level: settings.publicAccessLevel };
  return rows.filter(({ access }) => seesFaqEntry(viewer, access, setting)).map(({ id }) => id);
});
