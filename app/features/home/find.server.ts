import type { Permission } from "../../auth/rules/permissions.ts";
import type { Reader } from "../../../db/store.ts";
import { settingsPagesFor } from "../settings/rules/pages.ts";
import { pagesFor } from "../../staff/rules/private-area.ts";
import { productPath } from "../../values/portal-paths.ts";
import type { Found, FoundGroup } from "./rules.ts";

/** So many of a kind are listed. */
const MOST = 8;
const MAX_WORDS = 8;

/**
 * Everything in the private area that somebody with these permissions may open and whose name has
 * all the words: pages, accounts, requests, documents, items. Groups without a hit are left out.
 */
export async function findInArea(
  db: Reader,
  org: { id: string; slug: string },
  permissions: ReadonlySet<Permission>,
  search: string,
): Promise<FoundGroup[]> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const reviews = permissions.has("accounts:review");
  const groups: FoundGroup[] = [
    { title: "Pages", rows: pagesFound(permissions, words) },
    { title: "Accounts", rows: reviews ? await accounts(db, org.id, words) : [] },
    { title: "Requests", rows: reviews ? await requests(db, org.id, words) : [] },
    {
      title: "Documents",
      rows: permissions.has("files:view") ? await documents(db, org.id, words) : [],
    },
    { title: "Items", rows: permissions.has("statuspage:edit") ? await items(db, org, words) : [] },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

function pagesFound(permissions: ReadonlySet<Permission>, words: readonly string[]): Found[] {
  return [
    ...pagesFor(permissions).map(({ segment, label }) => ({
      label,
      about: null,
      to: `/${segment}`,
    })),
    ...settingsPagesFor(permissions).map(({ path, label, about }) => ({
      label,
      about,
      to: `/settings/${path}`,
    })),
  ]
    .filter(({ label, about }) => {
      const text = `${label} ${about ?? ""}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .slice(0, MOST);
}

async function accounts(db: Reader, orgId: string, words: readonly string[]): Promise<Found[]> {
  let query = db
    .selectFrom("accounts as a")
    .select(["a.id", "a.name"])
    .where("a.orgId", "=", orgId);
  for (const like of words.map(likeWord))
    query = query.where((eb) =>
      eb.or([
        eb(eb.fn<string>("lower", ["a.name"]), "like", like),
        eb.exists(
          eb
            .selectFrom("members as m")
            .select("m.id")
            .whereRef("m.orgId", "=", "a.orgId")
            .whereRef("m.accountId", "=", "a.id")
            .where("m.removedAt", "is", null)
            .where("m.email", "like", like),
        ),
      ]),
    );
  const rows = await query.orderBy("a.name").orderBy("a.id").limit(MOST).execute();
  return rows.map(({ id, name }) => ({ label: name, about: null, to: `/accounts/${id}` }));
}

async function requests(db: Reader, orgId: string, words: readonly string[]): Promise<Found[]> {
  let query = db
    .selectFrom("accessRequests")
    .select(["id", "firstName", "lastName", "companyName", "email"])
    .where("orgId", "=", orgId);
  for (const like of words.map(likeWord))
    query = query.where((eb) =>
      eb.or(
        (["firstName", "lastName", "companyName", "email"] as const).map((column) =>
          eb(eb.fn<string>("lower", [column]), "like", like),
        ),
      ),
    );
  const rows = await query.orderBy("createdAt", "desc").orderBy("id").limit(MOST).execute();
  return rows.map(({ id, firstName, lastName, companyName, email }) => ({
    label: `${firstName} ${lastName}`.trim() || email,
    about: companyName,
    to: `/requests/${id}`,
  }));
}

async function documents(db: Reader, orgId: string, words: readonly string[]): Promise<Found[]> {
  let query = db.selectFrom("documents").select(["id", "originalName"]).where("orgId", "=", orgId);
  for (const like of words.map(likeWord))
    query = query.where((eb) => eb(eb.fn<string>("lower", ["originalName"]), "like", like));
  const rows = await query.orderBy("sortKey").orderBy("id").limit(MOST).execute();
  return rows.map(({ id, originalName }) => ({
    label: originalName,
    about: null,
    to: `/documents/${id}`,
  }));
}

async function items(
  db: Reader,
  org: { id: string; slug: string },
  words: readonly string[],
): Promise<Found[]> {
  let query = db
    .selectFrom("items as i")
    .innerJoin("products as p", (join) =>
      join.onRef("p.orgId", "=", "i.orgId").onRef("p.id", "=", "i.productId"),
    )
    .select(["i.uid", "i.title", "i.kind", "p.name", "p.slug", "p.isDefault"])
    .where("i.orgId", "=", org.id);
  for (const like of words.map(likeWord))
    query = query.where((eb) => eb(eb.fn<string>("lower", ["i.title"]), "like", like));
  const rows = await query.orderBy("i.sortKey").orderBy("i.uid").limit(MOST).execute();
  return rows.map(({ uid, title, kind, name, slug, isDefault }) => ({
    label: title,
    about: name,
    to: `/${org.slug}${productPath({ slug, isDefault: isDefault === 1 })}/edit/cards/${kind}/items/${encodeURIComponent(uid)}`,
  }));
}

/** A word as a part of a text; what LIKE would read otherwise counts as a blank. */
function likeWord(word: string): string {
  return `%${word.replace(/[%_]/g, " ").trim()}%`;
}
