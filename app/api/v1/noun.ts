import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import type { OpenedKey } from "#auth/access-keys/open-key.server.ts";
import { apiMethods } from "#model/api-nouns.ts";
import { servicesContext, type Services } from "#platform/context.ts";
import { recordLook, type AuditFact } from "#tenancy/audit/store/audit.server.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { keyCall } from "#web/api/key-call.ts";
import { notAllowed } from "#web/api/staff.ts";
import { nounAt, verbAt } from "./nouns.ts";
import { entryOf, pageAnswer, tagged } from "./pages.server.ts";
import { putAnswer } from "./put-call.server.ts";
import { mustBeOfKey } from "./writes/verb.ts";
import { writeAnswer } from "./write-call.server.ts";

export const handle: RouteHandle = { methods: apiMethods, keyCall: true };

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
    if (noun.isWhole === true) mustBeOfKey(opened, null);
    if (noun.look !== undefined) await noteLook(services, opened, noun.look);
    if (id === undefined) return pageAnswer(services, request, opened, { name, noun });
    return tagged(request, await entryOf(services, opened, noun, id));
  });
}

/** Keeps in the audit who read the entries of a noun, once an hour. */
function noteLook({ store, now }: Services, { org, by }: OpenedKey, look: AuditFact) {
  return store.write((trx) => recordLook({ trx, orgId: org.id, by, now: now() }, look));
}

/**
 * POST makes an entry, PATCH changes it, DELETE ends it; POST to a word below an entry does what the
 * word says. PUT brings a list into step.
 */
export async function action({
  context,
  request,
  params,
  pattern,
}: ActionFunctionArgs): Promise<Response> {
  const { name, noun } = nounAt(pattern);
  const found = verbAt(pattern, request.method);
  if (found === null) return notAllowed("GET", "HEAD");
  const { writes, verb } = found;
  return keyCall({ context, request }, writes.need, (opened) => {
    const services = context.get(servicesContext);
    if (noun.isWhole === true) mustBeOfKey(opened, null);
    const call = { services, opened, request, name, noun, id: params.id ?? null };
    return verb === "put" ? putAnswer(call, writes) : writeAnswer(call, verb);
  });
}
