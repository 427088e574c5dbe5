import * as z from "zod";
import type { Services } from "../context.ts";
import { newId } from "../../db/ids.ts";
import { readCookie, setCookie } from "../http/request/cookies.ts";

/**
 * Browsers that somebody has signed in with before, sealed in a cookie of their own. Such a browser
 * has its own allowance of tries at that person's door: whatever strangers type, it does not use
 * that up. The cookie opens nothing, and no page depends on it.
 */
const PURPOSE = "known-browser";
const LIFE_SECONDS = 365 * 24 * 3_600;
/** People of whom one browser is remembered; the oldest make room. */
const MAX_PEOPLE = 8;

const stored = z
  .array(z.object({ who: z.string().max(64), id: z.string().max(64), at: z.number() }))
  .max(MAX_PEOPLE);
type Entries = z.infer<typeof stored>;

/** Somebody at a door: a member of staff by their address, or a company's visitor. */
export type Person = { staff: string } | { orgId: string; emailKey: string };

type Keeper = Pick<Services, "config" | "key" | "now">;

/**
 * What this browser is called among those that a person has signed in with; null when it is none of
 * them.
 */
export function knownBrowser(request: Request, keeper: Keeper, person: Person): string | null {
  const who = nameOf(keeper, person);
  return entries(request, keeper).find((entry) => entry.who === who)?.id ?? null;
}

/**
 * The Set-Cookie header by which a browser is known as one that a person has signed in with, from
 * now on.
 */
export function knownBrowserCookie(request: Request, keeper: Keeper, person: Person): string {
  const who = nameOf(keeper, person);
  const all = entries(request, keeper);
  const id = all.find((entry) => entry.who === who)?.id ?? newId();
  const kept: Entries = [
    { who, id, at: keeper.now().getTime() },
    ...all.filter((entry) => entry.who !== who),
  ].slice(0, MAX_PEOPLE);
  return setCookie(
    keeper.config,
    "otc_known",
    keeper.key.seal(PURPOSE, JSON.stringify(kept)),
    LIFE_SECONDS,
  );
}

function nameOf({ key }: Keeper, person: Person): string {
  const text =
    "staff" in person
      ? `staff ${person.staff.toLowerCase()}`
      : `member ${person.orgId} ${person.emailKey}`;
  return key.sign(PURPOSE, text).slice(0, 22);
}

function entries(request: Request, { config, key, now }: Keeper): Entries {
  const sealed = readCookie(request, config, "otc_known");
  if (sealed === null) return [];
  try {
    const parsed = stored.safeParse(JSON.parse(key.open(PURPOSE, sealed)));
    return parsed.success
      ? parsed.data.filter((entry) => now().getTime() - entry.at < LIFE_SECONDS * 1_000)
      : [];
  } catch {
    return [];
  }
}
