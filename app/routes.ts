import { index, layout, prefix, route, type RouteConfig } from "@react-router/dev/routes";
import {
  LIST_BUTTONS,
  PRESET_BUTTONS,
  REQUEST_BUTTONS,
} from "#access/access-requests/forms/review-forms.ts";
import { ACCOUNT_BUTTONS, MEMBER_BUTTONS } from "#access/accounts/forms/account-forms.ts";
import { ACCOUNT_BUTTONS as OWN_BUTTONS } from "#model/auth/forms/staff-forms.ts";
import { API_NOUNS } from "#model/api-nouns.ts";
import {
  QUESTION_BUTTONS,
  QUESTIONNAIRE_BUTTONS,
  STANDING_BUTTONS,
} from "#model/questionnaires.ts";
import {
  CALENDAR_BUTTONS,
  KEY_BUTTONS,
  PORTAL_CALLS,
  PORTAL_REQUEST_CALLS,
} from "#model/access-keys.ts";
import { ENTRY_BUTTONS } from "#model/knowledge-base/reviews.ts";
import { HOOK_BUTTONS } from "#model/webhooks.ts";
import { TWIN_FORMATS, TWIN_PAGES } from "#model/twins.ts";
import { ACCESS_BUTTONS } from "#model/access-requests/access-dialog.ts";
import { SIGN_ON_BUTTONS } from "#staff/single-sign-on/forms/single-sign-on.ts";
import { ROW_BUTTONS, SORTED_ROW_BUTTONS } from "#values/list-order.ts";
import { REVIEW_BUTTONS, TOPIC_BUTTONS } from "#updates/updates/forms/updates.ts";

/**
 * Staff's dialogs over a product's page: a path below the page's `edit/`, and the module that
 * answers there. Each is mounted for the default product and for every other.
 */
const EDIT_DIALOGS: Readonly<Record<string, string>> = {
  "changes/:changeId/undo": "web/staff/editing/undo",
  "cards/:kind/display-text": "content/cards/staff/display-text",
  "cards/:kind/name": "content/cards/staff/card-name",
  "cards/:kind": "content/cards/staff/card",
  "cards/:kind/items/new": "content/items/staff/item#new",
  "cards/:kind/items/new/:button": "content/items/staff/item-button#new",
  "cards/:kind/items/:uid": "content/items/staff/item",
  "cards/:kind/items/:uid/:button": "content/items/staff/item-button",
  "cards/:kind/items/:uid/delete": "content/items/staff/delete",
  "cards/:kind/order": "content/cards/staff/order/items-order",
  "card-order": "content/cards/staff/order/cards-order",
  sections: "content/cards/staff/order/sections-order",
  "sections/:section/show": "content/cards/staff/section-show",
  "cards/:kind/visibility": "content/cards/staff/visibility",
  "cards/:kind/placeholder": "content/cards/staff/placeholder",
  "cards/:kind/icon": "content/cards/staff/icon",
  "items/:itemUid/move": "content/items/staff/move",
  "items/:itemUid/url": "content/items/staff/item-url",
  grades: "content/grades/staff/list",
  ...buttonsBelow("grades", "content/grades/staff/list", ROW_BUTTONS),
  "grades/new": "content/grades/staff/entry#new",
  "grades/:entryId": "content/grades/staff/entry",
  "trusted-by": "content/trusted-by/staff/list",
  ...buttonsBelow("trusted-by", "content/trusted-by/staff/list", ROW_BUTTONS),
  "trusted-by/new": "content/trusted-by/staff/entry#new",
  "trusted-by/:entryId": "content/trusted-by/staff/entry",
  "companies/:companyId": "content/companies/staff/company-page",
  subprocessors: "content/subprocessors/staff/subprocessor-list",
  ...buttonsBelow(
    "subprocessors",
    "content/subprocessors/staff/subprocessor-list",
    SORTED_ROW_BUTTONS,
  ),
  "subprocessors/new": "content/subprocessors/staff/subprocessor-entry#new",
  "subprocessors/import": "content/subprocessors/staff/subprocessor-import",
  "subprocessors/export.csv": "content/subprocessors/staff/subprocessor-export",
  "subprocessors/:entryId": "content/subprocessors/staff/subprocessor-entry",
  "risk-profile": "content/risk-profile/staff/dialog",
};

/** The addresses of a dialog's buttons, which its own module answers. */
function buttonsBelow(path: string, id: string, buttons: readonly string[]) {
  return Object.fromEntries(buttons.map((button) => [`${path}/${button}`, `${id}#${button}`]));
}

/**
 * @param below the id of the page that they stand over; a module at two paths has another id at the
 * second
 */
