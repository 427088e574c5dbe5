import type { Route } from "./+types/verify-json";
import { hostContext, servicesContext } from "#platform/context.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { notPost, problem } from "#web/api/json-body.ts";
import { attempt } from "#web/forms/shown.ts";
import { orgOf, portalRequest } from "#web/portal/scope.ts";
import { alteredFiles } from "../rules/manifest.ts";
import { checkSent } from "../sent.server.ts";

export const handle: RouteHandle = { takesFiles: true };

export function loader(): Response {
  return notPost();
}

/** What the page that checks packages says, as data, of the same form. */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  await portalRequest(context, request, {});
  const services = context.get(servicesContext);
  const checking = { services, org: orgOf(context), ip: context.get(hostContext).ip };
  const tried = await attempt(() => checkSent(checking, request));
  if ("refusal" in tried) {
    const { said, status, headers } = tried.refusal;
    return problem(status, said.join(" "), headers === undefined ? {} : { headers });
  }
  const checked = tried.value;
  if ("message" in checked) return problem(checked.status, checked.message);
  const { verdict, files } = checked;
  if (verdict.kind !== "unchanged")
    return Response.json({ result: verdict.kind, manifest: null, files: null });
  const { issuer, issuedTo, product, asOf, revision, id } = verdict.manifest;
  return Response.json({
    result: alteredFiles(files ?? []).length === 0 ? "unchanged" : "changed",
    manifest: { id, issuer, issuedTo, product, asOf, revision },
    files,
  });
}
