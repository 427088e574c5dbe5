import type { Page } from "@playwright/test";

/** Forms of staff's whose addresses are the same in every demo. */
export const STAFF_FORMS: readonly string[] = [
  "/account",
  "/account/keys",
  "/accounts/new",
  "/acme/card/ApplicationSecurity?edit=true",
  "/acme/edit/cards/ApplicationSecurity/items/ApplicationSecurity.responsibleDisclosure",
  "/acme/edit/cards/Certifications/items/Certifications.soc2",
  "/acme/edit/cards/Certifications/placeholder",
  "/acme/edit/cards/Overview/display-text",
  "/acme/edit/cards/Policies/items/new",
  "/acme/edit/cards/Reports/items/Reports.soc2",
  "/acme/edit/cards/RiskProfile/icon",
  "/acme/edit/cards/Subprocessors/name",
  "/acme/edit/items/ApplicationSecurity.responsibleDisclosure/move",
  "/acme/edit/items/ApplicationSecurity.responsibleDisclosure/url",
  "/acme/edit/grades/new?provider=SecurityScorecard",
  "/acme/edit/subprocessors/import",
  "/acme/edit/subprocessors/new",
  "/controls/import",
  "/controls/new",
  "/documents?settings=true",
  "/documents?uploadModal=true",
  "/installation/new",
  "/knowledge-base/import",
  "/knowledge-base/new",
  "/nda",
  "/nda/import",
  "/nda/versions/new",
  "/profiles/new",
  "/questionnaires/new",
  "/requests",
  "/rules/customers",
  "/rules/new",
  "/settings/access",
  "/settings/answers",
  "/settings/byoid",
  "/settings/chat",
  "/settings/content",
  "/settings/domain",
  "/settings/dora",
  "/settings/features",
  "/settings/general",
  "/settings/help",
  "/settings/integrations",
  "/settings/keys",
  "/settings/look",
  "/settings/partners",
  "/settings/privacy",
  "/settings/scripts",
  "/settings/search",
  "/settings/visitors",
  "/settings/webhooks",
  "/subscribers/add",
  "/subscribers/blocks",
  "/subscribers/import",
  "/traces",
  "/updates",
  "/updates/new",
];

/** How many pages are asked for at most, and how many of one shape that differ in ids alone. */
const MOST_PAGES = 400;
const OF_A_SHAPE = 1;

/**
 * The addresses of every page with a form of staff's, found as a reader finds them: by its links, one of
 * each shape.
 * @param page signed in as the owner of acme
 */
export async function staffForms(page: Page): Promise<string[]> {
  const waiting = [...STAFF_FORMS, "/home", "/acme"];
  const seen = new Set(waiting);
  const shapes = new Map<string, number>();
  const found: string[] = [];
  for (let asked = 0; asked < MOST_PAGES; asked += 1) {
    const address = waiting.shift();
    if (address === undefined) break;
    const answer = await page.request.get(address, { maxRedirects: 0 });
    if (!answer.ok() || !(answer.headers()["content-type"] ?? "").startsWith("text/html")) continue;
    const html = await answer.text();
    if (hasFields(html)) found.push(address);
    const here = new URL(answer.url());
    for (const [, text = ""] of html.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      const link = new URL(text.replaceAll("&amp;", "&"), here);
      const target = link.pathname + link.search;
      if (link.origin !== here.origin || seen.has(target) || LEADS_NOWHERE.test(target)) continue;
      seen.add(target);
      const shape = shapeOf(link);
      const of = shapes.get(shape) ?? 0;
      shapes.set(shape, of + 1);
      if (of < OF_A_SHAPE) waiting.push(target);
    }
  }
  return found;
}

/** Files, other companies, and what looks through others' eyes. */
const LEADS_NOWHERE =
  /^\/(?:api|globex|assets)|download|\.(?:csv|xml|json|pdf|txt|svg|png)(?:\?|$)|export|view=|accountId=|permissionProfileId=|\/file(?:\?|$)/;

/** A form that is posted, with something in it to be filled in. */
function hasFields(html: string): boolean {
  return html
    .split("<form")
    .slice(1)
    .map((part) => part.slice(0, part.indexOf("</form>")))
    .some(
      (form) =>
        form.slice(0, form.indexOf(">")).includes('method="post"') &&
        /<textarea|<select|<input(?![^>]*type="hidden")/.test(form),
    );
}

/** An address without what differs from row to row: ids, and the values of its query. */
function shapeOf({ pathname, searchParams }: URL): string {
  const path = pathname
    .split("/")
    .map((part) => (/\d|\.|\+|%|^[A-Z]/.test(part) ? "*" : part))
    .join("/");
  return `${path}?${[...searchParams.keys()].toSorted().join("&")}`;
}
