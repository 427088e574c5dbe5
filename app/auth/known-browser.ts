import * as z from "zod";
import { newId } from "#db/ids.ts";
import { SealedEntries, type Keeper } from "./sealed-entries.ts";

/**
 * Browsers that somebody has signed in with before, sealed in a cookie of their own. Such a browser
 * has its own allowance of tries at that person's door: whatever strangers type, it does not use
 * that up. The cookie opens nothing, and no page depends on it.
 */
const PURPOSE = "known-browser";
/** People of whom one browser is remembered; the oldest make room. */
const MAX_PEOPLE = 8;

const stored = z
  .array(
    z.object({
      who: z.string().max(64),
      id: z.string().max(64),
      at: z.number(),
      door: z.string().max(64).optional(),
    }),
  )
  .max(MAX_PEOPLE);
const KNOWN = new SealedEntries("otc_known", {
  purpose: PURPOSE,
  stored,
  lifeSeconds: 365 * 24 * 3_600,
});

/** Somebody at a door: a member of staff by their address, or a company's visitor. */
export type Person = { staff: string } | { orgId: string; emailKey: string };

/**
 * What this browser is called among those that a person has signed in with; null when it is none of
 * them.
 */
export function knownBrowser(request: Request, keeper: Keeper, person: Person): string | null {
  const who = nameOf(keeper, person);
  return KNOWN.read(request, keeper).find((entry) => entry.who === who)?.id ?? null;
}

/**
 * The Set-Cookie header by which a browser is known as one that a person has signed in with, from
 * now on.
 */
export function knownBrowserCookie(request: Request, keeper: Keeper, person: Person): string {
  const who = nameOf(keeper, person);
  const all = KNOWN.read(request, keeper);
  const id = all.find((entry) => entry.who === who)?.id ?? newId();
  const others = all.filter((entry) => entry.who !== who);
  const door = doorOf(person);
  const kept = [{ who, id, at: keeper.now().getTime(), door }, ...others].slice(0, MAX_PEOPLE);
  return KNOWN.cookie(keeper, kept);
}

/** At which door somebody signs in: staff at one, a company's visitors at its own. */
function doorOf(person: Person): string {
  return "staff" in person ? "staff" : person.orgId;
}

/**
 * Who signed in last with this browser at a door, by the name that browsers know them by; null
 * where nobody did.
 * @param door "staff", or a company's id
 */
export function lastKnown(request: Request, keeper: Keeper, door: string): string | null {
  return KNOWN.read(request, keeper).find((entry) => entry.door === door)?.who ?? null;
}

/** What browsers know a person by: nothing of them can be read from it. */
export function nameOf({ key }: Pick<Keeper, "key">, person: Person): string {
  const text =
    "staff" in person
      ? `staff ${person.staff.toLowerCase()}`
      : `member ${person.orgId} ${person.emailKey}`;
  return key.sign(PURPOSE, text).slice(0, 22);
}
