import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { ruleTitle } from "#model/access-rules/rule-words.ts";
import { shownAddress } from "#model/privacy/erased.ts";
import type { Permission } from "#model/auth/permissions.ts";
import { privatePageOf } from "#model/staff/private-area.ts";
import { auditSentence, type AuditObject, type AuditSentence } from "../rules/audit.ts";
import type { AuditRow } from "./audit-list.server.ts";

type Named = Pick<AuditRow, "action" | "subject" | "facts">;
type Names = ReadonlyMap<string, AuditObject>;

/** What an entry points at: a kind of thing, and its id. */
interface Pointer {
  kind: keyof typeof LOOK_UPS;
  id: string;
}

/**
 * The sentences of an org's entries, in their order; what they are about is a link where somebody
 * with these permissions may open its page.
 */
export async function auditSentences(
  db: Reader,
  orgId: string,
  permissions: ReadonlySet<Permission>,
  entries: readonly Named[],
): Promise<AuditSentence[]> {
  const objects = await auditObjects(db, orgId, entries);
  return entries.map(({ action, facts }, at) => {
    const object = objects[at] ?? null;
    const page = object === null || object.to === null ? null : privatePageOf(object.to);
    const opens = page !== null && permissions.has(page.permission);
    return auditSentence(
      action,
      object === null ? null : { text: object.text, to: opens ? object.to : null },
      typeof facts.change === "string",
    );
  });
}

/**
 * What entries of an org's record are about, in their order: the names of this moment, so that
 * somebody who was erased stays so; what is not there any more keeps the words of the record, and
 * an id alone says nothing.
 */
async function auditObjects(
  db: Reader,
  orgId: string,
  entries: readonly Named[],
): Promise<(AuditObject | null)[]> {
  const pointers = entries.map(pointerOf);
  const kinds = [...new Set(pointers.flatMap((pointer) => (pointer ? [pointer.kind] : [])))];
  const found = new Map(
    await Promise.all(
      kinds.map(async (kind): Promise<[string, Names]> => {
        const ids = pointers.flatMap((pointer) => (pointer?.kind === kind ? [pointer.id] : []));
        return [kind, await LOOK_UPS[kind](db, orgId, [...new Set(ids)])];
      }),
    ),
  );
  return entries.map((entry, at) => {
    const pointer = pointers[at] ?? null;
    const named = pointer === null ? undefined : found.get(pointer.kind)?.get(pointer.id);
    return named === undefined ? asRecorded(entry, pointer) : withThread(entry, named);
  });
}

const BY_NOUN: Readonly<Partial<Record<string, Pointer["kind"]>>> = {
  "access-request": "requests",
  "access-rule": "rules",
  account: "accounts",
  member: "members",
  document: "documents",
  profile: "profiles",
};

function pointerOf({ action, subject, facts }: Named): Pointer | null {
  const [noun = ""] = action.split(".");
  const fact = (name: string) => (typeof facts[name] === "string" ? facts[name] : null);
  const accountId = fact("accountId");
  if ((noun === "comment" || noun === "grant") && accountId !== null)
    return { kind: "accounts", id: accountId };
  if (subject === null) return null;
  if (noun === "grant") return { kind: "grants", id: subject };
  if (action === "nda.version-published") return { kind: "ndaTexts", id: subject };
  if (["nda.signed", "nda.imported", "nda.record-read"].includes(action))
    return { kind: "signatures", id: subject };
  const kind = BY_NOUN[noun];
  return kind === undefined ? null : { kind, id: subject };
}

/** The words that the record itself has of what is nowhere to be found. */
function asRecorded({ subject, facts }: Named, pointer: Pointer | null): AuditObject | null {
  const text = [facts.name, facts.title, facts.email, facts.pattern].find(
    (value): value is string => typeof value === "string" && value !== "",
  );
  const change = typeof facts.change === "string" ? `/history/${facts.change}` : null;
  if (text !== undefined) return { text: shownAddress(text), to: change };
  // A document's entry names it, or says its id alone.
  const isId = pointer !== null && /^[\w-]{22}$/.test(subject ?? "");
  return subject === null || isId ? null : { text: shownAddress(subject), to: change };
}

/** An entry of a conversation leads to it rather than to its account. */
function withThread({ action, facts }: Named, named: AuditObject): AuditObject {
  const ids = [facts.accountId, facts.productId, facts.itemUid];
  return action.startsWith("comment.") && ids.every((id) => typeof id === "string")
    ? { ...named, to: `/comments/${ids.map((id) => encodeURIComponent(String(id))).join("/")}` }
    : named;
}

