const ERASED = /^hmac:[0-9a-f]{64}$/;

/** Whether a list's entry is the hash of an address that was erased. */
export function isErased(address: string): boolean {
  return ERASED.test(address);
}

/** An address of a list as staff see it: one that was erased is known by its hash alone. */
export function shownAddress(address: string): string {
  return isErased(address) ? `An erased address (${address.slice(5, 13)})` : address;
}
