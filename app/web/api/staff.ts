import type { RouterContextProvider } from "react-router";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import { servicesContext, staffSessionContext } from "#platform/context.ts";
import type { Permission } from "#model/auth/permissions.ts";
import { apiAnswer, problem, unknownProblem } from "./json-body.ts";
import { FieldsRefused } from "#platform/files/upload/fault.ts";
import { passingOf } from "#web/forms/form.ts";
import { requireStaff, type StaffInOrg } from "#auth/current-staff.ts";

/**
 * The person of staff behind a call of the API, in the org of their session; or in the one that the
 * address names with `?org=`, as an edit dialog does, whose page need not be of the session's org.
 * @param named the address, where the call may name an org
 * @throws a problem: 401 without a session, 404 for an org in which they have no role, 403 without
 *   the permission
 */
export async function staffCaller(
  context: Readonly<RouterContextProvider>,
  permission: Permission,
  named?: URL,
): Promise<StaffInOrg> {
  const session = context.get(staffSessionContext);
  if (session === null) throw problem(401, "Sign in first");
  const name = named?.searchParams.get("org") ?? null;
  const org = name === null ? null : await findOrg(context.get(servicesContext).store.read, name);
  if (name !== null && !session.roles.some(({ orgId }) => orgId === org?.id))
    throw problem(404, "Not found");
  return requireStaff(context, permission, org?.id).catch(() => {
    throw problem(403, "You don't have access to this");
  });
}

/** The problem that an error of a verb is; errors that nobody expected are thrown on. */
function problemOf(error: unknown): Response {
  if (error instanceof NotFound) return problem(404, "Not found");
  if (error instanceof Refused) return problem(error.status, error.message);
  const passing = passingOf(error);
  if (passing === null) throw error;
  return problem(passing.status, passing.message, { headers: passing.headers });
}

/** `apiAnswer` with the refusals that a call of staff can meet. */
export function staffAnswer(
  verb: () => Promise<Response>,
  own?: Parameters<typeof apiAnswer>[1],
): Promise<Response> {
  return apiAnswer(verb, own, problemOf);
}

/** The problem of an upload whose fields are not right, or not known. */
export function fieldsRefused(error: unknown): Response | undefined {
  if (!(error instanceof FieldsRefused)) return undefined;
  const { errors, unknown, message } = error;
  if (unknown.length > 0) return unknownProblem(unknown.slice(0, 20));
  return problem(400, Object.values(errors).flat()[0] ?? message, { errors });
}

export function notAllowed(...methods: string[]): Response {
  return problem(405, "This URL doesn’t accept that request", {
    headers: { Allow: methods.join(", ") },
  });
}
