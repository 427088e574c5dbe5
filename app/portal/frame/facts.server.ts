import { loadItemOutlines } from "#visibility/store/items.server.ts";
import { visibleControls } from "#visibility/store/controls.server.ts";
import { loadTopics } from "#visibility/store/publications.server.ts";
import { loadFaq } from "#visibility/store/faq.server.ts";
import { hasFeature, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { undoable } from "#web/history/store/undo.server.ts";
import { lastChangesOf } from "#web/history/store/change-list.server.ts";
import type { Services } from "#platform/context.ts";
import type { PortalRequest } from "#web/portal/scope.ts";
import type { EditingFacts, ViewerSummary } from "#web/portal/frame-data.ts";
import type { ProductRef } from "#model/visibility/page.ts";
import { hasDoraFacts } from "#model/settings/dora.ts";
import { isOwner, type Viewer, type ViewerAccount } from "#model/visibility/viewer.ts";

/** Which of the portal's own pages have something for this viewer. */
export async function pagesWithContent({
  scope,
  product,
}: Pick<PortalRequest, "scope" | "product">) {
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
    dora: hasDoraFacts(scope.org.customization.dora),
    cra: product.cra !== null,
  };
}

/** What the owner's tools need to know; null for everyone else. */
export async function editingFacts(
  { store, subjects }: Pick<Services, "store" | "subjects">,
  { org, product, viewer }: { org: Org; product: ProductRef; viewer: Viewer },
): Promise<EditingFacts | null> {
  if (viewer.mode !== "main" || !isOwner(viewer, "statuspage:edit")) return null;
  const { id, permissions } = viewer.staff;
  const icons = isOwner(viewer, "assets:edit") && hasFeature(org, "cardIcons");
  return {
    icons,
    sections: hasFeature(org, "sectionCustomization"),
    undo: undoable(
      await lastChangesOf(store.read, org.id, product.id, {
        subjects,
        permissions,
        actor: `staff:${id}`,
      }),
    ),
  };
}

/** What the page says of the viewer. */
export function viewerSummary(viewer: Viewer): ViewerSummary {
  switch (viewer.mode) {
    case "public":
      return { mode: "public" };
    case "main":
      return {
        mode: "main",
        name: viewer.staff.name,
        permissions: [...viewer.staff.permissions],
      };
    case "preview":
      return {
        mode: "preview",
        account: viewer.account && {
          id: viewer.account.id,
          name: viewer.account.name,
          reviewStatus: statusOf(viewer.account),
        },
        profile: viewer.profile,
      };
    case "accountExternal":
      return {
        mode: "accountExternal",
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

export function without(query: URLSearchParams, names: readonly string[]): Record<string, string> {
  return Object.fromEntries([...query].filter(([name]) => !names.includes(name)));
}

/**
 * The page's own path below the portal's base; the framework knows it with the org in front, and
 * data requests with an ending.
 */
export function pathBelow(slug: string, pathname: string): string {
  return pathname
    .slice(slug.length + 1)
    .replace(/\.data$/, "")
    .replace(/\/$/, "");
}
