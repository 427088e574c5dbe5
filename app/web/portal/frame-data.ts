import type { Permission } from "#model/auth/permissions.ts";
import type { ThirdParties } from "#model/consent.ts";
import type { StartStep } from "#model/setup-guide.ts";
import type { accessTitle } from "#model/access-requests/request-titles.ts";
import type { inviteTitle } from "#model/invitations.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Customization } from "#model/settings/customization.ts";
import type { takeFlash } from "#platform/http/request/flash.ts";
import type { ProductRef } from "#model/visibility/page.ts";
import type { ViewerAccount } from "#model/visibility/viewer.ts";

type ReviewStatus = ViewerAccount["reviewStatus"] | "expired";

/** What the page says of the viewer: names for the menu and the banner, nothing more. */
export type ViewerSummary =
  | { mode: "public" }
  | { mode: "main"; name: string; permissions: Permission[] }
  | {
      mode: "preview";
      account: { id: string; name: string; reviewStatus: ReviewStatus } | null;
      profile: { id: string; name: string } | null;
    }
  | {
      mode: "accountExternal";
      name: string;
      email: string;
      accountName: string;
      reviewStatus: ReviewStatus;
    };

/** Where the NDA stands for a member: nothing to sign, signed, or waiting for it. */
export type NdaStatus = "none" | "signed" | "due";

/** What the account menu tells a member beside name and status. */
export interface MemberMenu {
  nda: NdaStatus;
  /** They signed it themselves: there is a PDF of it. */
  ownNda: boolean;
  /** There are tools to send data to. */
  sends: boolean;
  /** They may ask questions about items, which are usually answered 'within a day'. */
  answered: string | null;
  accountId: string;
  otherAccounts: { id: string; name: string }[];
}

/** What the owner's tools need to know. */
export interface EditingFacts {
  icons: boolean;
  sections: boolean;
  /** The word of the undo dialog for what they saved last. */
  undo: string | null;
}

/** A page of the portal, as links that open a dialog over it begin. */
export interface PlaceInPortal {
  path: string;
  query: Record<string, string>;
}

/**
 * What the portal's frame tells every page inside it. Of the dialogs over a page it tells whether
 * one is open; what is in it is the business of its noun, which asks for more of the frame.
 */
export interface PortalFrame extends Pick<
  Customization,
  | "portalTitle"
  | "bannerHeight"
  | "showPortalTitle"
  | "description"
  | "supportMailbox"
  | "securityMailbox"
  | "guideUrl"
> {
  base: string;
  productBase: string;
  canonicalPath: string;
  canonicalBase: string;
  publicLink: string | null;
  subscribe: boolean;
  /** The query that keeps a preview going, or a member in an account. */
  keep: string;
  orgId: string;
  org: Pick<Org, "name" | "websiteUrl" | "timeZone" | "logo" | "logoDark" | "banner" | "favicon">;
  /** Which picture a link to this portal shows where it is shared. */
  pictureVersion: string;
  published: boolean;
  mayEdit: boolean;
  accessRequestsEnabled: boolean;
  poweredBy: boolean;
  products: Pick<ProductRef, "slug" | "name" | "show" | "isDefault">[];
  links: { label: string; link: string }[];
  product: Pick<ProductRef, "id" | "slug" | "name">;
  multiProductTooltip: boolean;
  viewer: ViewerSummary;
  /**
   * The private area shows one org at a time: where it is another one, links into it switch to this
   * one.
   */
  areaIsHere: boolean;
  /** Null for everyone but members. */
  menu: MemberMenu | null;
  hasGrant: boolean;
  recentTopic: { id: string; subject: string } | null;
  /** Null for everyone but owners. */
  editing: EditingFacts | null;
  /** Where an unfinished setup guide goes on, for those who can finish it. */
  start: StartStep | null;
  /** Which of the portal's own pages have something for this viewer. */
  has: Record<"updates" | "faq" | "controls" | "subprocessors" | "dora" | "cra", boolean>;
  feeds: boolean;
  showCauses: boolean;
  accessDialog: Parameters<typeof accessTitle>[0] | null;
  invite: Parameters<typeof inviteTitle>[0] | null;
  knowledgeBase: object | null;
  subscription: {
    dialog: object | null;
    close: PlaceInPortal;
    termsUrl: string | null;
    privacyUrl: string | null;
  };
  /** This page without the dialog over it: what links that open one begin with. */
  page: PlaceInPortal;
  mayInvite: boolean;
  /** What the page loads of others once it is allowed; null on every page where nothing may. */
  others: ThirdParties | null;
  /** Whether this site loads anything of others, on whatever page, and lists it. */
  cookies: { declared: boolean } | null;
  /** Whether this viewer may ask questions in words. */
  mayAsk: boolean;
  flash: ReturnType<typeof takeFlash>;
  path: string;
  failed: boolean;
}
