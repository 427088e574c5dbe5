import { redirect } from "react-router";
import type { Route } from "./+types/one-click";
import { canonicalBase, findOrg, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { PUBLIC_VIEWER } from "#model/visibility/viewer.ts";
import {
  readSubscriptionToken,
  unsubscribeByToken,
  unsubscribeUrl,
} from "../mail/subscription-links.ts";
import { problem } from "#web/api/json-body.ts";
import { notFound, tenantOf } from "#web/api/caller.ts";

export const handle: RouteHandle = { methods: ["GET", "POST"], anySite: true };

/** `List-Unsubscribe=One-Click` in either of the forms that RFC 8058 names, and little more. */
const MAX_BYTES = 8 * 1024;

/**
 * Somebody opens the header's address in a browser: it leads to the dialog, and changes nothing.
 */
export async function loader({ context, params, url }: Route.LoaderArgs): Promise<Response> {
  const { store, key, config } = context.get(servicesContext);
  const org = await tenantOf(context, params.orgId);
  const email = readSubscriptionToken(
    key,
    "one-click",
    org.id,
    url.searchParams.get("token") ?? "",
  );
  if (email === null) return notFound();
  return redirect(
    unsubscribeUrl(key, {
      orgId: org.id,
      portalUrl: await canonicalBase(store.read, org, config.origin),
      email,
    }),
    { status: 303 },
  );
}

/**
 * RFC 8058: the POST of a mail program unsubscribes at once, and says 200 however often it comes.
 * It may come from any site, and it works while the portal is not published, too: mail that was
 * sent stays unsubscribable.
 */
export async function action({
  context,
  params,
  request,
  url,
}: Route.ActionArgs): Promise<Response> {
  const org = await anyOrg(context, params.orgId);
  if (org === null) return notFound();
  if (!(await isOneClick(request)))
    return problem(400, "This address takes List-Unsubscribe=One-Click.");
  const token = url.searchParams.get("token") ?? "";
  const done = await unsubscribeByToken(context.get(servicesContext), org, {
    purpose: "one-click",
    token,
    viewer: PUBLIC_VIEWER,
    ip: context.get(hostContext).ip,
  });
  return done
    ? new Response("Unsubscribed.\n", { headers: { "Content-Type": "text/plain; charset=utf-8" } })
    : problem(400, "Your unsubscribe link expired");
}

async function anyOrg(context: Route.ActionArgs["context"], orgId: string): Promise<Org | null> {
  const { domainOrgSlug } = context.get(hostContext);
  const org = await findOrg(context.get(servicesContext).store.read, orgId);
  return org !== null && (domainOrgSlug === null || domainOrgSlug === org.slug) ? org : null;
}

async function isOneClick(request: Request): Promise<boolean> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) return false;
    chunks.push(chunk);
  }
  try {
    const form = await new Response(Buffer.concat(chunks), {
      headers: { "Content-Type": request.headers.get("Content-Type") ?? "" },
    }).formData();
    return form.get("List-Unsubscribe") === "One-Click";
  } catch {
    return false;
  }
}
