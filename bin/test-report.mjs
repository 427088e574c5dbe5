import path from "node:path";
import { stripVTControlCharacters } from "node:util";

// What failed, read from the runners' own reports: one text a test, its name first and then the start of its message.

/** As much of a message as says what went wrong without filling the log: characters. */
const SHOWN = 2_500;

/** The failed tests of a vitest JSON report, and the files that never came to their tests. */
export function failuresOfVitest(report) {
  return report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0)
      return file.status === "failed" ? [told(file.name, [file.message])] : [];
    return failed.map((test) => told(`${file.name}: ${test.fullName}`, test.failureMessages));
  });
}

/** The tests of a Playwright JSON report that failed, or that passed only when tried again; and errors outside of any test. */
export function failuresOfPlaywright(report) {
  const outside = report.errors.map((error) => told("outside of any test", [error.message]));
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
        told(
          `${spec.file}:${spec.line} [${test.projectName}] ${spec.title}`,
          test.results.flatMap((result) => result.errors.map((error) => error.message)),
        ),
      ),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => ofSuite(inner))];
}

function told(name, messages) {
  const text = stripVTControlCharacters(messages.filter(Boolean).join("\n"));
  return text.length > SHOWN
    ? `${name}\n${text.slice(0, SHOWN)}\n... (${text.length - SHOWN} more characters)`
    : `${name}\n${text}`;
}
