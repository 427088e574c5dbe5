/** The older mark still stands in records of what was decided. */
const ERASED = /^(?:hmac|sha256):([0-9a-f]{64})$/;

/** Whether a list's entry is the hash of an address that was erased. */
export function isErased(address: string): boolean {
  return ERASED.test(address);
}

/** An address of a list as staff see it: one that was erased is known by its hash alone. */
export function shownAddress(address: string): string {
  const hash = ERASED.exec(address)?.[1];
  return hash === undefined ? address : `An erased address (${hash.slice(0, 8)})`;
}
