import * as z from "zod";
import type { Route } from "./+types/resend-webhook";
import { hearProvider } from "#platform/mail/store/mail-webhooks.server.ts";
import { servicesContext } from "#platform/context.ts";
import { complaintOf, isSigned } from "#platform/mail/webhook.ts";
import { problem, readText } from "#web/api/json-body.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

const MAX_BYTES = 256 * 1024;

/** There is nothing to look at. */
export function loader(): Response {
  return problem(404, "Not found");
}

/**
 * What Resend tells about bounces and complaints; without the secret in the configuration there is
 * no such address.
 */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const { config, store, now, log } = context.get(servicesContext);
  const secret = config.resend.webhookSecret;
  if (secret === undefined) return problem(404, "Not found");
  const body = await readText(request, MAX_BYTES);
  if (body === null) return problem(413, "The request is larger than the server accepts.");
  const header = (name: string) =>
    request.headers.get(`svix-${name}`) ?? request.headers.get(`webhook-${name}`);
  const id = header("id");
  if (
    id === null ||
    !isSigned(
      { id, timestamp: header("timestamp"), signature: header("signature") },
      body,
      secret,
      now(),
    )
  )
    return problem(401, "This call isn’t signed correctly.");
  try {
    const news = complaintOf(JSON.parse(body));
    const isNew = await store.write((trx) => hearProvider(trx, id, news, now()));
    if (isNew && news !== null) log.info({ reason: news.reason }, "an email came back");
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError)
      return problem(400, "This isn’t a valid event.");
    throw error;
  }
  return new Response(null, { status: 204 });
}
