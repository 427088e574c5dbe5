import type { Route } from "./+types/staff.home";
import { requireStaff, type StaffInOrg } from "../../auth/current-staff.ts";
import { servicesContext } from "../../context.ts";
import type { Reader } from "../../../db/store.ts";
import { decisionWords } from "../access-requests/rules/access-outcomes.ts";
import { usualDecisionHours } from "../access-requests/store/access-requests.server.ts";
import { auditSentence } from "../audit/rules.ts";
import { auditSentences } from "../audit/store/audit-names.server.ts";
import { listAudit } from "../audit/store/audit-list.server.ts";
import { listThreads } from "../comments/store/comment-threads.server.ts";
import { publicationFacts } from "../orgs/store/portal-publications.server.ts";
import { publicationChecks } from "../settings/rules/publication.ts";
import { Checklist } from "../settings/staff/checklist.tsx";
import { dayIn, formatDate } from "../../values/dates.ts";
import { formatMoment, lasting } from "../../values/moments.ts";
import { pageTitle } from "../../values/page-title.ts";
import { ButtonLink, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Tag } from "../../ui/tag.tsx";
import { counted, weekStarts, type Chart, type Ranking, type Waiting } from "./rules.ts";
import { ColumnChart, RankingPanel } from "./staff.charts.tsx";
import { Lately, ValidityPanel } from "./staff.panels.tsx";
import {
  accessSteps,
  countExpired,
  documentsEndingSoon,
  documentValidity,
  failedMails,
  mostRead,
  requestsByWeek,
  waitingDrafts,
  waitingRequests,
} from "./store.server.ts";

export function meta() {
  return [{ title: pageTitle("Home") }];
}

const MOST_READ = 5;
const LATELY = 6;
const MONTH_MS = 30 * 86_400_000;

