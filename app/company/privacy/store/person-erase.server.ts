import { readEmail } from "#model/subscribers/email.ts";
import { recordAudit, type Authorship } from "#tenancy/audit/store/audit.server.ts";
import { Refused } from "#db/refusals.ts";
import type { Store } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type {
  DeclaredTable,
  GoneMail,
  Person,
  Pseudonym,
} from "#tenancy/persons/store/person-tables.server.ts";
import { findPerson, knownOf } from "./person-find.server.ts";
import { eraseMentions } from "./person-mentions.server.ts";

export interface Erasure {
  /** Rows that were removed or changed. */
  rows: number;
  /** Mails whose kept files go too. */
  mails: GoneMail[];
}

/**
 * Forgets a person in an org. Signatures and the audit stay, under a pseudonym that the same
 * address leads to again and that leads to no address. In three steps, so that nothing waits long:
 * access ends at once; what others wrote is gone through in pages; then the person's own rows go,
 * with the audit row. Killed in between, it is done by doing it again: until the last step the
 * names are still known.
 * @throws Refused for an address of staff: people of the team leave by the team page
 */
export async function erasePerson(
  store: Store,
  tables: readonly DeclaredTable[],
  { orgId, person, pseudonym }: { orgId: string; person: Person; pseudonym: Pseudonym },
  { by, now }: Authorship,
): Promise<Erasure> {
  await refuseStaff(store, orgId, person);
  let rows = await store.write(async (trx) => {
    const erasing = { trx, orgId, person, known: knownOf(person), pseudonym, now };
    let ended = 0;
    for (const { ends } of tables) ended += (await ends?.(erasing)) ?? 0;
    return ended;
  });
  rows += await eraseMentions(store, tables, orgId, person, pseudonym);
  return store.write(async (trx) => {
    // What came in meanwhile is the person's, too.
    const found = await findPerson(trx, tables, orgId, person.address);
    const all = { ...found, emails: [...new Set([...person.emails, ...found.emails])] };
    const erasing = { trx, orgId, person: all, known: knownOf(all), pseudonym, now };
    const mails: GoneMail[] = [];
    for (const { removesMails } of tables) mails.push(...((await removesMails?.(erasing)) ?? []));
    rows += mails.length;
    for (const { erases } of tables) rows += (await erases?.(erasing)) ?? 0;
    await recordAudit(
      { trx, orgId, by, now },
      { action: "person.erased", subject: pseudonym.name, detail: { rows } },
    );
    return { rows, mails };
  });
}

async function refuseStaff(store: Store, orgId: string, { address }: Person): Promise<void> {
  const staff = await inOrg(store.read, orgId)
    .selectFrom("staffRoles as r")
    .innerJoin("staff as s", "s.id", "r.staffId")
    .select("s.email")
    .execute();
  if (staff.some(({ email }) => readEmail(email)?.key === address.key))
    throw new Refused(
      "This is the address of a team member. Remove them from the team first.",
      "confirmation",
    );
}
