import { redirect } from "react-router";
import type { Route } from "./+types/logout";
import { recordAudit } from "../../../db/audit.ts";
import { findMember } from "../../../db/accounts.ts";
import { findOrg, findOrgBySlug } from "../../../db/orgs.ts";
import { findMemberSession } from "../../../db/member-sessions.ts";
import { revokeSession } from "../../../db/sessions.ts";
import { doorContext, servicesContext } from "../../context.ts";
import { readForm } from "../../middleware/form.ts";
import { flashCookie } from "../../middleware/flash.ts";
import { readCookie, setCookie } from "../../middleware/cookies.ts";
import { notPost } from "./login.ts";

export function loader(): Response {
  return notPost();
}

/**
 * POST /api/statuspage/share/auth/logout: ends the member's session of this host. A form is led to the org's
 * public URL, a program is told; whoever has no session is told the same.
 */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  if (request.method !== "POST") return notPost();
  const services = context.get(servicesContext);
  const { config, store, now } = services;
  const { host, ip, domainOrgSlug } = context.get(doorContext);
  const token = readCookie(request, config, "otc_member");
  const session = token === null ? null : await findMemberSession(store.read, token, host, now());
  const isForm = (request.headers.get("Content-Type") ?? "").startsWith("application/x-www-form-urlencoded");
  // Whose session ended before is led to the portal whose form they sent.
  const asked = isForm ? String((await readForm(request)).get("org") ?? "") : "";
  const org = session === null ? await findOrgBySlug(store.read, asked) : await findOrg(store.read, session.orgId);
  if (session !== null) {
    await store.write(async (trx) => {
      if (!(await revokeSession(trx, session.tokenHash, now()))) return;
      const member = await findMember(trx, session.orgId, session.memberId);
      const actorName = member === null ? "Member" : `${member.firstName} ${member.lastName}`.trim() || member.email;
      await recordAudit(trx, { orgId: session.orgId, by: { actor: `member:${session.memberId}`, actorName, ip }, action: "member.signed-out", subject: session.memberId, now: now() });
    });
  }
  const headers = new Headers({ "Set-Cookie": setCookie(config, "otc_member", "", 0) });
  if (!isForm) return Response.json({ ok: true }, { headers });
  headers.append("Set-Cookie", flashCookie(services, { text: "You are logged out.", tone: "success" }));
  return redirect(domainOrgSlug !== null || org === null || !org.published ? "/" : `/${org.slug}`, { status: 303, headers });
}
