import { redirect } from "react-router";
import type { Route } from "./+types/released-file";
import { RELEASE_REFUSALS, releaseState, seesReleasesOf } from "#model/questionnaires/releases.ts";
import { servicesContext, viewerContext } from "#platform/context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { notFound } from "#web/forms/form.ts";
import { addressOn, orgOf, portalBase } from "#web/portal/scope.ts";
import { findRelease } from "../store/releases.server.ts";
import { takenRelease } from "../taken.server.ts";

/**
 * The answered questionnaire that was released to the member's account. Strangers are led to the
 * login, and who has to sign the NDA first to it; a member of another account finds nothing.
 */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const org = orgOf(context);
  const viewer = context.get(viewerContext);
  const { store } = context.get(servicesContext);
  if (viewer.mode !== "accountExternal")
    return redirect(
      addressOn(context, org, "", {
        loginRequest: "true",
        source: "account",
        redirectTo: "/my-account",
      }),
      { status: 303 },
    );
  const release = await findRelease(store.read, org.id, params.releaseId);
  if (release === null || !seesReleasesOf(viewer, release.accountId)) throw notFound();
  const page = addressOn(context, org, "/my-account", { accountId: viewer.account.id });
  const refuse = (text: string) => redirectWithFlash(context, page, { text, tone: "error" });
  const state = releaseState(release);
  if (state !== "current") return refuse(RELEASE_REFUSALS[state]);
  const taken = await takenRelease({ context, request, org, viewer }, release);
  if (taken === "nda")
    return redirect(
      addressOn(context, org, "/nda", {
        accountId: viewer.account.id,
        returnTo: `${portalBase(context, org)}/my-account/questionnaires/${release.id}`,
      }),
      { status: 303 },
    );
  return taken === "unreadable"
    ? refuse(`This file can’t be opened. ${org.name} can release it again.`)
    : taken;
}
