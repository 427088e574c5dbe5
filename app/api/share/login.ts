import type { Route } from "./+types/login";
import { loginAnswer, notPost } from "../access/login.ts";
import { tenantOf } from "./tenant.ts";

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  await tenantOf(context, params.orgId);
  return notPost();
}

export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  return loginAnswer({ context, request, org: await tenantOf(context, params.orgId) });
}
