import type { RouterContextProvider } from "react-router";
import { doorContext, servicesContext, viewerContext } from "../../context.ts";
import type { Viewer } from "../../domain/viewer.ts";

/** The person behind a request, as watermarks, traces and tickets name them. */
export interface Reader {
  /** One person, whatever the request: `member:{id}`, `staff:{id}`, `ip:{address}` for strangers. */
  key: string;
  kind: Viewer["mode"];
  name: string | null;
  email: string | null;
  organisation: string | null;
  accountId: string | null;
  memberId: string | null;
  ip: string;
}

/** Who asks. Staff are themselves in previews too: a preview's files are watched by the staff member. */
export function readerOf(context: Readonly<RouterContextProvider>, orgName: string): Reader {
  const viewer = context.get(viewerContext);
  const { ip } = context.get(doorContext);
  if (viewer.mode === "accountExternal") {
    const { member, account } = viewer;
    const name = `${member.firstName} ${member.lastName}`.trim();
    return { key: `member:${member.id}`, kind: viewer.mode, name: name === "" ? null : name, email: member.email, organisation: account.name, accountId: account.id, memberId: member.id, ip };
  }
  if (viewer.mode === "public") return { key: `ip:${ip}`, kind: viewer.mode, name: null, email: null, organisation: null, accountId: null, memberId: null, ip };
  const { staff } = viewer;
  const accountId = viewer.mode === "preview" ? (viewer.account?.id ?? null) : null;
  return { key: `staff:${staff.id}`, kind: viewer.mode, name: staff.name, email: staff.email, organisation: orgName, accountId, memberId: null, ip };
}

const PURPOSE = "file-view";
const PERIOD_MS = 10 * 60_000;

/**
 * A ticket that a view page puts into the addresses of what it shows: the page has been counted, so its
 * parts are not counted again. It is good for this reader and file, for ten to twenty minutes.
 */
export function viewTicket(context: Readonly<RouterContextProvider>, fileId: string, reader: Reader, periodsAgo = 0): string {
  const { key, now } = context.get(servicesContext);
  const period = Math.floor(now().getTime() / PERIOD_MS) - periodsAgo;
  return key.sign(PURPOSE, `${fileId} ${reader.key} ${period}`).slice(0, 22);
}

/** Whether a request carries a ticket that is still good. */
export function holdsTicket(context: Readonly<RouterContextProvider>, ticket: string | null, fileId: string, reader: Reader): boolean {
  return ticket !== null && [0, 1].some((ago) => ticket === viewTicket(context, fileId, reader, ago));
}
