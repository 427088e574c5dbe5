import { redirect } from "react-router";
import type { Route } from "./+types/sign-out";
import { recordStaffAudit } from "#tenancy/audit/store/audit.server.ts";
import { sha256 } from "#db/ids.ts";
import { revokeSession } from "#auth/store/session-list.server.ts";
import { servicesContext, staffSessionContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { readCookie, setCookie } from "#platform/http/request/cookies.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { actorOf } from "#auth/current-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { FormPage } from "#web/ui/form-page.tsx";

export function meta() {
  return [{ title: pageTitle("Sign out") }, { name: "robots", content: "noindex" }];
}

export function loader({ context }: Route.LoaderArgs) {
  const session = context.get(staffSessionContext);
  if (session === null) throw redirect("/sign-in", { status: 303 });
  return { email: session.staff.email };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { config, store, now } = context.get(servicesContext);
  const session = context.get(staffSessionContext);
  const token = readCookie(request, config, "otc_staff");
  if (token !== null) {
    await store.write(async (trx) => {
      const at = now();
      const ended = await revokeSession(trx, sha256(token), at);
      if (ended && session !== null) {
        const write = { trx, by: actorOf(context, session), now: at };
        await recordStaffAudit(write, session.staff.id, { action: "staff.signed-out" });
      }
    });
  }
  return redirectWithFlash(context, "/sign-in", "You are signed out.", [
    setCookie(config, "otc_staff", "", 0),
  ]);
}

export default function SignOut({ loaderData }: Route.ComponentProps) {
  return (
    <FormPage title="Sign out" lead={`You are signed in as ${loaderData.email}.`}>
      {/* lynx sends a form without a field by GET: the button is its field. */}
      <form method="post" noValidate>
        <Button name="intent" value="sign-out" className="w-full">
          Sign out
        </Button>
      </form>
    </FormPage>
  );
}
