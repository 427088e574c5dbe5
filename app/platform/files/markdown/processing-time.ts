import { readFileSync } from "node:fs";

/**
 * Milliseconds of one tick of the kernel's clock of processes: 100 a second wherever Linux runs.
 */
const TICK_MS = 10;

/**
 * Processing time that a thread of this process has had, in milliseconds: what a busy machine does
 * not lengthen.
 * @param folder the thread's own below /proc
 * @returns null where the system does not say, or the thread is gone
 */
export function cpuOfThread(folder: string): number | null {
  let stat: string;
  try {
    stat = readFileSync(`${folder}/stat`, "latin1");
  } catch {
    return null;
  }
  // The name, in brackets, may hold blanks; the 14th and 15th value are the ticks of the program
  // and of the system for it.
  const values = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(values[11]) + Number(values[12]);
  return Number.isFinite(ticks) ? ticks * TICK_MS : null;
}

/** Processing time where it is known, else the time on the clock. */
export function processingTime(cpu: number | null): number {
  return cpu ?? performance.now();
}
