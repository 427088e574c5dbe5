/** What the doctor finds, and how it judges what it was told: nothing here asks anybody. */

/** `note`: it works, and deserves a word. `skipped`: it can't be asked now. */
export type CheckState = "right" | "note" | "wrong" | "skipped";

export interface Check {
  /** What was looked at, in a word or two. */
  name: string;
  state: CheckState;
  /** What was found. */
  found: string;
  /** How to mend it; null where there is nothing to mend. */
  remedy: string | null;
}

export const right = (name: string, found: string): Check => made(name, "right", found, null);
export const skipped = (name: string, found: string): Check => made(name, "skipped", found, null);
export const note = (name: string, found: string, remedy: string): Check =>
  made(name, "note", found, remedy);
export const wrong = (name: string, found: string, remedy: string): Check =>
  made(name, "wrong", found, remedy);

function made(name: string, state: CheckState, found: string, remedy: string | null): Check {
  return { name, state, found, remedy };
}

const LABELS: Readonly<Record<CheckState, string>> = {
  right: "right",
  note: "note",
  wrong: "ERROR",
  skipped: "-",
};

/** The checks as a table for a terminal: one line each, and how to mend it below. */
export function table(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.flatMap(({ name, state, found, remedy }) => [
    `${LABELS[state].padEnd(5)}  ${name.padEnd(width)}  ${found}`,
    ...(remedy === null ? [] : [`${" ".repeat(width + 9)}Fix: ${remedy}`]),
  ]);
  return [...lines, "", summary(checks)].join("\n");
}

function summary(checks: readonly Check[]): string {
  const count = (state: CheckState) => checks.filter((check) => check.state === state).length;
  const [bad, notes, rest] = [count("wrong"), count("note"), count("skipped")];
  const words = [
    ...(notes === 0 ? [] : [notes === 1 ? "1 warning" : `${notes} warnings`]),
    ...(rest === 0 ? [] : [`${rest} skipped`]),
  ].join(", ");
  const head = bad === 0 ? "No errors" : bad === 1 ? "1 error" : `${bad} errors`;
  return `${head}${words === "" ? "" : `, ${words}`}.`;
}

/**
 * What a request of the doctor's has in this header; the server answers it by how the request
 * reached it.
 */
export const DOCTOR_HEADER = "x-open-trust-center-doctor";
/** What the installation's key signs the moment of such a request for. */
export const DOCTOR_PURPOSE = "doctor";
/** How long such a request is good, in milliseconds. */
export const DOCTOR_TICKET_MS = 60_000;

/** How a request reached the server. */
export interface Echo {
  host: string | null;
  origin: string;
  ip: string;
  /**
   * Whether something on the way said whom it had the request from, and whether that was believed.
   */
  forwarded: "no" | "believed" | "ignored";
}

/**
 * What is to be said of the way from ORIGIN to the server. @param proxied whether a proxy has to be
 * there
 */
export function judgeEcho(origin: string, proxied: boolean, echo: Echo): Check {
  const name = "proxy";
  const { host } = new URL(origin);
  if (echo.host !== host)
    return wrong(
      name,
      `a request to ${origin} arrives as one to ${echo.host ?? "no host"}`,
      `make the proxy pass on the host (proxy_set_header Host $host in nginx), or name the proxy in TRUST_PROXY if it sends X-Forwarded-Host`,
    );
  if (echo.origin !== origin)
    return wrong(
      name,
      `a request to ${origin} arrives as one to ${echo.origin}`,
      "make the proxy send X-Forwarded-Proto with the scheme the visitor used",
    );
  if (echo.forwarded === "ignored")
    return wrong(
      name,
      `the proxy at ${echo.ip} sends X-Forwarded-For, and TRUST_PROXY does not name it: every visitor counts as ${echo.ip}`,
      `set TRUST_PROXY to ${echo.ip}, or to the proxy’s network`,
    );
  if (echo.forwarded === "no")
    return proxied
      ? wrong(
          name,
          `a request to ${origin} arrives without X-Forwarded-For: every visitor looks the same`,
          "make the proxy send X-Forwarded-For (proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for in nginx), and name it in TRUST_PROXY",
        )
      : right(name, `a request to ${origin} arrives as it was sent, without a proxy`);
  return right(name, `a request to ${origin} arrives as it was sent, from ${echo.ip}`);
}

const DAY_MS = 86_400_000;
/** With so many days left a certificate should have been renewed. */
const RENEW_DAYS = 14;

/** What a host showed when it was called by TLS. */
export interface Certificate {
  /** Why it is not trusted; null when it is. */
  fault: string | null;
  validTo: Date;
}

/** What is to be said of a certificate. */
export function judgeCertificate(name: string, host: string, seen: Certificate, now: Date): Check {
  const days = Math.floor((seen.validTo.getTime() - now.getTime()) / DAY_MS);
  const until = seen.validTo.toISOString().slice(0, 10);
  const renew = "renew the certificate, and find out why it wasn’t renewed automatically";
  if (days < 0) return wrong(name, `the certificate of ${host} expired on ${until}`, renew);
  if (seen.fault !== null)
    return wrong(
      name,
      `the certificate of ${host} is not trusted (${seen.fault})`,
      `make the proxy serve a certificate for ${host} with its whole chain`,
    );
  return days < RENEW_DAYS
    ? note(name, `the certificate of ${host} expires on ${until}, in ${days} days`, renew)
    : right(name, `the certificate of ${host} is valid until ${until}`);
}

/** More than this, and a time that was noted lies in the time to come, in milliseconds. */
const AHEAD_MS = 5 * 60_000;

/**
 * What is to be said of the clock, by the latest time that was noted and by the system's own word.
 */
export function judgeClock(now: Date, latest: Date | null, synchronized: boolean | null): Check {
  const name = "clock";
  const shown = `${now.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const mend = "synchronize the clock with a time service (NTP) and restart the server";
  if (latest !== null && latest.getTime() - now.getTime() > AHEAD_MS)
    return wrong(
      name,
      `it is ${shown}, and something was recorded here at ${latest.toISOString().slice(0, 16).replace("T", " ")} UTC: the clock is behind, or was ahead`,
      mend,
    );
  if (synchronized === false)
    return note(name, `${shown}, and the system says that no time service keeps it in sync`, mend);
  return right(name, synchronized === null ? shown : `${shown}, kept in sync by a time service`);
}

/** Longer than this, in milliseconds, what is due is not on its way. */
const HOOKS_LATE_MS = 15 * 60_000;

/** What is to be said of webhooks and channels: how many are off, and what waits for the others. */
export function judgeHooks(
  {
    states: { working, failing, off },
    waiting,
    oldestDue,
  }: {
    states: { working: number; failing: number; off: number };
    waiting: number;
    oldestDue: string | null;
  },
  now: Date,
): Check {
  const name = "webhooks";
  if (working + failing + off === 0) return right(name, "none was added");
  const states = [
    [working, "working"],
    [failing, "failing"],
    [off, "turned off"],
  ] as const;
  const words = states.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  const messages = waiting === 1 ? "1 message waits" : `${waiting} messages wait`;
  const found = [...words, ...(waiting === 0 ? [] : [messages])].join(", ");
  const isLate = oldestDue !== null && now.getTime() - Date.parse(oldestDue) > HOOKS_LATE_MS;
  return failing + off === 0 && !isLate
    ? right(name, found)
    : note(
        name,
        found,
        "see the answers in each one’s log at Settings, Webhooks or Settings, Chat. Nothing is sent while the server is stopped.",
      );
}
