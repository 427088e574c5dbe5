import type * as z from "zod";
import type { OpenedKey } from "#auth/access-keys/open-key.server.ts";
import { sha256 } from "#db/ids.ts";
import type { Reader } from "#db/store.ts";
import type { NounName } from "#model/api-nouns.ts";
import { entryCalled } from "#tenancy/history/store/external-ids.server.ts";
import type { Services } from "#platform/context.ts";
import { fieldsProblem, problem } from "#web/api/json-body.ts";
import type { Entry, Noun } from "./rows/row.ts";
import { calledQuerySchema, PAGE_SIZE, pageQuerySchema } from "./rules/page-query.ts";

const PURPOSE = "api-cursor";
/** How many entries are read in one go. */
const BATCH = 200;

/**
 * A page of a noun: entries in the order of their ids, so that one that comes or goes moves no
 * other. `next` is null on the last page.
 * @throws a problem for a query that the call doesn't know, and for a cursor that was altered or
 *   belongs to another list
 */
export async function pageAnswer(
  { store, key }: Pick<Services, "store" | "key">,
  request: Request,
  opened: OpenedKey,
  { name, noun }: { name: NounName; noun: Noun<Entry> },
): Promise<Response> {
  const address = new URL(request.url);
  const query = asked(address, noun);
  const { limit = PAGE_SIZE.usual, cursor, updatedSince = "" } = query;
  if (query.externalId !== undefined) {
    const id = await entryCalled(store.read, opened.org.id, name, query.externalId);
    const data = await read(store.read, opened, noun, id === null ? [] : [id]);
    return tagged(request, {
      data: data.filter((one) => one.updatedAt >= updatedSince),
      next: null,
    });
  }
  const list = `${opened.org.id} ${name}`;
  let after = cursor === undefined ? "" : openCursor(key, list, cursor);
  const data: Entry[] = [];
  let isLast = false;
  while (data.length <= limit && !isLast) {
    const rows = await noun.ids(store.read, opened.org.id, {
      after,
      count: BATCH,
      since: updatedSince,
    });
    isLast = rows.length < BATCH;
    after = rows.at(-1)?.id ?? after;
    const ids = rows.map(({ id }) => id);
    const found = await read(store.read, opened, noun, ids);
    data.push(...found.filter(({ updatedAt }) => updatedAt >= updatedSince));
  }
  const page = data.slice(0, limit);
  const last = page.at(-1)?.id;
  const next = data.length > limit && last !== undefined ? makeCursor(key, list, last) : null;
  const answer = tagged(request, { data: page, next });
  if (next !== null) {
    address.searchParams.set("cursor", next);
    answer.headers.set("Link", `<${address.pathname}${address.search}>; rel="next"`);
  }
  return answer;
}

/** The entry of an id. @throws a 404 problem for one that is not there, or not for this key */
export async function entryOf(
  { store }: Pick<Services, "store">,
  opened: OpenedKey,
  noun: Noun<Entry>,
  id: string,
): Promise<Entry> {
  const found = await foundEntry(store.read, opened, noun, id);
  if (found === null || !found.isOpen) throw problem(404, "Not found");
  return found.shown;
}

/** An entry as a key finds it. */
export interface FoundEntry {
  /** What the key reads of it. */
  shown: Entry;
  /** The products that it is about; null: all of them. */
  about: readonly string[] | null;
  /** Whether the key reads it at all. */
  isOpen: boolean;
}

/** An entry by its id; null where there is none. */
export async function foundEntry(
  db: Reader,
  { org, key }: OpenedKey,
  noun: Noun<Entry>,
  id: string,
): Promise<FoundEntry | null> {
  const [entry] = await noun.entries(db, org.id, [id]);
  return entry === undefined ? null : asFound(noun, entry, key.productIds);
}

/** The entries of some ids that the key's products open, in the order of the ids. */
async function read(
  db: Reader,
  { org, key }: OpenedKey,
  noun: Noun<Entry>,
  ids: readonly string[],
): Promise<Entry[]> {
  if (ids.length === 0) return [];
  return (await noun.entries(db, org.id, ids))
    .map((entry) => asFound(noun, entry, key.productIds))
    .flatMap(({ shown, isOpen }) => (isOpen ? [shown] : []))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** What a key for some products reads: entries about one of them or about all, without what is of others. */
function asFound(
  noun: Noun<Entry>,
  entry: Entry,
  productIds: ReadonlySet<string> | null,
): FoundEntry {
  const about = noun.products(entry);
  if (productIds === null) return { shown: entry, about, isOpen: true };
  const isOpen = (id: string) => productIds.has(id);
  return {
    shown: noun.within?.(entry, isOpen) ?? entry,
    about,
    isOpen: about?.some(isOpen) ?? true,
  };
}

/** The stamp of an entry, by which a change says what it is a change of. */
export function stampOf(entry: Entry): string {
  return stampOfText(JSON.stringify(entry));
}

const stampOfText = (text: string) => sha256(text).slice(0, 32);

/** An answer with the stamp of what it says; 304 for whoever has that already. */
export function tagged(request: Request, body: unknown): Response {
  return taggedText(request, JSON.stringify(body), "application/json");
}

/** The same of a text of another type. */
export function taggedText(request: Request, text: string, type: string): Response {
  const tag = `"${stampOfText(text)}"`;
  const known = (request.headers.get("If-None-Match") ?? "").split(",").map((one) => one.trim());
  const isKnown = known.some((one) => one === "*" || one.replace(/^W\//, "") === tag);
  return isKnown
    ? new Response(null, { status: 304, headers: { ETag: tag } })
    : new Response(text, { headers: { ETag: tag, "Content-Type": type } });
}

function asked({ searchParams }: URL, { writes }: Noun<Entry>): z.output<typeof calledQuerySchema> {
  const schema = writes?.put === undefined ? pageQuerySchema : calledQuerySchema;
  const parsed = schema.safeParse(Object.fromEntries(searchParams));
  if (!parsed.success) throw fieldsProblem(parsed.error);
  return parsed.data;
}

function makeCursor(key: Services["key"], list: string, after: string): string {
  const text = Buffer.from(after).toString("base64url");
  return `${text}.${key.sign(PURPOSE, `${list} ${text}`)}`;
}

function openCursor(key: Services["key"], list: string, cursor: string): string {
  const [text = "", mac = ""] = cursor.split(".");
  if (text === "" || !key.verify(PURPOSE, `${list} ${text}`, mac))
    throw problem(400, "This cursor isn’t valid.", {
      errors: { cursor: ["This cursor isn’t valid"] },
    });
  return Buffer.from(text, "base64url").toString("utf8");
}
