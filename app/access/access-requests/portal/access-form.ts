import { redirect } from "react-router";
import { servicesContext } from "#platform/context.ts";
import {
  dialogQuery,
  type AccessPlace,
  type AccessStatus,
} from "#model/access-requests/access-dialog.ts";
import { rememberCookie, type AccessCookie } from "#auth/access-cookie.ts";
import type { RequestContext } from "#auth/request-context.ts";
import type { FormAnswer } from "#web/forms/form.ts";
import type { PageButton } from "#web/forms/page-buttons.ts";
import { addressOn } from "#web/portal/scope.ts";

/** One form of the access dialogs: who asks, and over which page. */
export interface AccessForm extends RequestContext {
  place: AccessPlace;
}

/** What a button of the access dialogs does with its form. */
export type AccessChange = PageButton<AccessForm, Response | FormAnswer>;

/** Leads to the dialog that says how it went, over the page where the visitor was. */
export function toStatus(form: AccessForm, status: AccessStatus, memory: AccessCookie): Response {
  return toDialog(form, { accessStatus: status }, memory);
}

/** Leads to a dialog, and lets the browser remember what it is about. */
export function toDialog(
  { context, request, org, place }: AccessForm,
  opens: Readonly<Record<string, string>>,
  memory: AccessCookie,
): Response {
  const cookie = rememberCookie(request, context.get(servicesContext), org.id, memory);
  return redirect(addressOn(context, org, place.page.path, dialogQuery(place, opens)), {
    status: 303,
    headers: { "Set-Cookie": cookie },
  });
}
