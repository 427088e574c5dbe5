import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const APP = path.join(import.meta.dirname, "../../app");

test("every page with a field for a file takes files: else a large one is refused before it is read", () => {
  const pages = readdirSync(APP, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => ({ name, source: readFileSync(path.join(APP, name), "utf8") }))
    .filter(({ source }) => /<FileField\b|type="file"/.test(source))
    .filter(({ source }) => /^export (?:async )?function action\b/m.test(source));
  expect(pages.length).toBeGreaterThan(5);
  const deaf = pages.filter(({ source }) => !source.includes("takesFiles: true"));
  expect(deaf.map(({ name }) => name)).toEqual([]);
});
