import { everything } from "./sample.ts";

/**
 * How long a test may take where the default of thirty seconds does not do: milliseconds. A request that hangs
 * is over in thirty seconds all the same, and names its address (tests/server/world.ts, spawned.ts).
 */

/** A walk asks thousands of addresses, one after the other: three minutes on two quiet cores; in the long run many. */
export const WALK = { timeout: everything ? 1_200_000 : 600_000 };

/** A test of processes starts several servers, each a second or two; in the long run one for each moment of a kill. */
export const PROCESSES = { timeout: everything ? 600_000 : 120_000 };

/** Each file of an archive is drawn, or its YAML read, in a process of its own: twenty seconds, on a busy machine twice that. */
export const ARCHIVES = { timeout: 120_000 };

/** Seventy megabytes go into a bucket and come back several times: ten seconds on two quiet cores. */
export const LARGE_FILES = { timeout: 120_000 };

/** A hundred passwords are compared, each of which takes long on purpose: twelve seconds on two quiet cores. */
export const PASSWORDS = { timeout: 90_000 };

/** A month of changes is written, read by five viewers and mailed: ten seconds on two quiet cores. */
export const MONTH = { timeout: 120_000 };

/** One Java process reads hundreds of pages: seconds, on busy cores a minute. */
export const NU_CHECKER = { timeout: 600_000 };

/** How long a server may take to start, and to load the demo where it does: ten seconds on two quiet cores. */
export const START_MS = 90_000;

/** How long a server may take to answer a request of a test: milliseconds. */
export const ANSWER_MS = 30_000;
