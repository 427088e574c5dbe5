import type { AccessDialogKind } from "./access-dialog.ts";

/**
 * What a dialog is called, on it and in the browser's title.
 * @param dialog.asksMore a member asks, who has access already
 * @param dialog.item what they ask for
 * @param dialog.ends what of their access shall last longer
 */
export function accessTitle(
  {
    kind,
    asksMore,
    item,
    ends,
  }: { kind: AccessDialogKind; asksMore: unknown; item: string | null; ends: readonly unknown[] },
  orgName: string,
  portalTitle: string,
): string {
  if (kind === "request" && asksMore !== null) {
    if (ends.length > 0) return "Request an extension";
    return item === null ? "Request more access" : `Request ${item}`;
  }
  switch (kind) {
    case "login":
    case "request":
      return `Get access to ${orgName}'s ${portalTitle}`;
    case "request-sent":
      return "Request sent";
    case "check-email":
      return "Check your email";
    case "access-expired":
      return "Your access has expired";
    case "request-declined":
      return "Request declined";
    case "pending-request":
      return "Your request is pending";
    case "welcome":
      return `Welcome to ${orgName}'s ${portalTitle}`;
  }
}
