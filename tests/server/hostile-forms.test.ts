import { describe, expect } from "vitest";
import { cookieOf, setupPath, signIn } from "./staff-journeys.ts";
import { openWorld } from "./world.ts";
import { testInTurn } from "../in-turn.ts";

describe("hostile forms", () => {
  testInTurn("of a thousand kinds give no 5xx, and every 4xx shows a form again", async () => {
    const world = await openWorld();
    const setup = await setupPath(world);
    const cookie = cookieOf(await signIn(world));
    const names = [
      "email",
      "password",
      "redirectTo",
      "code",
      "orgName",
      "slug",
      "intent",
      "session",
      "currentPassword",
      "newPassword",
      "email[0]",
      "email.x",
      "email[]",
      "__proto__.x",
      "__intent__",
      "toString",
    ];
    const values = [
      "",
      "x",
      "\u0000",
      "\ufffd\u202e",
      "<script>",
      "a@b.example",
      "change-password",
      "end-session",
      "confirm-totp",
      "9".repeat(20_000),
      "%",
      "[object Object]",
      "true",
    ];
    let seed = 7;
    const pick = <T>(list: readonly T[]): T => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return list[seed % list.length] as T;
    };
    for (let i = 0; i < 1_000; i += 1) {
      const path = pick(["/sign-in", setup, "/account", "/sign-in", "/account"]);
      const body = new URLSearchParams(
        Array.from({ length: i % 6 }, () => [pick(names), pick(values)]),
      );
      const answer = await world.ask(path, { form: body, headers: { cookie } });
      expect(answer.status, `${path} ${body.toString().slice(0, 300)}`).toBeLessThan(500);
      if (answer.status >= 400 && answer.status !== 404)
        expect(answer.text, path).toContain("<form");
    }
    for (const [body, type, status] of [
      ["{}", "application/json", 415],
      ["&".repeat(100_000), "application/x-www-form-urlencoded", 400],
      [`a=${"x".repeat(300_000)}`, "application/x-www-form-urlencoded", 413],
    ] as const) {
      for (const path of ["/sign-in", setup, "/account"]) {
        const answer = await world.ask(path, { body, headers: { cookie, "content-type": type } });
        expect([path, answer.status]).toEqual([path, status]);
        expect(answer.text).toContain("<form");
      }
    }
  });
});
