import type { Reader } from "#db/store.ts";
import { claimDueJob } from "#platform/jobs/store/due-jobs.server.ts";
import { brandOf, staffLink, type Brand } from "#platform/mail/brand.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Facts, Text, TextLink } from "#platform/mail/parts.tsx";
import { renderMail } from "#platform/mail/render.tsx";
import { headerText } from "#model/mail/mail.ts";
import type { ClockJob, JobParts } from "#platform/mail/scheduled-job.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { lasting } from "#values/moments.ts";
import { lastWeekday } from "#values/schedule.ts";
import { inboxQuery, promisedSince } from "#access/access-requests/forms/inbox-query.ts";
import { inboxPage } from "#access/access-requests/store/access-inbox.server.ts";
import { oneLine, threadPath } from "#model/comments.ts";
import { lastQuestions, listThreads } from "#access/comments/store/comment-threads.server.ts";
import { findOrg, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { DIGESTED_KINDS, type NotificationKind } from "#model/notifications.ts";
import { staffToNotify } from "#company/notifications/store/notifications.server.ts";

/** Something that waits for staff, as a line of the mail. */
interface WaitingLine {
  kind: "Request" | "Question";
  title: string;
  about: string;
  since: string;
  /** '2 days' */
  waited: string;
  /** Where it is decided or answered, in the staff's area. */
  path: string;
}

export interface StaffDigestFacts {
  /** Those that have waited longest. */
  lines: readonly WaitingLine[];
  requests: number;
  questions: number;
}

/** The mail names so many; the inbox has the rest. */
const MOST_LINES = 20;

/** What strangers wrote stands in it as short lines alone. */
const LINE = 120;

/** What waits in the inbox, to those of staff who want one mail a day. */
export const staffDigest: Message<StaffDigestFacts> = {
  kind: "staff-digest",
  title: "What’s waiting once a day, to your team",
  subject: (brand, facts) => `${waitingWords(facts)} · ${brand.orgName}`,
  preheader: () => "Decide and answer in your inbox.",
  heading: (_brand, facts) => waitingWords(facts),
  Body: ({ brand, facts }) => (
    <>
      {facts.lines.map((line) => (
        <Line key={line.path} line={line} brand={brand} />
      ))}
      {facts.requests + facts.questions > facts.lines.length ? (
        <Text>{`And ${facts.requests + facts.questions - facts.lines.length} more.`}</Text>
      ) : null}
      <Button href={staffLink(brand, "/inbox")}>Open the inbox</Button>
      <Text muted>
        Choose which of these emails you get, and when, on{" "}
        <TextLink href={staffLink(brand, "/account")}>your account page</TextLink>.
      </Text>
    </>
  ),
  reason: (brand) =>
    `You’re receiving this because you review access for ${brand.orgName}. This email is sent at most once a day.`,
  demo: () => ({
    lines: [
      {
        kind: "Request",
        title: "Sam Prospect",
        about: "Prospect Ltd",
        since: "2026-11-18T09:00:00.000Z",
        waited: "2 days",
        path: "/requests/q2WkX0vYb1Zc9dEfGh3iJk",
      },
      {
        kind: "Question",
        title: "Does the report cover the EU region?",
        about: "Customer Inc · SOC 2 report",
        since: "2026-11-19T09:00:00.000Z",
        waited: "1 day",
        path: "/comments/a/b/Reports.soc2",
      },
    ],
    requests: 1,
    questions: 1,
  }),
};

function Line({
  line: { kind, title, about, waited, path },
  brand,
}: {
  line: WaitingLine;
  brand: Brand;
}) {
  return (
    <>
      <Facts
        rows={[
          [kind, title],
          ...(about === "" ? [] : [["From", about] as const]),
          ["Waiting for", waited],
        ]}
      />
      <Text>
        <TextLink href={staffLink(brand, path)}>
          {kind === "Request" ? "See the request" : "Read and answer"}
        </TextLink>
      </Text>
    </>
  );
}

/** '2 requests and 1 question are waiting' */
function waitingWords({ requests, questions }: StaffDigestFacts): string {
  const parts = [
    requests === 0 ? null : requests === 1 ? "1 request" : `${requests} requests`,
    questions === 0 ? null : questions === 1 ? "1 question" : `${questions} questions`,
  ].filter((part) => part !== null);
  return `${parts.join(" and ")} ${requests + questions === 1 ? "is" : "are"} waiting`;
}

const HOUR = 8;

/**
 * On weekdays at eight o'clock in the org's time zone: one mail with what waits to everyone of staff
 * who wants it so, about the kinds that they did not switch off; none when nothing waits. The first
 * turn of an org only notes where to begin.
 */
export const staffDigestJob: ClockJob = {
  job: "staff-digest",
  due: (now, timeZone) => lastWeekday(now, HOUR, timeZone),
  async work({ config, store, now }, turn) {
    const org = await findOrg(store.read, turn.orgId);
    if (org === null) return;
    const moment = now();
    const readers = turn.since === null ? [] : await readersOf(store.read, org.id);
    const mails =
      readers.length === 0 ? [] : await digestsFor(store.read, config, org, readers, moment);
    await store.write(async (trx) => {
      if (!(await claimDueJob(trx, org.id, "staff-digest", turn))) return;
      for (const mail of mails) await queueMail(trx, org.id, { ...mail, now: moment });
    });
  },
};

/** The mail of each reader for whom something waits, made before the write begins. */
async function digestsFor(
  db: Reader,
  config: JobParts["config"],
  org: Org,
  readers: readonly DigestReader[],
  now: Date,
) {
  const waits = await whatWaits(db, org, now);
  const brand = await brandOf(db, org, config);
  return readers.flatMap(({ email, name, kinds }) => {
    const facts = digestOf(waits, kinds);
    return facts.lines.length === 0
      ? []
      : { to: { email, name }, mail: renderMail(brand, staffDigest, facts) };
  });
}

interface DigestReader {
  email: string;
  name: string;
  kinds: NotificationKind[];
}

/** Who wants one mail a day, and about what. */
async function readersOf(db: Reader, orgId: string): Promise<DigestReader[]> {
  const readers = new Map<string, DigestReader>();
  for (const kind of DIGESTED_KINDS)
    for (const { id, email, name } of await staffToNotify(db, orgId, kind, "daily")) {
      const known = readers.get(id) ?? { email, name, kinds: [] };
      readers.set(id, { ...known, kinds: [...known.kinds, kind] });
    }
  return [...readers.values()];
}

interface Waits {
  requests: { count: number; lines: WaitingLine[] };
  questions: { count: number; lines: WaitingLine[] };
}

/** The requests and questions that wait, those that have waited longest first. */
async function whatWaits(db: Reader, org: Org, now: Date): Promise<Waits> {
  const requests = await inboxPage(db, org.id, inboxQuery(new URLSearchParams()), {
    now,
    lateBefore: promisedSince(org.customization.answerHours, now),
    me: "",
  });
  const threads = await listThreads(db, org.id, { waiting: true, page: 1 });
  const questions = await lastQuestions(db, org.id, threads.rows);
  return {
    requests: {
      count: requests.total,
      lines: requests.rows.map((row) => ({
        kind: "Request",
        title: headerText(`${row.firstName} ${row.lastName}`.trim() || row.email, LINE),
        about: headerText(row.companyName, LINE),
        since: row.waitingSince,
        waited: lasting(row.waitingSince, now),
        path: `/requests/${row.id}`,
      })),
    },
    questions: {
      count: threads.total,
      lines: threads.rows.map((row) => {
        const path = threadPath(row);
        const since = row.waitingSince ?? row.lastAt;
        return {
          kind: "Question",
          title: headerText(oneLine(questions.get(path)?.content ?? row.itemTitle, LINE), LINE),
          about: headerText(`${row.accountName} · ${row.itemTitle}`, LINE),
          since,
          waited: lasting(since, now),
          path,
        };
      }),
    },
  };
}

/** What waits of some kinds, as far as the mail names it. */
function digestOf(waits: Waits, kinds: readonly NotificationKind[]): StaffDigestFacts {
  const none = { count: 0, lines: [] };
  const requests = kinds.includes("access-request") ? waits.requests : none;
  const questions = kinds.includes("comment") ? waits.questions : none;
  return {
    requests: requests.count,
    questions: questions.count,
    lines: [...requests.lines, ...questions.lines]
      .sort((a, b) => a.since.localeCompare(b.since))
      .slice(0, MOST_LINES),
  };
}
