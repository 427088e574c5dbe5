import { Refused } from "#db/refusals.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { nameKey } from "./company-choice.server.ts";

/** A list has this company already, and nobody said that it is to be there twice. */
export class AlreadyListed extends Refused {
  readonly code = "already_listed";
  /** The row that has it. */
  readonly existing: { id: string; company: string };

  /** @param added the name of the company that was to be added */
  constructor(existing: { id: string; company: string }, added: string) {
    super(
      nameKey(existing.company) === nameKey(added)
        ? `“${existing.company}” is already on this list.`
        : `This list already has “${existing.company}”, which has the same domain.`,
      "company",
    );
    this.existing = { id: existing.id, company: existing.company };
  }
}

/**
 * The ids of the org's companies that are the same to whoever reads a list: this one, and others
 * of its name or its domain, however they are spelled.
 */
export async function sameCompanies(
  db: Reader,
  orgId: string,
  companyId: string,
): Promise<ReadonlySet<string>> {
  const own = await inOrg(db, orgId)
    .selectFrom("companies")
    .select(["name", "sortKey", "domain"])
    .where("id", "=", companyId)
    .executeTakeFirst();
  if (own === undefined) return new Set();
  const { name, sortKey, domain } = own;
  const rows = await inOrg(db, orgId)
    .selectFrom("companies")
    .select(["id", "name", "domain"])
    .where((eb) =>
      eb.or([
        eb("sortKey", "=", sortKey),
        ...(domain === null ? [] : [eb(eb.fn("lower", ["domain"]), "=", domain.toLowerCase())]),
      ]),
    )
    .execute();
  return new Set(
    rows
      .filter(
        (row) =>
          nameKey(row.name) === nameKey(name) ||
          (domain !== null && row.domain?.toLowerCase() === domain.toLowerCase()),
      )
      .map(({ id }) => id),
  );
}
