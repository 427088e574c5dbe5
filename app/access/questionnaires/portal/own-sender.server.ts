import { type Own, ownOf } from "#access/accounts/portal/account-changes.ts";
import { UPLOADS_PAGE } from "#model/questionnaires/uploads.ts";
import type { RouterContextProvider } from "react-router";
import { notFound } from "#web/forms/form.ts";

/**
 * The member who looks at questionnaires that their account sends.
 * @throws a redirect to the login tab for everyone else; 404 where the organization takes none
 */
export function senderOf(context: Readonly<RouterContextProvider>, request: Request): Own {
  const own = ownOf(context, request, UPLOADS_PAGE);
  if (own.org.customization.questionnaireUploads === "off") throw notFound();
  return own;
}

/** What a page says to a member who has no access now, with which status. */
export const LOCKED = { status: 403 } as const;
