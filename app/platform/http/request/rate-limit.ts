import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { sha256 } from "#db/ids.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How many tries in how many seconds. A limit is one row here. */
const LIMITS = {
  /**
   * Passwords for one email address from one network: who tries another's address locks out nobody
   * else.
   */
  "sign-in-address-network": { points: 10, seconds: 15 * MINUTE },
  /**
   * Passwords for one email address from everywhere: many networks together don't get far either.
   */
  "sign-in-address": { points: 100, seconds: 15 * MINUTE },
  /** Passwords for one address from a browser that its owner has signed in with before. */
  "sign-in-known-browser": { points: 10, seconds: 15 * MINUTE },
  /** Passwords from one network: 200 people behind one are not locked out. */
  "sign-in-ip": { points: 300, seconds: 15 * MINUTE, by: "ip" },
  /** Identity providers that say that somebody signed out there. */
  "provider-logout-ip": { points: 600, seconds: 15 * MINUTE, by: "ip" },
  /** Passkeys from one network: what a device has to sign, and its answers. */
  "passkey-ip": { points: 600, seconds: 15 * MINUTE, by: "ip" },
  /**
   * Current passwords that a signed-in person is asked for: nobody who is signed out can use these
   * tries up.
   */
  "own-password": { points: 10, seconds: 15 * MINUTE },
  /** Codes of one pending session; then it ends. */
  code: { points: 5, seconds: 10 * MINUTE },
  /**
   * Codes of one person across all pending sessions: someone who has the password must not get
   * endless fives.
   */
  "code-staff": { points: 20, seconds: HOUR },
  /** As `code-staff`, from a browser that the person has signed in with before. */
  "code-known-browser": { points: 20, seconds: HOUR },
  /**
   * Links for forgotten passwords to one address, whether it exists or not: by one network, and by
   * everybody. Whoever asks in somebody's place sends that person a link; the last of these is
   * still good when the next one goes out again, so nobody is kept from a new password.
   */
  "password-link-address-network": { points: 3, seconds: 25 * MINUTE },
  "password-link-address": { points: 6, seconds: 25 * MINUTE },
  /** As that, from a browser that the person has signed in with before. */
  "password-link-known-browser": { points: 5, seconds: HOUR },
  /** Links asked for from one network. */
  "password-link-ip": { points: 100, seconds: HOUR, by: "ip" },
  /** New passwords by such links from one network. */
  "password-link-use": { points: 30, seconds: 15 * MINUTE, by: "ip" },
  /** Invitations that one team sends. */
  "team-invitations": { points: 60, seconds: HOUR },
  /** Invitations to one address, by whatever team: nobody is flooded. */
  "team-invitation-address": { points: 10, seconds: 24 * HOUR },
  /** Joining by an invitation from one network: each takes a password's hash. */
  "team-join": { points: 60, seconds: 15 * MINUTE, by: "ip" },
  /**
   * Forms of asking for access and of logging in from one network, and codes: 200 people behind one
   * are not locked out.
   */
  "access-ip": { points: 600, seconds: 15 * MINUTE, by: "ip" },
  /**
   * Logins for one address from one network; how many of them lead to a mail is counted in the
   * database.
   */
  "access-login-address": { points: 60, seconds: 15 * MINUTE },
  /** Requests for one address from one network: those after the first lead to an answer alone. */
  "access-request-address": { points: 60, seconds: 15 * MINUTE },
  /** Mails with the link to a request that waits. */
  "access-request-link": { points: 3, seconds: HOUR },
  /** Both, for one address from everywhere. */
  "access-address": { points: 120, seconds: 15 * MINUTE },
  /**
   * Forms by which one member invites colleagues; how many people they invite is counted in the
   * database.
   */
  "invite-member": { points: 60, seconds: 15 * MINUTE },
  /** Comments of one person on items. */
  comment: { points: 60, seconds: 15 * MINUTE },
  /** Forms of nobody known that wait for a sign-in, from one network. */
  "kept-forms": { points: 30, seconds: 15 * MINUTE, by: "ip" },
  /** Questions to the search from one network, and of one member. */
  "search-network": { points: 120, seconds: MINUTE, by: "ip" },
  "search-member": { points: 60, seconds: MINUTE },
  /** Questions in words of one person. */
  "answer-person": { points: 10, seconds: MINUTE },
  /** Tests of the model by one team. */
  "model-test": { points: 10, seconds: MINUTE },
  /** Searches of one team that the directories of companies are asked. */
  "company-search": { points: 120, seconds: MINUTE },
  /** Grades that one team asks Security Scorecard for. */
  scorecard: { points: 30, seconds: 15 * MINUTE },
  /** Calls by one key, and those of them that change something. */
  "key-calls": { points: 600, seconds: MINUTE },
  "key-writes": { points: 60, seconds: MINUTE },
  /** Pages of providers that one team tries to connect. */
  "integration-check": { points: 30, seconds: MINUTE },
  /** Tests that one team sends to its webhooks. */
  "webhook-tests": { points: 20, seconds: MINUTE },
  /** Clicks on a live status from one network that are noted. */
  "live-status-click": { points: 60, seconds: MINUTE, by: "ip" },
  /** Tokens for partners that one member generates. */
  "partner-token": { points: 20, seconds: HOUR },
  /** Readings of a partner with one token. */
  "partner-read": { points: 120, seconds: 15 * MINUTE },
  /** What the pages of one network tell of what is done on them. */
  "visitor-event": { points: 60, seconds: MINUTE, by: "ip" },
  /** Archives that one person prepares: each opens every file of it. */
  "bulk-download": { points: 60, seconds: 15 * MINUTE },
  /**
   * Megabytes that one org sends in to be imported, used or not: what is not used lies on the disk
   * for a day.
   */
  "import-megabytes": { points: 8_192, seconds: 24 * HOUR },
  /** Attempts at /setup from one network. */
  setup: { points: 30, seconds: 15 * MINUTE, by: "ip" },
  /**
   * Addresses that one network asks updates for, by the form or the API: 200 people behind it can.
   */
  "subscribe-network": { points: 300, seconds: HOUR, by: "ip" },
  /**
   * Mails about a subscription to one address: whoever types it, nobody is flooded. What is over
   * gets no mail, and the same answer.
   */
  "subscribe-mail": { points: 4, seconds: 24 * HOUR },
  /**
   * Failed unsubscriptions of one network that are noted; what is over gets the same answer, and no
   * row.
   */
  "failed-unsubscribe": { points: 100, seconds: HOUR, by: "ip" },
} as const satisfies Record<string, Limit>;

