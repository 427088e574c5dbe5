import { productPath } from "#model/portal-paths.ts";
import { searchText } from "#values/names.ts";
import { oneLine } from "#model/comments.ts";
import { listed, named, TOTAL, totalOf, wholeWords, type FoundKind } from "./find-names.server.ts";
import { FOUND_OF_A_KIND } from "#model/home.ts";
import { inOrg } from "#db/tenant.ts";

/** What the portal shows, and what it is made of. */
export const FOUND_CONTENT: readonly FoundKind[] = [
  {
    title: "Documents",
    permission: "files:view",
    find: async (db, { org, words, typed }) => {
      const rows = await inOrg(db, org.id)
        .selectFrom("documents")
        .select(["id", "originalName", TOTAL])
        .where(named(words.map(searchText), ["searchText"]))
        .orderBy(wholeWords(words.map(searchText), "searchText"), "desc")
        .orderBy("sortKey")
        .orderBy("id")
        .limit(FOUND_OF_A_KIND)
        .execute();
      return {
        rows: rows.map(({ id, originalName }) => ({
          label: originalName,
          about: null,
          to: `/documents/${id}`,
        })),
        total: totalOf(rows),
        all: listed("/documents", typed),
      };
    },
  },
  {
    title: "Items",
    permission: "statuspage:edit",
    find: async (db, { org, words }) => {
      const rows = await inOrg(db, org.id)
        .selectFrom("items as i")
        .innerJoin("products as p", (join) =>
          join.onRef("p.orgId", "=", "i.orgId").onRef("p.id", "=", "i.productId"),
        )
        .select(["i.uid", "i.title", "i.kind", "p.name", "p.slug", "p.isDefault", TOTAL])
        .where(named(words, ["i.title"]))
        .orderBy(wholeWords(words, "i.title"), "desc")
        .orderBy("i.sortKey")
        .orderBy("i.uid")
        .orderBy("p.position")
        .limit(FOUND_OF_A_KIND)
        .execute();
      return {
        rows: rows.map(({ uid, title, kind, name, ...product }) => ({
          label: title,
          about: name,
          to: `${editPath(org, product)}/cards/${kind}/items/${encodeURIComponent(uid)}`,
        })),
        total: totalOf(rows),
        all: null,
      };
    },
  },
  {
    title: "FAQ",
    permission: "kb:edit",
    find: async (db, { org, words, typed }) => {
      const rows = await inOrg(db, org.id)
        .selectFrom("faqEntries")
        .select(["id", "question", "topic", TOTAL])
        .where(named(words, ["question"]))
        .orderBy(wholeWords(words, "question"), "desc")
        .orderBy("createdAt", "desc")
        .orderBy("id")
        .limit(FOUND_OF_A_KIND)
        .execute();
      return {
        rows: rows.map(({ id, question, topic }) => ({
          label: oneLine(question, 150),
          about: topic,
          to: `/knowledge-base/${id}`,
        })),
        total: totalOf(rows),
        all: listed("/knowledge-base", typed),
      };
    },
  },
  {
    title: "Controls",
    permission: "kb:edit",
    find: async (db, { org, words, typed }) => {
      const rows = await inOrg(db, org.id)
        .selectFrom("controls")
        .select(["id", "reference", "title", TOTAL])
        .where(named(words, ["reference", "title"]))
        .orderBy(wholeWords(words, "title"), "desc")
        .orderBy("sortKey")
        .orderBy("id")
        .limit(FOUND_OF_A_KIND)
        .execute();
      return {
        rows: rows.map(({ id, reference, title }) => ({
          label: title,
          about: reference,
          to: `/controls/${id}`,
        })),
        total: totalOf(rows),
        all: listed("/controls", typed),
      };
    },
  },
  {
    title: "Updates",
    permission: "updates:publish",
    find: async (db, { org, words, typed }) => {
      const topics = await inOrg(db, org.id)
        .selectFrom("topics")
        .select(["id", "subject", TOTAL])
        .where(named(words, ["subject"]))
        .orderBy(wholeWords(words, "subject"), "desc")
        .orderBy("createdAt", "desc")
        .orderBy("id")
        .limit(FOUND_OF_A_KIND)
        .execute();
      const drafts = await inOrg(db, org.id)
        .selectFrom("topicDrafts")
        .select(["id", "subject", TOTAL])
        .where("topicId", "is", null)
        .where(named(words, ["subject"]))
        .orderBy(wholeWords(words, "subject"), "desc")
        .orderBy("changedAt", "desc")
        .orderBy("id")
        .limit(FOUND_OF_A_KIND)
        .execute();
      return {
        rows: [
          ...topics.map(({ id, subject }) => ({
            label: subject,
            about: null,
            to: `/updates/topics/${id}`,
          })),
          ...drafts.map(({ id, subject }) => ({
            label: subject,
            about: "Draft",
            to: `/updates/drafts/${id}`,
          })),
        ].slice(0, FOUND_OF_A_KIND),
        total: totalOf(topics) + totalOf(drafts),
        all: listed("/updates", typed),
      };
    },
  },
  {
    title: "Subprocessors",
    permission: "statuspage:edit",
    find: async (db, { org, words }) => {
      const rows = await inOrg(db, org.id)
        .selectFrom("subprocessors as s")
        .innerJoin("companies as c", (join) =>
          join.onRef("c.orgId", "=", "s.orgId").onRef("c.id", "=", "s.companyId"),
        )
        .innerJoin("products as p", (join) =>
          join.onRef("p.orgId", "=", "s.orgId").onRef("p.id", "=", "s.productId"),
        )
        .select(["s.id", "c.name as company", "p.name", "p.slug", "p.isDefault", TOTAL])
        .where(named(words, ["c.name"]))
        .orderBy(wholeWords(words, "c.name"), "desc")
        .orderBy("c.name")
        .orderBy("s.id")
        .limit(FOUND_OF_A_KIND)
        .execute();
      return {
        rows: rows.map(({ id, company, name, ...product }) => ({
          label: company,
          about: name,
          to: `${editPath(org, product)}/subprocessors/${id}`,
        })),
        total: totalOf(rows),
        all: null,
      };
    },
  },
  {
    title: "Products",
    permission: "settings:edit",
    find: async (db, { org, words }) => {
      const rows = await inOrg(db, org.id)
        .selectFrom("products")
        .select(["id", "name", TOTAL])
        .where(named(words, ["name"]))
        .orderBy(wholeWords(words, "name"), "desc")
        .orderBy("position")
        .limit(FOUND_OF_A_KIND)
        .execute();
      return {
        rows: rows.map(({ id, name }) => ({ label: name, about: null, to: `/products/${id}` })),
        total: totalOf(rows),
        all: null,
      };
    },
  },
];

/** Where a product's page is edited in place. */
function editPath(org: { slug: string }, product: { slug: string; isDefault: number }): string {
  return `/${org.slug}${productPath({ slug: product.slug, isDefault: product.isDefault === 1 })}/edit`;
}
