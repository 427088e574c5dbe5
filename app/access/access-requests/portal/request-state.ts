import type { SubmissionResult } from "@conform-to/react";
import { createContext, type RouterContextProvider } from "react-router";
import {
  findAccessRequest,
  usualDecisionHours,
  type AccessRequest,
} from "../store/access-requests.server.ts";
import { openQuestion, questionsOf } from "../store/request-questions.server.ts";
import { hasFeature } from "#tenancy/orgs/store/orgs.server.ts";
import { countFiles } from "#visibility/store/files.server.ts";
import { loadItemOutlines } from "#visibility/store/items.server.ts";
import { findSignInLinkById } from "#auth/store/sign-in-links.server.ts";
import {
  areCodesEnded,
  takesMailedCode,
  type SignInLink,
} from "#auth/store/sign-in-codes.server.ts";
import { servicesContext } from "#platform/context.ts";
import {
  accessPlace,
  belowDrawer,
  isAccessPath,
  OTHER_BROWSER,
  returnPath,
  type AccessButton,
  type AccessDialogKind,
  type AccessPlace,
} from "#model/access-requests/access-dialog.ts";
import { decisionWords, declineMessage } from "#model/access-requests/access-outcomes.ts";
import { requestsOpen, secondsToSendAgain } from "../forms/access-request.ts";
import { ndaWhileWaiting } from "./link-nda.ts";
import { CONSTRAINTS, endsOf, requestForm } from "./form-state.ts";
import { companyTerms } from "#company/privacy/rules/privacy-notice.ts";
import { localPath } from "#values/local-path.ts";
import { readEmail } from "#model/subscribers/email.ts";
import { signInCode } from "#auth/codes.ts";
import { invitationOfToken } from "../invite.server.ts";
import { readAccessCookie, type AccessCookie } from "#auth/access-cookie.ts";
import { hostName } from "#auth/request-context.ts";
import { requestOfToken } from "../request-token.server.ts";
import type { PortalRequest } from "#web/portal/scope.ts";

/**
 * The form that was refused: the dialog shows it again. The frame's loader runs after the action.
 */
export interface RefusedForm {
  button: AccessButton | null;
  result: SubmissionResult;
}

export const refusedFormContext = createContext<RefusedForm | null>(null);

/** What the access dialog shows; null when the address opens none. */
export type AccessDialogState = Awaited<ReturnType<typeof loadAccessDialog>>;
export type OpenAccessDialog = NonNullable<AccessDialogState>;

/** What the portal's frame holds for it. */
export interface AccessPart {
  accessDialog: AccessDialogState;
}

