import { namedProductPath, productPath } from "#model/portal-paths.ts";
import { useEffect, useRef, useState } from "react";
import { Outlet } from "react-router";
import type { Route } from "./+types/frame";
import { isHiddenFromPublic } from "#visibility/store/config.server.ts";
import { othersOn } from "#company/consent/offered.server.ts";
import { ConsentNotice } from "#company/consent/portal/notice.tsx";
import { mayLoadOthers, policyOrigins } from "#model/consent.ts";
import { mayAsk } from "#content/answers/asking.server.ts";
import { openGraphText, openGraphVersion } from "#content/files/open-graph-image.ts";
import { searchAnswer } from "#web/search/counting.server.ts";
import { loadTopics, recentTopic } from "#visibility/store/publications.server.ts";
import { KnowledgeBaseDialog } from "#content/knowledge-base/portal/entry-dialog.tsx";
import {
  knowledgeBaseDialog,
  type KnowledgeBasePart,
} from "#content/knowledge-base/portal/dialog-state.ts";
import { linkBase } from "#tenancy/orgs/store/orgs.server.ts";
import { previewChoices, type PreviewPart } from "./frame/preview-choices.server.ts";
import { unfinishedStart } from "#content/setup-guide/store/setup-guide.server.ts";
import { listProductLinks } from "#tenancy/products/store/products.server.ts";
import { othersContext, servicesContext, staffSessionContext } from "#platform/context.ts";
import { ACCESS_QUERY, pageQuery } from "#model/access-requests/access-dialog.ts";
import { requestsOpen } from "#access/access-requests/forms/access-request.ts";
import { companyTerms } from "#company/privacy/rules/privacy-notice.ts";
import type { ProductRef } from "#model/visibility/page.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { SUBSCRIPTION_QUERY } from "#model/subscribers/subscriptions.ts";
import { takeFlash } from "#platform/http/request/flash.ts";
import { classNames } from "#web/ui/class-names.ts";
import { FlashMessage } from "#web/ui/flash-message.tsx";
import { grantIn, mayInvite } from "#model/visibility/viewer.ts";
import { formFailed } from "#web/forms/form.ts";
import { AccessDialog } from "#access/access-requests/portal/request-dialog.tsx";
import { memberMenu } from "#company/accounts/portal/menu-facts.ts";
import { type AccessPart, loadAccessDialog } from "#access/access-requests/portal/request-state.ts";
import { InviteDialog } from "#access/access-requests/portal/invite-dialog.tsx";
import { inviteDialog, type InvitePart } from "#access/access-requests/portal/invite-state.ts";
import { Footer } from "./frame/footer.tsx";
import { Header } from "./frame/header.tsx";
import { PreviewBanner } from "./frame/preview-banner.tsx";
import { ShareBar } from "./frame/share.tsx";
import { UpdatesBar } from "./frame/updates-bar.tsx";
import { useDialogOpen, useFrame, usePortalHref, useProductQuery } from "#web/portal/links.ts";
import {
  maySubscribe,
  SUBSCRIPTION_PARAMETERS,
  subscriptionDialog,
  type SubscriptionPart,
} from "#updates/subscribers/portal/dialog-state.ts";
import { SubscriptionDialog } from "#updates/subscribers/portal/dialogs.tsx";
import type { PortalFrame } from "#web/portal/frame-data.ts";
import { cacheForEveryone, portalBase, portalRequest } from "#web/portal/scope.ts";
import {
  pathBelow,
  viewerSummary,
  editingFacts,
  pagesWithContent,
  without,
} from "./frame/facts.server.ts";
import { keptQuery, PREVIEW_PARAMETERS } from "#model/visibility/previewed.ts";

/** The dialogs over every page. */
export const handle: RouteHandle = { query: [ACCESS_QUERY, SUBSCRIPTION_QUERY] };

/** What stands around every page of a portal. */
type FrameData = PortalFrame &
  AccessPart &
  InvitePart &
  KnowledgeBasePart &
  SubscriptionPart &
  PreviewPart;

