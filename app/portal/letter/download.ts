import contentDisposition from "content-disposition";
import type { Route } from "./+types/download";
import { servicesContext } from "../../context.ts";
import { bridgeLetterFile } from "../../files/letter/bridge-letter-file.ts";
import { requireLetter } from "./request.ts";

/** The bridge letter as a PDF with today's date. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { portal, found } = await requireLetter(context, request, params, "download");
  const { bytes, hash } = await bridgeLetterFile(portal.org, found.letter, context.get(servicesContext).now());
  const headers = { "Content-Type": "application/pdf", "Content-Disposition": contentDisposition(found.fileName), "Content-Length": String(bytes.length), ETag: `"${hash.slice(0, 32)}"` };
  return new Response(request.method === "HEAD" ? null : new Uint8Array(bytes), { headers });
}
