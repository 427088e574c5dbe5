import { REPORT_TYPES } from "#model/visibility/at-a-glance.ts";
import { grantIn } from "#model/visibility/viewer.ts";
import { loadCardView } from "#visibility/store/card-view.server.ts";
import { loadDocumentTiles } from "#visibility/store/documents.server.ts";
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
  for (const { uid, title, slug, told } of await loadDocumentTiles(scope)) {
    const ended = told.facts?.periodTo ?? null;
    const isReport = REPORT_TYPES.some((type) => told.facts?.type === type);
    if (told.facts?.type === "Bridge letter" && ended !== null)
      add("letter", uid, { day: ended, title, url: to.item(slug) });
    if (isReport && ended !== null)
      add("report", uid, { day: yearAfter(ended), title, url: to.item(slug) });
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
  const ends = grantIn(viewer, product.id)?.expiresAt ?? null;
  if (ends !== null) {
    const day = dayIn(new Date(Date.parse(ends) - 1), scope.org.timeZone);
    add("access", product.id, { day, title: product.name, url: to.home });
  }
  return found.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.id < b.id ? -1 : 1));
}
