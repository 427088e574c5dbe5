import { RESERVED_SLUGS } from "#values/names.ts";
import { recordAudit, SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants } from "#db/tenant.ts";

const APPENDED = "-portal";

/** The org that an address led to before, and the slug that it has now; null when no org had it. */
export async function orgOfFormerSlug(
  db: Reader,
  slug: string,
): Promise<{ orgId: string; slug: string } | null> {
  const row = await acrossTenants(db, "An address says whose portal it is.")
    .selectFrom("formerSlugs")
    .innerJoin("orgs", "orgs.id", "formerSlugs.orgId")
    .select(["orgs.id as orgId", "orgs.slug"])
    .where("formerSlugs.slug", "=", slug)
    .executeTakeFirst();
  return row ?? null;
}

/** An org that got another slug. */
export interface Moved {
  orgId: string;
  from: string;
  to: string;
}

/**
 * Gives every org whose slug has become a word of the installation's own another one: the same with
 * '-portal' behind it, and a number where that is taken. The old one goes on leading to it.
 * @returns the orgs that moved; none from the second time on
 */
export async function giveUpReservedSlugs(trx: Writer, now: Date): Promise<Moved[]> {
  const orgs = await trx
    .selectFrom("orgs")
    .select(["id", "slug"])
    .where("slug", "in", [...RESERVED_SLUGS])
    .orderBy("slug")
    .execute();
  const moved: Moved[] = [];
  for (const { id, slug } of orgs) {
    const to = await freeSlug(trx, slug + APPENDED);
    await trx
      .updateTable("orgs")
      .set((eb) => ({ slug: to, revision: eb("revision", "+", 1) }))
      .where("id", "=", id)
      .execute();
    await trx
      .insertInto("formerSlugs")
      .values({ slug, orgId: id, endedAt: isoNow(now) })
      .onConflict((conflict) =>
        conflict.column("slug").doUpdateSet({ orgId: id, endedAt: isoNow(now) }),
      )
      .execute();
    await recordAudit(
      { trx, orgId: id, by: SYSTEM, now },
      { action: "org.address-changed", subject: to, detail: { from: slug, to } },
    );
    moved.push({ orgId: id, from: slug, to });
  }
  return moved;
}

async function freeSlug(trx: Writer, wanted: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? wanted : `${wanted}-${number}`;
    const taken = await trx
      .selectFrom("orgs")
      .select("id")
      .where("slug", "=", slug)
      .executeTakeFirst();
    if (taken === undefined && (await orgOfFormerSlug(trx, slug)) === null) return slug;
  }
}
