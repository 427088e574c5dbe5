import { data, type RouterContextProvider } from "react-router";
import { hostContext, servicesContext } from "#platform/context.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import type { Viewer } from "#model/visibility/viewer.ts";

/** A search that is not made now: over the limit. */
export interface NotNow {
  /** For the person who searches. */
  message: string;
  /** What the answer carries: 429, and when to try again. */
  answer: { status: number; headers: Record<string, string> };
}

/**
 * Counts a search of whatever list before it is made: each looks through all that a company says.
 * @throws TooManyRequests over 120 searches a minute and network, or 60 of one member
 */
export async function countSearch(
  context: Readonly<RouterContextProvider>,
  viewer: Viewer | undefined,
): Promise<void> {
  const { limits } = context.get(servicesContext);
  await limits.consume("search-network", context.get(hostContext).ip);
  if (viewer?.mode === "accountExternal") await limits.consume("search-member", viewer.member.id);
}

/**
 * As `countSearch`, for a page that shows its form again with what was typed.
 * @returns null where the search may be made, and where nothing is searched for
 */
export async function searchRefusal(
  context: Readonly<RouterContextProvider>,
  viewer: Viewer,
  search: string,
): Promise<NotNow | null> {
  if (search.trim() === "") return null;
  try {
    await countSearch(context, viewer);
    return null;
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error;
    const { message, status, retryAfterSeconds } = error;
    return { message, answer: { status, headers: { "Retry-After": String(retryAfterSeconds) } } };
  }
}

/** What a loader answers with: its data, and 429 where the search was not made. */
export function searchAnswer<Shown>(shown: Shown, refused: NotNow | null) {
  return data(shown, refused?.answer);
}
