import type { SubmissionResult } from "@conform-to/react";
import { type RouterContextProvider, createContext } from "react-router";
import { INVITE_FLAG, INVITE_PATH, inviteSchema, productsToOffer } from "#model/invitations.ts";
import { localPath } from "#values/local-path.ts";
import { mayInvite } from "#model/visibility/viewer.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import type { PortalRequest } from "#web/portal/scope.ts";

/**
 * A form that was not accepted: shown again with what is wrong, or behind the dialog that says that
 * it failed.
 */
export interface UnsentInvitation {
  result: SubmissionResult;
  /**
   * What made it fail, in the server's words: when to come back. null: its values are shown again,
   * no more.
   */
  failed: { hint: string | null } | null;
}

/** Set by the form's action; the frame's loader runs after it. */
export const unsentInvitationContext = createContext<UnsentInvitation | null>(null);

const CONSTRAINT = formConstraint(inviteSchema(() => false));

/**
 * The dialog of inviting colleagues that the address opens; null for none, and for everyone but
 * members who may.
 */
export type InviteDialogState = ReturnType<typeof inviteDialog>;

/** What the portal's frame holds for it. */
export interface InvitePart {
  invite: InviteDialogState;
}

/** @param path below the portal's base */
export function inviteDialog(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { viewer, products, product }: PortalRequest,
  path: string,
) {
  const query = new URL(request.url).searchParams;
  const unsent = context.get(unsentInvitationContext);
  const asked = query.get(INVITE_FLAG);
  const posted = path === INVITE_PATH;
  if (!mayInvite(viewer) || (posted ? unsent === null : asked !== "true" && asked !== "sent"))
    return null;
  const offered = productsToOffer(products, viewer);
  return {
    kind:
      !posted && asked === "sent"
        ? ("sent" as const)
        : unsent?.failed
          ? ("failed" as const)
          : ("form" as const),
    hint: unsent?.failed?.hint ?? null,
    result: unsent?.result ?? null,
    constraint: CONSTRAINT,
    /** The form was posted: another page stands below than the one that closing leads to. */
    elsewhere: posted,
    page: pageBelow(query, path),
    productId: (offered.find(({ id }) => id === product.id) ?? offered[0])?.id ?? product.id,
    products: offered.map(({ id, name }) => ({ id, name })),
  };
}

/** The page over which the dialog stands: its path below the portal's base, and its own query. */
export function pageBelow(
  query: URLSearchParams,
  path: string,
): { path: string; query: Record<string, string> } {
  const url =
    path === INVITE_PATH
      ? new URL(localPath(query.get("returnTo"), "/"), "http://page.invalid")
      : null;
  const own = [...(url?.searchParams ?? query)].filter(([name]) => !NOT_KEPT.has(name));
  const below = url === null ? path : url.pathname;
  return { path: below === "/" ? "" : below, query: Object.fromEntries(own) };
}

/** What belongs to the dialog, and what links add by themselves. */
const NOT_KEPT: ReadonlySet<string> = new Set([
  INVITE_FLAG,
  "returnTo",
  "source",
  "accountId",
  "permissionProfileId",
  "view",
]);
