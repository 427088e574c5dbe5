import { auditGroup } from "../rules/audit.ts";
import { daysAfter, endOfDay, isDay } from "#values/dates.ts";

/** What the record is narrowed to, as its form has it: text, the way that it was typed. */
export interface AuditQuery {
  who: string;
  group: string;
  about: string;
  from: string;
  to: string;
}

export type AuditQueryErrors = Partial<Record<"from" | "to", string[]>>;

/** What a query narrows the record to, in the words of the database. */
export interface AuditNarrowing {
  who: string;
  nouns: readonly string[];
  about: string;
  from: string | null;
  before: string | null;
}

const MAX_TEXT = 320;

/** The form's values in an address. */
export function auditQuery(search: URLSearchParams): AuditQuery {
  const text = (name: string) => (search.get(name) ?? "").trim().slice(0, MAX_TEXT);
  return {
    who: text("who"),
    group: auditGroup(text("group"))?.value ?? "",
    about: text("about"),
    from: text("from"),
    to: text("to"),
  };
}

/** A moment as an address carries it; anything else is left out. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The moment up to which an address asks for the record; null for now. */
export function auditBound(search: URLSearchParams): string | null {
  const asked = search.get("upTo") ?? "";
  return MOMENT.test(asked) ? asked : null;
}

/** The address's query of a form's values; what is empty is left out. */
export function auditSearch(query: AuditQuery): URLSearchParams {
  return new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ""));
}

/** What is wrong with the days, at the field; null when nothing is. */
export function auditQueryErrors({ from, to }: AuditQuery): AuditQueryErrors | null {
  const wrong = (day: string) =>
    day === "" || isDay(day) ? undefined : [`Enter a day such as 2026-11-20.`];
  const errors: AuditQueryErrors = {};
  const [fromWrong, toWrong] = [wrong(from), wrong(to)];
  if (fromWrong !== undefined) errors.from = fromWrong;
  if (toWrong !== undefined) errors.to = toWrong;
  if (fromWrong === undefined && toWrong === undefined && from !== "" && to !== "" && to < from)
    errors.to = ["The last day is before the first. Swap them, or leave one out."];
  return errors.from === undefined && errors.to === undefined ? null : errors;
}

/**
 * What a query without errors asks for: its days are whole days in the org's time zone, the last
 * one included.
 * @param timeZone an IANA name
 */
export function auditNarrowing(
  { who, group, about, from, to }: AuditQuery,
  timeZone: string,
): AuditNarrowing {
  return {
    who,
    nouns: auditGroup(group)?.nouns ?? [],
    about,
    from: from === "" ? null : endOfDay(daysAfter(from, -1), timeZone),
    before: to === "" ? null : endOfDay(to, timeZone),
  };
}
