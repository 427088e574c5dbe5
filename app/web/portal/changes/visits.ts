import type { RouterContextProvider } from "react-router";
import type { Store } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import { lastVisitBefore, noteVisit, visitsOf } from "#visibility/changes/store/visits.server.ts";
import { errorWords } from "#values/error-words.ts";
import type { PortalRequest } from "../scope.ts";

/** Days of last visits that stay as they are until the day ends, by member, product and day. */
const settled = new WeakMap<Store, Map<string, string | null>>();
const MOST_SETTLED = 10_000;

/**
 * The day on which a member was last on this product's portal, before today; null for everyone else
 * and on a first day. That they are here today is noted: nobody waits for it, and when the database
 * is busy the next page notes it.
 */
export async function lastVisit(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { org, viewer, product, scope }: PortalRequest,
): Promise<string | null> {
  if (viewer.mode !== "accountExternal" || viewer.key !== undefined) return null;
  const { store, log } = context.get(servicesContext);
  const visitor = { orgId: org.id, memberId: viewer.member.id, productId: product.id };
  const { today } = scope.clock;
  const known = settled.get(store) ?? new Map<string, string | null>();
  settled.set(store, known);
  const key = [...Object.values(visitor), today].join(" ");
  const settledDay = known.get(key);
  if (settledDay !== undefined) return settledDay;
  const visits = await visitsOf(scope.db, visitor);
  const before = lastVisitBefore(visits, today);
  const settle = () => {
    if (known.size >= MOST_SETTLED) known.clear();
    known.set(key, before);
  };
  if (visits !== null && visits.day >= today) settle();
  else if (request.method === "GET")
    store
      .write((trx) => noteVisit(trx, visitor, today), false)
      .then(settle, (error: unknown) => {
        log.warn({ error: errorWords(error) }, "a member’s visit was not noted");
      });
  return before;
}
