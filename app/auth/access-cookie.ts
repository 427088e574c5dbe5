import * as z from "zod";
import { SealedEntries, type Keeper } from "./sealed-entries.ts";

/**
 * What a browser remembers of asking for access, sealed in its own cookie: the address that was
 * used last, the link and the request that came of it. It makes the asking browser: nobody else has
 * the cookie, and nobody can read or make one.
 */
export interface AccessCookie {
  email: string;
  /** The sign-in link that this browser asked for. */
  linkId?: string | undefined;
  /** The request that this browser was told of. */
  requestId?: string | undefined;
  /**
   * With discreet sign-in, in place of the request: the one that this browser sent, or an id that is
   * none's. Nothing is told by it; the link of its approval can be opened in this browser.
   */
  standsFor?: string | undefined;
  /** Whether this browser sent that request: then it may add a note and withdraw it. */
  sentIt?: boolean | undefined;
  /** What extend-access is asked by, after a login that found access expired. */
  reviewId?: string | undefined;
  /** What they wrote in a form that could not take it, for the one that can. */
  wish?: string | undefined;
}

/** On the default host one cookie serves every org; the oldest entries make room. */
const MAX_ORGS = 4;

/** Characters of a wish: browsers drop a cookie of more than 4,096 bytes. */
const MAX_WISH = 600;

const id = z.string().max(64).optional();
const stored = z
  .array(
    z.object({
      org: z.string(),
      at: z.number(),
      email: z.string().max(320),
      linkId: id,
      requestId: id,
      standsFor: id,
      sentIt: z.boolean().optional(),
      reviewId: id,
      wish: z.string().max(MAX_WISH).optional(),
    }),
  )
  .max(MAX_ORGS);
const MEMORY = new SealedEntries("otc_browser", {
  purpose: "access-memory",
  stored,
  lifeSeconds: 30 * 24 * 3_600,
});

/**
 * What this browser remembers of an org, and since when; null when it is nothing, or not ours, or a
 * month old.
 */
export function readAccessCookie(
  request: Request,
  keeper: Keeper,
  orgId: string,
): (AccessCookie & { at: number }) | null {
  return MEMORY.read(request, keeper).find((entry) => entry.org === orgId) ?? null;
}

/**
 * The Set-Cookie header by which the browser remembers this of an org, in place of what it
 * remembered of it.
 */
export function rememberCookie(
  request: Request,
  keeper: Keeper,
  orgId: string,
  memory: AccessCookie,
): string {
  const others = MEMORY.read(request, keeper)
    .filter((entry) => entry.org !== orgId)
    .map((entry) => ({ ...entry, wish: undefined }));
  const own = {
    org: orgId,
    at: keeper.now().getTime(),
    ...memory,
    wish: memory.wish?.slice(0, MAX_WISH),
  };
  return MEMORY.cookie(keeper, [own, ...others].slice(0, MAX_ORGS));
}
