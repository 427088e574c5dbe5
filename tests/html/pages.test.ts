import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { HtmlValidate, type ConfigData } from "html-validate";
import { expect, test } from "vitest";
import { NU_CHECKER } from "../limits.ts";

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

/** What the Nu checker says of a page: the address of the file, and what is wrong in it. */
interface NuMessage {
  type: "error" | "info" | "non-document-error";
  url?: string;
  lastLine?: number;
  message: string;
  extract?: string;
}

/** Errors of the checker that are none of ours, each with the reason. */
const NO_ERRORS: readonly { message: RegExp; because: string }[] = [];

test("the Nu checker finds no error on any page", NU_CHECKER, () => {
  const jar = createRequire(import.meta.url)("vnu-jar") as string;
  const { status, stdout, stderr } = spawnSync(
    "java",
    [
      "-jar",
      jar,
      "--format",
      "json",
      "--stdout",
      "--errors-only",
      "--exit-zero-always",
      ...pages.map((page) => path.join(folder, page)),
    ],
    { encoding: "utf8", maxBuffer: 256 * 1024 * 1024 },
  );
  expect(status, stderr).toBe(0);
  const { messages } = JSON.parse(stdout) as { messages: NuMessage[] };
  const faults = messages
    .filter(({ type }) => type !== "info")
    .filter(({ message }) => !NO_ERRORS.some((known) => known.message.test(message)))
    .map(
      ({ url = "", lastLine, message, extract = "" }) =>
        `${path.basename(url)}:${lastLine ?? 0} ${message} (${extract.trim()})`,
    );
  expect(faults).toEqual([]);
});
