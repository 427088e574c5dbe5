import { dayIn } from "#values/dates.ts";
import { daysBetween } from "#values/schedule.ts";
import { isoNow } from "#db/ids.ts";
import type { Reader } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/** How many days before the last day of a grant its members are told. */
export const GRANT_REMINDER_DAYS = [14, 1] as const;

const DAY_MS = 86_400_000;

/** A grant that ends soon. */
export interface EndingGrant {
  id: string;
  productName: string;
  /** The last day on which it counts, YYYY-MM-DD in the org's time zone. */
  lastDay: string;
  daysLeft: number;
}

/** A member with the grants that end soon and that they were not told of at this distance. */
export interface MemberToRemind {
  memberId: string;
  email: string;
  firstName: string;
  grants: EndingGrant[];
}

/**
 * Whom to tell that access ends: the members of approved accounts with grants whose last day is 14
 * days or one day off. Of a grant that was given for less than such a distance, nobody is told at
 * it.
 */
export async function membersToRemind(
  db: Reader,
  orgId: string,
  timeZone: string,
  now: Date,
): Promise<MemberToRemind[]> {
  const grants = await inOrg(db, orgId)
    .selectFrom("grants as g")
    .innerJoin("accounts as a", (join) =>
      join.onRef("a.orgId", "=", "g.orgId").onRef("a.id", "=", "g.accountId"),
    )
    .innerJoin("products as p", (join) =>
      join.onRef("p.orgId", "=", "g.orgId").onRef("p.id", "=", "g.productId"),
    )
    .select(["g.id", "g.accountId", "g.grantedAt", "g.expiresAt", "p.name as productName"])
    .where("g.revokedAt", "is", null)
    .where("g.expiresAt", ">", isoNow(now))
    .where(
      "g.expiresAt",
      "<",
      isoNow(new Date(now.getTime() + (GRANT_REMINDER_DAYS[0] + 2) * DAY_MS)),
    )
    .where("a.reviewStatus", "=", "approved")
    .orderBy("g.expiresAt")
    .orderBy("p.name")
    .execute();
  const today = dayIn(now, timeZone);
  const ending = grants.flatMap(({ id, accountId, productName, grantedAt, expiresAt }) => {
    // The end of a day is the first instant of the next one.
    const lastDay = dayIn(new Date(Date.parse(expiresAt ?? "") - 1), timeZone);
    const daysLeft = daysBetween(today, lastDay);
    const distance = GRANT_REMINDER_DAYS.filter((days) => daysLeft <= days).at(-1);
    const givenFor = daysBetween(dayIn(new Date(grantedAt), timeZone), lastDay);
    return distance === undefined || givenFor <= distance
      ? []
      : [{ accountId, distance, grant: { id, productName, lastDay, daysLeft } }];
  });
  if (ending.length === 0) return [];
  const members = await inOrg(db, orgId)
    .selectFrom("members")
    .select(["id", "accountId", "email", "firstName"])
    .where("removedAt", "is", null)
    .where("accountId", "in", [...new Set(ending.map(({ accountId }) => accountId))])
    .orderBy("email")
    .orderBy("id")
    .execute();
  const told = await remindersOf(
    db,
    orgId,
    ending.map(({ grant }) => grant.id),
  );
  return members.flatMap(({ id: memberId, accountId, email, firstName }) => {
    const own = ending.filter(
      (one) =>
        one.accountId === accountId && !told.has(`${one.grant.id} ${memberId} ${one.distance}`),
    );
    return own.length === 0
      ? []
      : [{ memberId, email, firstName, grants: own.map(({ grant }) => grant) }];
  });
}

/** What members were told already. A mail that was taken back told nobody. */
async function remindersOf(
  db: Reader,
  orgId: string,
  grantIds: string[],
): Promise<ReadonlySet<string>> {
  const rows = await inOrg(db, orgId)
    .selectFrom("grantReminders as r")
    .leftJoin("outbox as o", "o.id", "r.mailId")
    .select(["r.grantId", "r.memberId", "r.days", "o.state"])
    .where("r.grantId", "in", grantIds)
    .execute();
  return new Set(
    rows
      .filter(({ state }) => state !== "withdrawn")
      .map(({ grantId, memberId, days }) => `${grantId} ${memberId} ${days}`),
  );
}

/** Remembers that a member was told by this mail, at this distance and at every longer one. */
export async function rememberGrantReminder(
  { trx, orgId, now }: Omit<Write, "by">,
  { memberId, grants }: MemberToRemind,
  mailId: string,
): Promise<void> {
  for (const { id: grantId, daysLeft } of grants) {
    const rows = GRANT_REMINDER_DAYS.filter((days) => daysLeft <= days).map((days) => ({
      orgId,
      grantId,
      memberId,
      days,
      mailId,
      remindedAt: isoNow(now),
    }));
    await trx
      .insertInto("grantReminders")
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(["orgId", "grantId", "memberId", "days"])
          .doUpdateSet({ mailId, remindedAt: isoNow(now) }),
      )
      .execute();
  }
}

/**
 * Which of these mails say what is no longer so: a grant that they name was extended (another
 * stands in its place), revoked, or has ended meanwhile, or the member is gone.
 */
export async function outdatedReminders(
  db: Reader,
  mailIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (mailIds.length === 0) return new Set();
  const rows = await acrossTenants(db, "The mail worker asks of all companies' mails at once.")
    .selectFrom("grantReminders as r")
    .innerJoin("grants as g", (join) =>
      join.onRef("g.orgId", "=", "r.orgId").onRef("g.id", "=", "r.grantId"),
    )
    .innerJoin("members as m", (join) =>
      join.onRef("m.orgId", "=", "r.orgId").onRef("m.id", "=", "r.memberId"),
    )
    .innerJoin("accounts as a", (join) =>
      join.onRef("a.orgId", "=", "g.orgId").onRef("a.id", "=", "g.accountId"),
    )
    .select(["r.mailId", "g.revokedAt", "g.expiresAt", "m.removedAt", "a.reviewStatus"])
    .where("r.mailId", "in", [...mailIds])
    .execute();
  const holds = (row: (typeof rows)[number]) =>
    row.revokedAt === null &&
    (row.expiresAt ?? "") > isoNow(now) &&
    row.removedAt === null &&
    row.reviewStatus === "approved";
  // A grant that is gone takes its row along.
  return new Set(
    mailIds.filter(
      (mailId) =>
        !rows.some((row) => row.mailId === mailId) ||
        rows.some((row) => row.mailId === mailId && !holds(row)),
    ),
  );
}
