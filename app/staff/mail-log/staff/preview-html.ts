import type { Route } from "./+types/preview-html";
import { servicesContext } from "#platform/context.ts";
import { brandOf } from "#platform/mail/brand.ts";
import { htmlWithLogo } from "#platform/mail/logo.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { FRAMED_MAIL_HEADERS } from "#updates/mail-log/staff/may-read.ts";

/** A message with made-up facts, for the frame of the previews. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const { org } = await requireStaff(context, "settings:edit");
  const services = context.get(servicesContext);
  const { store, config, messages } = services;
  const message = messages.find(({ kind }) => kind === params.kind);
  if (message === undefined)
    return new Response("Page not found\n", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  const { html } = message.preview(await brandOf(store.read, org, config));
  return new Response(await htmlWithLogo(services, { orgId: org.id, html }), {
    headers: { ...FRAMED_MAIL_HEADERS },
  });
}
