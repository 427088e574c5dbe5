import type { Route } from "./+types/own-dates";
import { servicesContext } from "#platform/context.ts";
import { orgOf } from "#web/portal/scope.ts";
import { ownCalendar } from "../own-calendar.server.ts";

/**
 * A member's own calendar, by an address that carries its secret: programs that read calendars send
 * no header and no cookie. It stands in the query, which no log has. What it opens is judged at each
 * reading.
 */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const secret = new URL(request.url).searchParams.get("token") ?? "";
  const services = context.get(servicesContext);
  const text = secret === "" ? null : await ownCalendar(services, orgOf(context), secret);
  if (text === null) throw new Response(null, { status: 404, statusText: "Page not found" });
  return new Response(text, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="dates.ics"',
      "Cache-Control": "private, no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}
