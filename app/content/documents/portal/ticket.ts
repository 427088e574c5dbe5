import type { RouterContextProvider } from "react-router";
import { hostContext, servicesContext, viewerContext } from "#platform/context.ts";
import { readerOf } from "#content/files/watermark/reader.ts";

const PURPOSE = "file-view";
const PERIOD_MS = 10 * 60_000;

/**
 * A ticket that a view page puts into the addresses of what it shows: the page has been counted, so
 * its parts are not counted again. It is good for this reader and file, for ten to twenty minutes.
 */
export function viewTicket(
  context: Readonly<RouterContextProvider>,
  fileId: string,
  periodsAgo = 0,
): string {
  const { key, now } = context.get(servicesContext);
  const reader = readerOf(context.get(viewerContext), context.get(hostContext).ip, "");
  const period = Math.floor(now().getTime() / PERIOD_MS) - periodsAgo;
  return key.sign(PURPOSE, `${fileId} ${reader.key} ${period}`).slice(0, 22);
}

/** Whether a request carries a ticket that is still good. */
export function holdsTicket(
  context: Readonly<RouterContextProvider>,
  ticket: string | null,
  fileId: string,
): boolean {
  return ticket !== null && [0, 1].some((ago) => ticket === viewTicket(context, fileId, ago));
}
