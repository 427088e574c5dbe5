import { index, layout, prefix, route, type RouteConfig } from "@react-router/dev/routes";

/**
 * Every URL of the product. The portal stands below `/{org}`; on an org's own domain the front door
 * writes the org in front of the path, so the same routes answer at the root there (front-door/hosts).
 * Words of the private area can't be org slugs, so the two never meet.
 */
export default [
  route("healthz", "api/healthz.ts"),
  route("readyz", "api/readyz.ts"),
  index("portal/front.ts"),
  route("robots.txt", "portal/site/robots-default.ts"),

  route("sign-in", "account/sign-in.tsx"),
  route("sign-in/code", "account/sign-in-code.tsx"),
  route("sign-in/forgotten", "account/forgotten-page.tsx"),
  route("sign-in/password", "account/new-password.tsx"),
  route("sign-out", "account/sign-out.tsx"),
  route("setup", "account/setup.tsx"),
  layout("staff/area.tsx", [
    route("account", "account/security.tsx"),
    route("documents", "staff/documents/list.tsx"),
    route("documents/:documentId", "staff/documents/document.tsx"),
    route("audit", "staff/audit/list.tsx"),
    route("updates", "staff/updates/list.tsx"),
    route("updates/new", "staff/updates/new.tsx"),
    route("updates/drafts/:draftId", "staff/updates/draft.tsx"),
    route("updates/drafts/:draftId/review", "staff/updates/review.tsx"),
    route("updates/topics/:topicId", "staff/updates/topic.tsx"),
    route("updates/topics/:topicId/follow-up", "staff/updates/follow-up.tsx"),
    route("updates/topics/:topicId/:updateId", "staff/updates/edit.tsx"),
    route("team", "staff/team/list.tsx"),
    route("requests", "staff/requests/list.tsx"),
    route("requests/:requestId", "staff/requests/detail.tsx"),
    route("subscribers", "staff/subscribers/list.tsx"),
    route("subscribers/add", "staff/subscribers/add.tsx"),
    route("subscribers/import", "staff/subscribers/import.tsx"),
    route("subscribers/blocks", "staff/subscribers/blocks.tsx"),
    route("profiles", "staff/profiles/list.tsx"),
    route("profiles/new", "staff/profiles/new.tsx"),
    route("profiles/:profileId", "staff/profiles/detail.tsx"),
    route("profiles/:profileId/:productId/:kind", "staff/profiles/card.tsx"),
  ]),
  route("documents/:documentId/download", "staff/documents/download.ts"),
  route("account/org", "account/current-org.tsx"),
  route("subscribers/export.csv", "staff/subscribers/export.ts"),

  ...prefix("api/share/:orgId", [
    route("assets/:assetId", "api/share/asset.ts"),
    route("open-graph.png", "api/share/open-graph.ts"),
    route("subscribe", "api/share/subscribe.ts"),
    route("unsubscribe", "api/share/unsubscribe.ts"),
    route("unsubscribe/one-click", "api/share/one-click.ts"),
    route("compliance-update", "api/share/compliance-update.ts"),
  ]),
  ...prefix("api/statuspage/share/:accountId/external", [route("compliance-update", "api/external/compliance-update.ts")]),
  ...prefix("api/trust-center", [route("compliance-update", "api/trust-center/compliance-update.ts"), route("updates", "api/trust-center/updates.ts")]),
  ...prefix("api/documents", [index("api/documents/library.ts"), route("trust-center", "api/documents/trust-center.ts"), route(":documentId", "api/documents/document.ts")]),
  route("api/*", "api/unknown.ts"),

  route(":org", "portal/mount.tsx", [
    layout("portal/frame.tsx", [
      layout("portal/inside.tsx", [
        layout("portal/home/page.tsx", { id: "portal/home" }, [
          index("portal/home/plain.tsx"),
          route("get-access", "portal/access/get-access.tsx"),
          route("card/:kind", "portal/card/drawer.tsx"),
          route("item/:slug", "portal/card/item.tsx"),
        ]),
        route("product/:product", "portal/home/page.tsx", { id: "portal/product" }, [
          index("portal/home/plain.tsx", { id: "portal/product/plain" }),
          route("card/:kind", "portal/card/drawer.tsx", { id: "portal/product/card" }),
          route(":slug", "portal/card/item.tsx", { id: "portal/product/item" }),
        ]),
        route("updates", "portal/updates/list.tsx"),
        route("updates/:topicId", "portal/updates/topic.tsx"),
        route("subprocessors", "portal/subprocessors/table.tsx"),
        route("faq", "portal/faq/list.tsx"),
        route("subscribe", "portal/subscription/subscribe.tsx"),
        route("subscription", "portal/subscription/preferences.tsx"),
        route("subscription/confirm", "portal/subscription/confirm.tsx"),
        route("unsubscribe", "portal/subscription/unsubscribe.ts"),
        route("documents/:fileId/view", "portal/documents/view.tsx"),
        route("documents/:fileId/download", "portal/documents/download.tsx"),
        route("documents/letter/:itemUid/view", "portal/letter/view.tsx"),
        route("sign-in-link", "portal/access/sign-in-link.tsx"),
        route("*", "portal/not-found.ts"),
      ]),
    ]),
    route("documents/:fileId/view/content", "portal/documents/content.ts"),
    route("feed.xml", "portal/feeds/atom.ts"),
    route("feed.json", "portal/feeds/json.ts"),
    route("documents/letter/:itemUid/download", "portal/letter/download.ts"),
    route("robots.txt", "portal/site/robots.ts"),
    route("sitemap.xml", "portal/site/sitemap.ts"),
    route(".well-known/security.txt", "portal/site/security-txt.ts"),
  ]),
  route("*", "api/not-found.ts"),
] satisfies RouteConfig;