const LOOK_UPS = {
  requests: async (db: Reader, orgId: string, ids: readonly string[]) =>
    byId(
      await inOrg(db, orgId)
        .selectFrom("accessRequests")
        .select(["id", "firstName", "lastName", "companyName", "email"])
        .where("id", "in", ids)
        .execute(),
      ({ firstName, lastName, companyName, email }) =>
        `${fullName(firstName, lastName, email)}${companyName === "" ? "" : ` (${companyName})`}`,
      ({ id }) => `/requests/${id}`,
    ),
  accounts: async (db: Reader, orgId: string, ids: readonly string[]) =>
    byId(
      await inOrg(db, orgId)
        .selectFrom("accounts")
        .select(["id", "name"])
        .where("id", "in", ids)
        .execute(),
      ({ name }) => name,
      ({ id }) => `/accounts/${id}`,
    ),
  members: async (db: Reader, orgId: string, ids: readonly string[]) =>
    byId(
      await inOrg(db, orgId)
        .selectFrom("members as m")
        .innerJoin("accounts as a", (join) =>
          join.onRef("a.orgId", "=", "m.orgId").onRef("a.id", "=", "m.accountId"),
        )
        .select(["m.id", "m.firstName", "m.lastName", "m.email", "m.accountId", "a.name"])
        .where("m.id", "in", ids)
        .execute(),
      ({ firstName, lastName, email, name }) => `${fullName(firstName, lastName, email)} (${name})`,
      ({ accountId }) => `/accounts/${accountId}`,
    ),
  grants: async (db: Reader, orgId: string, ids: readonly string[]) =>
    byId(
      await inOrg(db, orgId)
        .selectFrom("grants as g")
        .innerJoin("accounts as a", (join) =>
          join.onRef("a.orgId", "=", "g.orgId").onRef("a.id", "=", "g.accountId"),
        )
        .select(["g.id", "g.accountId", "a.name"])
        .where("g.id", "in", ids)
        .execute(),
      ({ name }) => name,
      ({ accountId }) => `/accounts/${accountId}`,
    ),
  documents: async (db: Reader, orgId: string, ids: readonly string[]) =>
    byId(
      await inOrg(db, orgId)
        .selectFrom("documents")
        .select(["id", "originalName"])
        .where("id", "in", ids)
        .execute(),
      ({ originalName }) => originalName,
      ({ id }) => `/documents/${id}`,
    ),
  profiles: async (db: Reader, orgId: string, ids: readonly string[]) =>
    byId(
      await inOrg(db, orgId)
        .selectFrom("permissionProfiles")
        .select(["id", "name"])
        .where("id", "in", ids)
        .execute(),
      ({ name }) => name,
      ({ id }) => `/profiles/${id}`,
    ),
  rules: async (db: Reader, orgId: string, ids: readonly string[]) =>
    byId(
      await inOrg(db, orgId)
        .selectFrom("accessRules")
        .select(["id", "matches", "pattern", "endedAt"])
        .where("id", "in", ids)
        .execute(),
      (rule) => ruleTitle(rule),
      ({ id, endedAt }) => (endedAt === null ? `/rules/${id}` : null),
    ),
  ndaTexts: async (db: Reader, orgId: string, ids: readonly string[]) =>
    byId(
      await inOrg(db, orgId)
        .selectFrom("ndaVersions")
        .select(["id", "title"])
        .where("id", "in", ids)
        .execute(),
      ({ title }) => title,
      ({ id }) => `/nda/versions/${id}`,
    ),
  signatures: async (db: Reader, orgId: string, ids: readonly string[]) =>
    byId(
      await inOrg(db, orgId)
        .selectFrom("ndaSignatures as s")
        .innerJoin("accounts as a", (join) =>
          join.onRef("a.orgId", "=", "s.orgId").onRef("a.id", "=", "s.accountId"),
        )
        .select(["s.id", "s.accountId", "a.name"])
        .where("s.id", "in", ids)
        .execute(),
      ({ name }) => name,
      ({ accountId }) => `/accounts/${accountId}`,
    ),
};

function byId<Row extends { id: string }>(
  rows: readonly Row[],
  text: (row: Row) => string,
  to: (row: Row) => string | null,
): Names {
  return new Map(rows.map((row) => [row.id, { text: text(row), to: to(row) }]));
}

function fullName(firstName: string, lastName: string, email: string): string {
  return `${firstName} ${lastName}`.trim() || email;
}
