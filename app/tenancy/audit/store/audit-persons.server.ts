import { inOrg } from "#db/tenant.ts";
import {
  personTable,
  rowsOf,
  type DeclaredTable,
} from "../../persons/store/person-tables.server.ts";

/** What the audit holds of visitors: that they did something stays, under a pseudonym. */
export const AUDIT_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "audit",
    records: {
      audit: rowsOf(
        "audit",
        ["at", "actorName", "action", "subject", "detailJson", "ip"],
        { actor: "actors", subject: "subjects" },
        "at",
      ),
    },
    mentions: {
      columns: ["actorName", "subject", "detailJson"],
      owner: ["actor", "subject"],
      whole: true,
      // Somebody of staff may have the same name; that they did something stays theirs.
      except: ({ actor }, column) =>
        column === "actorName" && typeof actor === "string" && actor.startsWith("staff:"),
    },
    async erases({ trx, orgId, person, known, pseudonym }) {
      const subjects = [...person.memberIds, ...person.requestIds, ...person.subscriberIds];
      const { numUpdatedRows } = await inOrg(trx, orgId)
        .updateTable("audit")
        .set({ actorName: pseudonym.name, ip: null })
        .where((eb) =>
          eb.or([
            eb("actor", "in", [...known.actors]),
            eb.and([eb("actor", "=", "visitor"), eb("subject", "in", ["", ...subjects])]),
          ]),
        )
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    erasedColumns: ["actorName", "ip"],
  }),
];
