import { createHash } from "node:crypto";
import { readJws } from "#company/signing-keys/signing.server.ts";
import type { Services } from "#platform/context.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { pastedText, readManifest, type Manifest } from "./rules/manifest.ts";
import { findIssued } from "./store/packages.server.ts";

/**
 * What a text is, as a manifest of this organization:
 * - `unchanged`: as it was issued
 * - `changed`: it was issued, and says something else now
 * - `foreign`: no manifest of this organization
 * - `unreadable`: no manifest
 */
export type Verdict =
  | { kind: "unchanged"; manifest: Manifest; /** As it was signed. */ text: string }
  | { kind: "changed" | "foreign" | "unreadable" };

/** Checks a manifest: manifest.jws by its signature, manifest.json by the hash that was kept. */
export async function checkManifest(
  { store, now }: Pick<Services, "store" | "now">,
  org: Pick<Org, "id">,
  sent: string,
): Promise<Verdict> {
  const text = pastedText(sent);
  if (!text.startsWith("{")) {
    if (text.split(".").length !== 3) return { kind: "unreadable" };
    const jws = await readJws(store.read, now(), text);
    if (jws === null) return { kind: "foreign" };
    // What was changed says nothing that can be relied on, not even whose it is.
    if (!jws.unchanged) return { kind: "changed" };
    const manifest = readManifest(jws.text);
    if (manifest === null) return { kind: "unreadable" };
    return manifest.issuer.id === org.id
      ? { kind: "unchanged", manifest, text: jws.text }
      : { kind: "foreign" };
  }
  const id = idIn(text);
  if (id === null) return { kind: "unreadable" };
  const issued = await findIssued(store.read, org.id, id);
  if (issued === null) return { kind: "foreign" };
  // Only what was issued is read further: of a stranger's text, all that is wrong with half a million
  // entries would take gigabytes.
  const isSame = createHash("sha256").update(text).digest("hex") === issued;
  const manifest = isSame ? readManifest(text) : null;
  return manifest === null ? { kind: "changed" } : { kind: "unchanged", manifest, text };
}

/** The id that a text has as a manifest, changed or not; null for what is none. */
function idIn(text: string): string | null {
  try {
    const read: unknown = JSON.parse(text);
    const id = typeof read === "object" && read !== null && "id" in read ? read.id : null;
    return typeof id === "string" && /^[\w-]{10,64}$/.test(id) ? id : null;
  } catch {
    // What can't be read any more may still say which one it was.
    return /"id": ?"([\w-]{10,64})"/.exec(text.slice(0, 2_000))?.[1] ?? null;
  }
}
