import { namedProductPath, productPath } from "../values/portal-paths.ts";
import { useEffect, useRef, useState } from "react";
import { Outlet } from "react-router";
import type { Route } from "./+types/frame";
import { isSectionHidden } from "../visibility/store/config.server.ts";
import { loadItemOutlines } from "../visibility/store/items.server.ts";
import { othersOn } from "../features/consent/offered.server.ts";
import { ConsentNotice } from "../features/consent/portal.notice.tsx";
import { mayLoadOthers, policyOrigins } from "../features/consent/rules.ts";
import { mayAsk } from "../features/answers/asking.server.ts";
import { visibleControls } from "../features/controls/store/shown.server.ts";
import { loadTopics, recentTopic } from "../visibility/store/publications.server.ts";
import { KnowledgeBaseDialog } from "../features/knowledge-base/portal/entry-dialog.tsx";
import { knowledgeBaseDialog } from "../features/knowledge-base/portal/dialog-state.ts";
import { loadFaq } from "../features/knowledge-base/store.server.ts";
import { canonicalBase, hasFeature, type Org } from "../features/orgs/store/orgs.server.ts";
import { accountsOffered, listProfiles } from "../features/accounts/store/accounts.server.ts";
import { unfinishedStart } from "../features/guided-start/store.server.ts";
import type { PageScope } from "../visibility/store/scope.server.ts";
import { undoable } from "../history/store/undo.server.ts";
import { lastChangesOf } from "../history/store/change-list.server.ts";
import { listProductLinks } from "../features/products/store/products.server.ts";
import type { Reader } from "../../db/store.ts";
import { othersContext, servicesContext, staffSessionContext } from "../context.ts";
import { ACCESS_QUERY, pageQuery } from "../features/access-requests/rules/access-dialog.ts";
import { requestsOpen } from "../features/access-requests/forms/access-request.ts";
import { companyTerms } from "../features/privacy/rules/privacy-notice.ts";
import type { ProductRef } from "../visibility/rules/page.ts";
import type { RouteHandle } from "../values/page-query.ts";
import { SUBSCRIPTION_QUERY } from "../features/subscribers/rules/subscriptions.ts";
import { takeFlash } from "../http/request/flash.ts";
import { classNames } from "../ui/class-names.ts";
import { FlashMessage } from "../ui/flash-message.tsx";
import {
  grantIn,
  isOwner,
  mayInvite,
  PUBLIC_VIEWER,
  type Viewer,
  type ViewerAccount,
} from "../visibility/rules/viewer.ts";
import { formFailed } from "../forms/form.ts";
import { AccessDialog } from "../features/access-requests/portal/request-dialog.tsx";
import { memberMenu } from "../features/accounts/portal/menu-facts.ts";
import { loadAccessDialog } from "../features/access-requests/portal/request-state.ts";
import { InviteDialog } from "../features/invitations/portal.dialog.tsx";
import { inviteDialog } from "../features/invitations/portal.state.ts";
import { Footer } from "./frame/footer.tsx";
import { Header } from "./frame/header.tsx";
import { PreviewBanner } from "./frame/preview-banner.tsx";
import { ShareBar } from "./frame/share.tsx";
import { UpdatesBar } from "./frame/updates-bar.tsx";
import { useDialogOpen, useFrame, usePortalHref, useProductQuery } from "./links.ts";
import {
  maySubscribe,
  SUBSCRIPTION_PARAMETERS,
  subscriptionDialog,
} from "../features/subscribers/portal/dialog-state.ts";
import { SubscriptionDialog } from "../features/subscribers/portal/dialogs.tsx";
import { cacheForEveryone, portalBase, portalRequest } from "./scope.ts";

/** The dialogs over every page. */
export const handle: RouteHandle = { query: [ACCESS_QUERY, SUBSCRIPTION_QUERY] };

