import type { EmailAddress } from "#model/subscribers/email.ts";
import { byInvitation, type RequestKind } from "#model/access-requests/access-outcomes.ts";
import type { Customization } from "#model/settings/customization.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { requestsOpen, type AccessRequestValues } from "./forms/access-request.ts";

type Member = Extract<Viewer, { mode: "accountExternal" }>;

/** What a member says who asks for more: who they are is known. */
type More = Pick<
  AccessRequestValues,
  "note" | "productId" | "itemUid" | "itemKind" | "source" | "statusPageCustomizationRevision"
>;

/** The products of a member in which access ends. */
const endingIn = ({ grants }: Member) =>
  grants.flatMap(({ productId, expiresAt }) => (expiresAt === null ? [] : [productId]));

/** Why a member can't ask for more, or for longer, in words; null where they can. */
export function whyNotMore(
  org: {
    name: string;
    customization: Pick<Customization, "accessRequestsEnabled" | "publicAccessLevel">;
  },
  viewer: Member,
  kind: RequestKind,
): string | null {
  const { customization, name } = org;
  const isOpen =
    kind === "extension" ? customization.accessRequestsEnabled : requestsOpen(customization);
  if (!isOpen) return byInvitation(name);
  return kind === "extension" && viewer.grants.length > 0 && endingIn(viewer).length === 0
    ? "Your access has no expiry."
    : null;
}

/** The request of a member, as the form of a stranger would bring it. */
export function requestForMore(
  viewer: Member,
  email: EmailAddress,
  said: More,
  kind: RequestKind,
): AccessRequestValues {
  return {
    ...said,
    email,
    firstName: viewer.member.firstName,
    lastName: viewer.member.lastName,
    companyName: viewer.account.name,
    agree: true,
    subscribe: false,
    customCheckbox: null,
    jobTitleTextField: null,
    pointOfContactField: null,
    relationshipDropdown: null,
    countriesDropdown: null,
    accountMemberRequestProducts: kind === "extension" ? endingIn(viewer) : [said.productId],
    // What ends is asked for, not what the page below shows.
    ...(kind === "extension" ? { itemUid: null, itemKind: null } : {}),
    invitedColleagueToken: null,
  };
}
