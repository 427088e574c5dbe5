import { data } from "react-router";
import type { Route } from "./+types/record-pdf";
import { findSignature } from "../../../db/nda-signatures.ts";
import { servicesContext } from "../../context.ts";
import { recordAnswer, recordBytes } from "../../files/signed-nda.ts";
import { requireStaff } from "../../middleware/staff.ts";

/** The PDF of a signature. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const { org } = await requireStaff(context, "accounts:review");
  const { store, blobs } = context.get(servicesContext);
  const signature = await findSignature(store.read, org.id, params.signatureId);
  if (signature === null) throw data(null, { status: 404, statusText: "Page not found" });
  return recordAnswer(org, signature, await recordBytes({ store, blobs }, org, signature));
}
