import { pattern } from "#db/patterns.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** Accounts that a list offers: all of them, or, where there are many, those that are found. */
export interface AccountOptions {
  options: readonly { id: string; name: string }[];
  /** There are more accounts than a list shows, or some were looked for: it has a search. */
  isLarge: boolean;
  /** What is looked for. */
  search: string;
  /** Accounts beyond those offered that match, too. */
  left: number;
}

/** So many accounts are a list that one reads. */
export const FEW_ACCOUNTS = 25;

const LONGEST_SEARCH = 100;

/**
 * Accounts of the org to choose from, by name.
 * @param search words of their names; who asks for some gets no others, however few there are
 * @param of.keep ids that are offered whatever is looked for: what is chosen already
 * @param of.except the account that is no choice
 */
export async function accountOptions(
  db: Reader,
  orgId: string,
  search: string,
  { keep = [], except = null }: { keep?: readonly string[]; except?: string | null } = {},
): Promise<AccountOptions> {
  const asked = search.slice(0, LONGEST_SEARCH);
  const all = inOrg(db, orgId)
    .selectFrom("accounts")
    .$if(except !== null, (query) => query.where("id", "!=", except ?? ""));
  const count = async (query: typeof all) =>
    Number(
      (await query.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow())
        .count,
    );
  // What was searched can be searched again, so the forms show their search then, too.
  const byName = (query: typeof all) => query.select(["id", "name"]).orderBy("name").orderBy("id");
  const first =
    asked.trim() === ""
      ? await byName(all)
          .limit(FEW_ACCOUNTS + 1)
          .execute()
      : null;
  const isLarge = first === null || first.length > FEW_ACCOUNTS;
  let matching = all;
  if (isLarge)
    for (const word of asked.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8))
      matching = matching.where((eb) =>
        eb(eb.fn<string>("lower", ["name"]), "like", pattern("", word, "")),
      );
  const found =
    first?.slice(0, FEW_ACCOUNTS) ?? (await byName(matching).limit(FEW_ACCOUNTS).execute());
  const missing = keep.filter((id) => !found.some((account) => account.id === id)).slice(0, 50);
  const kept = missing.length === 0 ? [] : await byName(all.where("id", "in", missing)).execute();
  return {
    options: [...kept, ...found],
    isLarge,
    search: isLarge ? asked : "",
    left: isLarge ? Math.max(0, (await count(matching)) - found.length) : 0,
  };
}