const editing = (below: string) =>
  Object.entries(EDIT_DIALOGS).map(([path, id]) =>
    route(`edit/${path}`, `${id.split("#", 1)[0]}.tsx`, { id: `${below}${id}` }),
  );

/**
 * A page, and an address below it for each of its buttons that has one. The page's module answers at
 * all of them.
 */
const withButtons = (path: string, file: string, buttons: readonly string[]) => [
  route(path, file),
  ...buttons.map((button) =>
    route(`${path}/${button}`, file, { id: `${file.replace(".tsx", "")}#${button}` }),
  ),
];

/** The nouns of the API to whose lists files are posted. */
const takesFiles = (noun: string) => noun === "documents" || noun === "questionnaires";

/** The pages of a portal as programs read them: one module answers for all. */
const twins = (file: string) =>
  TWIN_PAGES.flatMap((page) =>
    TWIN_FORMATS.map((format) =>
      route(`${page}.${format}`, file, { id: `${file.replace(".ts", "")}#${page}.${format}` }),
    ),
  );

/**
 * Every URL of the product. The portal stands below `/{org}`; on an org's own domain the listener
 * writes the org in front of the path, so the same routes answer at the root there (http/hosts).
 * Words of the private area can't be org slugs, so the two never meet.
 */
export default [
  route("healthz", "api/healthz.ts"),
  route("readyz", "api/readyz.ts"),
  route("api/domains/allowed", "api/allowed-domain.ts"),
  index("portal/front.ts"),
  route("robots.txt", "portal/site/portal/robots-default.ts"),
  route(".well-known/security.txt", "portal/site/portal/security-txt-default.ts"),
  route(".well-known/jwks.json", "access/partners/api/keys.ts"),

  ...withButtons("sign-in", "staff/auth/sign-in/sign-in.tsx", ["passkey", "single-sign-on"]),
  route("sign-in/with/:orgId", "staff/auth/single-sign-on/leaving.tsx"),
  route("sign-in/with/:orgId/callback", "staff/auth/single-sign-on/callback.tsx"),
  route("sign-in/with/:orgId/logout", "staff/auth/single-sign-on/logout.ts"),
  route("sign-in/with/:orgId/keys", "staff/auth/single-sign-on/keys.ts"),
  route("sign-in/passkey/challenge", "staff/auth/passkeys/challenge.ts"),
  route("sign-in/code", "staff/auth/sign-in/code.tsx"),
  route("sign-in/forgotten", "staff/auth/sign-in/forgotten-page.tsx"),
  route("sign-in/password", "staff/auth/sign-in/new-password.tsx"),
  route("sign-in/invitation", "staff/auth/sign-in/invitation.tsx"),
  route("sign-out", "staff/auth/sign-in/sign-out.tsx"),
  route("setup", "staff/auth/sign-in/setup.tsx"),
  layout("staff/area.tsx", [
    ...withButtons("account", "staff/auth/sign-in/account-page.tsx", OWN_BUTTONS),
    ...withButtons("account/keys", "staff/access-keys/staff/own-keys.tsx", KEY_BUTTONS),
    route("account/refused", "staff/refused.ts"),
    route("account/changes", "staff/changes/staff/page.tsx"),
    route("home", "staff/home/staff/home.tsx"),
    route("home/find", "staff/home/staff/find.tsx"),
    layout("staff/inbox/staff/frame.tsx", [
      route("inbox", "staff/inbox/staff/list.tsx"),
      route("inbox/approvals", "staff/inbox/staff/list.tsx", {
        id: "staff/inbox/staff/list#approvals",
      }),
      ...withButtons("requests", "access/access-requests/staff/request-list.tsx", LIST_BUTTONS),
      ...withButtons(
        "requests/:requestId",
        "access/access-requests/staff/request-page.tsx",
        REQUEST_BUTTONS,
      ),
      route("comments", "access/comments/staff/comment-list.tsx"),
      route("comments/:accountId/:productId/:itemUid", "access/comments/staff/thread.tsx"),
    ]),
    route("documents", "content/documents/staff/library-page.tsx"),
    route("documents/place", "content/items/staff/place.tsx"),
    route("documents/:documentId", "content/documents/staff/document.tsx"),
    route("documents/:documentId/staged/:stagedId", "content/documents/staff/staged-version.tsx"),
    ...withButtons(
      "documents/:documentId/answers",
      "access/questionnaires/staff/standing-answers.tsx",
      STANDING_BUTTONS,
    ),
    route("traces", "content/watermarks/staff/page.tsx"),
    route("audit", "company/audit/staff/list.tsx"),
    ...withButtons("knowledge-base", "content/knowledge-base/staff/entry-list.tsx", ["review"]),
    route("knowledge-base/new", "content/knowledge-base/staff/new-entry.tsx"),
    route("knowledge-base/import", "content/knowledge-base/staff/entry-import.tsx"),
    route("knowledge-base/import/:importId", "content/knowledge-base/staff/import-rows.tsx"),
    ...withButtons("knowledge-base/alike", "content/knowledge-base/staff/alike.tsx", ["merge"]),
    ...withButtons(
      "knowledge-base/:entryId",
      "content/knowledge-base/staff/entry.tsx",
      ENTRY_BUTTONS,
    ),
    route("controls", "content/controls/staff/control-list.tsx"),
    route("controls/new", "content/controls/staff/new-control.tsx"),
    route("controls/import", "content/controls/staff/control-import.tsx"),
    route("controls/import/:importId", "content/controls/staff/import-rows.tsx"),
    route("controls/:controlId", "content/controls/staff/control.tsx"),
    route("history", "staff/history/staff/change-list.tsx"),
    route("history/plain-texts", "staff/history/staff/plain-texts.tsx"),
    route("history/:changeId", "web/history/staff/change.tsx"),
    route("updates", "updates/updates/staff/update-list.tsx"),
    route("updates/new", "updates/updates/staff/new-update.tsx"),
    route("updates/drafts/:draftId", "updates/updates/staff/draft.tsx"),
    ...withButtons(
      "updates/drafts/:draftId/review",
      "updates/updates/staff/review.tsx",
      REVIEW_BUTTONS,
    ),
    ...withButtons("updates/topics/:topicId", "updates/updates/staff/topic.tsx", TOPIC_BUTTONS),
    route("updates/topics/:topicId/follow-up", "updates/updates/staff/follow-up.tsx"),
    route("updates/topics/:topicId/:updateId", "updates/updates/staff/edit.tsx"),
    route("mail", "updates/mail-log/staff/mail-list.tsx"),
    route("mail/suppressions", "updates/mail-log/staff/suppressions.tsx"),
    route("mail/previews", "staff/mail-log/staff/previews.tsx"),
    route("mail/:mailId", "updates/mail-log/staff/mail-page.tsx"),
    route("products", "content/products/staff/product-list.tsx"),
    route("products/new", "content/products/staff/new-product.tsx"),
    route("products/links", "content/products/staff/links.tsx"),
    route("products/:productId", "content/products/staff/product-page.tsx"),
    route("settings/start", "staff/setup-guide/staff/overview.tsx"),
    layout("staff/setup-guide/staff/frame.tsx", [
      route("settings/start/content", "staff/setup-guide/staff/content.tsx"),
      route("settings/start/name", "staff/setup-guide/staff/name.tsx"),
      route("settings/start/logo", "staff/setup-guide/staff/logo.tsx"),
      route("settings/start/color", "staff/setup-guide/staff/color.tsx"),
      route("settings/start/access", "staff/setup-guide/staff/access-level.tsx"),
      route("settings/start/certifications", "staff/setup-guide/staff/certifications.tsx"),
      route("settings/start/controls", "staff/setup-guide/staff/controls.tsx"),
      route("settings/start/publish", "staff/setup-guide/staff/publish.tsx"),
    ]),
    layout("staff/settings/staff/frame.tsx", [
      route("settings", "staff/settings/staff/overview.tsx"),
      route("settings/general", "staff/settings/staff/general.tsx"),
      route("settings/look", "staff/settings/staff/look.tsx"),
      route("settings/look/:picture", "staff/settings/staff/picture.tsx"),
      route("settings/visitors", "staff/settings/staff/visitors.tsx"),
      route("settings/access", "staff/settings/staff/access.tsx"),
      route("settings/help", "staff/settings/staff/help.tsx"),
      route("settings/dora", "staff/settings/staff/dora.tsx"),
      route("settings/search", "staff/search/staff/search-settings.tsx"),
      route("settings/search/webpages", "staff/webpages/staff/list.tsx"),
      route("settings/answers", "staff/answers/staff/answer-settings.tsx"),
      route("settings/integrations", "staff/integrations/staff/settings.tsx"),
      route("settings/partners", "staff/partners/staff/settings.tsx"),
      route("settings/partners/:partnerId", "staff/partners/staff/partner.tsx"),
      ...withButtons("settings/keys", "staff/access-keys/staff/company-keys.tsx", KEY_BUTTONS),
      route("settings/chat", "staff/webhooks/staff/chat-list.tsx"),
      route("settings/webhooks", "staff/webhooks/staff/hook-list.tsx"),
      ...withButtons("settings/webhooks/:hookId", "staff/webhooks/staff/hook.tsx", HOOK_BUTTONS),
      route("settings/features", "staff/settings/staff/features.tsx"),
      route("settings/scripts", "staff/settings/staff/scripts.tsx"),
      ...withButtons(
        "settings/single-sign-on",
        "staff/single-sign-on/staff/single-sign-on.tsx",
        SIGN_ON_BUTTONS,
      ),
      route("settings/byoid", "staff/byoid/staff/byoid-page.tsx"),
      route("settings/content", "operations/exchange/staff/content-page.tsx"),
      route("settings/content/:importId", "operations/exchange/staff/content-import.tsx"),
      route("settings/privacy", "staff/settings/staff/privacy.tsx"),
      route("settings/privacy/person", "staff/settings/staff/privacy-person.tsx"),
      route("settings/domain", "staff/settings/staff/domain.tsx"),
      route("settings/publication", "staff/settings/staff/publication.tsx"),
    ]),
    route("team", "staff/team/staff/team-list.tsx"),
    route("team/invite", "staff/team/staff/invite.tsx"),
    route("team/resend-invitation", "staff/team/staff/buttons/resend-invitation.tsx"),
    route("team/withdraw-invitation", "staff/team/staff/buttons/withdraw-invitation.tsx"),
    route("team/require-two-factor", "staff/team/staff/buttons/require-two-factor.tsx"),
    route("team/leave-two-factor-open", "staff/team/staff/buttons/leave-two-factor-open.tsx"),
    route("team/:staffId", "staff/team/staff/person.tsx"),
    route("team/:staffId/change-role", "staff/team/staff/buttons/change-role.tsx"),
    route("team/:staffId/end-session", "staff/team/staff/buttons/end-session.tsx"),
    route("team/:staffId/end-sessions", "staff/team/staff/buttons/end-sessions.tsx"),
    route("team/:staffId/remove", "staff/team/staff/buttons/remove.tsx"),
    route("subscribers", "updates/subscribers/staff/subscriber-list.tsx"),
    route("subscribers/add", "updates/subscribers/staff/add.tsx"),
    route("subscribers/import", "updates/subscribers/staff/subscriber-import.tsx"),
    route("subscribers/blocks", "updates/subscribers/staff/blocks.tsx"),
    route("accounts", "access/accounts/staff/account-list.tsx"),
    route("accounts/new", "access/accounts/staff/new-account.tsx"),
    ...withButtons(
      "accounts/:accountId",
      "access/accounts/staff/account-page.tsx",
      ACCOUNT_BUTTONS,
    ),
    route("questionnaires", "access/questionnaires/staff/questionnaire-list.tsx"),
    route("questionnaires/new", "access/questionnaires/staff/new-questionnaire.tsx"),
    route("questionnaires/coverage", "access/questionnaires/staff/coverage.tsx"),
    ...withButtons(
      "questionnaires/:questionnaireId",
      "access/questionnaires/staff/questionnaire.tsx",
      QUESTIONNAIRE_BUTTONS,
    ),
    route("questionnaires/:questionnaireId/columns", "access/questionnaires/staff/columns.tsx"),
    route("questionnaires/:questionnaireId/faq", "access/questionnaires/staff/keep-answers.tsx"),
    route("questionnaires/:questionnaireId/copy", "access/questionnaires/staff/copy-answers.tsx"),
    route(
      "questionnaires/:questionnaireId/document",
      "access/questionnaires/staff/keep-document.tsx",
    ),
    ...withButtons(
      "questionnaires/:questionnaireId/questions/:place",
      "access/questionnaires/staff/question.tsx",
      QUESTION_BUTTONS,
    ),
    route("rules", "access/access-rules/staff/rules-list.tsx"),
    route("rules/new", "access/access-rules/staff/new-rule.tsx"),
    ...withButtons("rules/presets", "access/access-requests/staff/preset-list.tsx", PRESET_BUTTONS),
    route("rules/customers", "access/access-rules/staff/customer-list.tsx"),
    route("rules/customers/import", "access/access-rules/staff/customer-import.tsx"),
    route("rules/:ruleId", "access/access-rules/staff/edit.tsx"),
    route("nda", "access/nda/staff/nda-page.tsx"),
    route("nda/versions/new", "access/nda/staff/new-version.tsx"),
    route("nda/versions/:versionId", "access/nda/staff/version.tsx"),
    route("nda/import", "access/nda/staff/nda-import.tsx"),
    route("profiles", "access/profiles/staff/list.tsx"),
    route("profiles/new", "access/profiles/staff/new.tsx"),
    route("profiles/:profileId", "access/profiles/staff/detail.tsx"),
    route("profiles/:profileId/:productId/:kind", "access/profiles/staff/card.ts"),
  ]),
  layout("staff/installation/staff/frame.tsx", [
    route("installation", "staff/installation/staff/list.tsx"),
    route("installation/new", "staff/installation/staff/new.tsx"),
    route("installation/:orgId", "staff/installation/staff/org.tsx"),
    route("installation/:orgId/plan", "staff/entitlements/staff/plan.tsx"),
  ]),
  route("documents/:documentId/download", "content/documents/staff/download.ts"),
  route("documents/:documentId/thumbnail", "content/documents/staff/thumbnail.ts"),
  route("documents/:documentId/staged", "content/documents/staff/stage.ts"),
  route("mail/previews/:kind", "staff/mail-log/staff/preview-html.ts"),
  route("mail/:mailId/html", "updates/mail-log/staff/html.ts"),
  route("accounts/:accountId/activity.csv", "access/accounts/staff/activity-csv.ts"),
  route("questionnaires/:questionnaireId/file", "access/questionnaires/staff/answered-file.ts"),
  route("nda/export.csv", "access/nda/staff/nda-export.ts"),
  route("nda/signatures/:signatureId/pdf", "access/nda/staff/record-pdf.ts"),
  route("account/org", "staff/auth/sign-in/current-org.tsx"),
  route("settings/content/export.zip", "operations/exchange/staff/content-export.ts"),
  route("knowledge-base/export.csv", "content/knowledge-base/staff/entry-export.ts"),
  route("controls/export.csv", "content/controls/staff/control-export.ts"),
  route("settings/privacy/export", "staff/settings/staff/privacy-export.ts"),
  route("subscribers/export.csv", "updates/subscribers/staff/subscriber-export.ts"),
  route("rules/customers/export.csv", "access/access-rules/staff/customer-export.ts"),
  route("audit/export.csv", "company/audit/staff/export.ts"),

  ...prefix("api/share/:orgId", [
    route("assets/:assetId", "api/share/asset.ts"),
    route("logo", "api/share/logo.ts"),
    route("open-graph.png", "api/share/open-graph.ts"),
    route("subscribe", "updates/subscribers/api/subscribe.ts"),
    route("unsubscribe", "updates/subscribers/api/unsubscribe.ts"),
    route("unsubscribe/one-click", "updates/subscribers/api/one-click.ts"),
    route("compliance-update", "updates/updates/api/compliance-update.ts", {
      id: "updates/updates/api/compliance-update#share",
    }),
    route("bulk-download", "content/bulk-download/api/share.ts"),
    route("login", "access/access-requests/api/share-login.ts"),
    route("request", "access/access-requests/api/share-request.ts"),
    route("view/:productId?", "content/products/api/product-page.ts", {
      id: "content/products/api/product-page#share",
    }),
    route("nda", "access/nda/api/nda-link.ts", { id: "access/nda/api/nda-link#share" }),
    route("search", "content/search/api/search.ts", { id: "content/search/api/search#share" }),
    route("search/answer", "content/answers/api/answers.ts", {
      id: "content/answers/api/answers#share",
    }),
    route("kb/ais", "content/knowledge-base/api/ais.ts", {
      id: "content/knowledge-base/api/ais#share",
    }),
    route("hackerone", "content/items/api/integration-reading.ts", {
      id: "content/items/api/integration-reading#share",
    }),
    route("statuspageio", "content/items/api/integration-reading.ts", {
      id: "content/items/api/integration-reading#share-statuspageio",
    }),
  ]),
  route("api/statuspage/share/auth/logout", "access/access-requests/api/logout.ts"),
  route(
    "api/statuspage/share/:reviewId/external/extend-access",
    "access/access-requests/api/extend-access.ts",
  ),
  ...prefix("api/statuspage/share/:accountId/external", [
    route("compliance-update", "updates/updates/api/compliance-update.ts", {
      id: "updates/updates/api/compliance-update#external",
    }),
    route("bulk-download", "content/bulk-download/api/external.ts"),
    route("login", "access/access-requests/api/external-login.ts"),
    route("request", "access/access-requests/api/external-request.ts"),
    route("view/:productId?", "content/products/api/product-page.ts", {
      id: "content/products/api/product-page#external",
    }),
    route("nda", "access/nda/api/nda-link.ts", { id: "access/nda/api/nda-link#external" }),
    route("search", "content/search/api/search.ts", { id: "content/search/api/search#external" }),
    route("search/answer", "content/answers/api/answers.ts", {
      id: "content/answers/api/answers#external",
    }),
    route("kb/ais", "content/knowledge-base/api/ais.ts", {
      id: "content/knowledge-base/api/ais#external",
    }),
    route("hackerone", "content/items/api/integration-reading.ts", {
      id: "content/items/api/integration-reading#external",
    }),
    route("statuspageio", "content/items/api/integration-reading.ts", {
      id: "content/items/api/integration-reading#external-statuspageio",
    }),
    route("download-signed-clickwrap-nda", "access/nda/api/download-nda.ts"),
    route("invite-colleague", "access/access-requests/api/invite-colleague.ts"),
    route("comments", "access/comments/api/external.ts"),
    route(":partnerId/jwt", "access/partners/api/token.ts"),
  ]),
  ...prefix("api/trust-center", [
    route("compliance-update", "updates/updates/api/compliance-update.ts", {
      id: "updates/updates/api/compliance-update#staff",
    }),
    route("updates", "updates/updates/api/updates.ts"),
    route("products/:productId/cards/:kind", "content/cards/api/card.ts"),
    route("products/:productId/items/:itemUid", "content/items/api/item.ts"),
    route("bulk-download", "content/bulk-download/api/trust-center.ts"),
    route("view/:productId?", "content/products/api/product-page.ts", {
      id: "content/products/api/product-page#staff",
    }),
    route("nda", "access/nda/api/nda-link.ts", { id: "access/nda/api/nda-link#staff" }),
    route("search", "content/search/api/search.ts", { id: "content/search/api/search#staff" }),
    route("search/answer", "content/answers/api/answers.ts", {
      id: "content/answers/api/answers#staff",
    }),
    route("kb/ais", "content/knowledge-base/api/ais.ts", {
      id: "content/knowledge-base/api/ais#staff",
    }),
    route("hackerone", "content/items/api/integration-reading.ts", {
      id: "content/items/api/integration-reading#staff",
    }),
    route("statuspageio", "content/items/api/integration-reading.ts", {
      id: "content/items/api/integration-reading#staff-statuspageio",
    }),
    route("comments", "access/comments/api/trust-center.ts"),
    route("products/:productId", "content/products/api/product.ts"),
    route("products/:productId/cards", "content/cards/api/cards-order.ts"),
    route("products/:productId/cards/:kind/icon", "content/cards/api/card-icon.ts"),
    route("products/:productId/cards/:kind/items", "content/items/api/items-order.ts"),
    route("products/:productId/items/:itemUid/deletion", "content/items/api/item-deletion.ts"),
    route("companies", "content/companies/api/company.ts"),
    route("account-choices", "access/accounts/api/account-choices.ts"),
    route("markdown", "content/api/trust-center/markdown.ts"),
    ...prefix("products/:productId", [
      route("subprocessors", "content/subprocessors/api/subprocessor.ts"),
      route("subprocessors/:entryId", "content/subprocessors/api/subprocessor.ts", {
        id: "content/subprocessors/api/subprocessor#one",
      }),
      route("trusted-companies", "content/trusted-by/api/trusted-by.ts"),
      route("trusted-companies/:entryId", "content/trusted-by/api/trusted-by.ts", {
        id: "content/trusted-by/api/trusted-by#one",
      }),
      route("grades", "content/grades/api/grades.ts"),
      route("grades/:entryId", "content/grades/api/grades.ts", {
        id: "content/grades/api/grades#one",
      }),
      route("risk-profile", "content/risk-profile/api/profile.ts"),
    ]),
  ]),
  ...prefix("api/kb", [
    route("ais", "content/knowledge-base/api/ais.ts", {
      id: "content/knowledge-base/api/ais#staff-main",
    }),
    route(":orgId/query", "content/knowledge-base/api/query.ts"),
    route(":orgId/objects/:entryId", "content/knowledge-base/api/object.ts"),
    route(":orgId/facets/:name", "content/knowledge-base/api/facets.ts"),
  ]),
  route("api/graphql", "operations/graphql/api/graphql.ts"),
  route("api/partner/trust-center", "access/partners/api/partner.ts"),
  ...prefix("api/integrations", [
    route("ssc/:domain", "content/grades/api/scorecard.ts"),
    route("hackerone/connect", "content/items/api/connect.ts"),
    route("hackerone/disconnect", "content/items/api/disconnect.ts"),
    route("statuspageio/disconnect", "content/items/api/disconnect.ts", {
      id: "content/items/api/disconnect#statuspageio",
    }),
    route("statuspageio/:link", "content/items/api/statuspage.ts"),
  ]),
  ...prefix("api/documents", [
    index("content/documents/api/library.ts"),
    route("trust-center", "content/documents/api/trust-center.ts"),
    route(":documentId", "content/documents/api/document.ts"),
  ]),
  route("api/openapi.json", "api/v1/openapi.ts"),
  route("api/openapi.yaml", "api/v1/openapi.ts", { id: "api/v1/openapi#yaml" }),
  route("api/reference", "api/v1/reference.tsx"),
  route("api/v1/me", "api/v1/me.ts"),
  ...Object.entries(API_NOUNS).flatMap(([noun, { calls }]) => [
    route(`api/v1/${noun}`, takesFiles(noun) ? `api/v1/${noun}.ts` : "api/v1/noun.ts", {
      id: `api/v1/noun#${noun}`,
    }),
    route(`api/v1/${noun}/:id`, "api/v1/noun.ts", { id: `api/v1/noun#${noun}-one` }),
    ...calls.map((call) =>
      route(`api/v1/${noun}/:id/${call}`, "api/v1/noun.ts", {
        id: `api/v1/noun#${noun}-${call}`,
      }),
    ),
  ]),
  route("api/v1/documents/:id/content", "api/v1/document-content.ts"),
  route("api/v1/documents/:id/versions", "api/v1/document-versions.ts"),
  route("api/v1/questionnaires/:id/content", "api/v1/questionnaire-content.ts"),
  ...Object.keys(PORTAL_CALLS).map((path) =>
    route(["api/v1/portal", path].filter(Boolean).join("/"), "api/v1/portal.ts", {
      id: ["api/v1/portal", path].filter(Boolean).join("#"),
    }),
  ),
  route("api/v1/portal/documents/:fileId/content", "api/v1/portal-content.ts"),
  route("api/v1/portal/documents/:fileId/versions", "api/v1/portal-versions.ts"),
  route("api/v1/portal/packages", "api/v1/portal-packages.ts"),
  route("api/v1/portal/packages/:token", "api/v1/portal-package.ts"),
  route("api/v1/portal/me", "api/v1/portal-me.ts"),
  route("api/v1/portal/questions", "api/v1/portal-questions.ts"),
  route("api/v1/portal/requests", "api/v1/portal-requests.ts"),
  route("api/v1/portal/requests/:id", "api/v1/portal-request.ts"),
  ...PORTAL_REQUEST_CALLS.map((call) =>
    route(`api/v1/portal/requests/:id/${call}`, "api/v1/portal-request-call.ts", {
      id: `api/v1/portal-request-call#${call}`,
    }),
  ),
  route("api/v1/portal/questionnaires", "api/v1/portal-questionnaires.ts"),
  route("api/v1/portal/questionnaires/:id", "api/v1/portal-questionnaire.ts"),
  route("api/v1/portal/questionnaires/:id/content", "api/v1/portal-questionnaire-content.ts"),
  route("api/mail/resend/webhook", "updates/mail-log/api/resend-webhook.ts"),
  route("api/*", "api/unknown.ts"),

  route("byoid/:orgId/welcome", "access/byoid/portal/welcome.tsx", {
    id: "access/byoid/portal/welcome",
  }),
  route(":org", "portal/mount.tsx", [
    layout("portal/frame.tsx", [
      layout("portal/inside.tsx", [
        layout("portal/home/page.tsx", { id: "portal/home" }, [
          index("portal/home/plain.tsx"),
          ...withButtons(
            "get-access",
            "access/access-requests/portal/get-access.tsx",
            ACCESS_BUTTONS,
          ),
          route("invite-colleagues", "access/access-requests/portal/invite-colleagues.tsx"),
          route("card/:kind", "content/cards/staff/card-mode.tsx", [
            index("content/cards/portal/drawer.tsx"),
          ]),
          route("item/:slug", "portal/items/portal/item.tsx"),
          route("bulk-download", "content/bulk-download/portal/dialog.tsx"),
          route("send-data", "access/partners/portal/send.tsx"),
          route("cookie-declaration", "company/consent/portal/declaration.tsx"),
          ...editing(""),
        ]),
        route("product/:product", "portal/home/page.tsx", { id: "portal/product" }, [
          index("portal/home/plain.tsx", { id: "portal/product/plain" }),
          route(
            "card/:kind",
            "content/cards/staff/card-mode.tsx",
            { id: "portal/product/card-mode" },
            [index("content/cards/portal/drawer.tsx", { id: "portal/product/card" })],
          ),
          route("bulk-download", "content/bulk-download/portal/dialog.tsx", {
            id: "portal/product/bulk",
          }),
          ...editing("portal/product/"),
          route(":slug", "portal/items/portal/item.tsx", { id: "portal/product/item" }),
        ]),
        route("updates", "updates/updates/portal/update-list.tsx"),
        route("updates/:topicId", "updates/updates/portal/topic.tsx"),
        route("subprocessors", "content/subprocessors/portal/page.tsx"),
        route("subprocessors.csv", "content/subprocessors/portal/csv.ts"),
        route("dates", "portal/dates/portal/page.tsx"),
        route("dora", "portal/dora/portal/page.tsx"),
        route("dora.csv", "portal/dora/portal/csv.ts"),
        route("cra", "portal/cra/portal/page.tsx"),
        route("cra.csv", "portal/cra/portal/csv.ts"),
        route("review/package", "portal/packages/portal/page.tsx"),
        route("review/package/:token", "portal/packages/portal/archive.tsx"),
        route("verify", "portal/packages/portal/verify.tsx"),
        route("changes", "portal/changes/portal/page.tsx"),
        route("follow", "updates/follows/portal/follow.tsx"),
        route("follow/confirm", "updates/follows/portal/confirm.tsx"),
        route("follow/stop", "updates/follows/portal/stop.tsx"),
        route("faq", "content/knowledge-base/portal/faq.tsx"),
        route("controls", "content/controls/portal/control-page.tsx"),
        route("search", "content/search/portal/search-page.tsx"),
        route("search/answer", "content/answers/portal/answer-page.tsx"),
        route("search/answer.json", "content/answers/portal/answer.ts"),
        route("search/index.json", "content/search/portal/index.ts"),
        route("search/results.json", "content/search/portal/answers.ts"),
        route("events", "portal/visitor-events/portal/record.ts"),
        route("live-status", "content/items/portal/live-status.ts"),
        route("legal/terms", "company/privacy/portal/terms.tsx"),
        route("legal/privacy", "company/privacy/portal/privacy.tsx"),
        route("subscribe", "updates/subscribers/portal/subscribe.tsx"),
        route("subscription", "updates/subscribers/portal/preferences.tsx"),
        route("subscription/confirm", "updates/subscribers/portal/confirm.tsx"),
        route("unsubscribe", "updates/subscribers/portal/unsubscribe.ts"),
        route("documents", "content/documents/portal/all-documents.tsx"),
        route("documents/:fileId/view", "content/documents/portal/view.tsx"),
        route("documents/:fileId/view/pages/:page", "content/documents/portal/page-image.tsx"),
        route("documents/:fileId/download", "content/documents/portal/download.tsx"),
        route("documents/:fileId/compare", "content/documents/portal/compare.tsx"),
        route("documents/letter/:itemUid/view", "content/bridge-letters/portal/view.tsx"),
        route("sign-in-link", "access/access-requests/portal/sign-in-link.tsx"),
        route("bulk-download/:token", "content/bulk-download/portal/archive.tsx"),
        ...withButtons("my-account", "access/accounts/portal/account-page.tsx", MEMBER_BUTTONS),
        ...withButtons("my-account/keys", "access/accounts/portal/keys-page.tsx", KEY_BUTTONS),
        route("questionnaires", "access/questionnaires/portal/send-page.tsx"),
        route("questionnaires/:questionnaireId", "access/questionnaires/portal/sent-page.tsx"),
        ...withButtons(
          "my-account/calendar",
          "portal/dates/portal/own-calendar.tsx",
          CALENDAR_BUTTONS,
        ),
        route("nda", "access/nda/portal/nda-page.tsx"),
        route("*", "portal/not-found.tsx"),
      ]),
    ]),
    route("my-account/questionnaires/:releaseId", "access/questionnaires/portal/released-file.ts"),
    route("documents/:fileId/view/content", "content/documents/portal/content.ts"),
    route("documents/:fileId/download/answers.json", "content/documents/portal/answers.ts"),
    route("documents/:fileId/view/thumbnail", "content/documents/portal/thumbnail.ts"),
    route("feed.xml", "updates/updates/portal/atom.ts"),
    route("feed.json", "updates/updates/portal/json.ts"),
    ...twins("portal/twins/portal/twin.ts"),
    route("dates.ics", "portal/dates/portal/calendar.ts"),
    route("follow/one-click", "updates/follows/portal/one-click.ts"),
    route("changes.xml", "portal/changes/portal/feed.ts"),
    route("verify.json", "portal/packages/portal/verify-json.ts"),
    route("calendar.ics", "portal/dates/portal/own-dates.ts"),
    route("llms.txt", "portal/twins/portal/llms.ts"),
    route("documents/letter/:itemUid/download", "content/bridge-letters/portal/download.ts"),
    route("byoid/:orgId/welcome", "access/byoid/portal/welcome.tsx", {
      id: "portal/byoid/on-domain",
    }),
    route("robots.txt", "portal/site/portal/robots.ts"),
    route("sitemap.xml", "portal/site/portal/sitemap.ts"),
    route(".well-known/security.txt", "portal/site/portal/security-txt.ts"),
    route(".well-known/jwks.json", "access/partners/api/keys.ts", {
      id: "access/partners/api/keys#portal",
    }),
  ]),
  route("*", "api/not-found.ts"),
] satisfies RouteConfig;
