import type { ExpressionBuilder } from "kysely";
import type { AccessRequestsTable, Schema } from "#db/schema.ts";

// What tells the folders of approved requests apart, as conditions of a query over requests.

type OfRequest = ExpressionBuilder<Schema & { r: AccessRequestsTable }, "r">;

/**
 * The grants of a request's account that were not taken away: those in force, or those that ran
 * out.
 */
function grantsOf(eb: OfRequest, at: string, inForce: boolean) {
  return eb
    .selectFrom("grants as g")
    .select("g.id")
    .whereRef("g.orgId", "=", "r.orgId")
    .whereRef("g.accountId", "=", "r.accountId")
    .where("g.revokedAt", "is", null)
    .where((inner) =>
      inForce
        ? inner.or([inner("g.expiresAt", "is", null), inner("g.expiresAt", ">", at)])
        : inner("g.expiresAt", "<=", at),
    );
}

/** Whether everything that the account of a request was given has run out. */
export function hasRunOut(eb: OfRequest, at: string) {
  return eb.and([eb.exists(grantsOf(eb, at, false)), eb.not(eb.exists(grantsOf(eb, at, true)))]);
}

/**
 * Whether the person of a request is a member whose access asks for an NDA that is not signed: not
 * by them, and by nobody for them. Where the org asks for none, nobody's is pending.
 */
export function hasToSign(eb: OfRequest, at: string) {
  const asked = eb.exists(
    eb
      .selectFrom("ndaSettings as n")
      .select("n.orgId")
      .whereRef("n.orgId", "=", "r.orgId")
      .where("n.provider", "!=", "none"),
  );
  const required = eb.exists(grantsOf(eb, at, true).where("g.ndaRequired", "=", 1));
  return eb.and([asked, required, eb.exists(memberOf(eb)), eb.not(eb.exists(signaturesFor(eb)))]);
}

/** The member that the person of a request is, while they are one. */
function memberOf(eb: OfRequest) {
  return eb
    .selectFrom("members as m")
    .select("m.id")
    .whereRef("m.orgId", "=", "r.orgId")
    .whereRef("m.accountId", "=", "r.accountId")
    .where("m.removedAt", "is", null)
    .where((inner) =>
      inner.or([
        inner("m.id", "=", inner.ref("r.memberId")),
        inner.and([inner("r.memberId", "is", null), inner("m.email", "=", inner.ref("r.email"))]),
      ]),
    );
}

/**
 * Their own signature, an imported one of the whole account, or anyone's where one covers the
 * account.
 */
function signaturesFor(eb: OfRequest) {
  return eb
    .selectFrom("ndaSignatures as s")
    .innerJoin("ndaSettings as n", "n.orgId", "s.orgId")
    .select("s.id")
    .whereRef("s.orgId", "=", "r.orgId")
    .whereRef("s.accountId", "=", "r.accountId")
    .where((inner) =>
      inner.or([
        inner("n.accountWide", "=", 1),
        inner("s.memberId", "in", memberOf(eb)),
        inner.and([inner("s.memberId", "is", null), inner("s.importedAt", "is not", null)]),
      ]),
    );
}