/**
 * What waits for the person behind the request, and pictures of what happened: of what their role
 * may open alone.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const staff = await requireStaff(context, "files:view");
  const { store, now } = context.get(servicesContext);
  const { org, permissions, session } = staff;
  const at = now();
  const [waiting, requests, steps, read, lately, validity, checks] = await Promise.all([
    whatWaits(store.read, staff, at),
    permissions.has("accounts:review") ? requestChart(store.read, staff, at) : null,
    permissions.has("accounts:review") ? stepRanking(store.read, org.id, at) : null,
    readRanking(store.read, org.id, at),
    permissions.has("audit:view") ? latelyIn(store.read, staff, at) : null,
    documentValidity(store.read, org, at),
    permissions.has("settings:edit") ? publicationFacts(store.read, org) : null,
  ]);
  const missing = checks === null ? [] : publicationChecks(checks);
  return {
    name: session.staff.name,
    published: org.published,
    portalHref: `/${org.slug}`,
    waiting,
    requests,
    steps,
    read,
    lately,
    validity,
    setUp: missing.every(({ done }) => done) ? null : missing,
  };
}

async function whatWaits(
  db: Reader,
  { org, permissions }: StaffInOrg,
  now: Date,
): Promise<Waiting[]> {
  const reviews = permissions.has("accounts:review");
  const [requests, threads, drafts, mails, ending, expired] = await Promise.all([
    reviews ? waitingRequests(db, org.id) : null,
    reviews ? listThreads(db, org.id, { waiting: true, page: 1 }) : null,
    permissions.has("updates:publish") ? waitingDrafts(db, org.id) : null,
    permissions.has("settings:edit") ? failedMails(db, org.id) : 0,
    permissions.has("files:edit") ? documentsEndingSoon(db, org, now) : [],
    permissions.has("files:edit") ? countExpired(db, org.id, dayIn(now, org.timeZone)) : 0,
  ]);
  const oldest = (since: string | null | undefined) =>
    since === null || since === undefined ? null : `The oldest has waited ${lasting(since, now)}`;
  const [soonest] = ending;
  const all: (Waiting | null)[] = [
    requests && {
      count: requests.count,
      what: counted(requests.count, "access request"),
      since: oldest(requests.oldest),
      action: "Review",
      to: "/requests",
    },
    threads && {
      count: threads.total,
      what: counted(threads.total, "question"),
      since: oldest(threads.rows[0]?.waitingSince),
      action: "Answer",
      to: "/comments",
    },
    drafts && {
      count: drafts.count,
      what: counted(drafts.count, "update to approve", "updates to approve"),
      since: oldest(drafts.oldest),
      action: "Review",
      to: "/updates?state=waiting",
    },
    soonest === undefined
      ? null
      : {
          count: ending.length,
          what: `${counted(ending.length, "document")} about to expire`,
          since: `${soonest.name} ends on ${formatDate(soonest.expiresOn, org.timeZone)}`,
          action: "Replace",
          to: ending.length === 1 ? `/documents/${soonest.id}` : "/documents?expiry=soon",
        },
    {
      count: expired,
      what: `${counted(expired, "document")} expired`,
      since: null,
      action: "Replace",
      to: "/documents?expiry=expired",
    },
    {
      count: mails,
      what: `${counted(mails, "email")} not delivered`,
      since: null,
      action: "See why",
      to: "/mail?state=failed",
    },
  ];
  return all.filter((row): row is Waiting => row !== null && row.count > 0);
}

async function requestChart(db: Reader, { org }: StaffInOrg, now: Date) {
  const [weeks, hours] = await Promise.all([
    requestsByWeek(db, org.id, now),
    usualDecisionHours(db, org.id),
  ]);
  const starts = weekStarts(now);
  const chart: Chart = {
    title: "Access requests by week",
    series: ["Approved by a rule", "Approved by staff", "Declined", "Waiting"],
    columns: weeks.map((values, week) => ({
      label: shortDay(starts[week] ?? now, org.timeZone),
      values,
    })),
  };
  return { chart, usual: hours === null ? null : decisionWords(hours) };
}

async function stepRanking(db: Reader, orgId: string, now: Date): Promise<Ranking> {
  const steps = await accessSteps(db, orgId, new Date(now.getTime() - MONTH_MS));
  return {
    title: "From request to document, 30 days",
    unit: "People",
    rows: [
      { label: "Asked for access", value: steps.requests, to: "/requests" },
      { label: "Were approved", value: steps.approved, to: "/requests?folder=approved" },
      ...(steps.signed === null
        ? []
        : [{ label: "Signed the NDA", value: steps.signed, to: "/nda" }]),
      { label: "Opened a document", value: steps.readers, to: null },
    ],
  };
}

async function readRanking(db: Reader, orgId: string, now: Date): Promise<Ranking> {
  const rows = await mostRead(db, orgId, new Date(now.getTime() - MONTH_MS), MOST_READ);
  return {
    title: "Most read documents, 30 days",
    unit: "Reads",
    rows: rows.map(({ id, name, reads }) => ({
      label: name,
      value: reads,
      to: `/documents/${id}`,
    })),
  };
}

async function latelyIn(db: Reader, { org, permissions }: StaffInOrg, now: Date) {
  const rows = (await listAudit(db, org.id, { page: 1, perPage: LATELY })).rows;
  const sentences = await auditSentences(db, org.id, permissions, rows);
  return rows.map(({ id, at, actorName, action }, index) => ({
    id,
    at,
    who: actorName,
    sentence: sentences[index] ?? auditSentence(action, null, false),
    ago: `${lasting(at, now)} ago`,
    when: formatMoment(at, org.timeZone),
  }));
}

/** 'Nov 20' */
function shortDay(moment: Date, timeZone: string): string {
  return moment.toLocaleDateString("en-US", { month: "short", day: "numeric", timeZone });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { name, published, portalHref, waiting, setUp } = loaderData;
  const { requests, steps, read, lately, validity } = loaderData;
  return (
    <>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">Home</h1>
          <p className="mt-1 text-muted">Hello, {name}.</p>
        </div>{" "}
        <div className="flex items-center gap-3">
          <Tag tone={published ? "green" : "yellow"}>{published ? "Public" : "Not public yet"}</Tag>
          <a href={portalHref} className={buttonClass("secondary")}>
            View trust center
          </a>
        </div>
      </div>
      <section aria-labelledby="waiting">
        <h2 id="waiting" className="mb-4 text-lg font-semibold">
          Waiting for you
        </h2>
        {waiting.length === 0 ? (
          <p className="flex items-center gap-3 rounded-lg border border-line bg-surface p-6">
            <Icon name="checkCircle" className="text-green" /> All caught up.
          </p>
        ) : (
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {waiting.map(({ what, since, action, to }) => (
              <li
                key={to}
                className="flex flex-col items-start gap-1 rounded-lg border border-line bg-surface p-5"
              >
                <p className="text-lg font-semibold">{what}</p>
                {since === null ? null : <p className="text-sm break-words text-muted">{since}</p>}
                <ButtonLink
                  to={to}
                  look="secondary"
                  className="mt-3"
                  aria-label={`${action}: ${what}`}
                >
                  {action}
                </ButtonLink>
              </li>
            ))}
          </ul>
        )}
      </section>
      {setUp === null ? null : (
        <section aria-labelledby="set-up" className="mt-10">
          <h2 id="set-up" className="mb-4 text-lg font-semibold">
            Set up your trust center: {setUp.filter(({ done }) => done).length} of {setUp.length}
          </h2>
          <Checklist checks={setUp} portalHref={portalHref} />
        </section>
      )}
      <section aria-labelledby="pictures" className="mt-10">
        <h2 id="pictures" className="mb-4 text-lg font-semibold">
          Lately
        </h2>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[repeat(2,minmax(0,1fr))]">
          {requests === null ? null : <ColumnChart {...requests} />}
          {steps === null ? null : <RankingPanel id="steps" ranking={steps} />}
          <RankingPanel id="most-read" ranking={read} />
          {validity.length === 0 ? null : <ValidityPanel rows={validity} />}
          {lately === null ? null : <Lately rows={lately} />}
        </div>
      </section>
    </>
  );
}
