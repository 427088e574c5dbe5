import { FAQ_TIMES } from "../../domain/faq-forms.ts";
import { oneOf, type PageQuery } from "../../domain/page-query.ts";
import { FAQ_ACCESS } from "../../domain/publications.ts";
import type { DialogAsked } from "./rules.ts";

/** The address of the knowledge base's dialog over a product's page: `kb=open`, and `kbEntry` for one entry. */

/** What of a query the dialog is made of: open it is one page for everyone, the rest is asked anew each time. */
export const DIALOG_QUERY: PageQuery = {
  kept: { kb: oneOf("open") },
  along: [{ names: ["kbEntry", "kbQuery", "kbPage"], beside: ["kb"] }],
};

/** Search input is cut at this length. */
export const MOST_ASKED = 512;

/** What an address asks the dialog for; null where it opens none. Values that name nothing narrow nothing. */
export function dialogAsked(query: URLSearchParams): DialogAsked | null {
  if (query.get("kb") !== "open") return null;
  const page = query.get("kbPage") ?? "";
  return {
    entryId: query.get("kbEntry"),
    search: (query.get("kbQuery") ?? "").trim().slice(0, MOST_ASKED),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : null,
    access: FAQ_ACCESS.find((access) => access === query.get("kbAccess")) ?? null,
    productId: (query.get("kbProduct") ?? "").slice(0, 64) || null,
    days: FAQ_TIMES.find(({ value }) => value === query.get("kbTime"))?.days ?? null,
  };
}
