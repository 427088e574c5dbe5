import * as z from "zod";
import type { Route } from "./+types/unsubscribe";
import { hostContext, servicesContext } from "#platform/context.ts";
import { UNSUBSCRIBED } from "#model/subscribers/subscriptions.ts";
import { PUBLIC_VIEWER } from "#model/visibility/viewer.ts";
import { unsubscribeByToken } from "../mail/subscription-links.ts";
import { problem, readJson } from "#web/api/json-body.ts";
import { tenantOf } from "#web/api/caller.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

const unsubscribeSchema = z.object({
  token: z
    .string({ error: "A token is required" })
    .min(1, "A token is required")
    .max(2_000, "This isn’t a valid token"),
});

/**
 * POST {public portal base}/unsubscribe {token}. JSON alone, which no form can send: a scanner that
 * submits forms ends nothing.
 */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const org = await tenantOf(context, params.orgId);
  const value = await readJson(request, unsubscribeSchema);
  if (value instanceof Response) return value;
  const done = await unsubscribeByToken(context.get(servicesContext), org, {
    purpose: "subscription",
    token: value.token,
    viewer: PUBLIC_VIEWER,
    ip: context.get(hostContext).ip,
  });
  return done
    ? Response.json({ ok: true, message: UNSUBSCRIBED })
    : problem(400, "Your unsubscribe link expired");
}
