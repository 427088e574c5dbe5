import { keyState, type ListedKey } from "#model/access-keys.ts";
import { formatMoment } from "#values/moments.ts";

interface ShownMoment {
  iso: string;
  text: string;
}

/** A key as the tables show it, times in the organization's zone. */
export interface ShownKey {
  id: string;
  name: string;
  start: string;
  /** Who made it, with what is to be said of them; null where everyone's are their own. */
  person: { name: string; about: string | null } | null;
  scopes: readonly string[];
  products: readonly string[];
  networks: readonly string[];
  state: ReturnType<typeof keyState>;
  expires: ShownMoment | null;
  lastUsed: (ShownMoment & { from: string }) | null;
}

interface Showing {
  /** What the scopes are called. */
  labels: readonly { scope: string; label: string }[];
  /** The names of the products by their ids. */
  names: ReadonlyMap<string, string>;
  timeZone: string;
  now: Date;
}

/** A key as the tables show it. @param person who made it */
export function shownKey(
  key: ListedKey,
  person: ShownKey["person"],
  { labels, names, timeZone, now }: Showing,
): ShownKey {
  const moment = (iso: string) => ({ iso, text: formatMoment(iso, timeZone) });
  return {
    id: key.id,
    name: key.name,
    start: key.start,
    person,
    scopes: labels.filter(({ scope }) => key.scopes.includes(scope)).map(({ label }) => label),
    products: key.productIds.map((id) => names.get(id) ?? "A deleted product"),
    networks: key.networks,
    state: keyState(key, now),
    expires: key.expiresAt === null ? null : moment(key.expiresAt),
    lastUsed:
      key.lastUsedAt === null ? null : { ...moment(key.lastUsedAt), from: key.lastIp ?? "" },
  };
}
