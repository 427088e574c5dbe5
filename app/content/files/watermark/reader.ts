import type { Viewer } from "#model/visibility/viewer.ts";

/** The person behind a request, as watermarks, traces and tickets name them. */
export interface Reader {
  /**
   * One person, whatever the request: `member:{id}`, `staff:{id}`, `ip:{address}` for strangers.
   */
  key: string;
  kind: Viewer["mode"];
  name: string | null;
  email: string | null;
  organisation: string | null;
  accountId: string | null;
  memberId: string | null;
  ip: string;
}

/**
 * Who asks, from which address. Staff are themselves in previews too: a preview's files are watched
 * by the staff member.
 */
export function readerOf(viewer: Viewer, ip: string, orgName: string): Reader {
  if (viewer.mode === "accountExternal") {
    const { member, account } = viewer;
    const name = `${member.firstName} ${member.lastName}`.trim();
    return {
      key: `member:${member.id}`,
      kind: viewer.mode,
      name: name === "" ? null : name,
      email: member.email,
      organisation: account.name,
      accountId: account.id,
      memberId: member.id,
      ip,
    };
  }
  if (viewer.mode === "public")
    return {
      key: `ip:${ip}`,
      kind: viewer.mode,
      name: null,
      email: null,
      organisation: null,
      accountId: null,
      memberId: null,
      ip,
    };
  const { staff } = viewer;
  const accountId = viewer.mode === "preview" ? (viewer.account?.id ?? null) : null;
  return {
    key: `staff:${staff.id}`,
    kind: viewer.mode,
    name: staff.name,
    email: staff.email,
    organisation: orgName,
    accountId,
    memberId: null,
    ip,
  };
}
