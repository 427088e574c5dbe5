import type { MiddlewareFunction } from "react-router";
import type { Route } from "./+types/html";
import { findMail } from "#platform/mail/store/outbox-list.server.ts";
import { servicesContext } from "#platform/context.ts";
import { requireStaff } from "#auth/current-staff.ts";
import {
  FRAMED_MAIL_HEADERS,
  mayReadBody,
  mayUseTokens,
  recordReading,
  withoutTokens,
} from "./may-read.ts";
import { htmlWithLogo } from "#platform/mail/logo.ts";
import { refusePrefetch } from "#platform/http/request/prefetch.ts";

export const middleware: MiddlewareFunction<Response>[] = [refusePrefetch];

/** A mail as its recipient sees it, for the frame of its page. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const staff = await requireStaff(context, "settings:edit");
  const { org, role } = staff;
  const services = context.get(servicesContext);
  const { store, config } = services;
  const mail = await findMail(store.read, org.id, params.mailId);
  if (mail?.html == null || !mayReadBody(mail, role, config.mail))
    return new Response("Page not found\n", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  if (request.method === "GET") await recordReading(context, staff, mail);
  const html = mayUseTokens(role, config.mail) ? mail.html : withoutTokens(mail.html);
  return new Response(await htmlWithLogo(services, { orgId: org.id, html }), {
    headers: { ...FRAMED_MAIL_HEADERS },
  });
}
