import { describe, expect, test } from "vitest";
import { guardOf, LIMIT_NAMES } from "#platform/http/request/limits.ts";
import { networkOf, RateLimits, TooManyRequests } from "#platform/http/request/rate-limit.ts";

async function tries(
  limits: RateLimits,
  name: Parameters<RateLimits["consume"]>[0],
  keys: readonly string[],
): Promise<number> {
  let allowed = 0;
  for (const key of keys) {
    await limits.consume(name, key).then(
      () => (allowed += 1),
      (error: unknown) => expect(error).toBeInstanceOf(TooManyRequests),
    );
  }
  return allowed;
}

const repeated = (key: string, times: number) => Array.from({ length: times }, () => key);

describe("limits", () => {
  test("let 200 people behind one address sign in, and more than 300 tries not", async () => {
    expect(await tries(new RateLimits(), "sign-in-ip", repeated("192.0.2.1", 200))).toBe(200);
    expect(await tries(new RateLimits(), "sign-in-ip", repeated("192.0.2.1", 400))).toBe(300);
  });

  test("count each key and each limit for itself", async () => {
    const limits = new RateLimits();
    expect(await tries(limits, "own-password", repeated("a@acme.example", 15))).toBe(10);
    expect(await tries(limits, "own-password", repeated("b@acme.example", 5))).toBe(5);
    expect(
      await tries(limits, "sign-in-address-network", repeated("192.0.2.1 a@acme.example", 15)),
    ).toBe(10);
    expect(await tries(limits, "sign-in-address", repeated("a@acme.example", 150))).toBe(100);
    expect(await tries(limits, "code", repeated("a@acme.example", 9))).toBe(5);
  });

  test("count tries that come at once", async () => {
    const limits = new RateLimits();
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => limits.consume("code", "one")),
    );
    expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(5);
  });

  test("say when to come back", async () => {
    const limits = new RateLimits();
    await tries(limits, "own-password", repeated("a", 10));
    const refused = await limits.consume("own-password", "a").catch((error: unknown) => error);
    if (!(refused instanceof TooManyRequests)) throw new Error("the eleventh try passed");
    expect(refused.retryAfterSeconds).toBe(900);
    expect(refused.message).toBe("Too many attempts. Please try again in 15 minutes.");
    expect(new TooManyRequests(1).message).toContain("in 1 second.");
    expect(new TooManyRequests(60).message).toContain("in 1 minute.");
    expect(new TooManyRequests(61).message).toContain("in 2 minutes.");
  });

  test("are forgiven, and tell when they are spent", async () => {
    const limits = new RateLimits();
    await tries(limits, "code", repeated("one", 4));
    expect(await limits.isSpent("code", "one")).toBe(false);
    await limits.consume("code", "one");
    expect(await limits.isSpent("code", "one")).toBe(true);
    await limits.forgive("code", "one");
    expect(await limits.isSpent("code", "one")).toBe(false);
    expect(await tries(limits, "code", repeated("one", 9))).toBe(5);
  });
});

test("a try that proved right is given back, alone", async () => {
  const limits = new RateLimits();
  await tries(limits, "code", repeated("one", 4));
  await limits.giveBack("code", "one");
  expect(await tries(limits, "code", repeated("one", 9))).toBe(2);
});

/** What all processes of an installation count together: a new one belongs here, or guards the machine. */
const GUARD_PEOPLE = [
  "access-address",
  "access-login-address",
  "access-request-address",
  "access-request-link",
  "code",
  "code-known-browser",
  "code-staff",
  "comment",
  "import-megabytes",
  "invite-member",
  "own-password",
  "partner-token",
  "password-link-address",
  "password-link-address-network",
  "password-link-known-browser",
  "sign-in-address",
  "sign-in-address-network",
  "sign-in-known-browser",
  "subscribe-mail",
  "team-invitation-address",
  "team-invitations",
];

test("each limit guards people or the machine, and none that counts a network alone guards people", () => {
  expect(LIMIT_NAMES.filter((name) => guardOf(name) === "people").sort()).toEqual(GUARD_PEOPLE);
  const machines = LIMIT_NAMES.filter((name) => guardOf(name) === "machine");
  expect(machines.length).toBe(LIMIT_NAMES.length - GUARD_PEOPLE.length);
  for (const name of machines) expect(GUARD_PEOPLE).not.toContain(name);
});

describe("an address counts", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:DB8:1:2::", "2001:db8:1:2"],
    ["2001:0db8:0001:0002:ffff::1", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["", ""],
  ])("%s as %s", (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});
