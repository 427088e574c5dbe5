import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Person } from "./person-find.server.ts";
import { ROWS, type Known } from "./plain-records.server.ts";
import { swapper } from "./person-swap.server.ts";

/**
 * Everything that is known of a person, by kind, in plain rows: what they may ask for, and what an
 * export holds.
 */
export type PersonRecords = Readonly<Record<RecordKind, readonly Record<string, unknown>[]>>;
export type RecordKind =
  | "memberships"
  | "requests"
  | "invitationsUsed"
  | "decisions"
  | "signatures"
  | "subscriptions"
  | "events"
  | "traces"
  | "mails"
  | "sessions"
  | "signInLinks"
  | "partnerTokens"
  | "audit"
  | "comments"
  | "invitations"
  | "requestQuestions"
  | "requestNotes"
  | "notes"
  | "lists";

/**
 * Reads it all. What only proves something to the server (hashes of tokens) is left out, and so are
 * the texts of mails that held a link that is good once.
 */
export async function recordsOf(db: Reader, orgId: string, person: Person): Promise<PersonRecords> {
  const { address } = person;
  const [members, requests, subscribers, emails] = [
    ["", ...person.memberIds],
    ["", ...person.requestIds],
    ["", ...person.subscriberIds],
    ["", ...person.emails],
  ];
  const actors = ["", ...person.memberIds.map((id) => `member:${id}`)];
  const subjects = ["", ...person.memberIds, ...person.requestIds, ...person.subscriberIds];
  const known: Known = {
    members,
    requests,
    emails,
    keys: [address.key],
    actors,
    subjects: [...subjects, ...emails],
  };
  const subscriptions = await inOrg(db, orgId)
    .selectFrom("subscribers")
    .selectAll()
    .where("id", "in", subscribers)
    .execute();
  const categories = await inOrg(db, orgId)
    .selectFrom("subscriberCategories")
    .select(["subscriberId", "category"])
    .where("subscriberId", "in", subscribers)
    .execute();
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
    .where((eb) => eb.or([eb("toEmail", "in", emails), eb("recipientKey", "=", address.key)]))
    .orderBy("createdAt")
    .execute();
  return {
    memberships: await inOrg(db, orgId)
      .selectFrom("members as m")
      .innerJoin("accounts as a", (join) =>
        join.onRef("a.orgId", "=", "m.orgId").onRef("a.id", "=", "m.accountId"),
      )
      .select([
        "m.id",
        "m.email",
        "m.firstName",
        "m.lastName",
        "m.createdAt",
        "m.signedInAt",
        "m.removedAt",
        "a.name as account",
        "a.reviewStatus",
      ])
      .where("m.id", "in", members)
      .orderBy("m.createdAt")
      .execute(),
    requests: await inOrg(db, orgId)
      .selectFrom("accessRequests")
      .selectAll()
      .where("id", "in", requests)
      .orderBy("createdAt")
      .execute(),
    invitationsUsed: await usedInvitations(db, orgId, requests, emails),
    decisions: await ROWS.decisions(db, orgId, known),
    signatures: await ROWS.signatures(db, orgId, known),
    subscriptions: subscriptions.map((row) => ({
      ...row,
      categories: categories
        .filter(({ subscriberId }) => subscriberId === row.id)
        .map(({ category }) => category),
    })),
    events: await ROWS.events(db, orgId, known),
    traces: await ROWS.traces(db, orgId, known),
    mails: mails.map(({ secret, text, ...mail }) => ({
      ...mail,
      text: secret === 1 ? null : text,
    })),
    sessions: await ROWS.sessions(db, orgId, known),
    signInLinks: await ROWS.signInLinks(db, orgId, known),
    partnerTokens: await inOrg(db, orgId)
      .selectFrom("partnerTokens as t")
      .innerJoin("partners as p", (join) =>
        join.onRef("p.orgId", "=", "t.orgId").onRef("p.id", "=", "t.partnerId"),
      )
      .select([
        "p.name as partner",
        "p.domain",
        "t.createdAt",
        "t.expiresAt",
        "t.revokedAt",
        "t.lastReadAt",
        "t.reads",
      ])
      .where("t.memberId", "in", members)
      .orderBy("t.createdAt")
      .execute(),
    audit: await ROWS.audit(db, orgId, known),
    comments: await ROWS.comments(db, orgId, known),
    invitations: await ROWS.invitations(db, orgId, known),
    requestQuestions: await ROWS.requestQuestions(db, orgId, known),
    requestNotes: await requestNotesAbout(db, orgId, person),
    notes: await notesAbout(db, orgId, person),
    lists: await listsWith(db, orgId, address.key, emails),
  };
}

/**
 * That somebody asked for access by an invitation of the person, and when: who it was, is theirs.
 */
async function usedInvitations(
  db: Reader,
  orgId: string,
  own: string[],
  emails: string[],
): Promise<Record<string, unknown>[]> {
  return inOrg(db, orgId)
    .selectFrom("accessRequests")
    .select("createdAt")
    .where("invitedBy", "in", emails)
    .where("id", "not in", own)
    .orderBy("createdAt")
    .execute();
}

/** What staff noted of accounts with the person's address. A name alone may be anybody's. */
async function notesAbout(
  db: Reader,
  orgId: string,
  person: Person,
): Promise<Record<string, unknown>[]> {
  const notes = await inOrg(db, orgId)
    .selectFrom("accountNotes")
    .select(["accountId", "note", "createdAt", "createdBy"])
    .orderBy("createdAt")
    .execute();
  const swap = swapper(person, { name: "", email: "" });
  return notes.filter(({ note }) => swap.namesAddress(note));
}

/** What staff noted of the person's requests, and of others' with the person's address. */
async function requestNotesAbout(
  db: Reader,
  orgId: string,
  person: Person,
): Promise<Record<string, unknown>[]> {
  const notes = await inOrg(db, orgId)
    .selectFrom("requestNotes")
    .select(["requestId", "note", "createdAt", "createdBy"])
    .orderBy("createdAt")
    .execute();
  const swap = swapper(person, { name: "", email: "" });
  return notes.filter(
    ({ requestId, note }) => person.requestIds.includes(requestId) || swap.namesAddress(note),
  );
}

/** Where the address is held off or decided over. */
async function listsWith(
  db: Reader,
  orgId: string,
  key: string,
  emails: string[],
): Promise<Record<string, unknown>[]> {
  const suppressed = await inOrg(db, orgId)
    .selectFrom("suppressions")
    .select(["email", "reason", "detail", "at"])
    .where("email", "in", [key, ...emails])
    .execute();
  const blocks = await inOrg(db, orgId)
    .selectFrom("subscriptionBlocks")
    .select(["value", "createdAt", "createdBy"])
    .where("kind", "=", "address")
    .where("value", "=", key)
    .execute();
  const rules = await inOrg(db, orgId)
    .selectFrom("accessRules")
    .select(["pattern", "action", "message", "note", "createdAt", "endedAt"])
    .where("matches", "=", "address")
    .where("pattern", "=", key)
    .execute();
  return [
    ...suppressed.map((row) => ({ list: "suppressed", ...row })),
    ...blocks.map((row) => ({ list: "blocked from subscribing", ...row })),
    ...rules.map((row) => ({ list: "rule", ...row })),
  ];
}
