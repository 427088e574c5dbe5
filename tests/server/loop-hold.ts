import { readFileSync } from "node:fs";

/** The milliseconds that this thread has worked; where the system does not tell, those that have passed. */
function worked(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/**
 * How long the event loop of this thread was held at the longest while something was done, and how long all of it
 * took, both in milliseconds of work: a machine that is busy with other things counts for nothing.
 */
export async function holdOf<T>(
  work: () => Promise<T>,
): Promise<{ value: T; longest: number; took: number }> {
  let longest = 0;
  let last = worked();
  const turn = () => {
    const now = worked();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const clock = setInterval(turn, 1);
  const began = last;
  const value = await work();
  clearInterval(clock);
  turn();
  return { value, longest, took: last - began };
}
