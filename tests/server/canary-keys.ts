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
      await world.services.limits.forgive("search-network", "127.0.0.1");
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
