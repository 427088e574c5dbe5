import { stringify } from "yaml";
import type { Route } from "./+types/openapi";
import { servicesContext } from "#platform/context.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { describedApi } from "./description.ts";
import { tagged, taggedText } from "./pages.server.ts";

export const handle: RouteHandle = { methods: ["GET"], keyCall: true };

/** The description as YAML, which takes its time, by its origin. */
const WRITTEN = new Map<string, string>();

/** GET /api/openapi.json and /api/openapi.yaml: the calls below /api/v1, as programs read them. */
export function loader({ context, request, pattern }: Route.LoaderArgs): Response {
  const { origin } = context.get(servicesContext).config;
  if (!pattern.endsWith(".yaml")) return tagged(request, describedApi(origin));
  const yaml =
    WRITTEN.get(origin) ??
    stringify(describedApi(origin), { aliasDuplicateObjects: false, lineWidth: 0 });
  WRITTEN.set(origin, yaml);
  return taggedText(request, yaml, "application/yaml");
}
