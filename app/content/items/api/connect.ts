import * as z from "zod";
import type { Route } from "./+types/connect";
import { servicesContext } from "#platform/context.ts";
import { readJson } from "#web/api/json-body.ts";
import {
  connectionAnswer,
  connectionCall,
  notConnected,
  productField,
} from "./integration-answer.ts";
import { connect } from "../integration-editor.server.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

const bodySchema = z.object({
  page: z.string({ error: "Send the page to connect" }).max(2_000),
  productId: productField,
});

/**
 * POST /api/integrations/hackerone/connect {page}: connects the item of the default product, or of
 * `productId`.
 */
export function action({ context, request, url }: Route.ActionArgs): Promise<Response> {
  return connectionCall({ context, url }, "hackerone", async ({ of }) => {
    const body = await readJson(request, bodySchema);
    if (body instanceof Response) return body;
    const call = await of(body.productId);
    const provider = "hackerone";
    const connected = await connect(context.get(servicesContext), call, call.editable, {
      provider,
      typed: body.page,
    });
    return "fault" in connected
      ? notConnected(connected)
      : connectionAnswer(call.org, { ...connected, page: connected.integration.page });
  });
}
