import type { LoaderFunctionArgs } from "react-router";
import { servicesContext } from "#platform/context.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { keyCall } from "#web/api/key-call.ts";
import { nounAt } from "./nouns.ts";
import { entryOf, pageAnswer, tagged } from "./pages.server.ts";

export const handle: RouteHandle = { methods: ["GET"], keyCall: true };

/** GET /api/v1/{noun}: a page of its entries. GET /api/v1/{noun}/{id}: one of them. */
export function loader({
  context,
  request,
  params,
  pattern,
}: LoaderFunctionArgs): Promise<Response> {
  const { name, noun } = nounAt(pattern);
  const { id } = params;
  return keyCall({ context, request }, noun.need, async (opened) => {
    const services = context.get(servicesContext);
    if (id === undefined) return pageAnswer(services, request, opened, { name, noun });
    return tagged(request, await entryOf(services, opened, noun, id));
  });
}
