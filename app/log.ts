import pino from "pino";
import type { Log } from "./context.ts";

/** Structured lines on standard error, one JSON object each; what looks like a secret is cut out. */
export function createLog(): Log {
  return pino(
    {
      base: undefined,
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
    pino.destination({ dest: 2, sync: true }),
  );
}
