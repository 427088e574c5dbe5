// A test that failed runs once more, alone, when everything else has ended. What passes then is unsteady: it is
// named, with both outputs kept, and refuses nobody's work. More than a few of those are a fault of their own.

/** So many unsteady tests end the command with 0. */
export const MOST_UNSTEADY = 5;
/** More failures than this are no accident: none of them is tried again. */
export const MOST_TRIED = 25;

/**
 * Tries failed tests again, one at a time.
 * @template {{ again: string[] | null }} Failure as test-report.mjs reads it
 * @param {readonly Failure[]} failures
 * @param {(failure: Failure) => Promise<{ passed: boolean, output: string }>} run runs one test alone
 * @returns what failed twice or can't be tried, and what passed the second time, each with the second `output`
 */
export async function tryAgain(failures, run) {
  /** @type {(Failure & { output?: string })[]} */
  const failed = [];
  /** @type {(Failure & { output: string })[]} */
  const unsteady = [];
  for (const failure of failures) {
    if (failure.again === null || failures.length > MOST_TRIED) failed.push(failure);
    else {
      const { passed, output } = await run(failure);
      (passed ? unsteady : failed).push({ ...failure, output });
    }
  }
  return { failed, unsteady };
}

/** Whether the command ends with 0. @param failed, unsteady how many */
export function isGreen({ failed, unsteady }) {
  return failed === 0 && unsteady <= MOST_UNSTEADY;
}
