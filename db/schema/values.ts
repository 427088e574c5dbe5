// Kinds of values that columns hold.

/** Random text of 128 bits or more. */
export type Id = string;
/** A moment, UTC ISO 8601. */
export type IsoTime = string;
export type Bit = 0 | 1;
