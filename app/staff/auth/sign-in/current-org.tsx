import { redirect } from "react-router";
import type { Route } from "./+types/current-org";
import { setCurrentOrg } from "#auth/store/sessions.server.ts";
import { HOME_PAGE } from "#model/home.ts";
import { servicesContext } from "#platform/context.ts";
import { localPath } from "#values/local-path.ts";
import { currentOrgSchema } from "#model/auth/forms/staff-forms.ts";
import { parseForm } from "#web/forms/form.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { firstPageOf } from "./begin-session.ts";
import { requireSession } from "#auth/current-staff.ts";

/** A form's address alone: who opens it is led to their account. */
export function loader() {
  return redirect("/account", { status: 303 });
}

/**
 * Shows another of the person's orgs in the private area; an org that is not theirs does not exist.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const session = requireSession(context);
  const submitted = parseForm(context, await readForm(request), currentOrgSchema);
  const role = submitted.ok
    ? [...session.roles, ...session.closed].find(
        (candidate) => candidate.orgId === submitted.value.orgId,
      )
    : undefined;
  if (!submitted.ok || role === undefined)
    throw new Response("Not Found", { status: 404, statusText: "Not Found" });
  const to = localPath(submitted.value.redirectTo, HOME_PAGE);
  const first = await context.get(servicesContext).store.write(async (trx) => {
    await setCurrentOrg(trx, session.tokenHash, role.orgId);
    const open = session.roles.find(({ orgId }) => orgId === role.orgId);
    return open !== undefined && to === HOME_PAGE ? firstPageOf(trx, open) : to;
  });
  return redirect(first, { status: 303 });
}
