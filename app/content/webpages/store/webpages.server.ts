import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { mustChange, Refused } from "#db/refusals.ts";
import type { WebpagesTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { oncePerScope } from "#visibility/store/scope.server.ts";
import { isOnHosts, MAX_WEBPAGES, ownHosts } from "#model/webpages.ts";

/** Whose pages they are. */
type Owner = Pick<Org, "id" | "websiteUrl">;

/** A page as its list shows it. */
export type ListedWebpage = Omit<WebpagesTable, "orgId" | "text">;

/** A page that the search finds. */
export interface FoundWebpage {
  id: string;
  url: string;
  title: string | null;
}

const LISTED = [
  "id",
  "url",
  "title",
  "bytes",
  "status",
  "readAt",
  "failedAt",
  "fault",
  "nightsMissing",
  "addedAt",
] as const;

/**
 * The hosts whose pages an org may list, now: what is not its own any more is neither read nor
 * found.
 */
export async function webpageHosts(db: Reader, { id, websiteUrl }: Owner): Promise<Set<string>> {
  const domains = await inOrg(db, id)
    .selectFrom("domains")
    .select("host")
    .where("verifiedAt", "is not", null)
    .orderBy("host")
    .execute();
  return ownHosts(
    domains.map(({ host }) => host),
    websiteUrl,
  );
}

/** The pages that an org lists, by their addresses. */
export async function listWebpages(db: Reader, orgId: string): Promise<ListedWebpage[]> {
  return inOrg(db, orgId).selectFrom("webpages").select(LISTED).orderBy("url").execute();
}

/** The pages whose text is found, by everybody. */
export const foundWebpages = oncePerScope(async ({ db, org }): Promise<FoundWebpage[]> => {
  const rows = await inOrg(db, org.id)
    .selectFrom("webpages")
    .select(["id", "url", "title"])
    .where("readAt", "is not", null)
    .where("status", "!=", "gone")
    .orderBy("url")
    .execute();
  if (rows.length === 0) return [];
  const hosts = await webpageHosts(db, org);
  return rows.filter(({ url }) => isOnHosts(url, hosts));
});

/** The texts of pages by their ids; one that was removed meanwhile is missing. */
export async function webpageTexts(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await inOrg(db, orgId)
    .selectFrom("webpages")
    .select(["id", "text"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/**
 * Lists a page, to be read with the next reading.
 * @param url as `readWebpageUrl` made it
 * @throws Refused for another company's page, for one that is listed, and beyond 200
 */
export async function addWebpage(
  write: Omit<Write, "orgId">,
  org: Owner,
  url: string,
): Promise<string> {
  const { trx, now } = write;
  const hosts = await webpageHosts(trx, org);
  if (!isOnHosts(url, hosts)) {
    const own = [...hosts].filter((host) => !host.startsWith("www."));
    throw new Refused(
      own.length === 0
        ? "Set your website under General, or verify a domain. Only pages there can be listed."
        : `Only pages of your own site can be listed: ${own.join(", ")}.`,
      "url",
    );
  }
  const listed = await inOrg(trx, org.id).selectFrom("webpages").select("url").execute();
  if (listed.some((page) => page.url === url))
    throw new Refused("This page is already in the list.", "url");
  if (listed.length >= MAX_WEBPAGES)
    throw new Refused(`You can list up to ${MAX_WEBPAGES} pages. Remove one first.`, "url");
  const id = newId();
  await trx
    .insertInto("webpages")
    .values({
      orgId: org.id,
      id,
      url,
      title: null,
      text: "",
      bytes: 0,
      status: "waiting",
      readAt: null,
      failedAt: null,
      fault: null,
      nightsMissing: 0,
      addedAt: isoNow(now),
    })
    .execute();
  await recordAudit({ ...write, orgId: org.id }, { action: "webpage.added", subject: url });
  return id;
}

/** Takes a page off the list, and out of what is found. @returns its address @throws NotFound */
export async function removeWebpage(write: Write, id: string): Promise<string> {
  const { trx, orgId } = write;
  const page = await inOrg(trx, orgId)
    .selectFrom("webpages")
    .select("url")
    .where("id", "=", id)
    .executeTakeFirst();
  const result = await inOrg(trx, orgId)
    .deleteFrom("webpages")
    .where("id", "=", id)
    .executeTakeFirst();
  mustChange(result, "webpage");
  const url = page?.url ?? "";
  await recordAudit(write, { action: "webpage.removed", subject: url });
  await contentChanged(trx, orgId);
  return url;
}
