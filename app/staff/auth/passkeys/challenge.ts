import { redirect } from "react-router";
import type { Route } from "./+types/challenge";
import { keepChallenge } from "#auth/store/passkeys.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { passingOf } from "#web/forms/form.ts";
import { passkeySite, requestOptions } from "./ceremony.ts";

/** An address for the script of the sign-in page alone: who opens it is led to that page. */
export function loader() {
  return redirect("/sign-in", { status: 303 });
}

/** POST: what a device has to sign to sign somebody in, whoever that is. Good once, for 5 minutes. */
export async function action({ context }: Route.ActionArgs): Promise<Response> {
  const { config, limits, store, now } = context.get(servicesContext);
  const site = passkeySite(config.origin);
  if (site === null) return new Response("Not Found", { status: 404, statusText: "Not Found" });
  try {
    await limits.consume("passkey-ip", context.get(hostContext).ip);
    const options = await requestOptions(site);
    await store.write((trx) => keepChallenge(trx, options.challenge, null, now()));
    return Response.json(options, { headers: { "Cache-Control": "private, no-store" } });
  } catch (error) {
    const passing = passingOf(error);
    if (passing === null) throw error;
    return Response.json(
      { message: passing.message },
      { status: passing.status, headers: passing.headers ?? {} },
    );
  }
}
