import "#web/ui/no-eval.ts";
import { randomBytes } from "node:crypto";
import type { ReactNode } from "react";
import {
  Links,
  Meta,
  Outlet,
  redirectDocument,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
  type MiddlewareFunction,
} from "react-router";
import type { Route } from "./+types/root";
import {
  hostContext,
  nonceContext,
  orgContext,
  servicesContext,
  staffSessionContext,
  viewerContext,
} from "#platform/context.ts";
import { ownLooks } from "#auth/current-staff.ts";
import { accentStyle } from "#values/color.ts";
import { pathOutside } from "#http/hosts.ts";
import { islandScript } from "#http/manifest.ts";
import { hostMiddleware } from "#platform/http/request/host.ts";
import { flashMiddleware } from "#platform/http/request/flash.ts";
import { pageAddress, sessionMiddleware } from "#auth/session.ts";
import { shownAgain } from "#platform/http/request/shown-again.ts";
import { ErrorScreen } from "#web/ui/error-screen.tsx";
import { IconSprite } from "#web/ui/icon.tsx";
import styles from "#web/ui/tokens.css?url";

/** A page with a form that waits is loaded whole: what a script asks for is its data alone. */
const keptFormMiddleware: MiddlewareFunction<Response> = ({ request, context }) => {
  if (request.method !== "GET" || shownAgain(context) === null) return;
  const address = pageAddress(context);
  const { domainOrgSlug } = context.get(hostContext);
  throw redirectDocument(domainOrgSlug === null ? address : pathOutside(domainOrgSlug, address));
};

/** The table of contents of a request; the portal adds org and viewer to it (routes.ts). */
export const middleware: MiddlewareFunction<Response>[] = [
  hostMiddleware,
  sessionMiddleware,
  flashMiddleware,
  keptFormMiddleware,
];

const DEFAULT_ACCENT = "#1f4b99";
const DEFAULT_FAVICON = "/favicon.svg";

/** What the document itself needs. */
export interface RootData {
  /** Staff pages run the framework in the browser; visitors' pages don't. */
  hydrate: boolean;
  nonce: string | undefined;
  accentColour: string;
  islands: string | null;
  favicon: string;
  /** What the page's forms are known by when they are sent twice; none where visitors share it. */
  once: string | null;
  /** The cause of an error is shown outside production alone. */
  showCauses: boolean;
}

export async function loader({ context, params }: Route.LoaderArgs): Promise<RootData> {
  const viewer = context.get(viewerContext);
  const org = context.get(orgContext);
  const isPortal = params.org !== undefined;
  const hydrate = isPortal ? viewer.mode === "main" : context.get(staffSessionContext) !== null;
  const nonce = hydrate ? randomBytes(16).toString("base64") : null;
  context.set(nonceContext, nonce);
  // The private area wears the colors of the company that it shows.
  const session = isPortal ? null : context.get(staffSessionContext);
  const look =
    session?.orgId == null ? undefined : (await ownLooks(context, session)).get(session.orgId);
  return {
    hydrate,
    nonce: nonce ?? undefined,
    favicon: org?.favicon
      ? `/api/share/${org.id}/assets/${org.favicon.id}?v=${org.favicon.revision}`
      : DEFAULT_FAVICON,
    accentColour: org?.customization.accentColour ?? look?.accentColour ?? DEFAULT_ACCENT,
    islands: hydrate ? null : await islandScript(),
    once:
      context.get(staffSessionContext) !== null || viewer.mode === "accountExternal"
        ? randomBytes(16).toString("base64url")
        : null,
    showCauses: !context.get(servicesContext).config.production,
  };
}

export function links() {
  return [{ rel: "stylesheet", href: styles }];
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<RootData>("root");
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={root?.favicon ?? DEFAULT_FAVICON} />
        <Meta />
        <Links />
        {root ? <style>{accentStyle(root.accentColour)}</style> : null}
        {root?.islands ? <script type="module" src={root.islands} /> : null}
      </head>
      <body className="min-h-dvh">
        <IconSprite />
        {children}
        {root?.hydrate ? (
          <>
            <ScrollRestoration nonce={root.nonce} />
            <Scripts nonce={root.nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<RootData>("root");
  return <ErrorScreen error={error} showCauses={root?.showCauses ?? false} />;
}
