import * as z from "zod";
import type { Route } from "./+types/graphql";
import { staffActor } from "#tenancy/audit/store/audit.server.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { removeItem } from "#content/items/store/item-state.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import { StorageUnavailable } from "#db/store.ts";
import { staffCaller } from "#web/api/staff.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { catalogueItem } from "#model/cards/catalogue/index.ts";
import { readJson } from "#web/api/json-body.ts";
import { searchCompanies } from "#content/companies/search.server.ts";
import { answerGraphql, type Operations } from "../schema.server.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { itemSubject } from "#content/items/store/item-history.server.ts";

export const handle: RouteHandle = { methods: ["POST"] };

const MAX_BYTES = 16 * 1024;
const RESPONSE_TYPE = "application/graphql-response+json";

const requestSchema = z.object({
  query: z.string({ error: "Send the document as “query”" }),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  extensions: z.unknown().optional(),
});

/**
 * POST /api/graphql?org= {query, variables, operationName}: SearchCompanies and DeleteCustomItem
 * for staff who edit the portal. The door's refusals are problems, as everywhere; what an operation
 * says is `{data}` or `{errors}`.
 */
export async function action({ request, context, url }: Route.ActionArgs): Promise<Response> {
  let caller: Awaited<ReturnType<typeof staffCaller>>;
  try {
    caller = await staffCaller(context, "statuspage:edit", url);
  } catch (error) {
    if (error instanceof Response) return error;
    throw error;
  }
  const body = await readJson(request, requestSchema, MAX_BYTES);
  if (body instanceof Response) return body;
  const { executed, result } = await answerGraphql(body, operationsOf(context, caller));
  const isNew = (request.headers.get("Accept") ?? "").includes(RESPONSE_TYPE);
  return new Response(JSON.stringify(result), {
    // The older media type says 200 to whatever is well-formed; the newer one tells what was not
    // executed.
    status: executed || !isNew ? 200 : 400,
    headers: {
      "Content-Type": `${isNew ? RESPONSE_TYPE : "application/json"}; charset=utf-8`,
      "Cache-Control": "private, no-store",
    },
  });
}

function operationsOf(
  context: Route.ActionArgs["context"],
  { org, session }: Awaited<ReturnType<typeof staffCaller>>,
): Operations {
  const services = context.get(servicesContext);
  const { store, now, log } = services;
  return {
    searchCompanies: (text) => searchCompanies(services, org.id, text.slice(0, 100)),
    async deleteCustomItem(itemId, productId) {
      // What the catalogue knows is no custom item, and stays.
      if (catalogueItem(itemId) !== undefined) throw new NotFound("item");
      const edit = {
        subject: itemSubject,
        subjectId: itemId,
        orgId: org.id,
        productId,
        by: staffActor(session.staff, context.get(hostContext).ip),
        now: now(),
        base: null,
      } as const;
      const { changeId } = await store.write((trx) =>
        recordChange(trx, edit, () => removeItem(trx, org.id, productId, itemId)),
      );
      return { itemId, changeId };
    },
    errorOf(error) {
      if (error instanceof NotFound) return { message: "Not found", code: "NOT_FOUND" };
      if (error instanceof Refused) return { message: error.message, code: "REFUSED" };
      if (error instanceof StorageUnavailable)
        return { message: error.message, code: "UNAVAILABLE" };
      log.error(
        { error: error instanceof Error ? (error.stack ?? error.message) : String(error) },
        "a GraphQL operation failed",
      );
      return { message: "Something went wrong.", code: "INTERNAL" };
    },
  };
}
