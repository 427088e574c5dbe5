import { writeSync } from "node:fs";
import pino from "pino";
import type { Log } from "./context.ts";
import type { LogLevel } from "./environment.ts";
import { currentRequest } from "./http/request/current-request.ts";

const STANDARD_ERROR = 2;
/** How often a line is tried where a pipe is full, and how long each time, in milliseconds. */
const TRIES = 10;
const PAUSE_MS = 5;

/**
 * Structured lines on standard error, one JSON object each; what looks like a secret is cut out. A
 * line that can't be written is lost, and nothing else: a log on a full disk ends no process, and
 * goes on when there is room. What is written while a request is handled has the request's id.
 * @param write takes each line; whoever reports faults reads along
 * @param level what is left out is below it
 */
export function createLog(
  write: (line: string) => void = toStandardError,
  level: LogLevel = "info",
): Log {
  return pino(
    {
      level,
      base: undefined,
      mixin: () => {
        const request = currentRequest();
        return request === null ? {} : { requestId: request.id };
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          "password",
          "token",
          "cookie",
          "authorization",
          "*.password",
          "*.token",
          "*.cookie",
          "*.authorization",
        ],
        censor: "[removed]",
      },
    },
    { write },
  );
}

/** Writes a line whole where it can: a disk or a pipe may take a part of it at a time. */
export function toStandardError(line: string): void {
  const bytes = Buffer.from(line);
  for (let written = 0, tries = 0; written < bytes.length && tries < TRIES;) {
    try {
      written += writeSync(STANDARD_ERROR, bytes, written);
    } catch (error) {
      tries += 1;
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
