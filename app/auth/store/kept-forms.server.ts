import { isoNow } from "#db/ids.ts";
import { prepared } from "#db/prepared.ts";
import type { Reader, Writer } from "#db/store.ts";
import type { KeptFormsTable } from "#db/schema/staff.ts";
import { ago } from "./sessions.server.ts";

/** How long a form waits for its person, in milliseconds. */
export const KEPT_LIFE = 3_600_000;

/** How long a form that did something is known, in milliseconds. */
const SENT_LIFE = 7 * 24 * 3_600_000;

/** Forms that wait for one person; the oldest make room. */
const MOST_OF_ONE = 8;
/** All forms that wait for nobody in particular, of the whole installation. */
const MOST_OF_NOBODY = 40;

/** Puts a form down until its person signs in, in place of an earlier one of the same address. */
export async function putKeptForm(
  trx: Writer,
  row: Omit<KeptFormsTable, "keptAt">,
  now: Date,
): Promise<void> {
  const values = { ...row, keptAt: isoNow(now) };
  const { id: _id, ...columns } = values;
  await trx
    .insertInto("keptForms")
    .values(values)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(columns))
    .execute();
  const ofTheSame = trx
    .selectFrom("keptForms")
    .select("id")
    .where("who", row.who === null ? "is" : "=", row.who)
    .where("id", "!=", row.id);
  const newest = ofTheSame
    .orderBy("keptAt", "desc")
    .orderBy("id")
    .limit((row.who === null ? MOST_OF_NOBODY : MOST_OF_ONE) - 1);
  await trx
    .deleteFrom("keptForms")
    .where("who", row.who === null ? "is" : "=", row.who)
    .where("id", "!=", row.id)
    .where("id", "not in", newest)
    .execute();
}

/** The forms that a browser has here, the newest first. */
export function keptFormsOf(
  db: Reader,
  browser: string,
  now: Date,
): Promise<Pick<KeptFormsTable, "id" | "who" | "sealed">[]> {
  return db
    .selectFrom("keptForms")
    .select(["id", "who", "sealed"])
    .where("browser", "=", browser)
    .where("keptAt", ">", ago(now, KEPT_LIFE))
    .orderBy("keptAt", "desc")
    .execute();
}

/** From now on a form that nobody was known to have sent is this person's. */
export async function claimKeptForm(trx: Writer, id: string, who: string): Promise<void> {
  await trx
    .updateTable("keptForms")
    .set({ who })
    .where("id", "=", id)
    .where("who", "is", null)
    .execute();
}

/** A form that was sent, or is not wanted any more. */
export async function dropKeptForm(trx: Writer, id: string): Promise<void> {
  await trx.deleteFrom("keptForms").where("id", "=", id).execute();
}

/** Removes what nobody came back for, and forms whose doing is long past. @returns how many went */
export async function purgeSentForms(trx: Writer, now: Date): Promise<number> {
  const kept = await trx
    .deleteFrom("keptForms")
    .where("keptAt", "<=", ago(now, KEPT_LIFE))
    .executeTakeFirst();
  const sent = await trx
    .deleteFrom("sentForms")
    .where("sentAt", "<=", ago(now, SENT_LIFE))
    .executeTakeFirst();
  return Number(kept.numDeletedRows + sent.numDeletedRows);
}

/** Whose a session is or was, ended ones too, as long as their rows are there. */
export async function ownerOfSession(
  db: Reader,
  tokenHashes: readonly string[],
): Promise<{
  staffEmail: string | null;
  orgId: string | null;
  memberEmail: string | null;
} | null> {
  const row = await db
    .selectFrom("sessions")
    .leftJoin("staff", "staff.id", "sessions.staffId")
    .leftJoin("members", (join) =>
      join
        .onRef("members.orgId", "=", "sessions.orgId")
        .onRef("members.id", "=", "sessions.memberId"),
    )
    .select(["sessions.orgId", "staff.email as staffEmail", "members.email as memberEmail"])
    .where("sessions.tokenHash", "in", [...tokenHashes])
    .orderBy("sessions.createdAt", "desc")
    .executeTakeFirst();
  return row ?? null;
}

const NOTE_FORM = prepared((db, p: { hash: string; run: string; sentAt: string }) =>
  db
    .insertInto("sentForms")
    .values({ hash: p.hash, run: p.run, sentAt: p.sentAt })
    .onConflict((conflict) => conflict.doNothing()),
);

const RUN_OF = prepared((db, p: { hash: string }) =>
  db.selectFrom("sentForms").select("run").where("hash", "=", p.hash),
);

/**
 * Notes that a form does something, in the transaction that does it.
 * @returns whether this request is the one that does it
 */
export async function noteSentForm(
  trx: Writer,
  hash: string,
  run: string,
  now: Date,
): Promise<boolean> {
  await NOTE_FORM(trx, { hash, run, sentAt: isoNow(now) });
  const [row] = await RUN_OF(trx, { hash });
  return row?.run === run;
}

/** A form that was refused may come again. */
export async function forgetSentForm(trx: Writer, hash: string, run: string): Promise<void> {
  await trx.deleteFrom("sentForms").where("hash", "=", hash).where("run", "=", run).execute();
}
