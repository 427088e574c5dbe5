import type { Route } from "./+types/home";
import { requireStaff, type StaffInOrg } from "#auth/current-staff.ts";
import { servicesContext } from "#platform/context.ts";
import type { Reader } from "#db/store.ts";
import { decisionWords } from "#model/access-requests/access-outcomes.ts";
import { inboxQuery, inboxSearch } from "#access/access-requests/forms/inbox-query.ts";
import { usualDecisionHours } from "#access/access-requests/store/access-requests.server.ts";
import { auditSentence } from "#tenancy/audit/rules/audit.ts";
import { auditSentences } from "#tenancy/audit/store/audit-names.server.ts";
import { nextAudit } from "#tenancy/audit/store/audit-list.server.ts";
import { setupChecks, checklistSchema } from "#staff/setup-checklist/rules/checklist.ts";
import {
  checklistState,
  setChecklistHidden,
  checklistFacts,
} from "#staff/setup-checklist/store/checklist.server.ts";
import { Checklist } from "#staff/settings/staff/checklist.tsx";
import { formAction } from "#web/forms/form.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formatMoment, lasting } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { HOME_PAGE, weekStarts, type Chart, type Ranking } from "#model/home.ts";
import { ColumnChart, RankingPanel } from "./charts.tsx";
import { Lately, ValidityPanel } from "./panels.tsx";
import { accessSteps, documentValidity, mostRead, requestsByWeek } from "../store/home.server.ts";
import { whatWaits } from "../waiting.server.ts";
import { Undelivered } from "#web/ui/undelivered.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

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
  const { store, now, config } = context.get(servicesContext);
  const { org, permissions, session } = staff;
  const keepsMail = config.mail === "outbox";
  const at = now();
  const [waiting, requests, steps, read, lately, validity, setUp] = await Promise.all([
    whatWaits(context, staff),
    permissions.has("accounts:review") ? requestChart(store.read, staff, at) : null,
    permissions.has("accounts:review") ? stepRanking(store.read, org.id, at) : null,
    readRanking(store.read, org.id, at),
    permissions.has("audit:view") ? latelyIn(store.read, staff, at) : null,
    documentValidity(store.read, org, at),
    permissions.has("settings:edit") ? setupChecklist(store.read, staff, at, keepsMail) : null,
  ]);
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
    setUp,
    undelivered: keepsMail && permissions.has("settings:edit"),
  };
}

/** Puts the setup checklist away, for the whole team. */
export async function action({ request, context }: Route.ActionArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  return formAction(
    { request, context },
    checklistSchema.extend({ intent: checklistSchema.shape.intent.extract(["dismiss"]) }),
    async () => {
      const { store, now } = context.get(servicesContext);
      await store.write((trx) => setChecklistHidden({ trx, orgId: org.id, now: now() }, true));
      return redirectWithFlash(context, HOME_PAGE, {
        text: "Setup checklist hidden. You can show it again in the settings.",
        tone: "success",
        link: { label: "Settings", to: "/settings" },
      });
    },
  );
}

/** The setup checklist while something of it is missing and nobody has put it away. */
async function setupChecklist(db: Reader, { org }: StaffInOrg, now: Date, keepsMail: boolean) {
  const { isHidden, hasSent } = await checklistState(db, org.id);
  if (isHidden) return null;
  const email = keepsMail ? "none" : hasSent ? "delivered" : "untried";
  const checks = setupChecks(await checklistFacts(db, org, now, email));
  return checks.every(({ done }) => done) ? null : checks;
}

async function requestChart(db: Reader, { org }: StaffInOrg, now: Date) {
  const [weeks, hours] = await Promise.all([
    requestsByWeek(db, org.id, now),
    usualDecisionHours(db, org.id),
  ]);
  const starts = weekStarts(now);
  const chart: Chart = {
    title: "Access requests by week",
    series: ["Approved by a rule", "Approved by your team", "Declined", "Pending"],
    columns: weeks.map((values, week) => ({
      label: shortDay(starts[week] ?? now, org.timeZone),
      values,
      to: weekPage(starts[week] ?? now, values),
    })),
  };
  return { chart, usual: hours === null ? null : decisionWords(hours) };
}

