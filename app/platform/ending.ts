/**
 * Whether this process takes its leave: a signal has come, and what is under way ends. It is a state
 * of the process and not of its services, so it stands here.
 */
let ending = false;

/** A signal has come: from now on the process counts as not ready. */
export function noteEnding(): void {
  ending = true;
}

export function isEnding(): boolean {
  return ending;
}
