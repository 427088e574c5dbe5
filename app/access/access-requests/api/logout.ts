import { redirect } from "react-router";
import type { Route } from "./+types/logout";
import { recordAudit } from "#tenancy/audit/store/audit.server.ts";
import { findMember } from "#auth/accounts/store/members.server.ts";
import { findOrg, findOrgBySlug } from "#tenancy/orgs/store/orgs.server.ts";
import { revokeSession } from "#auth/store/session-list.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { flashCookie } from "#platform/http/request/flash.ts";
import { memberCookie, memberSessions, type OwnSession } from "#auth/member-cookie.ts";
import { refuseBody } from "#web/api/json-body.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

/**
 * POST /api/statuspage/share/auth/logout: ends the member's session of this host with the company
 * whose form was sent, and every session of this host when none is named. A form is led to the
 * company's public URL, a program is told; whoever has no session is told the same.
 */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const services = context.get(servicesContext);
  const { config, store } = services;
  const { domainOrgSlug, host } = context.get(hostContext);
  const isForm = (request.headers.get("Content-Type") ?? "").startsWith(
    "application/x-www-form-urlencoded",
  );
  const body = await refuseBody(request);
  if (body !== null) return body;
  const asked = isForm
    ? await findOrgBySlug(store.read, String((await readForm(request)).get("org") ?? ""))
    : null;
  const sessions = await memberSessions(context, request);
  const ended = sessions.filter(({ orgId }) => asked === null || orgId === asked.id);
  for (const session of ended) await endSession(context, session);
  // Whose session ended before is led to the portal whose form they sent.
  const org = asked ?? (ended[0] === undefined ? null : await findOrg(store.read, ended[0].orgId));
  const left = sessions.filter((session) => !ended.includes(session)).map(({ token }) => token);
  const cookie = memberCookie(config, left);
  const headers = new Headers({ "Set-Cookie": cookie });
  if (!isForm) return Response.json({ ok: true }, { headers });
  headers.append(
    "Set-Cookie",
    flashCookie(
      services,
      { host, cookies: request.headers.get("Cookie") },
      left.length === 0 || org === null
        ? { text: "You are logged out.", tone: "success" }
        : {
            text: `You are logged out of ${org.name}. You are still signed in to other organizations here.`,
            tone: "success",
            action: { label: "Log out of all", to: "/api/statuspage/share/auth/logout" },
          },
      [cookie],
    ),
  );
  return redirect(domainOrgSlug !== null || org === null || !org.published ? "/" : `/${org.slug}`, {
    status: 303,
    headers,
  });
}

async function endSession(
  context: Route.ActionArgs["context"],
  { tokenHash, orgId, memberId }: OwnSession,
): Promise<void> {
  const { store, now } = context.get(servicesContext);
  const { ip } = context.get(hostContext);
  await store.write(async (trx) => {
    const at = now();
    if (!(await revokeSession(trx, tokenHash, at))) return;
    const member = await findMember(trx, orgId, memberId);
    const actorName =
      member === null ? "Member" : `${member.firstName} ${member.lastName}`.trim() || member.email;
    await recordAudit(
      { trx, orgId, by: { actor: `member:${memberId}`, actorName, ip }, now: at },
      { action: "member.signed-out", subject: memberId },
    );
  });
}
