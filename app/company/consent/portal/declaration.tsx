import type { Route } from "./+types/declaration";
import type { RouteHandle } from "#values/page-query.ts";
import { notFound } from "#web/forms/form.ts";
import { unlistedHead } from "#web/portal/head.ts";
import { usePortalHref } from "#web/portal/links.ts";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { othersOn } from "../offered.server.ts";
import { DeclarationList } from "./declaration-list.tsx";
import { declaration } from "#model/consent.ts";

export const handle: RouteHandle = { dialog: true, query: {} };

/** What this site loads of others, as its company configured it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const others = othersOn(context, portal.org);
  if (others === null || !others.showDeclaration) throw notFound();
  cacheForEveryone(context, portal);
  return { services: declaration(others) };
}

export function meta({ matches }: Route.MetaArgs) {
  return unlistedHead(matches, { title: "Cookie declaration", below: "/cookie-declaration" });
}

export default function Declaration({ loaderData }: Route.ComponentProps) {
  const href = usePortalHref();
  return (
    <Dialog closeHref={href("")} title="Cookie declaration" scrolls>
      <p className="mb-4 text-muted">
        Third-party services this site uses. Unless strictly necessary, they load only with your
        consent.
      </p>
      <DeclarationList services={loaderData.services} />
    </Dialog>
  );
}
