import { describe, expect } from "vitest";
import { testInFive } from "../in-turn.ts";
import { actions, codeNow, cookieOf, enrol, MINUTE, signIn } from "./staff-journeys.ts";
import { openWorld } from "./world.ts";

describe("signing in with a second factor", () => {
  testInFive("asks for the code, and until then opens nothing", async () => {
    const world = await openWorld();
    const { secret } = await enrol(world);
    const password = await signIn(world, { redirectTo: "/team" });
    expect([password.status, password.headers.location]).toEqual([
      303,
      "/sign-in/code?redirectTo=%2Fteam",
    ]);
    const pending = cookieOf(password);
    expect((await world.ask("/account", { headers: { cookie: pending } })).headers.location).toBe(
      "/sign-in?redirectTo=%2Faccount",
    );
    expect(
      (await world.ask("/sign-in/code?redirectTo=%2Fteam", { headers: { cookie: pending } })).text,
    ).toMatch(/<label for="sign-in-code-code"[^>]*>Code</);

    const answer = await world.ask("/sign-in/code?redirectTo=%2Fteam", {
      form: { code: codeNow(world, secret) },
      headers: { cookie: pending },
    });
    expect([answer.status, answer.headers.location]).toEqual([303, "/team"]);
    expect(cookieOf(answer)).not.toBe(pending);
    expect((await world.ask("/team", { headers: { cookie: cookieOf(answer) } })).status).toBe(200);
    expect((await world.ask("/sign-in/code", { headers: { cookie: pending } })).status).toBe(303);
  });

  testInFive("takes a code once, even when it is sent twenty times at once", async () => {
    const world = await openWorld();
    const { secret } = await enrol(world);
    const [one, other] = [cookieOf(await signIn(world)), cookieOf(await signIn(world))];
    const form = { code: codeNow(world, secret) };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        world.ask("/sign-in/code", { form, headers: { cookie: i % 2 ? one : other } }),
      ),
    );
    expect(answers.filter((answer) => answer.headers.location === "/home")).toHaveLength(1);
    expect(answers.filter((answer) => answer.status >= 500)).toEqual([]);
  });

  testInFive("takes each recovery code once", async () => {
    const world = await openWorld();
    const { recoveryCodes } = await enrol(world);
    expect(new Set(recoveryCodes).size).toBe(10);
    const form = { code: ` ${recoveryCodes[3]?.toUpperCase()} ` };
    const use = async () =>
      world.ask("/sign-in/code", { form, headers: { cookie: cookieOf(await signIn(world)) } });
    expect((await use()).headers.location).toBe("/home");
    const again = await use();
    expect(again.status).toBe(400);
    expect(again.text).toContain("<title>Error: Enter your code");
    expect(again.text).not.toContain(recoveryCodes[3]?.toUpperCase());
    expect(await actions(world, "acme")).toContain("staff.recovery-code-used");
  });

  testInFive("ends after five wrong codes, and the right one comes too late", async () => {
    const world = await openWorld();
    const { secret } = await enrol(world);
    const cookie = cookieOf(await signIn(world));
    const send = (code: string) =>
      world.ask("/sign-in/code", { form: { code }, headers: { cookie } });
    for (let i = 0; i < 4; i += 1) expect((await send("000000")).status).toBe(400);
    const fifth = await send("000000");
    expect([fifth.status, fifth.headers.location]).toEqual([303, "/sign-in"]);
    expect((await send(codeNow(world, secret))).headers.location).toBe("/sign-in");
    expect(await actions(world, "acme")).toContain("staff.codes-exhausted");
    const told = await world.ask("/sign-in", {
      headers: { cookie: `${cookie}; ${cookieOf(fifth, "otc_flash")}` },
    });
    expect(told.text).toContain("Too many wrong codes. Please sign in again.");
  });

  testInFive("does not let someone with the password try fives for ever", async () => {
    const world = await openWorld();
    await enrol(world);
    const statuses: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const cookie = cookieOf(await signIn(world));
      for (let i = 0; i < 4; i += 1)
        statuses.push(
          (await world.ask("/sign-in/code", { form: { code: "000000" }, headers: { cookie } }))
            .status,
        );
    }
    const cookie = cookieOf(await signIn(world));
    const refused = await world.ask("/sign-in/code", {
      form: { code: "000000" },
      headers: { cookie },
    });
    expect(new Set(statuses)).toEqual(new Set([400]));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });

  testInFive("waits ten minutes for the code", async () => {
    const world = await openWorld();
    const { secret } = await enrol(world);
    const cookie = cookieOf(await signIn(world));
    world.time = new Date(world.time.getTime() + 10 * MINUTE);
    const late = await world.ask("/sign-in/code", {
      form: { code: codeNow(world, secret) },
      headers: { cookie },
    });
    expect([late.status, late.headers.location]).toEqual([303, "/sign-in"]);
  });
});
