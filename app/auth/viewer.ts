import type { MiddlewareFunction, RouterContextProvider } from "react-router";
import { findAccount, grantsInForce } from "./accounts/store/accounts.server.ts";
import { accountsOfMember, findMember } from "./accounts/store/members.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { findProfile } from "./profiles/store/permission-profiles.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import type { StaffSession } from "#model/auth/staff-session.ts";
import type { Reader } from "#db/store.ts";
import { permissionsOf } from "#model/auth/permissions.ts";
import {
  PUBLIC_VIEWER,
  type Grant,
  type Viewer,
  type ViewerStaff,
} from "#model/visibility/viewer.ts";
import {
  orgContext,
  servicesContext,
  staffSessionContext,
  viewerContext,
  type Services,
} from "#platform/context.ts";
import { memberSessionOf } from "./member-cookie.ts";
import { companyNotFound } from "#platform/http/request/org.ts";
import { noteUse } from "./session.ts";
import { closedOrg } from "./current-staff.ts";
import { keptWith } from "./keep-form.ts";

/**
 * Computes who is looking, once a request. Staff of the org land in Main on their portal,
 * or in Preview when the query asks for it; a member of an account is AccountExternal; anything
 * that does not check out is Public. The public gets nothing of an unpublished portal. Staff to
 * whom the org is closed are led to what opens it, and seen as strangers by the API.
 */
export const viewerMiddleware: MiddlewareFunction<Response> = async ({ context, request, url }) => {
  const org = context.get(orgContext);
  if (org === null) throw companyNotFound();
  if (context.get(staffSessionContext)?.closed.some(({ orgId }) => orgId === org.id))
    throw await keptWith({ context, request, url, fields: null }, closedOrg());
  const viewer = await findViewer(context, org, request);
  if (!org.published && viewer.mode !== "main" && viewer.mode !== "preview")
    throw companyNotFound();
  context.set(viewerContext, viewer);
};

/** The viewer of a request on a portal of `org`. */
export async function findViewer(
  context: Readonly<RouterContextProvider>,
  org: Org,
  request: Request,
): Promise<Viewer> {
  const staff = staffOf(context.get(staffSessionContext), org);
  if (staff !== null)
    return staffViewer(context.get(servicesContext), org, staff, new URL(request.url).searchParams);
  const accountId = new URL(request.url).searchParams.get("accountId");
  const viewer = (await findMemberViewer(context, org, request, accountId)) ?? PUBLIC_VIEWER;
  // The session's own stays named, too: who signs in elsewhere may get another one.
  return viewer.mode === "accountExternal" && accountId ? { ...viewer, isNamed: true } : viewer;
}

/**
 * The staff member behind the session, if they have a role in this org; staff of elsewhere are
 * visitors here.
 */
export function staffOf(session: StaffSession | null, org: Pick<Org, "id">): ViewerStaff | null {
  const role = session?.roles.find((candidate) => candidate.orgId === org.id)?.role;
  if (session === null || role === undefined) return null;
  const { id, email, name } = session.staff;
  return { id, email, name, role, permissions: permissionsOf(role) };
}

/**
 * What staff are on a portal of their org: its owners, or whom the query names to look through the
 * eyes of.
 */
export async function staffViewer(
  { store, now }: Pick<Services, "store" | "now">,
  org: Pick<Org, "id">,
  staff: ViewerStaff,
  query: URLSearchParams,
): Promise<Viewer> {
  const accountId = query.get("accountId");
  const profileId = query.get("permissionProfileId");
  const asPublic: Viewer = { mode: "preview", staff, account: null, profile: null, grants: [] };
  if (query.get("view") === "public") return asPublic;
  if (!accountId && !profileId) return { mode: "main", staff };

  // Who the accounts are is the reviewers' business; everyone of the staff may preview a profile.
  const account =
    accountId && staff.permissions.has("accounts:review")
      ? await findAccount(store.read, org.id, accountId)
      : null;
  const profile = profileId ? await findProfile(store.read, org.id, profileId) : null;
  // Anything that does not check out is public.
  if ((accountId && account === null) || (profileId && profile === null)) return asPublic;
  if (profile !== null) {
    // A profile alone equals an approved account with it and the NDA passed.
    const grants = await profileGrants(store.read, org.id, profile);
    return {
      mode: "preview",
      staff,
      account: account && { ...account, expired: false },
      profile: { id: profile.id, name: profile.name },
      grants,
    };
  }
  const { grants, expired } = await grantsInForce(store.read, org.id, account?.id ?? "", now());
  return {
    mode: "preview",
    staff,
    account: account && { ...account, expired },
    profile: null,
    grants,
  };
}

/**
 * The grants that an approved account with this profile would have, in every product, with the NDA
 * passed.
 */
async function profileGrants(
  db: Reader,
  orgId: string,
  profile: NonNullable<Awaited<ReturnType<typeof findProfile>>>,
): Promise<Grant[]> {
  const products = await listProducts(db, orgId);
  return products.map((product) => ({
    productId: product.id,
    profileId: profile.id,
    profileName: profile.name,
    allItems: profile.allItems,
    itemUids: new Set(
      profile.items.filter((item) => item.productId === product.id).map((item) => item.itemUid),
    ),
    ndaRequired: true,
    ndaPassed: true,
    expiresAt: null,
  }));
}

/**
 * The member who is signed in on this host with an account of `org`; null for everyone else.
 * @param accountId another account that the same person belongs to; of one where they don't, nobody
 *   is a member
 */
export async function findMemberViewer(
  context: Readonly<RouterContextProvider>,
  org: Org,
  request: Request,
  accountId: string | null = null,
): Promise<Viewer | null> {
  const session = await memberSessionOf(context, request, org.id);
  if (session === null) return null;
  noteUse(context.get(servicesContext), session);
  return memberViewer(context.get(servicesContext), org, session.memberId, accountId);
}

/**
 * A member with the grants that are in force now; null for one who is gone.
 * @param accountId as of `findMemberViewer`
 */
export async function memberViewer(
  { store, now }: Pick<Services, "store" | "now">,
  org: Pick<Org, "id">,
  memberId: string,
  accountId: string | null,
): Promise<Viewer | null> {
  const own = await findMember(store.read, org.id, memberId);
  const member =
    own === null || !accountId || own.accountId === accountId
      ? own
      : ((await accountsOfMember(store.read, org.id, own.id)).find(
          (candidate) => candidate.accountId === accountId,
        ) ?? null);
  if (member === null) return null;
  const { account } = member;
  const { grants, expired } = await grantsInForce(store.read, org.id, account.id, now(), member.id);
  return {
    mode: "accountExternal",
    account: { ...account, expired },
    ...(member.id === own?.id ? {} : { isNamed: true }),
    member: {
      id: member.id,
      email: member.email,
      firstName: member.firstName,
      lastName: member.lastName,
      isAutoApprovedAccountMember: member.isAutoApprovedAccountMember,
    },
    grants: account.reviewStatus === "approved" ? grants : [],
  };
}
