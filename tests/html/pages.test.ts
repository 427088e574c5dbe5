import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { text } from "node:stream/consumers";
import { HtmlValidate, type ConfigData } from "html-validate";
import { Parser } from "htmlparser2";
import { expect, test } from "vitest";
import { NU_CHECKER } from "../limits.ts";
import { everything, sample } from "../sample.ts";

/** Pages without a part of their own that html-validate reads in the short run; the Nu checker reads all of them. */
const OTHER_PAGES = 40;

// The pages that the browser journeys kept, each once, read by checkers that nobody here wrote.
const folder = path.resolve("test-results/pages");
const pages = readdirSync(folder).filter((name) => name.endsWith(".html"));
const validator = new HtmlValidate(
  JSON.parse(readFileSync(new URL("html-validate.json", import.meta.url), "utf8")) as ConfigData,
);

test("the journeys kept pages", () => {
  expect(pages.length).toBeGreaterThan(15);
});

/** What a page is made of: each element with its attributes' names, inside its parent. */
function partsOf(page: string): Set<string> {
  const parts = new Set<string>();
  const open: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      parts.add(`${open.at(-1) ?? ""} > ${name} ${Object.keys(attributes).sort().join(" ")}`);
      open.push(name);
    },
    onclosetag: () => void open.pop(),
  });
  parser.end(readFileSync(path.join(folder, page), "utf8"));
  return parts;
}

/** Pages that show every part that there is, and some of the others; in the long run all of them. */
function pagesOfEveryPart(): string[] {
  if (everything) return pages;
  const met = new Set<string>();
  const showing = pages.filter((page) => {
    const parts = [...partsOf(page)].filter((part) => !met.has(part));
    for (const part of parts) met.add(part);
    return parts.length > 0;
  });
  const others = pages.filter((page) => !showing.includes(page));
  return [...showing, ...sample(others, OTHER_PAGES, "pages of known parts")];
}

test.each(pagesOfEveryPart())("%s is valid HTML", async (page) => {
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

/** What the checker says of all pages, as JSON: it begins at once, and reads beside the other one. */
const nuChecked = askNuChecker();

async function askNuChecker(): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const jar = createRequire(import.meta.url)("vnu-jar") as string;
  const options = ["--format", "json", "--stdout", "--errors-only", "--exit-zero-always"];
  const files = pages.map((page) => path.join(folder, page));
  const child = spawn("java", ["-jar", jar, ...options, ...files]);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  return { status, stdout, stderr };
}

test("the Nu checker finds no error on any page", NU_CHECKER, async () => {
  const { status, stdout, stderr } = await nuChecked;
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
