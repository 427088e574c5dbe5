import { redirect } from "react-router";
import type { Route } from "./+types/unsubscribe";
import { hostContext, servicesContext, viewerContext } from "#platform/context.ts";
import { PROOF_FIELD } from "#values/confirmation-field.ts";
import { UNSUBSCRIBED } from "#model/subscribers/subscriptions.ts";
import { unsubscribeByToken } from "../mail/subscription-links.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { isProven } from "#platform/http/request/confirmation-token.ts";
import { orgOf, portalBase } from "#web/portal/scope.ts";
import { unsubscribeSubject } from "./dialog-state.ts";

/** Looking leads to the portal, with the dialog where a token is named. */
export function loader({ context, url }: Route.LoaderArgs): Response {
  const token = url.searchParams.get("token") ?? url.searchParams.get("unsubscribeToken");
  const query = token === null ? "" : `?${new URLSearchParams({ unsubscribeToken: token })}`;
  return redirect(`${portalBase(context, orgOf(context)) || "/"}${query}`, { status: 303 });
}

/**
 * The unsubscribe dialog's form. A form without the proof of that dialog gets the dialog, and
 * changes nothing.
 */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const org = orgOf(context);
  const home = portalBase(context, org) || "/";
  const form = await readForm(request);
  const token = form.get("token");
  if (typeof token !== "string" || token === "") return redirect(home, { status: 303 });
  if (!isProven(context, unsubscribeSubject(org.id, token), form.get(PROOF_FIELD)))
    return redirect(`${home}?${new URLSearchParams({ unsubscribeToken: token })}`, { status: 303 });
  const done = await unsubscribeByToken(context.get(servicesContext), org, {
    purpose: "subscription",
    token,
    viewer: context.get(viewerContext),
    ip: context.get(hostContext).ip,
  });
  return done
    ? redirectWithFlash(context, home, UNSUBSCRIBED)
    : redirect(`${home}?unsubscribeStatus=Failed`, { status: 303 });
}

export default function Unsubscribe() {
  return null;
}
