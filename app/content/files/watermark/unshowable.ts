import type { MarkingFault } from "./jobs.ts";

/** The longest side that a page may have in a PDF, in units of 1/72 inch (ISO 32000-1, annex C). */
export const MAX_UNITS = 14_400;

/** Why a job comes to nothing; the process is sound and takes the next one. */
export class Unshowable extends Error {
  readonly fault: MarkingFault;

  constructor(fault: MarkingFault) {
    super(fault);
    this.fault = fault;
  }
}
