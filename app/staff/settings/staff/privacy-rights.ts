import type { RouterContextProvider } from "react-router";
import { servicesContext } from "#platform/context.ts";
import { accessDenied, ownerNames, requireStaff, type StaffInOrg } from "#auth/current-staff.ts";

/**
 * Exporting and erasing a person reads requests and members and can't be undone: it takes the
 * settings and the review of accounts, which owners and admins have.
 * @throws 403 without both
 */
export async function requirePersonRights(
  context: Readonly<RouterContextProvider>,
): Promise<StaffInOrg> {
  const staff = await requireStaff(context, "settings:edit");
  if (!staff.permissions.has("accounts:review"))
    throw accessDenied(await ownerNames(context.get(servicesContext).store.read, staff.org.id));
  return staff;
}
