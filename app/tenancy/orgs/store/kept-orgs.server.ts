import type { Store } from "#db/store.ts";
import { findOrg, type Org } from "./orgs.server.ts";

/** The orgs that were read since content was written last, by their ids. */
interface Kept {
  generation: number;
  orgs: Map<string, Org>;
}

const KEPT = new WeakMap<object, Kept>();
const MOST = 200;

/**
 * An org by its id, from memory until anything is written: calls by programs come many a second, and
 * each asks the same. The pages that everyone sees are kept by the same rule.
 * @returns null for one that is not there
 */
export async function keptOrg(
  store: Pick<Store, "read" | "generation">,
  id: string,
): Promise<Org | null> {
  // Before it is read: what is written meanwhile is read again.
  const generation = store.generation();
  const known = KEPT.get(store);
  const kept =
    known?.generation === generation ? known : { generation, orgs: new Map<string, Org>() };
  const before = kept.orgs.get(id);
  if (before !== undefined) return before;
  const org = await findOrg(store.read, id);
  if (org === null || org.id !== id) return org;
  if (kept.orgs.size < MOST) kept.orgs.set(id, org);
  KEPT.set(store, kept);
  return org;
}
