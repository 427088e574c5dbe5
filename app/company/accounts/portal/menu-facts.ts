import type { RouterContextProvider } from "react-router";
import { menuOfMember } from "#auth/accounts/store/members.server.ts";
import { decisionWords } from "#model/access-requests/access-outcomes.ts";
import { usualAnswerHours } from "#visibility/comments/store/comments.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { servicesContext } from "#platform/context.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { offersPartners } from "#company/partners/sending.server.ts";
import type { MemberMenu, NdaStatus } from "#web/portal/frame-data.ts";

type Member = Extract<Viewer, { mode: "accountExternal" }>;

/** What the account menu tells a member beside name and status. */
export async function memberMenu(
  context: Readonly<RouterContextProvider>,
  org: Org,
  viewer: Member,
): Promise<MemberMenu> {
  const { store } = context.get(servicesContext);
  const { accounts, provider, hasSigned, hasPartners } = await menuOfMember(
    store.read,
    org.id,
    viewer.member,
  );
  return {
    nda: ndaStatus(provider, viewer),
    ownNda: hasSigned,
    sends: hasPartners && offersPartners(org, viewer),
    answered:
      org.customization.commentsEnabled && viewer.grants.length > 0
        ? decisionWords(await usualAnswerHours(store.read, org.id))
        : null,
    accountId: viewer.account.id,
    otherAccounts: accounts
      .filter(({ id }) => id !== viewer.account.id)
      .map(({ id, name }) => ({ id, name })),
  };
}

/** The grants say whether an NDA is asked for, and whether it was passed. */
export function ndaStatus(
  provider: string,
  { grants }: { grants: readonly { ndaRequired: boolean; ndaPassed: boolean }[] },
): NdaStatus {
  const bound = grants.filter((grant) => grant.ndaRequired);
  if (provider === "none" || bound.length === 0) return "none";
  return bound.every((grant) => grant.ndaPassed) ? "signed" : "due";
}