/** What stands around every page of a portal. */
export type FrameData = Awaited<ReturnType<typeof loader>>;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { store, config } = context.get(servicesContext);
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
  const publicBase = await canonicalBase(store.read, org, config.origin);
  return {
    base: portalBase(context, org),
    productBase: params.product === undefined ? productPath(product) : namedProductPath(product),
    canonicalPath: productPath(product),
    canonicalBase: publicBase,
    publicLink: org.published ? new URL(`${publicBase}${productPath(product)}`).href : null,
    subscribe: maySubscribe(org, viewer),
    keep: keptQuery(viewer, query),
    orgId: org.id,
    org: {
      name: org.name,
      websiteUrl: org.websiteUrl,
      timeZone: org.timeZone,
      logo: org.logo,
      logoDark: org.logoDark,
      banner: org.banner,
      favicon: org.favicon,
      revision: org.revision,
    },
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
    /**
     * The private area shows one org at a time: where it is another one, links into it switch to
     * this one.
     */
    areaIsHere: context.get(staffSessionContext)?.orgId === org.id,
    menu: viewer.mode === "accountExternal" ? await memberMenu(context, org, viewer) : null,
    hasGrant: grantIn(viewer, product.id) !== null,
    preview:
      viewer.mode === "preview" || viewer.mode === "main"
        ? await previewChoices(store.read, org.id, viewer)
        : null,
    recentTopic: recent,
    editing: await editingFacts(store.read, portal),
    /** Where an unfinished guided start goes on, for those who can finish it. */
    start: isOwner(viewer, "settings:edit") ? await unfinishedStart(store.read, org.id) : null,
    has: await pagesWithContent(scope),
    feeds: !(await isSectionHidden({ ...scope, viewer: PUBLIC_VIEWER }, "updates")),
    showCauses: !config.production,
    accessDialog: access,
    invite,
    knowledgeBase: covered ? null : await knowledgeBaseDialog(context, request, portal, path),
    /**
     * This page without the dialog over it: what links that open one begin with. No mailed secret
     * goes along.
     */
    page: access?.page ?? {
      path,
      query: pageQuery(
        new URLSearchParams(without(query, [...SUBSCRIPTION_PARAMETERS, "token"])),
        path,
      ),
    },
    mayInvite: mayInvite(viewer),
    /** What the page loads of others once it is allowed; null on every page where nothing may. */
    others: loads ? others : null,
    /** Whether this site loads anything of others, on whatever page, and lists it. */
    cookies: others === null ? null : { declared: others.showDeclaration },
    /** Whether this viewer may ask questions in words. */
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
 * (islands/passing).
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

/** Which of the portal's own pages have something for this viewer. */
async function pagesWithContent(scope: PageScope) {
  const [topics, faq, controls, items] = await Promise.all([
    loadTopics(scope),
    loadFaq(scope),
    visibleControls(scope),
    loadItemOutlines(scope),
  ]);
  return {
    updates: topics.length > 0,
    faq: faq.length > 0,
    controls: controls.length > 0,
    subprocessors: items.some(
      (item) =>
        item.kind === "Subprocessors" && item.access.text === "open" && item.state !== "NotEnabled",
    ),
  };
}

/**
 * The part of the query that keeps a preview going, and a member in the account that the address
 * names.
 */
function keptQuery(viewer: Viewer, asked: URLSearchParams): string {
  if (viewer.mode === "accountExternal" && asked.has("accountId"))
    return `accountId=${viewer.account.id}`;
  if (viewer.mode !== "preview") return "";
  const query = new URLSearchParams();
  if (viewer.account !== null) query.set("accountId", viewer.account.id);
  if (viewer.profile !== null) query.set("permissionProfileId", viewer.profile.id);
  if (query.size === 0) query.set("view", "public");
  return query.toString();
}

/** What the owner's tools need to know; null for everyone else. */
async function editingFacts(
  db: Reader,
  { org, product, viewer }: { org: Org; product: ProductRef; viewer: Viewer },
) {
  if (viewer.mode !== "main" || !isOwner(viewer, "statuspage:edit")) return null;
  const { id, permissions } = viewer.staff;
  const icons = isOwner(viewer, "assets:edit") && hasFeature(org, "cardIcons");
  return {
    icons,
    sections: hasFeature(org, "sectionCustomization"),
    /** The word of the undo dialog for what they saved last. */
    undo: undoable(
      await lastChangesOf(db, org.id, product.id, { actor: `staff:${id}`, permissions }),
    ),
  };
}

/** What the page says of the viewer: names for the menu and the banner, nothing more. */
function viewerSummary(viewer: Viewer) {
  switch (viewer.mode) {
    case "public":
      return { mode: "public" as const };
    case "main":
      return {
        mode: "main" as const,
        name: viewer.staff.name,
        permissions: [...viewer.staff.permissions],
      };
    case "preview":
      return {
        mode: "preview" as const,
        account: viewer.account && {
          id: viewer.account.id,
          name: viewer.account.name,
          reviewStatus: statusOf(viewer.account),
        },
        profile: viewer.profile,
      };
    case "accountExternal":
      return {
        mode: "accountExternal" as const,
        name: `${viewer.member.firstName} ${viewer.member.lastName}`.trim(),
        email: viewer.member.email,
        accountName: viewer.account.name,
        reviewStatus: statusOf(viewer.account),
      };
  }
}

function statusOf(account: ViewerAccount): ViewerAccount["reviewStatus"] | "expired" {
  return account.expired ? "expired" : account.reviewStatus;
}

/** Whom staff may preview as: profiles, and accounts for those who review them. */
async function previewChoices(
  db: Reader,
  orgId: string,
  viewer: Extract<Viewer, { mode: "main" | "preview" }>,
) {
  const chosen = viewer.mode === "preview" ? viewer.account : null;
  const offered = viewer.staff.permissions.has("accounts:review")
    ? await accountsOffered(db, orgId, chosen)
    : { accounts: [], more: false };
  const profiles = await listProfiles(db, orgId);
  return { ...offered, profiles: profiles.map(({ id, name }) => ({ id, name })) };
}

/** Those that keep a preview going: links add them again. */
const PREVIEW_PARAMETERS = ["accountId", "permissionProfileId", "view"];

function without(query: URLSearchParams, names: readonly string[]): Record<string, string> {
  return Object.fromEntries([...query].filter(([name]) => !names.includes(name)));
}

/**
 * The page's own path below the portal's base; the framework knows it with the org in front, and
 * data requests with an ending.
 */
function pathBelow(slug: string, pathname: string): string {
  return pathname
    .slice(slug.length + 1)
    .replace(/\.data$/, "")
    .replace(/\/$/, "");
}
