import type { RequestStatus } from "#model/access-requests/access-outcomes.ts";
import { RULE_ACTION_NAMES } from "#model/access-rules/rule-words.ts";
import { oneLine, threadPath } from "#model/comments.ts";
import { shownAddress } from "#model/privacy/erased.ts";
import { listed, named, TOTAL, totalOf, wholeWords, type FoundKind } from "./find-names.server.ts";
import { FOUND_OF_A_KIND } from "#model/home.ts";
import { inOrg } from "#db/tenant.ts";

const fullName = (person: { firstName: string; lastName: string }) =>
  `${person.firstName} ${person.lastName}`.trim();

/** The folder of the inbox that holds a request, whatever became of its access later. */
const FOLDERS: Readonly<Record<RequestStatus, string>> = {
  pending: "new",
  approved: "approved",
  declined: "declined",
  withdrawn: "withdrawn",
};

/** People, and what is decided about them. */
export const FOUND_PEOPLE: readonly FoundKind[] = [
  {
    title: "Accounts",
    permission: "accounts:review",
    find: async (db, { org, words, typed }) => {
      const member = named(words, ["m.email", "m.firstName", "m.lastName"]);
      const rows = await inOrg(db, org.id)
        .selectFrom("accounts as a")
        .select(["a.id", "a.name", TOTAL])
        .where((eb) =>
          eb.or([
            named(words, ["a.name"]),
            eb.exists(
              eb
                .selectFrom("members as m")
                .select("m.id")
                .whereRef("m.orgId", "=", "a.orgId")
                .whereRef("m.accountId", "=", "a.id")
                .where("m.removedAt", "is", null)
                .where(member),
            ),
          ]),
        )
        .orderBy(wholeWords(words, "a.name"), "desc")
        .orderBy("a.name")
        .orderBy("a.id")
        .limit(FOUND_OF_A_KIND)
        .execute();
      return {
        rows: rows.map(({ id, name }) => ({ label: name, about: null, to: `/accounts/${id}` })),
        total: totalOf(rows),
        all: listed("/accounts", typed),
      };
    },
  },
  {
    title: "Members",
    permission: "accounts:review",
    find: async (db, { org, words }) => {
      const rows = await inOrg(db, org.id)
        .selectFrom("members as m")
        .innerJoin("accounts as a", (join) =>
          join.onRef("a.orgId", "=", "m.orgId").onRef("a.id", "=", "m.accountId"),
        )
        .select(["m.firstName", "m.lastName", "m.email", "a.id", "a.name", TOTAL])
        .where("m.removedAt", "is", null)
        .where(named(words, ["m.email", "m.firstName", "m.lastName"]))
        .orderBy("m.email")
        .limit(FOUND_OF_A_KIND)
        .execute();
      return {
        rows: rows.map(({ id, name, email, ...person }) => {
          const shown = shownAddress(email);
          const called = fullName(person);
          return called === ""
            ? { label: shown, about: name, to: `/accounts/${id}` }
            : { label: called, about: `${shown}, ${name}`, to: `/accounts/${id}` };
        }),
        total: totalOf(rows),
        all: null,
      };
    },
  },
  {
    title: "Requests",
    permission: "accounts:review",
    find: async (db, { org, words, typed }) => {
      const rows = await inOrg(db, org.id)
        .selectFrom("accessRequests")
        .select(["id", "firstName", "lastName", "companyName", "email", "status", TOTAL])
        .where(named(words, ["firstName", "lastName", "companyName", "email"]))
        .orderBy("createdAt", "desc")
        .orderBy("id")
        .limit(FOUND_OF_A_KIND)
        .execute();
      return {
        rows: rows.map(({ id, companyName, email, ...person }) => ({
          label: fullName(person) || shownAddress(email),
          about: companyName,
          to: `/requests/${id}`,
        })),
        total: totalOf(rows),
        // The other folders of the inbox say how many of them have the name.
        all: listed("/requests", typed, { folder: FOLDERS[rows[0]?.status ?? "pending"] }),
      };
    },
  },
  {
    title: "Questions",
    permission: "accounts:review",
    find: async (db, { org, words }) => {
      const written = inOrg(db, org.id)
        .selectFrom("comments as c")
        .innerJoin("accounts as a", (join) =>
          join.onRef("a.orgId", "=", "c.orgId").onRef("a.id", "=", "c.accountId"),
        )
        .innerJoin("items as i", (join) =>
          join
            .onRef("i.orgId", "=", "c.orgId")
            .onRef("i.productId", "=", "c.productId")
            .onRef("i.uid", "=", "c.itemUid"),
        )
        .select((eb) => [
          "c.accountId",
          "c.productId",
          "c.itemUid",
          "c.content",
          "a.name",
          "i.title",
          "c.createdAt as at",
          eb.fn
            .agg<number>("row_number")
            .over((thread) =>
              thread
                .partitionBy(["c.accountId", "c.productId", "c.itemUid"])
                .orderBy("c.createdAt", "desc")
                .orderBy("c.id", "desc"),
            )
            .as("place"),
        ])
        .where(named(words, ["c.content", "a.name", "i.title"]));
      const rows = await db
        .selectFrom(written.as("newest"))
        .select(["accountId", "productId", "itemUid", "content", "name", "title", TOTAL])
        .where("place", "=", 1)
        .orderBy("at", "desc")
        .orderBy("itemUid")
        .limit(FOUND_OF_A_KIND)
        .execute();
      return {
        rows: rows.map(({ content, name, title, ...thread }) => ({
          label: oneLine(content, 100),
          about: `${name}, ${title}`,
          to: threadPath(thread),
        })),
        total: totalOf(rows),
        all: null,
      };
    },
  },
  {
    title: "Subscribers",
    permission: "updates:publish",
    find: async (db, { org, words, typed }) => {
      const rows = await inOrg(db, org.id)
        .selectFrom("subscribers")
        .select(["email", TOTAL])
        .where(named(words, ["email"]))
        .orderBy("email")
        .limit(FOUND_OF_A_KIND)
        .execute();
      return {
        rows: rows.map(({ email }) => ({
          label: shownAddress(email),
          about: null,
          to: listed("/subscribers", email),
        })),
        total: totalOf(rows),
        all: listed("/subscribers", typed),
      };
    },
  },
  {
    title: "Team",
    permission: "team:edit",
    find: async (db, { org, words }) => {
      const rows = await inOrg(db, org.id)
        .selectFrom("staffRoles as r")
        .innerJoin("staff as s", "s.id", "r.staffId")
        .select(["s.id", "s.name", "s.email", TOTAL])
        .where(named(words, ["s.name", "s.email"]))
        .orderBy("s.name")
        .limit(FOUND_OF_A_KIND)
        .execute();
      return {
        rows: rows.map(({ id, name, email }) => ({ label: name, about: email, to: `/team/${id}` })),
        total: totalOf(rows),
        all: null,
      };
    },
  },
  {
    title: "Permission profiles",
    permission: "accounts:review",
    find: async (db, { org, words }) => {
      const rows = await inOrg(db, org.id)
        .selectFrom("permissionProfiles")
        .select(["id", "name", TOTAL])
        .where(named(words, ["name"]))
        .orderBy("name")
        .limit(FOUND_OF_A_KIND)
        .execute();
      return {
        rows: rows.map(({ id, name }) => ({ label: name, about: null, to: `/profiles/${id}` })),
        total: totalOf(rows),
        all: null,
      };
    },
  },
  {
    title: "Auto-decisions",
    permission: "accounts:review",
    find: async (db, { org, words }) => {
      const rows = await inOrg(db, org.id)
        .selectFrom("accessRules")
        .select(["id", "pattern", "action", TOTAL])
        .where("endedAt", "is", null)
        .where(named(words, ["pattern", "note"]))
        .orderBy("position")
        .limit(FOUND_OF_A_KIND)
        .execute();
      return {
        rows: rows.map(({ id, pattern, action }) => ({
          label: shownAddress(pattern),
          about: RULE_ACTION_NAMES[action],
          to: `/rules/${id}`,
        })),
        total: totalOf(rows),
        all: null,
      };
    },
  },
  {
    title: "NDA versions",
    permission: "accounts:review",
    find: async (db, { org, words }) => {
      const rows = await inOrg(db, org.id)
        .selectFrom("ndaVersions")
        .select(["id", "title", "publishedAt", TOTAL])
        .where(named(words, ["title"]))
        .orderBy("publishedAt", "desc")
        .orderBy("id")
        .limit(FOUND_OF_A_KIND)
        .execute();
      return {
        rows: rows.map(({ id, title, publishedAt }) => ({
          label: title,
          about: publishedAt.slice(0, 10),
          to: `/nda/versions/${id}`,
        })),
        total: totalOf(rows),
        all: null,
      };
    },
  },
];
