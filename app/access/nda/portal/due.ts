import { findNda, type NdaVersion } from "#auth/nda/store/ndas.server.ts";
import { grantsInForce } from "#auth/accounts/store/grants.server.ts";
import { ndaStatus } from "#company/accounts/portal/menu-facts.ts";
import type { Reader } from "#db/store.ts";
import type { Grant } from "#model/visibility/viewer.ts";
import type { MarkdownTree } from "#values/markdown.ts";
import { formatDate } from "#values/dates.ts";
import { localPath } from "#values/local-path.ts";
import type { ShownNda } from "./nda-parts.tsx";

/**
 * The text that a member has still to sign; null where none is asked of them, or it is signed.
 * @param known the member's grants, where they were read a moment ago
 */
export async function dueNda(
  db: Reader,
  orgId: string,
  { id, accountId }: { id: string; accountId: string },
  now: Date,
  known: readonly Grant[] | null = null,
): Promise<NdaVersion | null> {
  const { provider, current } = await findNda(db, orgId, now);
  const grants = known ?? (await grantsInForce(db, orgId, accountId, now, id)).grants;
  return ndaStatus(provider, { grants }) === "due" ? current : null;
}

/** @param body the tree of its text */
export function shownNda(
  { timeZone }: { timeZone: string },
  { id, title, publishedAt }: NdaVersion,
  body: MarkdownTree,
): ShownNda {
  return { id, title, body, published: formatDate(publishedAt, timeZone) };
}

/**
 * Where the NDA's page leads when it is done with: what its address names of this portal; null for
 * none, and for a page elsewhere.
 * @param base of the portal, which the page named begins with where several share a host
 */
export function onward(query: URLSearchParams, base: string): string | null {
  const home = base || "/";
  const asked = localPath(query.get("returnTo"), "");
  const isInside =
    home === "/" || asked === home || asked.startsWith(`${home}/`) || asked.startsWith(`${home}?`);
  return asked !== "" && isInside ? asked : null;
}
