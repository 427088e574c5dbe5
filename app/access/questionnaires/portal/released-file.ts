import { redirect } from "react-router";
import type { Route } from "./+types/released-file";
import { RELEASE_REFUSALS, releaseState, seesReleasesOf } from "#model/questionnaires/releases.ts";
import { readsAnswers } from "#model/questionnaires/uploads.ts";
import { servicesContext, viewerContext } from "#platform/context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { RELEASE_TAKEN } from "#tenancy/visitor-events/rules/visitor-events.ts";
import { recordMemberEvent } from "#tenancy/visitor-events/store/events.server.ts";
import { notFound } from "#web/forms/form.ts";
import { addressOn, orgOf, portalBase } from "#web/portal/scope.ts";
import { formAnswer } from "../answered.server.ts";
import { MAX_ANSWERED_BYTES } from "../release.server.ts";
import { findQuestionnaire } from "../store/questionnaires.server.ts";
import { findRelease } from "../store/releases.server.ts";

/**
 * The answered questionnaire that was released to the member's account. Strangers are led to the
 * login, and who has to sign the NDA first to it; a member of another account finds nothing.
 */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const org = orgOf(context);
  const viewer = context.get(viewerContext);
  const { store, blobs, now, log } = context.get(servicesContext);
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
  const about = await findQuestionnaire(store.read, org.id, release.questionnaireId);
  if (!readsAnswers(viewer, about?.productId ?? null))
    return redirect(
      addressOn(context, org, "/nda", {
        accountId: viewer.account.id,
        returnTo: `${portalBase(context, org)}/my-account/questionnaires/${release.id}`,
      }),
      { status: 303 },
    );
  let bytes: Uint8Array;
  try {
    bytes = await blobs.readAll(org.id, release.blobHash ?? "", MAX_ANSWERED_BYTES);
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    log.error({ error: told, release: release.id }, "a released questionnaire could not be read");
    return refuse(`This file can’t be opened. ${org.name} can release it again.`);
  }
  // Written before anything leaves: what can't be recorded is not handed over.
  if (request.method !== "HEAD")
    await store.write((trx) =>
      recordMemberEvent(
        { trx, orgId: org.id, now: now() },
        {
          name: RELEASE_TAKEN,
          accountId: release.accountId,
          memberId: viewer.member.id,
          bytes: bytes.length,
          detail: { file: release.fileName, release: release.id },
        },
      ),
    );
  return formAnswer(release.fileName, bytes);
}