/** @param path below the portal's base */
export async function loadAccessDialog(
  context: Readonly<RouterContextProvider>,
  request: Request,
  portal: PortalRequest,
  path: string,
) {
  const query = new URL(request.url).searchParams;
  const place = accessPlace(query, path);
  const { org, viewer } = portal;
  if (place === null || (place.kind === "welcome" && viewer.mode !== "accountExternal"))
    return null;
  const services = context.get(servicesContext);
  const { store, key, config } = services;
  const { customization } = org;
  const memory = readAccessCookie(request, services, org.id);
  const token = query.get("requestToken");
  const tokenRequest = token === null ? null : requestOfToken(key, org.id, token);
  const about = await requestOf(context, portal, tokenRequest ?? memory?.requestId ?? null);
  const inviteToken = query.get("inviteToken");
  const invitation = await invitationOfToken({ context, org }, inviteToken);
  const isOpen = requestsOpen(customization) || invitation !== null;
  const member = viewer.mode === "accountExternal" ? viewer : null;
  const ends = place.longer ? endsOf(portal) : [];
  const kind = tabFor(place.kind, {
    isOpen: isOpen || (ends.length > 0 && customization.accessRequestsEnabled),
    hasAccess: (member?.grants.length ?? 0) > 0,
    hasEnded: member?.account.expired === true,
  });
  const isUnknown = kind === "request" && query.get("unknown") === "true";
  const email =
    kind === "access-expired" && member !== null
      ? member.member.email
      : emailFor(kind, query.get("email"), memory, about);
  const waits = about?.status === "pending";
  const link = kind === "check-email" ? await linkOf(context, org.id, memory) : null;
  // With discreet sign-in the page says the same to everybody.
  const isApproval = link !== null && link.requestId !== null && !org.customization.discreetSignIn;
  const awaitsLink =
    kind === "check-email" &&
    memory?.linkId !== undefined &&
    (!isApproval || takesMailedCode(link, services.now()));
  const takesCode =
    kind === "check-email" &&
    (link === null || !(await areCodesEnded(store.read, org.id, link, services.now())));
  return {
    kind,
    /** The dialog stands over another page than the one that closing it leads to. */
    elsewhere: isAccessPath(path) || belowDrawer(path) !== null,
    page: place.page,
    carried: place.carried,
    /** The item that is asked for, as this viewer's pages name it. */
    item: await askedItem(portal, place.carried.itemUid),
    returnTo: returnPath(place),
    refused: context.get(refusedFormContext),
    productId: portal.product.id,
    revision: org.customizationRevision,
    email,
    /** Who is signed in needs no other address. */
    isMember: member !== null,
    requestsOpen: isOpen,
    /** An address that has no access yet is led on to the request form, and not told by email. */
    leadsToForm: isOpen && !customization.discreetSignIn,
    /**
     * Who invited, and the token that proves it; one that does not count is as if there were none.
     */
    invitation:
      invitation === null ? null : { token: inviteToken ?? "", inviter: invitation.inviter.name },
    /** The address brought an invitation that does not count. */
    invitationEnded: invitation === null && Boolean(inviteToken),
    /** Whether who had access may ask for it again. */
    mayExtend: customization.accessRequestsEnabled,
    staffSignIn: hasFeature(org, "appLoginInstructions")
      ? `${config.origin}/sign-in?redirectTo=${encodeURIComponent(`/${org.slug}`)}`
      : null,
    terms: companyTerms(customization),
    form: kind === "request" ? requestForm(portal, email, invitation) : null,
    /** Who asks for more than they have: a member with access, whose name and company are known. */
    asksMore:
      kind === "request" && member !== null && member.grants.length > 0
        ? { email: member.member.email, accountName: member.account.name }
        : null,
    /** What ends, and when, of a member who asks for more time. */
    ends: kind === "request" ? ends : [],
    /** What somebody wrote before it was known that their access has ended. */
    wish: kind === "access-expired" ? (memory?.wish ?? null) : null,
    /** A link was sent to this browser, or may have been: the mail's code is asked for. */
    awaitsLink,
    /** The code that another browser asks for. It is never on the page that asks for the mail's. */
    shownCode:
      awaitsLink &&
      !isApproval &&
      memory?.linkId !== undefined &&
      query.get(OTHER_BROWSER) === "true"
        ? signInCode(key, "shown", memory.linkId)
        : null,
    isApproval,
    /** In how many seconds the mail can be sent again; 0 once it can. */
    sendAgainIn: memory === null ? 0 : secondsToSendAgain(memory.at, services.now()),
    /**
     * Whether the link's mailed code is taken here; too many wrong ones a day end that for an
     * address.
     */
    takesCode,
    /** What is signed with the code of an approval's email, so that no page stands between. */
    nda:
      isApproval && awaitsLink && takesCode ? await ndaWhileWaiting({ context, org }, link) : null,
    /** The login form led here: no access belongs to the address that was entered. */
    isUnknown,
    decision:
      isUnknown || kind === "request-sent" || kind === "pending-request"
        ? decisionWords(await usualDecisionHours(store.read, org.id))
        : null,
    /** Whether the page below has documents that this viewer can read while they wait. */
    hasOpenDocuments: kind === "request-sent" && (await countFiles(portal.scope)).open > 0,
    declined: kind === "request-declined" ? wordsOf(about, org.name) : null,
    /** Whether this browser, or this link, may add a note to the request and withdraw it. */
    mayChange: waits && (tokenRequest !== null || memory?.sentIt === true),
    mayAskForLink: waits && tokenRequest === null && memory?.sentIt !== true,
    noted: waits ? about.note !== null : false,
    // The mail's link alone proves whose request it is.
    questions:
      waits && tokenRequest !== null ? await asked(context, org.id, tokenRequest) : NOTHING_ASKED,
    requestToken: tokenRequest === null ? null : token,
    /** A link of a mail that is not right, or a request that does not wait any more. */
    gone: !waits && (token !== null || (kind === "pending-request" && about !== null)),
    byLink: token !== null,
    redirectTo: localPath(query.get("redirectTo"), "/"),
    constraints: CONSTRAINTS,
  };
}

