import type { Services } from "#platform/context.ts";
import { isPicture } from "#model/visibility/file-rights.ts";
import { colorsOfSvg } from "#platform/files/picture-colors.ts";
import { findAsset } from "#platform/files/store/assets.server.ts";
import { marking, NotMarkable } from "#content/files/watermark/marking.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { PICTURES } from "#company/settings/rules/pictures.ts";

/** A page that proposes colors does not wait longer for them. */
const PATIENCE_MS = 4_000;
/** Logos whose colors are kept in mind, by what they are. */
const MAX_KEPT = 200;
const kept = new Map<string, readonly string[]>();

/**
 * The colors of an org's logo that could be its accent, the strongest first. A picture of pixels is
 * drawn in its own process; where that has no room, or the file can't be read, there are none.
 * @returns `#rrggbb`, at most three
 */
export async function logoColors(
  services: Pick<Services, "store" | "blobs" | "log">,
  org: Org,
): Promise<readonly string[]> {
  const asset =
    org.logo === null ? null : await findAsset(services.store.read, org.id, org.logo.id);
  if (asset === null) return [];
  const key = `${org.id} ${asset.blobHash}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const found = await read(services, org.id, asset);
  if (found === null) return [];
  const [oldest] = kept.keys();
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, found);
  return found;
}

/** null: nobody could say now, and it may be asked again. */
async function read(
  { blobs, log }: Pick<Services, "blobs" | "log">,
  orgId: string,
  { blobHash, contentType }: { blobHash: string; contentType: string },
): Promise<readonly string[] | null> {
  try {
    if (contentType.startsWith("image/svg")) {
      const bytes = await blobs.readAll(orgId, blobHash, PICTURES.logo.maxBytes);
      return colorsOfSvg(bytes.toString("utf8"));
    }
    // The process that draws pictures knows the kinds that documents have.
    if (!isPicture(contentType)) return [];
    const { size } = await blobs.stat(orgId, blobHash);
    return await marking.colors(
      {
        orgId,
        key: blobHash,
        size,
        open: async () => (await blobs.open(orgId, blobHash)).stream as AsyncIterable<Uint8Array>,
      },
      AbortSignal.timeout(PATIENCE_MS),
    );
  } catch (error) {
    if (!(error instanceof NotMarkable))
      log.warn({ err: error, orgId }, "the colors of a logo could not be read");
    return null;
  }
}
