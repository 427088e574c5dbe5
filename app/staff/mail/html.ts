import type { Route } from "./+types/html";
import { findMail } from "../../../db/outbox-list.ts";
import { servicesContext } from "../../context.ts";
import { requireStaff } from "../../middleware/staff.ts";
import { FRAMED_MAIL_HEADERS, mayReadBody } from "./may-read.ts";

/** A mail as its recipient sees it, for the frame of its page. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const { org, role } = await requireStaff(context, "settings:edit");
  const { store, config } = context.get(servicesContext);
  const mail = await findMail(store.read, org.id, params.mailId);
  if (mail?.html == null || !mayReadBody(mail, role, config.mail))
    return new Response("Page not found\n", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  return new Response(mail.html, { headers: { ...FRAMED_MAIL_HEADERS } });
}