interface Limit {
  points: number;
  seconds: number;
  /** The key is an IP address, and counts for its network. */
  by?: "ip";
}

/** How a key stands with a limit: the limit, what is left of it, and until when. */
export interface Standing {
  points: number;
  seconds: number;
  left: number;
  resetSeconds: number;
}

export type LimitName = keyof typeof LIMITS;

/**
 * Too many tries. A page answers 429 with Retry-After and shows its form again with this message.
 */
export class TooManyRequests extends Error {
  readonly status = 429;
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`Too many attempts. Please try again in ${formatSeconds(retryAfterSeconds)}.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Counts tries in the memory of this process: a restart forgets them, which is no way in for anyone
 * outside.
 */
export class RateLimits {
  readonly #limiters: ReadonlyMap<LimitName, RateLimiterMemory>;

  constructor() {
    const names = Object.keys(LIMITS) as LimitName[];
    this.#limiters = new Map(
      names.map((name) => [
        name,
        new RateLimiterMemory({
          keyPrefix: name,
          points: LIMITS[name].points,
          duration: LIMITS[name].seconds,
        }),
      ]),
    );
  }

  /**
   * Counts one try before it is made, so that parallel ones count too.
   * @param key whose tries these are; any text
   * @param points how much it counts
   * @throws TooManyRequests when the tries are used up
   */
  async consume(name: LimitName, key: string, points = 1): Promise<void> {
    try {
      await this.#limiter(name).consume(keyOf(name, key), points);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw new TooManyRequests(Math.max(1, Math.ceil(refused.msBeforeNext / 1_000)));
    }
  }

  /** What a limit allows, and how much of it a key has left now. */
  async standing(name: LimitName, key: string): Promise<Standing> {
    const { points, seconds }: Limit = LIMITS[name];
    const state = await this.#limiter(name).get(keyOf(name, key));
    return {
      points,
      seconds,
      left: state === null ? points : Math.max(0, state.remainingPoints),
      resetSeconds: state === null ? seconds : Math.max(1, Math.ceil(state.msBeforeNext / 1_000)),
    };
  }

  /** Whether the next try of this key would be refused. */
  async isSpent(name: LimitName, key: string): Promise<boolean> {
    const state = await this.#limiter(name).get(keyOf(name, key));
    return state !== null && state.remainingPoints <= 0;
  }

  /** Gives a key all its tries back, after it proved right. */
  async forgive(name: LimitName, key: string): Promise<void> {
    await this.#limiter(name).delete(keyOf(name, key));
  }

  /** Gives one try back, after it proved right; those of others stay counted. */
  async giveBack(name: LimitName, key: string): Promise<void> {
    await this.#limiter(name).reward(keyOf(name, key));
  }

  #limiter(name: LimitName): RateLimiterMemory {
    const limiter = this.#limiters.get(name);
    if (limiter === undefined) throw new Error(`there is no limit called ${name}`);
    return limiter;
  }
}

function keyOf(name: LimitName, key: string): string {
  const limit: Limit = LIMITS[name];
  return sha256(limit.by === "ip" ? networkOf(key) : key);
}

/**
 * Whom an address stands for: an IPv4 address for itself, an IPv6 one for its /64, all of which one
 * subscriber has at hand.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!ip.includes(":")) return ip;
  const [before = "", after] = (ip.split("%")[0] ?? "").toLowerCase().split("::");
  const [head, tail] = [before, after ?? ""].map((half) => half.split(":").filter(Boolean)) as [
    string[],
    string[],
  ];
  const zeros = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array.from({ length: zeros }, () => "0"), ...tail];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

function formatSeconds(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
