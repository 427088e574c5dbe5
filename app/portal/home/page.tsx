import { Fragment } from "react";
import { Link, Outlet, redirect } from "react-router";
import type { Route } from "./+types/page";
import { isBulkPossible } from "#visibility/store/bulk.server.ts";
import { countFiles } from "#visibility/store/files.server.ts";
import { drawnPage } from "#visibility/store/drawn.server.ts";
import { lastChange, loadProductPage } from "#visibility/store/product-page.server.ts";
import { lastDay } from "#values/dates.ts";
import { nextSteps, START_DONE, type NextStep } from "#model/setup-guide.ts";
import { SECTION_TITLES, type SectionId } from "#model/cards/sections.ts";
import { firstWords } from "#values/markdown.ts";
import type { ProductPage, SectionView } from "#model/visibility/page.ts";
import { oneOf, pageNumber, shortText, type RouteHandle } from "#values/page-query.ts";
import { grantIn } from "#model/visibility/viewer.ts";
import { previewing } from "#content/cards/portal/as-public.tsx";
import { useDialogOpen, useFrame, useProductHref } from "#web/portal/links.ts";
import { headOf, MAX_DESCRIPTION } from "#web/portal/head.ts";
import {
  cacheForEveryone,
  portalRequest,
  sameAddress,
  type PortalRequest,
} from "#web/portal/scope.ts";
import { NOT_HERE } from "#values/not-here.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Hero } from "./hero.tsx";
import { NdaReminder } from "#access/nda/portal/reminder.tsx";
import { ReviewBanner, type OpenToMember } from "./review-banner.tsx";
import { SectionNav } from "#web/portal/home/section-nav.tsx";
import { WhatNext } from "./what-next.tsx";
import { FEW_CHANGES } from "../changes/rules/changes.ts";
import { RegisterLinks } from "./register-links.tsx";
import { SinceVisit, type SinceVisitData } from "../changes/portal/since-visit.tsx";
import { toldChanges } from "#web/portal/changes/told.ts";
import { lastVisit } from "#web/portal/changes/visits.ts";
import { changesFor } from "#visibility/changes/store/changes.server.ts";
import { CardsSection } from "#content/cards/portal/section.tsx";
import { CertificationsSection } from "#content/certifications/portal/section.tsx";
import { DocumentsSection } from "#content/documents/portal/section.tsx";
import { DOCUMENT_SORTS, documentChoice } from "#content/documents/rules/document-list.ts";
import { DOCUMENT_TYPES } from "#model/items/items.ts";
import { HelpSection } from "#web/portal/home/sections/help.tsx";
import { KnowledgeBaseSection } from "#content/knowledge-base/portal/section.tsx";
import { OverviewSection } from "#web/portal/home/sections/overview.tsx";
import { SubprocessorsSection } from "#content/subprocessors/portal/section.tsx";
import { DIALOG_QUERY } from "#content/knowledge-base/forms/knowledge-base.ts";
import { TrustedBySection } from "#content/trusted-by/portal/section.tsx";
import { UpdatesSection } from "#updates/updates/portal/section.tsx";
import { servicesContext } from "#platform/context.ts";
import { begunFacts } from "#content/setup-guide/store/setup-guide.server.ts";
import { refreshAfterAnswer } from "#content/items/integration-reading.server.ts";

export const handle: RouteHandle = {
  query: [
    {
      kept: {
        page: pageNumber,
        tcuUid: shortText,
        documents: oneOf("public", "private"),
        documentType: oneOf(...DOCUMENT_TYPES),
        documentSort: oneOf(...DOCUMENT_SORTS),
        show: oneOf("documents"),
      },
    },
    { own: { open: oneOf("true") } },
    DIALOG_QUERY,
  ],
};

/** The page of a product: its sections in the configured order, under whatever drawer is open. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, params);
  const query = new URL(request.url).searchParams;
  const topicId = query.get("tcuUid");
  const asked = wholeNumber(query.get("page"));
  const page = await loadProductPage(portal.scope, portal.product, {
    topicPage: asked,
    topicId,
  });
  const { entries, pages } = page.topics;
  const isThere = topicId === null || entries.some(({ id }) => id === topicId);
  if (!isThere || (topicId === null && asked > pages))
    throw redirect(
      sameAddress(
        context,
        portal.org,
        request,
        isThere
          ? { page: pages === 1 ? null : String(pages) }
          : { tcuUid: null, [NOT_HERE]: "update" },
      ),
    );
  const { customization } = portal.org;
  cacheForEveryone(context, portal);
  await refreshAfterAnswer(context, portal.scope);
  return {
    page: await drawnPage(portal.scope, page),
    topicId,
    documents: documentChoice(query),
    showAllDocuments: query.get("show") === "documents",
    reviewBannerSize: customization.reviewBannerSize,
    trustedByHeader: customization.trustedByHeader.replace("{org.name}", portal.org.name),
    contactSupport: customization.contactSupport,
    reportIssue: customization.reportIssue,
    bulkDownload: await isBulkPossible(portal.scope),
    openToMember: await openToMember(portal),
    updatedAt: await lastChange(portal.scope),
    sinceVisit: await sinceVisit(context, request, portal),
    whatNext:
      query.get(START_DONE.parameter) === START_DONE.value ? await whatNext(context, portal) : null,
  };
}

/** What to do next, for the person who has just published the portal. */
async function whatNext(
  context: Route.LoaderArgs["context"],
  { org, viewer, scope }: PortalRequest,
): Promise<readonly NextStep[] | null> {
  const isStaff = viewer.mode === "main" || viewer.mode === "preview";
  if (!org.published || !isStaff || !viewer.staff.permissions.has("settings:edit")) return null;
  const { config } = context.get(servicesContext);
  return nextSteps({
    ...(await begunFacts(scope.db, org, scope.now)),
    keepsMail: config.mail === "outbox",
  });
}

