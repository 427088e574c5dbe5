import type { Route } from "./+types/open-graph";
import { openGraphImage } from "#content/files/open-graph-image.ts";
import { tenantOf } from "#web/api/caller.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET"] };

/** The last pictures drawn, by what is written on them; drawing one takes a tenth of a second. */
const drawn = new Map<string, Promise<Uint8Array>>();
const MAX_DRAWN = 50;

/** The picture that a shared link shows: 1200 × 630, with the org's name and color. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const org = await tenantOf(context, params.orgId);
  const { portalTitle, accentColour } = org.customization;
  const parts = {
    orgName: org.name,
    portalTitle,
    accentColour,
    tagline: "Security, privacy and compliance",
  };
  const key = JSON.stringify(parts);
  let picture = drawn.get(key);
  if (picture === undefined) {
    picture = openGraphImage(parts);
    drawn.set(key, picture);
    picture.catch(() => drawn.delete(key));
    const [oldest] = drawn.keys();
    if (drawn.size > MAX_DRAWN && oldest !== undefined) drawn.delete(oldest);
  }
  return new Response(new Uint8Array(await picture), {
    headers: {
      "Content-Type": "image/png",
      "Cache-Control": org.published ? "public, max-age=86400" : "private, no-store",
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}
