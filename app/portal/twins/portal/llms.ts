import type { Route } from "./+types/llms";
import { servicesContext } from "#platform/context.ts";
import { twinPath } from "#model/twins.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { pagesWithContent } from "../../frame/facts.server.ts";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { addressesOf } from "../pages.server.ts";

/** The file is the company's, whichever product an address names. */
export const handle: RouteHandle = { query: { unread: ["product", "productId"] } };

/** llms.txt: where programs that read for people begin. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const portal = await portalRequest(context, request, {});
  const { base } = await addressesOf(context.get(servicesContext), portal);
  const { org } = portal;
  const has = await pagesWithContent(portal);
  const lists = [
    ["/certifications", "Certifications with auditor and expiry", true],
    ["/documents", "Documents, with the public details of those that need access", true],
    ["/subprocessors", "Subprocessors with purpose and location", has.subprocessors],
    ["/faq", "Questions and answers", has.faq],
    ["/controls", "Controls with the requirements they meet", has.controls],
    ["/updates", "Updates", has.updates],
    ["/dates", "Certification expiry and other upcoming dates", true],
    ["/dora", "Facts for the register of information under DORA", has.dora],
    ["/cra", "Facts about the product under the Cyber Resilience Act", has.cra],
    ["/changes", "What changed in the last 90 days", true],
  ] as const;
  cacheForEveryone(context, portal);
  const text = [
    `# ${org.name} ${org.customization.portalTitle}`,
    "",
    `> Security, privacy and compliance at ${org.name}, for reviewers and their programs.`,
    "",
    "Each page is also available as Markdown and JSON. Add .md or .json to its URL.",
    "",
    "## Pages",
    "",
    `- [Overview](${base}${twinPath("", "md")}): What reviewers ask first, in one answer`,
    ...lists
      .filter(([, , isThere]) => isThere)
      .map(([path, words]) => `- [${path.slice(1)}](${base}${twinPath(path, "md")}): ${words}`),
    "",
  ].join("\n");
  return new Response(text, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
