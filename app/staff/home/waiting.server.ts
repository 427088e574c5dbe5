import { type StaffInOrg } from "#auth/current-staff.ts";
import type { Reader } from "#db/store.ts";
import { listThreads } from "#access/comments/store/comment-threads.server.ts";
import { dayIn, formatDate } from "#values/dates.ts";
import { lasting } from "#values/moments.ts";
import { counted, type Waiting } from "#model/home.ts";
import { documentsEndingSoon, waitingFacts } from "./store/home.server.ts";

export async function whatWaits(
  db: Reader,
  { org, permissions }: StaffInOrg,
  now: Date,
): Promise<Waiting[]> {
  const reviews = permissions.has("accounts:review");
  const [facts, threads, ending] = await Promise.all([
    waitingFacts(db, org.id, dayIn(now, org.timeZone)),
    reviews ? listThreads(db, org.id, { waiting: true, page: 1 }) : null,
    permissions.has("files:edit") ? documentsEndingSoon(db, org, now) : [],
  ]);
  const requests = reviews ? facts.requests : null;
  const drafts = permissions.has("updates:publish") ? facts.drafts : null;
  const mails = permissions.has("settings:edit") ? facts.mails : 0;
  const expired = permissions.has("files:edit") ? facts.expired : 0;
  const oldest = (since: string | null | undefined) =>
    since === null || since === undefined
      ? null
      : `The oldest has been waiting for ${lasting(since, now)}`;
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
          since: `${soonest.name} expires on ${formatDate(soonest.expiresOn, org.timeZone)}`,
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
