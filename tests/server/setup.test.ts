import { describe, expect, test } from "vitest";
import { actions, cookieOf, MINUTE, OWNER, setupPath } from "./staff-journeys.ts";
import { openWorld } from "./world.ts";

describe("the setup page", () => {
  const form = { orgName: "Initech & Söhne", slug: "initech", email: "bill@initech.example", password: "a password of Bill's" };

  test("exists behind an unspent link alone; looking spends nothing", async () => {
    const world = await openWorld();
    const path = await setupPath(world);
    for (const wrong of ["/setup", "/setup?token=", "/setup?token=x", `${path}x`]) {
      expect((await world.ask(wrong)).status, wrong).toBe(404);
      expect((await world.ask(wrong, { form })).status, wrong).toBe(404);
    }
    for (const method of ["GET", "HEAD", "GET"]) expect((await world.ask(path, { method })).status).toBe(200);
    world.time = new Date(world.time.getTime() + 24 * 60 * MINUTE);
    expect((await world.ask(path)).status).toBe(404);
  });

  test("makes org, product and owner, publishes and signs in", async () => {
    const world = await openWorld();
    const path = await setupPath(world);
    const answer = await world.ask(path, { form });
    expect([answer.status, answer.headers.location]).toEqual([303, "/initech"]);
    expect((await world.ask("/team", { headers: { cookie: cookieOf(answer) } })).text).toContain("bill@initech.example");
    expect((await world.ask("/initech")).status).toBe(200);
    expect((await world.ask(path)).status).toBe(404);
    expect(await actions(world, "initech")).toEqual(expect.arrayContaining(["org.created", "role.granted", "staff.signed-in"]));
  });

  test("has one effect when it is sent ten times at once", async () => {
    const world = await openWorld();
    const path = await setupPath(world);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => world.ask(path, { form: { ...form, slug: `initech-${i}`, email: `bill${i}@initech.example` } })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([303, ...Array.from({ length: 9 }, () => 404)]);
    expect(await world.services.store.read.selectFrom("orgs").select("id").execute()).toHaveLength(3);
  });

  test("refuses what can't be, keeps the values and the link", async () => {
    const world = await openWorld();
    const path = await setupPath(world);
    const refused: [Record<string, string>, string][] = [
      [{ slug: "acme" }, "This address is taken."],
      [{ slug: "sign-in" }, "words that the product uses itself are taken"],
      [{ orgName: "<b>Initech</b>" }, "Use letters, digits, spaces"],
      [{ email: OWNER }, "This person has an account already."],
      [{ password: "short" }, "Use 10 characters or more"],
    ];
    for (const [wrong, message] of refused) {
      const answer = await world.ask(path, { form: { ...form, ...wrong } });
      expect(answer.status, message).toBe(400);
      expect(answer.text).toContain(message);
      expect(answer.text).toContain("<title>Error: ");
      expect(answer.text).not.toContain("a password of Bill");
      if (!("email" in wrong)) expect(answer.text).toContain('value="bill@initech.example"');
    }
    expect((await world.ask(path, { form })).status).toBe(303);
  });
});
