import type { Route } from "./+types/open-graph";
import {
  openGraphImage,
  openGraphText,
  openGraphVersion,
} from "#content/files/open-graph-image.ts";
import { tenantOf } from "#web/api/caller.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET"] };

/** The last pictures drawn, by what is written on them; drawing one takes a tenth of a second. */
const drawn = new Map<string, Promise<Uint8Array>>();
const MAX_DRAWN = 50;

/**
 * The picture that a shared link shows: 1200 × 630, with the org's name and color. Where `v` in the query says which
 * one it is, it is kept for ever.
 */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const org = await tenantOf(context, params.orgId);
  const text = openGraphText(org);
  const key = openGraphVersion(text);
  let picture = drawn.get(key);
  if (picture === undefined) {
    picture = openGraphImage(text);
    drawn.set(key, picture);
    picture.catch(() => drawn.delete(key));
    const [oldest] = drawn.keys();
    if (drawn.size > MAX_DRAWN && oldest !== undefined) drawn.delete(oldest);
  }
  const isNamed = new URL(request.url).searchParams.get("v") === key;
  return new Response(new Uint8Array(await picture), {
    headers: {
      "Content-Type": "image/png",
      "Cache-Control": org.published
        ? `public, max-age=${isNamed ? "31536000, immutable" : "86400"}`
        : "private, no-store",
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}