async function stepRanking(db: Reader, orgId: string, now: Date): Promise<Ranking> {
  const steps = await accessSteps(db, orgId, new Date(now.getTime() - MONTH_MS));
  return {
    title: `From ${steps.views === null ? "request" : "visit"} to document in the last 30 days`,
    unit: "Count",
    rows: [
      ...(steps.views === null
        ? []
        : [{ label: "Pages opened by visitors", value: steps.views, to: null, isApart: true }]),
      { label: "Requested access", value: steps.requests, to: "/requests" },
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
    title: "Most-viewed documents in the last 30 days",
    unit: "Views",
    rows: rows.map(({ id, name, reads }) => ({
      label: name,
      value: reads,
      to: `/documents/${id}`,
    })),
  };
}

async function latelyIn(db: Reader, { org, permissions }: StaffInOrg, now: Date) {
  const rows = await nextAudit(db, org.id, {}, null, LATELY);
  const sentences = await auditSentences(db, org.id, permissions, rows);
  return rows.map(({ id, at, actorName, action: verb }, index) => ({
    id,
    at,
    who: actorName,
    sentence: sentences[index] ?? auditSentence(verb, null, false),
    ago: `${lasting(at, now)} ago`,
    when: formatMoment(at, org.timeZone),
  }));
}

/** The requests of a week, in the folder that has most of them; the others are tabs beside it. */
function weekPage(
  start: Date,
  [byRule, byStaff, declined, open]: readonly [number, number, number, number],
) {
  const most = Math.max(byRule + byStaff, declined, open);
  const folder = most === open ? "new" : most === declined ? "declined" : "approved";
  const query = inboxQuery(new URLSearchParams({ folder, week: start.toISOString() }));
  return `/requests${inboxSearch(query)}`;
}

/** 'Nov 20' */
function shortDay(moment: Date, timeZone: string): string {
  return moment.toLocaleDateString("en-US", { month: "short", day: "numeric", timeZone });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { name, published, portalHref, waiting, setUp } = loaderData;
  const { requests, steps, read, lately, validity, undelivered } = loaderData;
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
      {undelivered ? (
        <div className="mb-6">
          <Undelivered />
        </div>
      ) : null}
      <section aria-labelledby="waiting">
        <h2 id="waiting" className="mb-4 text-lg font-semibold">
          Waiting for you
        </h2>
        {waiting.length === 0 ? (
          <p className="flex items-center gap-3 rounded-lg border border-line bg-surface p-6">
            <Icon name="checkCircle" className="text-green" /> All caught up.
          </p>
        ) : (
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
            {waiting.map(({ what, since, action: verb, to }) => (
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
                  aria-label={`${verb}: ${what}`}
                >
                  {verb}
                </ButtonLink>
              </li>
            ))}
          </ul>
        )}
      </section>
      {setUp === null ? null : (
        <section aria-labelledby="setup-checklist" className="mt-10">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
            <h2 id="setup-checklist" className="text-lg font-semibold">
              Set up your trust center: {setUp.filter(({ done }) => done).length} of {setUp.length}
            </h2>{" "}
            <form method="post" noValidate action={HOME_PAGE}>
              <OnceField />
              <Button look="quiet" size="small" name="intent" value="dismiss">
                Dismiss<span className="sr-only"> the setup checklist</span>
              </Button>
            </form>
          </div>
          <Checklist checks={setUp} portalHref={portalHref} />
        </section>
      )}
      <section aria-labelledby="pictures" className="mt-10">
        <h2 id="pictures" className="mb-4 text-lg font-semibold">
          Recent activity
        </h2>
        <div className="gap-4 md:columns-2 [&>*]:mb-4 [&>*]:break-inside-avoid">
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
