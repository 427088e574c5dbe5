import path from "node:path";
import { stripVTControlCharacters } from "node:util";

// What failed, read from the runners' own reports. A failure is `{ name, text, whole, again }`: the test's name,
// the start of its message, all of it, and the words of the runner that run this test alone (null where no test failed).

/** As much of a message as says what went wrong without filling the log: characters. */
const SHOWN = 2_500;

/** The failed tests of a vitest JSON report, and the files that never came to their tests. */
export function failuresOfVitest(report, project) {
  return report.testResults.flatMap((file) => {
    const name = path.relative(process.cwd(), file.name);
    const words = ["--project", project, name];
    const failed = file.assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0)
      return file.status === "failed" ? [failure(name, [file.message], words)] : [];
    return failed.map((test) =>
      failure(`${name}: ${test.fullName}`, test.failureMessages, [
        ...words,
        "--testNamePattern",
        `^${asPattern(test.fullName)}$`,
      ]),
    );
  });
}

/** The tests of a Playwright JSON report that failed, or that passed only when tried again; and errors outside of any test. */
export function failuresOfPlaywright(report) {
  const outside = report.errors.map((error) =>
    failure("outside of any test", [error.message], null),
  );
  return [...outside, ...report.suites.flatMap((suite) => ofSuite(suite))];
}

/** Each test file of a vitest JSON report with its seconds. */
export function filesOfVitest(report) {
  return report.testResults.map((file) => ({
    name: path.relative(process.cwd(), file.name),
    seconds: (file.endTime - file.startTime) / 1000,
  }));
}

/** Each spec file of a Playwright JSON report with the seconds of its tests, one project beside the other. */
export function filesOfPlaywright(report) {
  const seconds = new Map();
  const add = (suite) => {
    for (const { file, tests } of suite.specs ?? [])
      for (const test of tests) {
        const name = `tests/browser/${file} [${test.projectName}]`;
        const own = test.results.reduce((total, { duration }) => total + duration / 1000, 0);
        seconds.set(name, (seconds.get(name) ?? 0) + own);
      }
    for (const inner of suite.suites ?? []) add(inner);
  };
  for (const suite of report.suites) add(suite);
  return [...seconds].map(([name, total]) => ({ name, seconds: total }));
}

function ofSuite(suite) {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === "unexpected" || test.status === "flaky")
      .map((test) =>
        failure(
          `${spec.file}:${spec.line} [${test.projectName}] ${spec.title}`,
          test.results.flatMap((result) => result.errors.map((error) => error.message)),
          [
            "--project",
            test.projectName,
            "--grep",
            `${asPattern(spec.title)}$`,
            `tests/browser/${spec.file}:${spec.line}`,
          ],
        ),
      ),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => ofSuite(inner))];
}

/** @param again the words after the runner's own that run this test alone */
function failure(name, messages, again) {
  const whole = stripVTControlCharacters(messages.filter(Boolean).join("\n"));
  const text =
    whole.length > SHOWN
      ? `${whole.slice(0, SHOWN)}\n... (${whole.length - SHOWN} more characters)`
      : whole;
  return { name, text, whole, again };
}

/** A test's own name as the pattern that the runners ask for. */
function asPattern(name) {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
