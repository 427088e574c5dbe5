import { notFound } from "#web/forms/form.ts";
import type { MiddlewareFunction } from "react-router";
import type { Route } from "./+types/record-pdf";
import { recordAudit } from "#tenancy/audit/store/audit.server.ts";
import { findSignature } from "#auth/nda/store/nda-signatures.server.ts";
import { servicesContext } from "#platform/context.ts";
import { recordAnswer, recordBytes } from "#content/files/signed-nda.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { refusePrefetch } from "#platform/http/request/prefetch.ts";

export const middleware: MiddlewareFunction<Response>[] = [refusePrefetch];

/** The PDF of a signature. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { org, session } = await requireStaff(context, "accounts:review");
  const { store, blobs, now } = context.get(servicesContext);
  const signature = await findSignature(store.read, org.id, params.signatureId);
  if (signature === null) throw notFound();
  const bytes = await recordBytes({ store, blobs }, org, signature);
  if (request.method === "GET")
    await store.write((trx) =>
      recordAudit(
        { trx, orgId: org.id, by: actorOf(context, session), now: now() },
        { action: "nda.record-read", subject: signature.id, detail: { email: signature.email } },
      ),
    );
  return recordAnswer(org, signature, bytes);
}
