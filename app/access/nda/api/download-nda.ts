import { portalBase } from "#model/portal-paths.ts";
import { errorWords } from "#values/error-words.ts";
import type { Route } from "./+types/download-nda";
import { ownSignature } from "#auth/nda/store/nda-signatures.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { NDA_DOWNLOAD_FAILED } from "#model/nda/texts.ts";
import { recordAnswer, recordBytes } from "#content/files/signed-nda.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { problem, refuseBody } from "#web/api/json-body.ts";
import { memberOf } from "#web/api/caller.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

/**
 * POST {base}/download-signed-clickwrap-nda: the PDF of what this member signed. A form that fails
 * is led back to the NDA's page.
 */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { org, viewer } = await memberOf(context, params.accountId, request);
  const isForm = (request.headers.get("Content-Type") ?? "").startsWith(
    "application/x-www-form-urlencoded",
  );
  const refused = isForm ? null : await refuseBody(request);
  if (refused !== null) return refused;
  const { store, blobs, log } = context.get(servicesContext);
  const signature = await ownSignature(store.read, org.id, viewer.member.id);
  const bytes =
    signature === null
      ? null
      : await recordBytes({ store, blobs }, org, signature).catch((error: unknown) => {
          log.error(
            {
              error: errorWords(error),
              signature: signature.id,
            },
            "the record of a signed NDA could not be read",
          );
          return null;
        });
  if (signature !== null && bytes !== null) return recordAnswer(org, signature, bytes);
  if (isForm)
    return redirectWithFlash(
      context,
      `${portalBase(org.slug, context.get(hostContext).domainOrgSlug)}/my-account`,
      { text: NDA_DOWNLOAD_FAILED, tone: "error", place: "corner", passesAfter: 10_000 },
    );
  return problem(signature === null ? 404 : 500, NDA_DOWNLOAD_FAILED);
}
