import { expect, test, vi } from "vitest";
import { isGreen, MOST_TRIED, MOST_UNSTEADY, tryAgain } from "../../bin/test-again.mjs";
import { failuresOfPlaywright, failuresOfVitest } from "../../bin/test-report.mjs";

const failure = (name: string) => ({ name, text: "no", whole: "no", again: [name] });

test("what passes alone is unsteady, what fails twice has failed, each tried once", async () => {
  const run = vi.fn(async ({ name }: { name: string }) => ({
    passed: name === "shaky",
    output: `${name}.txt`,
  }));
  const outside = { ...failure("outside of any test"), again: null };
  const { failed, unsteady } = await tryAgain([failure("shaky"), failure("broken"), outside], run);
  expect(unsteady.map(({ name, output }) => [name, output])).toEqual([["shaky", "shaky.txt"]]);
  expect(failed.map(({ name }) => name)).toEqual(["broken", "outside of any test"]);
  expect(run).toHaveBeenCalledTimes(2);
});

test("many failures are no accident, and none is tried again", async () => {
  const run = vi.fn(async () => ({ passed: true, output: "" }));
  const all = Array.from({ length: MOST_TRIED + 1 }, (_, i) => failure(`test ${i}`));
  expect(await tryAgain(all, run)).toEqual({ failed: all, unsteady: [] });
  expect(run).not.toHaveBeenCalled();
});

test.each([
  { failed: 0, unsteady: 0, green: true },
  { failed: 0, unsteady: MOST_UNSTEADY, green: true },
  { failed: 0, unsteady: MOST_UNSTEADY + 1, green: false },
  { failed: 1, unsteady: 0, green: false },
])("$failed failed and $unsteady unsteady end with 0: $green", ({ green, ...counts }) => {
  expect(isGreen(counts)).toBe(green);
});

test("a failed test is named as its runner finds it alone, whatever stands in its name", () => {
  const name = `${process.cwd()}/tests/unit/a.test.ts`;
  const fullName = "what is 1+1 (or [2])?";
  const report = {
    testResults: [
      {
        name,
        status: "failed",
        message: "",
        startTime: 0,
        endTime: 1,
        assertionResults: [
          { status: "failed", fullName, failureMessages: ["no"] },
          { status: "passed", fullName: "other", failureMessages: [] },
        ],
      },
      { name, status: "failed", message: "no import", assertionResults: [] },
    ],
  };
  const [one, file] = failuresOfVitest(report, "unit");
  expect(one).toMatchObject({ name: `tests/unit/a.test.ts: ${fullName}`, text: "no" });
  const pattern = new RegExp(one?.again?.at(-1) ?? "");
  expect([fullName, `${fullName} x`, "other"].map((text) => pattern.test(text))).toEqual([
    true,
    false,
    false,
  ]);
  expect(file?.again).toEqual(["--project", "unit", "tests/unit/a.test.ts"]);
});

test("a failed journey is run again in its own project, by its line and title", () => {
  const title = "a visitor reads (all)";
  const spec = {
    file: "a.spec.ts",
    line: 12,
    title,
    tests: [
      { projectName: "scripts", status: "expected", results: [] },
      {
        projectName: "no-scripts",
        status: "unexpected",
        results: [{ errors: [{ message: "no" }] }],
      },
    ],
  };
  const report = {
    errors: [{ message: "the server ended" }],
    suites: [{ suites: [{ specs: [spec] }] }],
  };
  expect(failuresOfPlaywright(report)).toEqual([
    {
      name: "outside of any test",
      text: "the server ended",
      whole: "the server ended",
      again: null,
    },
    {
      name: `a.spec.ts:12 [no-scripts] ${title}`,
      text: "no",
      whole: "no",
      again: [
        "--project",
        "no-scripts",
        "--grep",
        "a visitor reads \\(all\\)$",
        "tests/browser/a.spec.ts:12",
      ],
    },
  ]);
});
