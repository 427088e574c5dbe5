import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { HtmlValidate, type ConfigData } from "html-validate";
import { expect, test } from "vitest";

// The pages that the browser journeys kept, each once, read by checkers that nobody here wrote.
const folder = path.resolve("test-results/pages");
const pages = readdirSync(folder).filter((name) => name.endsWith(".html"));
const validator = new HtmlValidate(
  JSON.parse(readFileSync(new URL("html-validate.json", import.meta.url), "utf8")) as ConfigData,
);

test("the journeys kept pages", () => {
  expect(pages.length).toBeGreaterThan(50);
});

test.each(pages)("%s is valid HTML", async (page) => {
  const report = await validator.validateString(readFileSync(path.join(folder, page), "utf8"));
  const faults = report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  expect([...new Set(faults)]).toEqual([]);
});