/** What changed since a member was last here; null for everyone else, and on a first day. */
async function sinceVisit(
  context: Route.LoaderArgs["context"],
  request: Request,
  portal: PortalRequest,
): Promise<SinceVisitData | null> {
  const day = await lastVisit(context, request, portal);
  if (day === null) return null;
  const { product, scope } = portal;
  const wanted = { most: FEW_CHANGES, withWords: false };
  const { changes, count } = await changesFor(scope, day, wanted);
  return {
    day,
    today: scope.clock.today,
    changes: toldChanges(portal, changes),
    count,
    product: product.isDefault ? null : product.slug,
  };
}

/** What a member's grant opens here, and until when; null for viewers without one. */
async function openToMember({
  viewer,
  product,
  scope,
  org,
}: PortalRequest): Promise<OpenToMember | null> {
  const grant = grantIn(viewer, product.id);
  if (grant === null) return null;
  const { expiresAt } = grant;
  const { open, afterNda } = await countFiles(scope);
  return {
    documents: open,
    afterNda,
    until: expiresAt === null ? null : { iso: expiresAt, text: lastDay(expiresAt, org.timeZone) },
  };
}

type HomeData = Awaited<ReturnType<typeof loader>>;

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { page, updatedAt = null } = loaderData ?? {};
  return headOf(matches, {
    overview: page?.overview ? firstWords(page.overview, MAX_DESCRIPTION) : null,
    updatedAt,
    twin: true,
    changes: { of: "Changes", query: {} },
  });
}

export default function Home({ loaderData }: { loaderData: HomeData }) {
  const inert = useDialogOpen();
  const { viewer } = useFrame();
  const { page } = loaderData;
  return (
    <>
      <Outlet context={previewing} />
      <main id="content" inert={inert} tabIndex={-1} className="outline-none">
        <Hero page={page} />
        <div
          className={classNames(
            "mx-auto max-w-6xl space-y-14 px-4 pb-20 sm:px-6 lg:space-y-16",
            viewer.mode === "main" ? "pt-8" : null,
          )}
        >
          {viewer.mode === "main" ? null : <SectionNav page={page} />}
          <WhatNext steps={loaderData.whatNext} />
          <NdaReminder />
          <ReviewBanner
            size={loaderData.reviewBannerSize}
            open={loaderData.openToMember}
            bulk={loaderData.bulkDownload}
          />
          <SinceVisit visit={loaderData.sinceVisit} />
          {page.sections.map((section) => (
            <Fragment key={section.id}>
              {section.hidden ? <HiddenSection section={section} /> : null}
              <Section section={section} data={loaderData} page={page} />
            </Fragment>
          ))}
          <RegisterLinks />
        </div>
      </main>
    </>
  );
}

/** Says to editors which section visitors don't see, and leads to showing it again. */
function HiddenSection({ section: { id, hiddenHalves } }: { section: SectionView }) {
  const { editing } = useFrame();
  const href = useProductHref();
  if (editing === null) return null;
  return (
    <p className="-mb-8 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-dashed border-edge pt-3 text-sm text-muted lg:-mb-10">
      Visitors don’t see the section{" "}
      {(hiddenHalves.length > 0 ? hiddenHalves : [id])
        .map((hidden) => SECTION_TITLES[hidden])
        .join(", ")}
      .{" "}
      <Link
        to={href(`/edit/sections/${id}/show`)}
        preventScrollReset
        className="inline-flex min-h-6 items-center font-medium text-accent"
      >
        Show section
      </Link>
    </p>
  );
}

/** One section by its id; the heading of a combined one covers both halves. */
function Section({
  section: { id, hidden, hiddenHalves },
  data,
  page,
}: {
  section: SectionView;
  data: HomeData;
  page: ProductPage;
}) {
  const half = (of: SectionId) =>
    hidden && (hiddenHalves.length === 0 || hiddenHalves.includes(of));
  switch (id) {
    case "overview":
      return <OverviewSection page={page} hidden={hidden} />;
    case "certifications":
      return <CertificationsSection page={page} hidden={hidden} />;
    case "overview_and_certifications":
      return (
        <div
          className="grid gap-12 lg:grid-cols-2"
          role="group"
          aria-label={SECTION_TITLES.overview_and_certifications}
        >
          <OverviewSection page={page} hidden={half("overview")} />
          <CertificationsSection page={page} hidden={half("certifications")} narrow />
        </div>
      );
    case "trusted_by":
      return <TrustedBySection page={page} hidden={hidden} header={data.trustedByHeader} />;
    case "subprocessors":
      return <SubprocessorsSection page={page} hidden={hidden} />;
    case "documents":
      return (
        <DocumentsSection
          page={page}
          hidden={hidden}
          choice={{
            ...data.documents,
            onlyOpen: data.documents.onlyOpen && data.openToMember !== null,
          }}
          showAll={data.showAllDocuments}
          bulk={data.bulkDownload}
        />
      );
    case "cards":
      return <CardsSection page={page} hidden={hidden} />;
    case "kb":
      return <KnowledgeBaseSection page={page} hidden={hidden} />;
    case "updates":
      return <UpdatesSection page={page} hidden={hidden} topicId={data.topicId} />;
    case "help":
      return (
        <HelpSection
          hidden={hidden}
          contactSupport={data.contactSupport}
          reportIssue={data.reportIssue}
        />
      );
  }
}

function wholeNumber(value: string | null): number {
  return value !== null && /^\d{1,6}$/.test(value) ? Number(value) : 1;
}
