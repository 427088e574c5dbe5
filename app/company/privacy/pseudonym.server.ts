import type { Pseudonym } from "#tenancy/persons/store/person-tables.server.ts";
import type { InstallationKey } from "#platform/files/installation-key.ts";

/**
 * Who stands in a person's place once they are erased. The same address leads to the same
 * pseudonym, by the installation's key; from the pseudonym nothing leads back.
 */
export function pseudonymOf(key: InstallationKey, orgId: string, emailKey: string): Pseudonym {
  const short = Buffer.from(key.sign("erased-person", `${orgId} ${emailKey}`), "base64url")
    .toString("hex")
    .slice(0, 10);
  return { name: `Erased person ${short}`, email: `erased-${short}@erased.invalid` };
}
