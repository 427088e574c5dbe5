import type { Schema } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { suppressionKey } from "#model/mail/mail.ts";
import { hashedAddress } from "#platform/privacy/store/erased-addresses.server.ts";
import {
  personTable,
  type DeclaredTable,
  type Erasing,
  type Overdue,
} from "#tenancy/persons/store/person-tables.server.ts";
import { leavesRecipients } from "#tenancy/persons/store/recipients.server.ts";
import type { ExpressionBuilder } from "kysely";
import { forgetAttachments } from "./mail-attachments.server.ts";

/** What mail holds of those who get it: every mail to a person goes whole. */
export const MAIL_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "outbox",
    addresses: [{ column: "toEmail" }],
    records: {
      async mails({ db, orgId, known }) {
        const mails = await inOrg(db, orgId)
          .selectFrom("outbox")
          .select([
            "id",
            "kind",
            "toEmail",
            "toName",
            "subject",
            "text",
            "secret",
            "state",
            "createdAt",
            "sentAt",
          ])
          .where((eb) =>
            eb.or([
              eb("toEmail", "in", [...known.emails]),
              eb("recipientKey", "in", [...known.keys]),
            ]),
          )
          .orderBy("createdAt")
          .execute();
        // A link that is good once is for who gets the mail alone.
        return mails.map(({ secret, text, ...mail }) => ({
          ...mail,
          text: secret === 1 ? null : text,
        }));
      },
    },
    async ends(erasing) {
      await inOrg(erasing.trx, erasing.orgId)
        .updateTable("outbox")
        .set({ state: "withdrawn" })
        .where((eb) =>
          eb.or([
            eb("toEmail", "in", [...erasing.known.emails]),
            eb("id", "in", mailsWithRecord(erasing)),
          ]),
        )
        .where("state", "=", "queued")
        .execute();
      return 0;
    },
    mentions: {
      columns: ["toName", "replyTo", "subject", "html", "text", "headersJson", "lastError"],
      whole: true,
    },
    async removesMails(erasing) {
      const { trx, orgId, known, person } = erasing;
      const refs = [
        ...person.memberIds.map((id) => `member:${id}`),
        ...person.subscriberIds.map((id) => `subscriber:${id}`),
      ];
      const mails = await inOrg(trx, orgId)
        .selectFrom("outbox")
        .select(["id", "createdAt"])
        .where((eb) =>
          eb.or([
            eb("toEmail", "in", [...known.emails]),
            eb("recipientKey", "in", [...known.keys]),
            eb("recipientRef", "in", ["", ...refs]),
            eb("id", "in", mailsWithRecord(erasing)),
          ]),
        )
        .execute();
      for (const { id } of mails) await trx.deleteFrom("outbox").where("id", "=", id).execute();
      return mails;
    },
    overdue: {
      // The text of a failed mail stays as long as its row: staff may send it again.
      mailBodies: overdueMails(
        ["sent", "suppressed", "withdrawn"],
        (eb) => eb.or([eb("text", "is not", null), eb("html", "is not", null)]),
        async (trx, ids) => {
          await forgetAttachments(trx, ids);
          await trx
            .updateTable("outbox")
            .set({ html: null, text: null })
            .where("id", "in", ids)
            .execute();
        },
      ),
      mails: overdueMails(
        ["sent", "failed", "suppressed", "withdrawn"],
        (eb) => eb.and([]),
        async (trx, ids) => {
          await trx.deleteFrom("outbox").where("id", "in", ids).execute();
        },
      ),
    },
  }),
  personTable({ table: "outboxAttachments", goesWith: "outbox" }),
  personTable({
    table: "mailings",
    mentions: {
      columns: ["subject", "html", "text", "othersHtml", "othersText", "headersJson"],
    },
    erases: leavesRecipients("mailings"),
  }),
  personTable({
    table: "suppressions",
    addresses: [{ column: "email" }],
    records: {
      async lists({ db, orgId, known }) {
        const rows = await inOrg(db, orgId)
          .selectFrom("suppressions")
          .select(["email", "reason", "detail", "at"])
          .where("email", "in", [...known.keys, ...known.emails])
          .execute();
        return rows.map((row) => ({ list: "suppressed", ...row }));
      },
    },
    erases: hashSuppressions,
  }),
];

/**
 * Mails that carry what the person signed, wherever they went: somebody's address may have been
 * another one then.
 */
function mailsWithRecord({ trx, orgId, known }: Erasing) {
  return inOrg(trx, orgId)
    .selectFrom("outboxAttachments as f")
    .innerJoin("ndaSignatures as s", (join) =>
      join.onRef("s.orgId", "=", "f.orgId").onRef("s.id", "=", "f.signatureId"),
    )
    .select("f.mailId")
    .where((eb) =>
      eb.or([eb("s.memberId", "in", [...known.members]), eb("s.email", "in", [...known.emails])]),
    );
}

/** What must still hold the address off knows its hash from now on. */
async function hashSuppressions({ trx, orgId, person }: Erasing): Promise<number> {
  const { address, emails } = person;
  let rows = 0;
  for (const email of new Set([
    suppressionKey(address.email),
    suppressionKey(address.key),
    ...emails.map(suppressionKey),
  ])) {
    const there = await inOrg(trx, orgId)
      .selectFrom("suppressions")
      .selectAll()
      .where("email", "=", email)
      .executeTakeFirst();
    if (there === undefined) continue;
    await inOrg(trx, orgId).deleteFrom("suppressions").where("email", "=", email).execute();
    await trx
      .insertInto("suppressions")
      .values({ ...there, email: hashedAddress(trx, orgId, email), detail: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    rows += 1;
  }
  return rows;
}

type MailState = Schema["outbox"]["state"];
type Eb = ExpressionBuilder<Schema, "outbox">;

/** Mails of some states that left long ago; their files go after them. */
function overdueMails(
  states: readonly MailState[],
  is: (eb: Eb) => ReturnType<Eb["or"]>,
  forget: (trx: Erasing["trx"], ids: string[]) => Promise<void>,
): Overdue {
  const rows = (db: Reader, orgId: string, before: string) =>
    inOrg(db, orgId)
      .selectFrom("outbox")
      .where("createdAt", "<", before)
      .where("state", "in", [...states])
      .where((eb) => eb.or([eb("sentAt", "is", null), eb("sentAt", "<", before)]))
      .where(is);
  return {
    async count(db, orgId, before) {
      const { count } = await rows(db, orgId, before)
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async isAny(db, orgId, before) {
      const first = await rows(db, orgId, before).select("id").limit(1).executeTakeFirst();
      return first !== undefined;
    },
    async remove(trx, orgId, before, limit) {
      const mails = await rows(trx, orgId, before)
        .select(["id", "createdAt"])
        .limit(limit)
        .execute();
      if (mails.length > 0)
        await forget(
          trx,
          mails.map(({ id }) => id),
        );
      return { count: mails.length, mails };
    },
  };
}
