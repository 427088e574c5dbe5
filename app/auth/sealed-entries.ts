import type * as z from "zod";
import type { Services } from "#platform/context.ts";
import { readCookie, setCookie, type CookieName } from "#platform/http/request/cookies.ts";

/** What the entries are sealed with, and the clock by which they grow old. */
export type Keeper = Pick<Services, "config" | "key" | "now">;

/** A list that a browser keeps for us, sealed: nobody else can read or make one. */
export class SealedEntries<Entry extends { at: number }> {
  readonly #cookie: CookieName;
  readonly #purpose: string;
  readonly #stored: z.ZodType<Entry[]>;
  readonly #lifeSeconds: number;

  constructor(
    cookie: CookieName,
    {
      purpose,
      stored,
      lifeSeconds,
    }: {
      purpose: string;
      stored: z.ZodType<Entry[]>;
      lifeSeconds: number;
    },
  ) {
    this.#cookie = cookie;
    this.#purpose = purpose;
    this.#stored = stored;
    this.#lifeSeconds = lifeSeconds;
  }

  /** The entries that are not too old; none where the cookie is missing, or not ours. */
  read(request: Request, { config, key, now }: Keeper): Entry[] {
    const sealed = readCookie(request, config, this.#cookie);
    if (sealed === null) return [];
    try {
      const parsed = this.#stored.safeParse(JSON.parse(key.open(this.#purpose, sealed)));
      return parsed.success
        ? parsed.data.filter((entry) => now().getTime() - entry.at < this.#lifeSeconds * 1_000)
        : [];
    } catch {
      return [];
    }
  }

  /** The Set-Cookie header by which the browser keeps these entries in place of its own. */
  cookie({ config, key }: Keeper, entries: readonly Entry[]): string {
    const sealed = key.seal(this.#purpose, JSON.stringify(entries));
    return setCookie(config, this.#cookie, sealed, this.#lifeSeconds);
  }
}