export async function loader(args: Route.LoaderArgs) {
  const frame = await frameOf(args);
  return searchAnswer(frame, frame.knowledgeBase?.refused ?? null);
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

async function frameOf({ context, params, request }: Route.LoaderArgs): Promise<FrameData> {
  const services = context.get(servicesContext);
  const { store, config } = services;
  const portal = await portalRequest(context, request, params);
  const { org, viewer, products, product, scope } = portal;
  const { customization } = org;
  const query = new URL(request.url).searchParams;
  const recent = recentTopic(scope, await loadTopics(scope));
  cacheForEveryone(context, portal);
  const path = pathBelow(org.slug, new URL(request.url).pathname);
  const access = await loadAccessDialog(context, request, portal, path);
  const invite = access === null ? inviteDialog(context, request, portal, path) : null;
  const subscribing =
    access === null && invite === null
      ? subscriptionDialog(context, org, viewer, query, path)
      : null;
  const covered = access !== null || invite !== null || subscribing !== null;
  const others = othersOn(context, org);
  const loads =
    others !== null && viewer.mode === "public" && !covered && mayLoadOthers(path, query);
  if (loads) context.set(othersContext, policyOrigins(others));
  const publicBase = linkBase(org, config.origin);
  return {
    base: portalBase(context, org),
    productBase: params.product === undefined ? productPath(product) : namedProductPath(product),
    canonicalPath: productPath(product),
    canonicalBase: publicBase,
    publicLink: org.published ? new URL(`${publicBase}${productPath(product)}`).href : null,
    subscribe: maySubscribe(org, viewer),
    keep: new URLSearchParams(keptQuery(viewer)).toString(),
    orgId: org.id,
    org: {
      name: org.name,
      websiteUrl: org.websiteUrl,
      timeZone: org.timeZone,
      logo: org.logo,
      logoDark: org.logoDark,
      banner: org.banner,
      favicon: org.favicon,
    },
    pictureVersion: openGraphVersion(openGraphText(org)),
    published: org.published,
    mayEdit:
      (viewer.mode === "main" || viewer.mode === "preview") &&
      viewer.staff.permissions.has("statuspage:edit"),
    portalTitle: customization.portalTitle,
    bannerHeight: customization.bannerHeight,
    showPortalTitle: customization.showPortalTitle,
    description: customization.description,
    supportMailbox: customization.supportMailbox,
    securityMailbox: customization.securityMailbox,
    accessRequestsEnabled: requestsOpen(customization),
    guideUrl: customization.guideUrl,
    poweredBy: !customization.disablePoweredBy,
    products: products.map(({ slug, name, show, isDefault }: ProductRef) => ({
      slug,
      name,
      show,
      isDefault,
    })),
    links: (await listProductLinks(store.read, org.id))
      .filter((link) => link.show)
      .map(({ label, link }) => ({ label, link })),
    product: { id: product.id, slug: product.slug, name: product.name },
    multiProductTooltip: viewer.mode === "main" && customization.multiProductTooltip,
    viewer: viewerSummary(viewer),
    areaIsHere: context.get(staffSessionContext)?.orgId === org.id,
    menu: viewer.mode === "accountExternal" ? await memberMenu(context, org, viewer) : null,
    hasGrant: grantIn(viewer, product.id) !== null,
    preview:
      viewer.mode === "preview" || viewer.mode === "main"
        ? await previewChoices(scope, viewer, query)
        : null,
    recentTopic: recent,
    editing: await editingFacts(services, portal),
    start:
      (viewer.mode === "main" || viewer.mode === "preview") &&
      viewer.staff.permissions.has("settings:edit")
        ? await unfinishedStart(store.read, org)
        : null,
    has: await pagesWithContent({ scope, product }),
    feeds: !(await isHiddenFromPublic(scope, "updates")),
    showCauses: !config.production,
    accessDialog: access,
    invite,
    knowledgeBase: covered ? null : await knowledgeBaseDialog(context, request, portal, path),
    // No mailed secret goes along.
    page: access?.page ?? {
      path,
      query: pageQuery(
        new URLSearchParams(without(query, [...SUBSCRIPTION_PARAMETERS, "token"])),
        path,
      ),
    },
    mayInvite: mayInvite(viewer),
    others: loads ? others : null,
    cookies: others === null ? null : { declared: others.showDeclaration },
    mayAsk: mayAsk(org, viewer),
    subscription: {
      dialog: subscribing,
      close: { path, query: without(query, [...SUBSCRIPTION_PARAMETERS, ...PREVIEW_PARAMETERS]) },
      ...companyTerms(customization),
    },
    flash: takeFlash(context),
    path,
    failed: formFailed(context),
  };
}

export default function Frame() {
  const inert = useDialogOpen();
  const href = usePortalHref();
  const product = useProductQuery();
  const {
    others,
    viewer: { mode },
  } = useFrame();
  const isVisitor = mode === "public" || mode === "accountExternal";
  return (
    <div
      className={classNames(
        "flex min-h-dvh flex-col",
        // What sticks below the bar of staff begins at its height.
        mode === "main" || mode === "preview" ? "lg:[--bar:2.75rem]" : null,
      )}
      data-events={isVisitor ? href("/events", product) : undefined}
    >
      <p inert={inert}>
        <a
          href="#content"
          className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-surface focus:p-3"
        >
          Skip to content
        </a>
      </p>
      <PreviewBanner inert={inert} />
      <UpdatesBar inert={inert} />
      <Header inert={inert} />
      <AccessDialog />
      <InviteDialog />
      <SubscriptionDialog />
      <KnowledgeBaseDialog />
      <FlashToast inert={inert} />
      <Outlet />
      <ShareBar inert={inert} />
      <Footer inert={inert} />
      {others === null ? null : <ConsentNotice others={others} inert={inert} />}
    </div>
  );
}

/** What the last form did, once, above the page that it led to. */
function FlashToast({ inert }: { inert: boolean }) {
  const { flash } = useFrame();
  const passesAfter = flash?.passesAfter;
  const [place, passed] = usePassing(flash, passesAfter);
  // An open dialog says it itself.
  if (flash === null || inert || passed) return null;
  return (
    <section
      ref={place}
      aria-label="Message"
      data-passes-after={passesAfter}
      className={
        flash.place === "corner"
          ? "fixed end-4 bottom-4 z-40 max-w-[calc(100vw-2rem)]"
          : "mx-auto w-full max-w-xl px-4 pt-4 sm:px-6"
      }
    >
      <FlashMessage flash={flash} className="shadow-panel" />
    </section>
  );
}

/**
 * Whether a message has gone by itself, on the pages that hydrate; on others an island lets it
 * (islands/start).
 */
function usePassing(flash: object | null, after: number | undefined) {
  const place = useRef<HTMLElement>(null);
  const [passed, setPassed] = useState<object | null>(null);
  useEffect(() => {
    if (after === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    // Whoever is at it with pointer or keyboard keeps it.
    const leave = () => {
      if (place.current?.matches(":hover, :focus-within")) timer = setTimeout(leave, 1_000);
      else setPassed(flash);
    };
    timer = setTimeout(leave, after);
    return () => clearTimeout(timer);
  }, [flash, after]);
  return [place, passed !== null && passed === flash] as const;
}
