import type { IncomingMessage, ServerResponse } from "node:http";
import type { Services } from "#platform/context.ts";
import { DOCTOR_HEADER, DOCTOR_PURPOSE, DOCTOR_TICKET_MS, type Echo } from "#model/doctor.ts";
import type { Callers } from "./callers.ts";

/**
 * Tells the installation's own doctor how its request came here. Only who has the installation's
 * key can ask: the header is a moment and its signature, good for a minute.
 * @returns whether it was such a request; it is answered then
 */
export function answerDoctor(
  { key, now }: Pick<Services, "key" | "now">,
  callers: Callers,
  req: IncomingMessage,
  res: ServerResponse,
): boolean {
  const ticket = req.headers[DOCTOR_HEADER];
  const [, moment, mac] = /^([0-9TZ:.-]{20,30}) ([\w-]{43})$/.exec(String(ticket ?? "")) ?? [];
  if (moment === undefined || mac === undefined) return false;
  const age = Math.abs(now().getTime() - Date.parse(moment));
  if (!(age <= DOCTOR_TICKET_MS) || !key.verify(DOCTOR_PURPOSE, moment, mac)) return false;
  const echo: Echo = {
    ...callers.address(req),
    ip: callers.ip(req),
    forwarded: callers.forwarded(req),
  };
  res.setHeader("Content-Type", "application/json");
  res.setHeader("Cache-Control", "no-store");
  res.end(JSON.stringify({ status: "ok", echo }));
  return true;
}
