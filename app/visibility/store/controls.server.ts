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
  const [rows, limits] = await Promise.all([
    inOrg(db, org.id)
      .selectFrom("controls")
      .select(["id", "access"])
      .orderBy("sortKey")
      .orderBy("id")
      .execute(),
    inOrg(db, org.id).selectFrom("controlProducts").select(["controlId", "productId"]).execute(),
  ]);
  const limited = new Set(limits.map(({ controlId }) => controlId));
  const here = new Set(
    limits.filter((limit) => limit.productId === productId).map(({ controlId }) => controlId),
  );
  const setting = { productId, level: settings.publicAccessLevel };
  return rows
    .filter(({ id }) => !limited.has(id) || here.has(id))
    .filter(({ access }) => seesFaqEntry(viewer, access, setting))
    .map(({ id }) => id);
});
