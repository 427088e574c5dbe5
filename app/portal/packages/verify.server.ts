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
  | { kind: "unchanged"; manifest: Manifest }
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
    const manifest = readManifest(jws.text);
    // What was changed says nothing that can be relied on, not even whose it is.
    if (!jws.unchanged) return { kind: "changed" };
    if (manifest === null) return { kind: "unreadable" };
    return manifest.issuer.id === org.id ? { kind: "unchanged", manifest } : { kind: "foreign" };
  }
  const manifest = readManifest(text);
  const id = manifest?.id ?? idIn(text);
  if (id === null) return { kind: "unreadable" };
  const hash = await findIssued(store.read, org.id, id);
  if (hash === null) return { kind: "foreign" };
  const isSame = createHash("sha256").update(text).digest("hex") === hash;
  return isSame && manifest !== null ? { kind: "unchanged", manifest } : { kind: "changed" };
}

/** The id that a manifest has which can't be read any more. */
function idIn(text: string): string | null {
  return /"id": ?"([\w-]{10,64})"/.exec(text.slice(0, 2_000))?.[1] ?? null;
}
