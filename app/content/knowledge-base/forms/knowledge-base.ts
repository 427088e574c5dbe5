import * as z from "zod";
import { FAQ_TIMES } from "#model/knowledge-base/forms/faq-forms.ts";
import { oneOf, type PageQuery } from "#values/page-query.ts";
import { SHORT_ANSWERS } from "#model/short-answers.ts";
import { FAQ_ACCESS } from "#model/updates/words.ts";
import { MAX_TERM } from "#model/search.ts";
import {
  ENTRIES_PER_PAGE,
  FILTERS,
  MOST_FACET_HITS,
  type DialogAsked,
  type EntryFilters,
  type FilterName,
} from "#model/knowledge-base.ts";

/**
 * The address of the knowledge base's dialog over a product's page: `kb=open`, and `kbEntry` for
 * one entry.
 */

/**
 * What of a query the dialog is made of: open it is one page for everyone, the rest is asked anew
 * each time.
 */
export const DIALOG_QUERY: PageQuery = {
  kept: { kb: oneOf("open") },
  along: [{ names: ["kbEntry", "kbQuery", "kbPage"], beside: ["kb"] }],
};

/**
 * What an address asks the dialog for; null where it opens none. Values that name nothing narrow
 * nothing.
 */
export function dialogAsked(query: URLSearchParams): DialogAsked | null {
  if (query.get("kb") !== "open") return null;
  const page = query.get("kbPage") ?? "";
  return {
    entryId: query.get("kbEntry"),
    search: (query.get("kbQuery") ?? "").trim().slice(0, MAX_TERM),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : null,
    access: FAQ_ACCESS.find((access) => access === query.get("kbAccess")) ?? null,
    productId: (query.get("kbProduct") ?? "").slice(0, 64) || null,
    days: FAQ_TIMES.find(({ value }) => value === query.get("kbTime"))?.days ?? null,
  };
}

/** A text of at most so many characters, and what to say of a longer one. */
const short = (most: number, name: string) =>
  z
    .string({ error: `${name} must be text.` })
    .max(most, `${name} can have at most ${most} characters.`);

const list = <Item extends z.ZodType>(name: string, item: Item) =>
  z
    .array(item, { error: `${name} must be a list.` })
    .max(100, `${name} can have at most 100 values.`)
    .default([]);

const wholeNumber = (name: string, least: number, most: number) =>
  z
    .int({ error: `${name} must be a whole number.` })
    .min(least, `${name} must be ${least} or more.`)
    .max(most, `${name} can be at most ${most}.`);

/** 9999-12-31, in seconds. */
const LAST_SECOND = 253_402_300_799;

const SINCE =
  "since must be a whole number of seconds since 1970, or a date such as 2026-11-01 or 2026-11-01T09:00:00Z.";

const secondsOf = (moment: string) => Math.floor(Date.parse(moment) / 1_000);

/** What a filter lists: who may read and short answers have words of their own, the rest is any text. */
function filterValue(alias: string): z.ZodType<string> {
  switch (FILTERS[alias as keyof typeof FILTERS]) {
    case "access":
      return z.enum(FAQ_ACCESS, {
        error: `filters.${alias} must be public, accounts or internal.`,
      });
    case "shortAnswer":
      return z.enum(SHORT_ANSWERS, {
        error: `filters.${alias} must be yes, no, partly or notApplicable.`,
      });
    default:
      return short(300, `A value of filters.${alias}`);
  }
}

const narrowing = {
  query: short(MAX_TERM, "query").default(""),
  filters: z
    .strictObject(
      Object.fromEntries(
        Object.keys(FILTERS).map((name) => [name, list(`filters.${name}`, filterValue(name))]),
      ),
      {
        error: (issue) =>
          issue.code === "invalid_type" ? "filters must be an object." : undefined,
      },
    )
    .prefault({})
    .transform((sent, context): EntryFilters => {
      const filters: { -readonly [Name in FilterName]?: readonly string[] } = {};
      for (const [alias, values] of Object.entries(sent)) {
        if (values.length === 0) continue;
        const name = FILTERS[alias as keyof typeof FILTERS];
        if (filters[name] !== undefined)
          context.addIssue({
            code: "custom",
            path: [alias],
            message: `filters.${name} and filters.${alias} are the same. Send one of them.`,
          });
        filters[name] = values;
      }
      return filters;
    }),
  /** Seconds since 1970, or a day or a moment as ISO 8601 writes them. */
  since: z
    .union(
      [
        z.int().min(0, SINCE).max(LAST_SECOND, SINCE),
        z.iso.date(SINCE).transform(secondsOf),
        z.iso.datetime({ offset: true, error: SINCE }).transform(secondsOf),
      ],
      { error: SINCE },
    )
    .nullable()
    .default(null),
};

const mark = (name: string) => short(20, name);

/** The body of POST {url}/query. */
export const querySchema = z.strictObject({
  ...narrowing,
  page: wholeNumber("page", 0, 1_000).default(0),
  hitsPerPage: wholeNumber("hitsPerPage", 1, 100).default(ENTRIES_PER_PAGE),
  highlight: z
    .strictObject(
      { pre: mark("highlight.pre"), post: mark("highlight.post") },
      {
        error: (issue) =>
          issue.code === "invalid_type" ? "highlight must be an object." : undefined,
      },
    )
    .nullable()
    .default(null),
});

/** The body of POST {url}/facets/{name}. */
export const facetSchema = z.strictObject({
  ...narrowing,
  /** What a value contains. */
  facetQuery: short(MAX_TERM, "facetQuery").default(""),
  hits: wholeNumber("hits", 1, MOST_FACET_HITS).default(MOST_FACET_HITS),
});
export type Narrowing = Pick<z.output<typeof querySchema>, "query" | "filters" | "since">;
