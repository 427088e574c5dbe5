import * as z from "zod";
import { REQUEST_FOLDERS, type RequestFolder } from "./review-forms.ts";

/** How the list of requests can be sorted; each folder has its own usual one, `asked`. */
export const INBOX_SORTS = ["asked", "newest", "company", "person"] as const;
export type InboxSort = (typeof INBOX_SORTS)[number];
export const SORT_NAMES: Readonly<Record<InboxSort, string>> = {
  asked: "Longest waiting first",
  newest: "Newest first",
  company: "Company",
  person: "Person",
};

/** What can be asked of a request with yes alone; each is a box, and `yes` in the address. */
export const INBOX_MARKS = ["late", "free", "again", "invited"] as const;
export type InboxMark = (typeof INBOX_MARKS)[number];
export const MARK_NAMES: Readonly<Record<InboxMark, string>> = {
  late: "Late",
  free: "Free email",
  again: "Extension",
  invited: "Invited",
};

const mark = z.literal("yes").optional().catch(undefined);

/** What the list shows, from its address; whatever is not understood is as if it were not there. */
const inboxQuerySchema = z.object({
  folder: z.enum(REQUEST_FOLDERS).catch("new"),
  q: z.string().trim().catch(""),
  /** As the form offers it; empty: any. */
  relationship: z.string().max(100).catch(""),
  /** ISO 3166-1, two letters; empty: any. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .catch(""),
  /** The id of a product; empty: any. */
  product: z.string().max(64).catch(""),
  /** The id of somebody of staff, or one of the words below; empty: anyone. */
  assigned: z.string().max(64).catch(""),
  /** The moment at which a week began, ISO 8601: what was requested in it; empty: any time. */
  week: z.union([z.literal(""), z.iso.datetime()]).catch(""),
  late: mark,
  free: mark,
  again: mark,
  invited: mark,
  sort: z.enum(INBOX_SORTS).catch("asked"),
  page: z.number().int().min(1).max(1_000_000).catch(1),
});
export type InboxQuery = z.infer<typeof inboxQuerySchema>;

const TEXTS = ["q", "relationship", "country", "product", "assigned", "week"] as const;

/** In place of a person: whoever looks at the list, and nobody. */
export const ASSIGNED_TO_ME = "me";
export const ASSIGNED_TO_NOBODY = "nobody";

/** The folders of requests that are not decided. */
export function isOpenFolder(folder: RequestFolder): boolean {
  return folder === "new" || folder === "asked";
}

/** The list that an address names. */
export function inboxQuery(address: URLSearchParams): InboxQuery {
  const given = Object.fromEntries(
    ["folder", "sort", ...TEXTS, ...INBOX_MARKS].map((name) => [
      name,
      address.get(name)?.slice(0, 200),
    ]),
  );
  return inboxQuerySchema.parse({ ...given, page: Math.trunc(Number(address.get("page") ?? 1)) });
}

/**
 * The query of an address that shows a list again, without what is as it always is.
 * @param extra further keys of the address
 * @returns with its question mark; empty for the whole list
 */
export function inboxSearch(
  query: InboxQuery,
  extra: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams();
  if (query.folder !== "new") search.set("folder", query.folder);
  for (const name of TEXTS) if (query[name] !== "") search.set(name, query[name]);
  for (const name of INBOX_MARKS) if (query[name] === "yes") search.set(name, "yes");
  if (query.sort !== "asked") search.set("sort", query.sort);
  if (query.page > 1) search.set("page", String(query.page));
  for (const [name, value] of Object.entries(extra)) search.set(name, value);
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

/** Whether a list leaves anything of its folder out. */
export function isFiltered(query: InboxQuery): boolean {
  return (
    TEXTS.some((name) => query[name] !== "") || INBOX_MARKS.some((name) => query[name] === "yes")
  );
}

/** The same folder, whole. */
export function unfiltered({ folder, sort }: InboxQuery): InboxQuery {
  return { ...inboxQuery(new URLSearchParams()), folder, sort };
}

const HOUR_MS = 3_600_000;

/** The moment at which a week ends that began at another. */
export function weekEnd(begins: string): string {
  return new Date(Date.parse(begins) + 168 * HOUR_MS).toISOString();
}

/**
 * Before which moment a request must have come to be late: the company promises an answer within
 * so many hours.
 */
export function promisedSince(answerHours: number, now: Date): Date {
  return new Date(now.getTime() - answerHours * HOUR_MS);
}
