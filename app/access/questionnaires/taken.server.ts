import type { RouterContextProvider } from "react-router";
import { markFor } from "#content/files/watermark/marks.ts";
import { readsAnswers } from "#model/questionnaires/uploads.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { withProperty } from "#platform/files/questionnaires/office-properties.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { RELEASE_TAKEN } from "#tenancy/visitor-events/rules/visitor-events.ts";
import { recordMemberEvent } from "#tenancy/visitor-events/store/events.server.ts";
import { errorWords } from "#values/error-words.ts";
import { formAnswer, isOffice } from "./answered.server.ts";
import { MAX_ANSWERED_BYTES } from "./release.server.ts";
import { findQuestionnaire } from "./store/questionnaires.server.ts";
import type { Release } from "./store/releases.server.ts";

/** The property of a workbook or a document that holds the ID of its trace. */
const TRACE_PROPERTY = "Trace";

/** Who takes a released file: a member of its account. */
interface Taking {
  context: Readonly<RouterContextProvider>;
  request: Request;
  org: Org;
  viewer: Extract<Viewer, { mode: "accountExternal" }>;
}

/**
 * Hands over a released file that is current, by the same rule at every door. It is recorded before
 * anything leaves: what can't be recorded is not handed over.
 * @returns `nda` where the viewer has to sign first, `unreadable` where the stored file is damaged
 */
export async function takenRelease(
  { context, request, org, viewer }: Taking,
  release: Release,
): Promise<Response | "nda" | "unreadable"> {
  const { store, blobs, now, log } = context.get(servicesContext);
  const about = await findQuestionnaire(store.read, org.id, release.questionnaireId);
  if (!readsAnswers(viewer, about?.productId ?? null)) return "nda";
  let bytes: Uint8Array;
  try {
    bytes = await blobs.readAll(org.id, release.blobHash ?? "", MAX_ANSWERED_BYTES);
  } catch (error) {
    const told = errorWords(error);
    log.error({ error: told, release: release.id }, "a released questionnaire could not be read");
    return "unreadable";
  }
  // Who got this copy can be looked up by its properties, as by the watermark of a document.
  if (request.method !== "HEAD" && isOffice(bytes)) {
    const { mark } = await markFor(
      { services: context.get(servicesContext), org, viewer, ip: context.get(hostContext).ip },
      { id: release.id, blobHash: release.blobHash ?? "", originalName: release.fileName },
    );
    bytes = await withProperty(Buffer.from(bytes), { name: TRACE_PROPERTY, value: mark.trace });
  }
  const { key } = viewer;
  if (request.method !== "HEAD")
    await store.write((trx) =>
      recordMemberEvent(
        { trx, orgId: org.id, now: now() },
        {
          name: RELEASE_TAKEN,
          accountId: release.accountId,
          memberId: viewer.member.id,
          bytes: bytes.length,
          detail: {
            file: release.fileName,
            release: release.id,
            ...(key === undefined ? {} : { key: key.name }),
          },
        },
      ),
    );
  return formAnswer(release.fileName, bytes);
}
