import type { InstallationKey } from "#platform/files/installation-key.ts";

/**
 * The signed token of a mail by which the person who asked can add a note to their request or
 * withdraw it.
 */
const PURPOSE = "access-request";

export function requestToken(key: InstallationKey, orgId: string, requestId: string): string {
  return `${requestId}.${key.sign(PURPOSE, `${orgId} ${requestId}`)}`;
}

/** The request that a token is for in this org, or null when it was altered or is another org's. */
export function requestOfToken(key: InstallationKey, orgId: string, token: string): string | null {
  const [requestId = "", mac = "", ...rest] = token.length < 200 ? token.split(".") : [];
  return rest.length === 0 && requestId !== "" && key.verify(PURPOSE, `${orgId} ${requestId}`, mac)
    ? requestId
    : null;
}
