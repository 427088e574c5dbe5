import type { AccessDialogKind } from "../rules/access-dialog.ts";

/**
 * What a dialog is called, on it and in the browser's title.
 * @param asksMore a member asks, who has access already
 */
export function accessTitle(
  { kind, asksMore }: { kind: AccessDialogKind; asksMore: unknown },
  orgName: string,
  portalTitle: string,
): string {
  if (kind === "request" && asksMore !== null) return "Ask for more access";
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
