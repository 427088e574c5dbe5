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
import { listReviewed } from "#content/knowledge-base/store/faq-page.server.ts";
import { faqQuery } from "#model/knowledge-base/forms/faq-forms.ts";
import { oneLine, threadPath } from "#model/comments.ts";
import { lastQuestions, listThreads } from "#access/comments/store/comment-threads.server.ts";
import { findOrg, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { DIGESTED_KINDS, type NotificationKind } from "#model/notifications.ts";
import { staffToNotify } from "#company/notifications/store/notifications.server.ts";

/** What a line of the mail leads to, in words. */
const READ = {
  Request: "See the request",
  Question: "Read and answer",
  "FAQ entry": "Review the entry",
} as const;

/** Something that waits for staff, as a line of the mail. */
interface WaitingLine {
  kind: keyof typeof READ;
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
  /** Of the FAQ, that the reader owns and that are due for review. */
  entries: number;
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
  preheader: (_brand, facts) =>
    isInbox(facts)
      ? "Decide and answer in your inbox."
      : "Check that their answers are still right.",
  heading: (_brand, facts) => waitingWords(facts),
  Body: ({ brand, facts }) => (
    <>
      {facts.lines.map((line) => (
        <Line key={line.path} line={line} brand={brand} />
      ))}
      {totalOf(facts) > facts.lines.length ? (
        <Text>{`And ${totalOf(facts) - facts.lines.length} more.`}</Text>
      ) : null}
      {isInbox(facts) ? (
        <Button href={staffLink(brand, "/inbox")}>Open the inbox</Button>
      ) : (
        <Button href={staffLink(brand, "/knowledge-base?review=due")}>Open the FAQ</Button>
      )}
      <Text muted>
        Choose which of these emails you get, and when, on{" "}
        <TextLink href={staffLink(brand, "/account")}>your account page</TextLink>.
      </Text>
    </>
  ),
  reason: (brand) =>
    `You’re receiving this because you work on the portal of ${brand.orgName}. This email is sent at most once a day.`,
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
    entries: 0,
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
          ...(about === ""
            ? []
            : [[kind === "FAQ entry" ? "Changed document" : "From", about] as const]),
          ["Waiting for", waited],
        ]}
      />
      <Text>
        <TextLink href={staffLink(brand, path)}>{READ[kind]}</TextLink>
      </Text>
    </>
  );
}

function totalOf({ requests, questions, entries }: StaffDigestFacts): number {
  return requests + questions + entries;
}

/** Whether something of it stands in the inbox. */
function isInbox({ requests, questions }: StaffDigestFacts): boolean {
  return requests + questions > 0;
}

/** '2 requests, 1 question and 3 FAQ entries are waiting' */
function waitingWords(facts: StaffDigestFacts): string {
  const parts = [
    counted(facts.requests, "request", "requests"),
    counted(facts.questions, "question", "questions"),
    counted(facts.entries, "FAQ entry", "FAQ entries"),
  ].filter((part) => part !== null);
  const last = parts.at(-1) ?? "";
  const said = parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
  return `${said} ${totalOf(facts) === 1 ? "is" : "are"} waiting`;
}

function counted(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? one : many}`;
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
  isIdle: async ({ store }, { orgId, since }) =>
    since === null || (await readersOf(store.read, orgId)).length === 0,
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
  const due = await dueEntries(db, org, now);
  const brand = await brandOf(db, org, config);
  return readers.flatMap(({ id, email, name, kinds }) => {
    const facts = digestOf(waits, kinds, due.get(id) ?? []);
    return facts.lines.length === 0
      ? []
      : { to: { email, name }, mail: renderMail(brand, staffDigest, facts) };
  });
}

interface DigestReader {
  id: string;
  email: string;
  name: string;
  kinds: NotificationKind[];
}

/** Who wants one mail a day, and about what; about entries of their own, all who want it at all. */
async function readersOf(db: Reader, orgId: string): Promise<DigestReader[]> {
  const readers = new Map<string, DigestReader>();
  const kinds: readonly NotificationKind[] = [...DIGESTED_KINDS, "faq-review"];
  for (const kind of kinds)
    for (const { id, email, name } of await staffToNotify(db, orgId, kind, "daily")) {
      const known = readers.get(id) ?? { id, email, name, kinds: [] };
      readers.set(id, { ...known, kinds: [...known.kinds, kind] });
    }
  return [...readers.values()];
}

/** The entries of the FAQ that are due for review, by their owners. */
async function dueEntries(
  db: Reader,
  org: Org,
  now: Date,
): Promise<ReadonlyMap<string, WaitingLine[]>> {
  const filter = faqQuery(new URLSearchParams({ review: "due" }));
  const lines = new Map<string, WaitingLine[]>();
  for (const { id, question, review } of await listReviewed(db, org, { filter, me: "" }, now)) {
    const { ownerId, due } = review;
    if (ownerId === null || due === null) continue;
    const line: WaitingLine = {
      kind: "FAQ entry",
      title: headerText(oneLine(question, LINE), LINE),
      about: due.document === null ? "" : headerText(due.document.name, LINE),
      since: due.since,
      waited: lasting(due.since, now),
      path: `/knowledge-base/${id}`,
    };
    lines.set(ownerId, [...(lines.get(ownerId) ?? []), line]);
  }
  return lines;
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
function digestOf(
  waits: Waits,
  kinds: readonly NotificationKind[],
  due: readonly WaitingLine[],
): StaffDigestFacts {
  const none = { count: 0, lines: [] };
  const requests = kinds.includes("access-request") ? waits.requests : none;
  const questions = kinds.includes("comment") ? waits.questions : none;
  const entries = kinds.includes("faq-review") ? due : [];
  return {
    requests: requests.count,
    questions: questions.count,
    entries: entries.length,
    lines: [...requests.lines, ...questions.lines, ...entries]
      .sort((a, b) => a.since.localeCompare(b.since))
      .slice(0, MOST_LINES),
  };
}
