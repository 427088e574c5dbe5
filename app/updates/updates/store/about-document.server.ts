import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { formatDate } from "#values/dates.ts";

/**
 * The draft of an update that tells subscribers of a document’s new version. Nothing is saved.
 * @returns what the form begins with; null where there is no such document
 */
export async function updateAboutDocument(
  db: Reader,
  { id, timeZone, customization }: Pick<Org, "id" | "timeZone" | "customization">,
  documentId: string,
): Promise<{ subject: string; category: "compliance"; message: string } | null> {
  const document = await inOrg(db, id)
    .selectFrom("documents")
    .select(["originalName", "periodFrom", "periodTo"])
    .where("id", "=", documentId)
    .executeTakeFirst();
  if (document === undefined) return null;
  const { originalName, periodFrom, periodTo } = document;
  const dot = originalName.lastIndexOf(".");
  const name = (dot > 0 ? originalName.slice(0, dot) : originalName).slice(0, 100);
  const period =
    periodFrom === null || periodTo === null
      ? ""
      : ` It covers ${formatDate(periodFrom, timeZone)} to ${formatDate(periodTo, timeZone)}.`;
  return {
    subject: `${name} is available`,
    category: "compliance",
    message: `A new version of ${name} is available in our ${customization.portalTitle}.${period}`,
  };
}
