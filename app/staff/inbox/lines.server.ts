import type { Reader } from "#db/store.ts";
import type { StaffInOrg } from "#auth/current-staff.ts";
import { countryName } from "#values/countries.ts";
import { lasting } from "#values/moments.ts";
import { inboxPage } from "#access/access-requests/store/access-inbox.server.ts";
import {
  inboxQuery,
  inboxSearch,
  promisedSince,
  type InboxQuery,
} from "#access/access-requests/forms/inbox-query.ts";
import { oneLine, threadPath } from "#model/comments.ts";
import { lastQuestions, listThreads } from "#access/comments/store/comment-threads.server.ts";
import type { Badges } from "#staff/home/store/home.server.ts";
import { listDrafts } from "#updates/updates/store/topic-drafts.server.ts";
import { APPROVALS_PAGE, INBOX_PAGE, type InboxLine, type InboxTab } from "./rules/inbox.ts";
import { capitalized } from "#values/names.ts";

/** The tabs that somebody may open, with how much waits behind each; the first one is of all. */
export function inboxTabs(
  { requests = 0, comments = 0, updates = 0 }: Badges,
  { permissions }: StaffInOrg,
): InboxTab[] {
  const reviews = permissions.has("accounts:review");
  return [
    { label: "All", to: INBOX_PAGE, count: requests + comments + updates },
    ...(reviews
      ? [
          { label: "Requests", to: "/requests", count: requests },
          { label: "Questions", to: "/comments", count: comments },
        ]
      : []),
    ...(permissions.has("updates:publish")
      ? [{ label: "Approvals", to: APPROVALS_PAGE, count: updates }]
      : []),
  ];
}

/** The requests of a list, a line each. */
export async function requestLines(
  db: Reader,
  { org, session }: StaffInOrg,
  query: InboxQuery,
  now: Date,
): Promise<InboxLine[]> {
  const lateBefore = promisedSince(org.customization.answerHours, now);
  const { rows } = await inboxPage(db, org.id, query, { now, lateBefore, me: session.staff.id });
  return rows.map((row) => ({
    key: row.id,
    kind: "Request",
    title: `${row.firstName} ${row.lastName}`.trim() || row.email,
    about: [
      row.kind === "extension" ? "Extension" : null,
      row.companyName,
      row.relationship === null ? null : capitalized(row.relationship),
      row.country === null ? null : countryName(row.country),
      row.itemTitle ?? row.productName,
      row.assignee === null ? null : `Assigned to ${row.assignee}`,
    ]
      .filter((part) => part !== null && part !== "")
      .join(" · "),
    since: row.waitingSince,
    lasting: lasting(row.waitingSince, now),
    late: row.late,
    to: `/requests/${row.id}${inboxSearch(query)}`,
  }));
}

/** The questions that wait, the longest first. */
export async function questionLines(
  db: Reader,
  { org }: StaffInOrg,
  now: Date,
): Promise<InboxLine[]> {
  const lateBefore = promisedSince(org.customization.answerHours, now).toISOString();
  const { rows } = await listThreads(db, org.id, { waiting: true, page: 1 });
  const questions = await lastQuestions(db, org.id, rows);
  return rows.map((row) => {
    const to = threadPath(row);
    const question = questions.get(to);
    const since = row.waitingSince ?? row.lastAt;
    return {
      key: to,
      kind: "Question",
      title: oneLine(question?.content ?? row.itemTitle, 120),
      about: [question?.asker ?? "", row.accountName, row.itemTitle].filter(Boolean).join(" · "),
      since,
      lasting: lasting(since, now),
      late: since < lateBefore,
      to,
    };
  });
}

/** The updates that wait for an approval. */
export async function approvalLines(
  db: Reader,
  { org }: StaffInOrg,
  now: Date,
): Promise<InboxLine[]> {
  const lateBefore = promisedSince(org.customization.answerHours, now).toISOString();
  const drafts = await listDrafts(db, org.id);
  return drafts.flatMap(({ id, subject, submitted }) =>
    submitted === null
      ? []
      : {
          key: id,
          kind: "Approval" as const,
          title: subject,
          about: `Update by ${submitted.by}`,
          since: submitted.at,
          lasting: lasting(submitted.at, now),
          late: submitted.at < lateBefore,
          to: `/updates/drafts/${id}/review`,
        },
  );
}

/** All that waits for somebody with these permissions, the longest first. */
export async function everythingWaiting(
  db: Reader,
  staff: StaffInOrg,
  now: Date,
): Promise<InboxLine[]> {
  const reviews = staff.permissions.has("accounts:review");
  const all = await Promise.all([
    reviews ? requestLines(db, staff, inboxQuery(new URLSearchParams()), now) : [],
    reviews ? questionLines(db, staff, now) : [],
    staff.permissions.has("updates:publish") ? approvalLines(db, staff, now) : [],
  ]);
  return all.flat().sort((a, b) => a.since.localeCompare(b.since));
}
