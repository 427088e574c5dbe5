import type { ApiMethod } from "#values/page-query.ts";

/** How a noun below /api/v1 is changed. */
interface NounCalls {
  /** The ways in which its entries change, beside the calls. */
  changes: readonly ("make" | "put" | "change" | "end")[];
  /** What is posted to one of its entries, by the last word of the address. */
  calls: readonly string[];
}

/** All of them, where programs have names of their own for the entries, too. */
const ALL = ["make", "put", "change", "end"] as const;

/** The nouns below /api/v1, by the words of their addresses. All of them are read. */
export const API_NOUNS = {
  controls: { changes: ALL, calls: [] },
  questions: { changes: ALL, calls: [] },
  documents: { changes: ["put", "change", "end"], calls: [] },
  subprocessors: { changes: ALL, calls: [] },
  updates: { changes: ["make", "change"], calls: ["unpublish"] },
  requests: { changes: [], calls: ["approve", "decline", "ask", "undo"] },
  accounts: { changes: ["make", "change"], calls: ["give", "revoke"] },
  members: { changes: ["make", "end"], calls: [] },
  profiles: { changes: ["make", "change", "end"], calls: [] },
  rules: { changes: ["make", "change", "end"], calls: ["up", "down"] },
  signatures: { changes: [], calls: [] },
  customers: { changes: ALL, calls: [] },
  questionnaires: { changes: [], calls: [] },
  subscribers: { changes: ["end"], calls: [] },
  products: { changes: ["make", "change", "end"], calls: ["up", "down", "default"] },
  cards: { changes: ["change"], calls: [] },
  items: { changes: ["make", "change", "end"], calls: [] },
  certifications: { changes: [], calls: [] },
  settings: { changes: ["change"], calls: [] },
  team: { changes: ["end"], calls: [] },
  webhooks: { changes: [], calls: [] },
  audit: { changes: [], calls: [] },
  events: { changes: [], calls: [] },
} as const satisfies Readonly<Record<string, NounCalls>>;
export type NounName = keyof typeof API_NOUNS;

/** The change that a method is, at a list and at one of its entries. */
const LIST_METHODS = [
  ["POST", "make"],
  ["PUT", "put"],
] as const;
const ONE_METHODS = [
  ["PATCH", "change"],
  ["DELETE", "end"],
] as const;

/** The methods of an address below /api/v1. @param segments of its pattern: `api`, `v1`, `controls`, `:id` */
export function apiMethods(segments: readonly string[]): readonly ApiMethod[] {
  const [, , name, id, call] = segments;
  if (call !== undefined) return ["POST"];
  const { changes }: NounCalls = API_NOUNS[name as NounName];
  const own = (id === undefined ? LIST_METHODS : ONE_METHODS).flatMap(([method, change]) =>
    changes.includes(change) ? [method] : [],
  );
  return ["GET", ...own];
}

/** The change that a call of an address is; null where it is none of that noun's. */
export function changeAt(
  segments: readonly string[],
  method: string,
): { change: "make" | "put" | "change" | "end" } | { call: string } | null {
  const [, , , id, call] = segments;
  if (call !== undefined) return method === "POST" ? { call } : null;
  const found = (id === undefined ? LIST_METHODS : ONE_METHODS).find(([own]) => own === method);
  return found === undefined ? null : { change: found[1] };
}
