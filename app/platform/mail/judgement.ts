import type { DueMail } from "./store/mail-delivery.server.ts";
import type { MailOutcome } from "./store/mail-outcomes.server.ts";
import { backOff, GIVE_UP_MS } from "./back-off.ts";
import type { TransportState } from "./transport-state.ts";
import type { Outcome } from "./transports/transport.ts";

/**
 * What an attempt means for the mail's row. @param keeps whether sent mail stays here, secrets
 * included
 */
export function judge(
  mail: DueMail,
  outcome: Outcome,
  { state, keeps, at }: { state: TransportState; keeps: boolean; at: Date },
): MailOutcome {
  const erase = mail.secret === 1 && !keeps;
  if (outcome.kind === "sent")
    return { mail, state: "sent", at, attempted: true, providerId: outcome.providerId, erase };
  if (outcome.kind === "refused")
    return {
      mail,
      state: "failed",
      at,
      error: outcome.error,
      attempted: true,
      badAddress: outcome.badAddress,
      erase,
    };
  const since = at.getTime() - Date.parse(mail.firstTriedAt ?? at.toISOString());
  // While nothing leaves at all, waiting costs a mail nothing: it goes with the first ones after.
  const isAlone =
    outcome.kind === "later" ? !state.defersAll : state.passedOthersSince(mail.firstTriedAt);
  if (isAlone && since > GIVE_UP_MS)
    return { mail, state: "failed", at, error: outcome.error, attempted: true, erase };
  const wait = isAlone ? backOff(since) : Math.max(0, state.probeAt - at.getTime());
  return {
    mail,
    state: "queued",
    at,
    error: outcome.error,
    attempted: true,
    nextAttemptAt: new Date(at.getTime() + wait),
  };
}

/**
 * A mail whose files can't be had now: it waits by the same back-off. Nothing was sent, so it is no
 * attempt, and no fault of the transport.
 */
export function putOff(
  mail: DueMail,
  { error, failingMs }: { error: string; failingMs: number },
  at: Date,
): MailOutcome {
  return {
    mail,
    state: "queued",
    at,
    error,
    attempted: false,
    unread: true,
    nextAttemptAt: new Date(at.getTime() + backOff(failingMs)),
  };
}
