import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";

/**
 * The field of a form on a page that a mail led to: it proves that somebody saw the page and
 * pressed its button. A bare POST to the mailed address, as link scanners send, has none and
 * changes nothing.
 */
const PURPOSE = "page-proof";
const LIFE_MS = 24 * 3_600_000;

/**
 * A proof for one page.
 * @param subject what the page is about, with its tenant and its token: a proof counts for nothing
 *   else
 */
export function issueProof(
  context: Readonly<RouterContextProvider>,
  subject: readonly string[],
): string {
  const { key, now } = context.get(servicesContext);
  const issued = now().getTime().toString(36);
  return `${issued}.${key.sign(PURPOSE, JSON.stringify([issued, ...subject]))}`;
}

/** Whether a form carries the proof of a page that was shown within the last day. */
export function isProven(
  context: Readonly<RouterContextProvider>,
  subject: readonly string[],
  proof: unknown,
): boolean {
  const { key, now } = context.get(servicesContext);
  const [issued = "", mac = "", ...rest] =
    typeof proof === "string" && proof.length < 100 ? proof.split(".") : [];
  if (
    rest.length > 0 ||
    !/^[0-9a-z]{1,12}$/.test(issued) ||
    !key.verify(PURPOSE, JSON.stringify([issued, ...subject]), mac)
  )
    return false;
  const age = now().getTime() - Number.parseInt(issued, 36);
  return age >= 0 && age <= LIFE_MS;
}
