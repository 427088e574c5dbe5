import { REPORT_TYPES } from "#model/visibility/at-a-glance.ts";
import { grantIn } from "#model/visibility/viewer.ts";
import { loadCardView } from "#visibility/store/card-view.server.ts";
import { loadPeriodEnds } from "#visibility/store/documents.server.ts";
import { loadTopics } from "#visibility/store/publications.server.ts";
import { dayIn } from "#values/dates.ts";
import type { PortalRequest } from "#web/portal/scope.ts";
import { yearAfter, type DateKind, type PortalDate } from "./rules/calendar.ts";

/** Where the dates lead: the addresses of items and updates. */
interface Places {
  item: (slug: string) => string;
  topic: (id: string) => string;
  home: string;
  /** The product’s facts under the Cyber Resilience Act. */
  cra: string;
}

/**
 * The days to come that the viewer is told of, in their order: ends of certifications, a year after
 * the periods of reports, what changes about subprocessors, the end of the product's support period, and the end of one's own
 * access.
 */
export async function datesOf(
  { scope, viewer, product }: PortalRequest,
  to: Places,
): Promise<PortalDate[]> {
  const found: PortalDate[] = [];
  const add = (kind: DateKind, id: string, date: Omit<PortalDate, "id" | "kind">) => {
    if (!scope.clock.passed(date.day))
      found.push({ kind, id: `${kind}.${id}.${product.id}`, ...date });
  };
  const certifications = await loadCardView(scope, "Certifications");
  for (const { uid, title, slug, state, expiry } of certifications?.items ?? [])
    if (state !== "NotEnabled" && expiry !== null)
      add("certification", uid, { day: expiry, title, url: to.item(slug) });
  const ends = await loadPeriodEnds(scope);
  const reports = ends.filter(({ type }) => REPORT_TYPES.some((known) => known === type));
  const reported = Map.groupBy(reports, ({ tile }) => tile.uid);
  for (const { tile, type, day } of ends) {
    const { uid, title, slug } = tile;
    const url = to.item(slug);
    if (type === "Bridge letter") add("letter", uid, { day, title, url });
    const own = reported.get(uid) ?? [];
    if (!own.some((report) => report.type === type)) continue;
    // An item of one type of report has one entry, whichever of its reports is the latest.
    const isOnly = own.length === 1;
    add("report", isOnly ? uid : `${uid}.${type.replaceAll(" ", "-")}`, {
      day: yearAfter(day),
      title: isOnly ? title : `${title} (${type})`,
      url,
    });
  }
  for (const { id, subject: title, hidden, terms } of await loadTopics(scope)) {
    if (hidden) continue;
    const url = to.topic(id);
    if (terms.effectiveOn !== null) add("effective", id, { day: terms.effectiveOn, title, url });
    if (terms.objection !== null) add("objection", id, { day: terms.objection.until, title, url });
  }
  const support = product.cra?.supportUntil ?? null;
  if (support !== null)
    add("support", product.id, { day: support, title: product.name, url: to.cra });
  const expires = grantIn(viewer, product.id)?.expiresAt ?? null;
  if (expires !== null) {
    const day = dayIn(new Date(Date.parse(expires) - 1), scope.org.timeZone);
    add("access", product.id, { day, title: product.name, url: to.home });
  }
  return found.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.id < b.id ? -1 : 1));
}
