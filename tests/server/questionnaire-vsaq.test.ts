import { expect, test } from "vitest";
import { VSAQ_FILE } from "../vsaq-file.ts";
import { multipart } from "./multipart.ts";
import { openWorld } from "./world.ts";

const REVIEWER = "reviewer@acme.example";
const FILE = `// Ours
{"questionnaire": [{"type": "block", "text": "Network", "items": [
  {"type": "box", "id": "about", "text": "Describe " +
    "your network."},
  {"type": "yesno", "id": "logs", "text": "Are logs kept?", "yes": "Yes", "no": "No"}]}]}`;

test("a VSAQ questionnaire comes in, takes only its own choices, and goes out as its answers", async () => {
  const world = await openWorld();
  const add = (name: string, bytes: string) =>
    world.ask("/questionnaires/new", { as: REVIEWER, ...multipart([{ name, bytes }], {}) });
  for (const bytes of ['{"about": "ours"}', "{", "[".repeat(100_000)]) {
    const refused = await add("Answers.json", bytes);
    expect([refused.status, refused.text.includes("isn’t a VSAQ questionnaire")]).toEqual([
      400,
      true,
    ]);
  }
  const page = (await add("Network.json", FILE)).headers.location ?? "";
  expect((await world.ask(page, { as: REVIEWER })).text).toContain("Describe your network.");
  const press = (address: string, form: Record<string, string> = {}) =>
    world.ask(`${page}${address}`, { as: REVIEWER, form });
  const other = await press("/questions/2", { version: "1", answer: "Maybe" });
  expect(other.text).toContain("VSAQ takes Yes or No here.");
  await press("/questions/1", { version: "1", answer: "Two zones" });
  await press("/questions/2", { version: "1", answer: "Yes" });
  const file = await press("/file");
  expect([file.headers["content-type"], file.headers["content-disposition"]]).toEqual([
    "application/json",
    "attachment; filename=Network-answered.json",
  ]);
  expect(JSON.parse(file.text)).toEqual({ about: "Two zones", logs: "yes" });
  // The same id in the next file of this kind gets the same answer.
  await press("/finish");
  await press("/file");
  const next = (await add("Next.json", FILE)).headers.location ?? "";
  const proposed = (await world.ask(next, { as: REVIEWER })).text;
  expect(proposed).toContain("Accept 2 matching answers");
});

test("a whole VSAQ questionnaire comes in by its page, and its explanations go out by their ids", async () => {
  const world = await openWorld();
  const added = await world.ask("/questionnaires/new", {
    as: REVIEWER,
    ...multipart([{ name: "Hosting.json", bytes: VSAQ_FILE }], {}),
  });
  expect(added.status).toBe(303);
  const page = added.headers.location ?? "";
  const { text } = await world.ask(page, { as: REVIEWER });
  for (const question of ["Who holds the keys?", "Say more. What else?", "A water alarm"])
    expect(text).toContain(question);
  for (const hidden of ["Notes of the sender", "Tracking", "Our ticket", "A diagram"])
    expect(text).not.toContain(hidden);
  const press = (address: string, form: Record<string, string> = {}) =>
    world.ask(`${page}${address}`, { as: REVIEWER, form });
  // The third question is the first that a warning asks to explain.
  const third = (await world.ask(`${page}/questions/3`, { as: REVIEWER })).text;
  expect(third).toContain('name="comment"');
  expect(third).toContain("VSAQ shows it only if that warning applies.");
  expect((await world.ask(`${page}/questions/4`, { as: REVIEWER })).text).not.toContain(
    'name="comment"',
  );
  await press("/questions/3", {
    version: "1",
    answer: "We don't have offices.",
    comment: "Everyone works from home.",
  });
  await press("/questions/12", { version: "1", answer: "We do" });
  expect(JSON.parse((await press("/file")).text)).toEqual({
    site_none: "checked",
    warn_site_shared: "Everyone works from home.",
    keys_us: "checked",
  });
});
