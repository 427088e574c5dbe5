import { expect, test } from "vitest";
import { VERSION } from "#platform/version.ts";
import { signIn } from "./staff-journeys.ts";
import { openWorld } from "./world.ts";

test("the foot of the private area leads to what changed, for everyone on a team", async () => {
  const world = await openWorld();
  await signIn(world, { email: "viewer@acme.example" });
  const as = "viewer@acme.example";
  const home = await world.ask("/home", { as });
  expect(/<footer[^]*?<\/footer>/.exec(home.text)?.[0]).toContain('href="/account/changes"');
  const { status, text } = await world.ask("/account/changes", { as });
  expect(status).toBe(200);
  expect(text).toContain(`<h2>${VERSION}</h2>`);
  // Files of the program have no address here.
  expect(text).not.toMatch(/href="[^"]*\.md/);
});
