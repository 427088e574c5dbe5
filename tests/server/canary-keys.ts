import { addMemberKey } from "#auth/access-keys/store/member-keys.server.ts";
import { CARD_TITLES } from "#model/cards/kinds.ts";
import { MEMBER_SCOPES, PORTAL_CALLS } from "#model/access-keys.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import type { Visit, Walker } from "./crawl.ts";
import type { World } from "./world.ts";

/**
 * What a walker gets of the knowledge base by keys: from every door that gives keys, to every product, everything that
 * is found and every entry that there is.
 */
export async function keyVisits(
  world: World,
  portal: "acme" | "globex",
  { as, host, keep }: Walker,
): Promise<Visit[]> {
  const { read } = world.services.store;
  const orgId = await world.orgId(portal);
  const [products, entries, accounts] = await Promise.all([
    read.selectFrom("products").select("id").where("orgId", "=", orgId).execute(),
    read.selectFrom("faqEntries").select("id").execute(),
    read
      .selectFrom("members")
      .select("accountId")
      .where("email", "=", as ?? "")
      .execute(),
  ]);
  const who = { ...(as === undefined ? {} : { as }), ...(host === undefined ? {} : { host }) };
  const visits: Visit[] = [];
  const visit = async (url: string, key?: string, body?: object) => {
    const answer = await world.ask(url, {
      ...who,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    visits.push({ url, answer, from: null });
    return answer;
  };
  const doors = [
    `/api/share/${orgId}/kb/ais`,
    "/api/kb/ais",
    `/api/trust-center/kb/ais?${keep ?? ""}`,
    ...accounts.map(({ accountId }) => `/api/statuspage/share/${accountId}/external/kb/ais`),
  ];
  for (const door of doors) {
    // A preview's walker is one by what it carries: without that it is its owner.
    if (keep !== undefined && door === "/api/kb/ais") continue;
    for (const { id } of products) {
      const answer = await visit(`${door}${door.includes("?") ? "&" : "?"}productId=${id}`);
      if (answer.status !== 200) continue;
      const { key, url } = JSON.parse(answer.text) as { key: string; url: string };
      const base = new URL(url).pathname;
      await visit(`${base}/query`, key, {
        hitsPerPage: 100,
        highlight: { pre: "<", post: ">" },
      });
      for (const facet of ["topic", "source_type", "source_subtype", "source_name"])
        await visit(`${base}/facets/${facet}`, key, {});
      for (const entry of entries) await visit(`${base}/objects/${entry.id}`, key);
    }
  }
  return visits;
}

/**
 * What a walker gets of every product by the calls that answer its page: texts, and the ids and names of files, from
 * every door there is.
 */
export async function viewVisits(
  world: World,
  portal: "acme" | "globex",
  { as, host, keep }: Walker,
): Promise<Visit[]> {
  const { read } = world.services.store;
  const orgId = await world.orgId(portal);
  const [products, accounts] = await Promise.all([
    read.selectFrom("products").select("id").where("orgId", "=", orgId).execute(),
    read
      .selectFrom("members")
      .select("accountId")
      .where("email", "=", as ?? "")
      .execute(),
  ]);
  const who = { ...(as === undefined ? {} : { as }), ...(host === undefined ? {} : { host }) };
  const visits: Visit[] = [];
  const doors = [
    `/api/share/${orgId}`,
    "/api/trust-center",
    ...accounts.map(({ accountId }) => `/api/statuspage/share/${accountId}/external`),
  ];
  for (const door of doors)
    for (const { id } of products) {
      const url = `${door}/view/${id}${keep === undefined ? "" : `?${keep}`}`;
      visits.push({ url, answer: await world.ask(url, who), from: null });
    }
  return visits;
}

/**
 * What a member's program gets of every product by a key that may do all: each list, each card, and each file that there
 * is, whether it is told of or not.
 */
export async function memberKeyVisits(
  world: World,
  portal: "acme" | "globex",
  { memberId }: { memberId: string | undefined },
): Promise<Visit[]> {
  if (memberId === undefined) return [];
  const { read } = world.services.store;
  const orgId = await world.orgId(portal);
  const key = await world.services.store.write((trx) =>
    addMemberKey(
      { trx, orgId, by: SYSTEM, now: world.time },
      { memberId, memberIds: [memberId] },
      {
        name: "Walker",
        scopes: MEMBER_SCOPES.map(({ scope }) => scope),
        products: [],
        ends: "365",
        networks: [],
      },
    ),
  );
  const [products, documents] = await Promise.all([
    read.selectFrom("products").select("slug").where("orgId", "=", orgId).execute(),
    read.selectFrom("documents").select("id").execute(),
  ]);
  const calls = [
    ...Object.keys(PORTAL_CALLS).filter((path) => !path.includes(":")),
    ...Object.keys(CARD_TITLES).map((kind) => `cards/${kind}`),
    ...documents.map(({ id }) => `documents/${id}/content`),
  ];
  const visits: Visit[] = [];
  for (const { slug } of products)
    for (const call of calls) {
      const url = `/api/v1/portal${call === "" ? "" : `/${call}`}?product=${encodeURIComponent(slug)}`;
      const answer = await world.ask(url, { headers: { authorization: `Bearer ${key}` } });
      visits.push({ url, answer, from: null });
    }
  return visits;
}