/** The title of the item that an address names; null for one that this viewer may not know of. */
async function askedItem(
  { scope }: PortalRequest,
  uid: string | undefined,
): Promise<string | null> {
  if (uid === undefined) return null;
  return (await loadItemOutlines(scope)).find((item) => item.uid === uid)?.title ?? null;
}

/** What staff asked about a request, as the person who sent it is shown it. */
interface Asked {
  /** What waits for an answer. */
  open: string | null;
  answered: { id: string; question: string; answer: string }[];
}

const NOTHING_ASKED: Asked = { open: null, answered: [] };

async function asked(
  context: Readonly<RouterContextProvider>,
  orgId: string,
  requestId: string,
): Promise<Asked> {
  const questions = await questionsOf(context.get(servicesContext).store.read, orgId, requestId);
  return {
    open: openQuestion(questions)?.question ?? null,
    answered: questions.flatMap(({ id, question, answer }) =>
      answer === null ? [] : { id, question, answer },
    ),
  };
}

/** The link that this browser asked for, or that the approval of its request sent. */
async function linkOf(
  context: Readonly<RouterContextProvider>,
  orgId: string,
  memory: AccessCookie | null,
): Promise<SignInLink | null> {
  const { store, now } = context.get(servicesContext);
  return memory?.linkId === undefined
    ? null
    : findSignInLinkById(store.read, orgId, hostName({ context }), memory.linkId, now());
}

/**
 * Without requests there is only the login tab; who is signed in with access asks for more, and
 * whose access has ended is told so.
 */
function tabFor(
  kind: AccessDialogKind,
  { isOpen, hasAccess, hasEnded }: { isOpen: boolean; hasAccess: boolean; hasEnded: boolean },
): AccessDialogKind {
  if (hasEnded && (kind === "request" || kind === "login")) return "access-expired";
  if (kind === "request" && !isOpen) return "login";
  return kind === "login" && hasAccess && isOpen ? "request" : kind;
}

/** The request that a browser or a link is about. */
async function requestOf(
  context: Readonly<RouterContextProvider>,
  { org }: PortalRequest,
  requestId: string | null,
): Promise<AccessRequest | null> {
  return requestId === null
    ? null
    : findAccessRequest(context.get(servicesContext).store.read, org.id, requestId);
}

/**
 * The address that a dialog names or fills in: a mail's link brings one, else the one that was used
 * last.
 */
function emailFor(
  kind: string,
  given: string | null,
  memory: AccessCookie | null,
  about: AccessRequest | null,
): string | null {
  const address = given === null ? null : (readEmail(given)?.email ?? null);
  return (
    address ??
    (memory?.email || null) ??
    (kind === "pending-request" ? (about?.email ?? null) : null)
  );
}

function wordsOf(about: AccessRequest | null, orgName: string): string {
  const outcome =
    about?.outcome == null || about.outcome === "request_approved"
      ? "request_declined"
      : about.outcome;
  return about?.message ?? declineMessage(outcome, orgName);
}

/** The place of a form that was posted: what its address says. */
export function placeOf(request: Request, org: { slug: string }): AccessPlace {
  const url = new URL(request.url);
  const path = url.pathname
    .slice(org.slug.length + 1)
    .replace(/\.data$/, "")
    .replace(/\/$/, "");
  return (
    accessPlace(url.searchParams, path) ?? {
      kind: "login",
      page: { path: "", query: {} },
      carried: {},
      longer: false,
    }
  );
}
