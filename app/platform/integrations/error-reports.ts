import { randomBytes } from "node:crypto";
import * as z from "zod";
import type { ErrorTracker } from "../environment.ts";
import { VERSION } from "../version.ts";
import { fetchOutside, OutboundFailed } from "./outbound.ts";

/** A line of the log that tells of a fault, as far as it is reported. */
const faultLine = z.object({
  level: z.number().min(50),
  msg: z.string(),
  error: z.string().optional().catch(undefined),
});

/**
 * A fault without anything of a person's: what failed, in the program's own words, and where in its
 * code.
 */
export interface Fault {
  message: string;
  /** The error's class, such as TypeError. */
  type: string;
  /** A code of the system's or the database's, such as ENOSPC. */
  code: string | null;
  /** Where in the code, the outermost call first. */
  frames: { function: string; filename: string; lineno: number; colno: number }[];
}

const MINUTE_MS = 60_000;
const TIMEOUT_MS = 5_000;
const MAX_FRAMES = 50;
/** Reports in one minute, and on their way at once; what is over is in the log alone. */
const A_MINUTE = 30;
const AT_ONCE = 4;

/**
 * Reads a line of the log. The error's own message stays here: it may quote what somebody sent.
 * @returns null for a line that tells of no fault
 */
export function faultOf(line: string): Fault | null {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return null;
  }
  const read = faultLine.safeParse(entry);
  if (!read.success) return null;
  const { msg: message, error = "" } = read.data;
  const [first = ""] = error.split("\n", 1);
  const code = /\b(?:E[A-Z]{3,20}|SQLITE_[A-Z_]{2,40}|ERR_[A-Z_]{2,40})\b/.exec(first)?.[0] ?? null;
  return {
    message,
    type: /^[A-Z][A-Za-z]{1,60}(?=:|\n|$)/.exec(error)?.[0] ?? "Error",
    code,
    frames: framesOf(error),
  };
}

/** A line of a stack: the call, the file, the line, the column. */
const CALL = /^ {4}at (?:(.{1,200}?) \()?(.{1,500}?):(\d+):(\d+)\)?$/;

/**
 * The calls at a stack's end, without the folders that the product lies in; the message above them
 * may be anybody's.
 */
function framesOf(stack: string): Fault["frames"] {
  const frames: Fault["frames"] = [];
  for (const text of stack.split("\n").toReversed()) {
    const call = CALL.exec(text);
    if (call === null || frames.length === MAX_FRAMES) break;
    const [, name = "(anonymous)", file = "", line = "", column = ""] = call;
    frames.push({
      function: name,
      filename: placeOf(file),
      lineno: Number(line),
      colno: Number(column),
    });
  }
  return frames;
}

/** A file by its place within the product, or by its name alone. */
function placeOf(file: string): string {
  const [place] = /(?<=\/)(?:build|node_modules|app|db)\/.*$/.exec(file) ?? [];
  return place ?? (file.startsWith("node:") ? file : (file.split("/").at(-1) ?? ""));
}

/**
 * Tells an error tracker that speaks Sentry's envelopes of every fault that is logged. Nobody waits
 * for it: a fault is sent once a minute, with how often it came in between, and what can't be sent
 * is dropped.
 */
export class ErrorReports {
  readonly #tracker: ErrorTracker;
  readonly #now: () => Date;
  readonly #failed: (reason: string) => void;
  readonly #recent = new Map<string, { at: number; more: number }>();
  #begun = 0;
  #sent = 0;
  #underWay = 0;
  #pausedUntil = 0;

  /** @param failed hears why a report did not arrive; it must log no fault itself */
  constructor(tracker: ErrorTracker, now: () => Date, failed: (reason: string) => void) {
    this.#tracker = tracker;
    this.#now = now;
    this.#failed = failed;
  }

  /** Takes a line of the log as it is written; returns at once. */
  note(line: string): void {
    const fault = faultOf(line);
    if (fault === null) return;
    const now = this.#now().getTime();
    const top = fault.frames.at(-1);
    const name = `${fault.type}\n${fault.message}\n${top?.filename ?? ""}:${top?.lineno ?? ""}`;
    const before = this.#recent.get(name);
    if (before !== undefined && now - before.at < MINUTE_MS) {
      before.more += 1;
      return;
    }
    if (now - this.#begun >= MINUTE_MS) {
      this.#begun = now;
      this.#sent = 0;
      // What rests for a minute is told anew, so it need not be known.
      for (const [key, { at, more }] of this.#recent)
        if (more === 0 && now - at >= MINUTE_MS) this.#recent.delete(key);
    }
    if (now < this.#pausedUntil || this.#sent >= A_MINUTE || this.#underWay >= AT_ONCE) return;
    this.#recent.set(name, { at: now, more: 0 });
    this.#sent += 1;
    this.#underWay += 1;
    this.#send(fault, 1 + (before?.more ?? 0))
      .catch((error: unknown) => {
        this.#pausedUntil = this.#now().getTime() + MINUTE_MS;
        this.#failed(error instanceof OutboundFailed ? error.message : "unexpected error");
      })
      .finally(() => {
        this.#underWay -= 1;
      });
  }

  async #send(fault: Fault, times: number): Promise<void> {
    const { address, key, host } = this.#tracker;
    const id = randomBytes(16).toString("hex");
    const now = this.#now();
    const event = JSON.stringify({
      event_id: id,
      timestamp: now.getTime() / 1_000,
      platform: "node",
      level: "error",
      release: `open-trust-center@${VERSION}`,
      tags: { times: String(times), ...(fault.code === null ? {} : { code: fault.code }) },
      exception: {
        values: [
          {
            type: fault.type,
            value: fault.message,
            ...(fault.frames.length === 0 ? {} : { stacktrace: { frames: fault.frames } }),
          },
        ],
      },
    });
    const answer = await fetchOutside(address, "application/json", {
      // Who runs the installation named this address: it may be on their own network.
      allow: [host],
      timeoutMs: TIMEOUT_MS,
      headers: {
        "X-Sentry-Auth": `Sentry sentry_version=7, sentry_client=open-trust-center/${VERSION}, sentry_key=${key}`,
      },
      body: {
        type: "application/x-sentry-envelope",
        text: [
          JSON.stringify({ event_id: id, sent_at: now.toISOString() }),
          JSON.stringify({ type: "event", length: Buffer.byteLength(event) }),
          event,
          "",
        ].join("\n"),
      },
    });
    if (answer.status >= 300) throw new OutboundFailed(`It answered with status ${answer.status}.`);
  }
}
