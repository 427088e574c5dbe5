import type { RouterContextProvider } from "react-router";
import { type StaffInOrg } from "#auth/current-staff.ts";
import { servicesContext } from "#platform/context.ts";
import { askedOnce } from "#platform/http/request/asked-once.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { dayIn, daysAfter, formatDate } from "#values/dates.ts";
import { lasting } from "#values/moments.ts";
import { counted, type Waiting } from "#model/home.ts";
import {
  documentsEnding,
  SOON_DAYS,
  waitingFacts,
  type EndingDocument,
} from "./store/home.server.ts";

/** The documents of an org that end within the next 30 days, the nearest end first. */
export function documentsEndingSoon(
  context: Readonly<RouterContextProvider>,
  org: Pick<Org, "id" | "timeZone">,
): Promise<EndingDocument[]> {
  const today = dayIn(context.get(servicesContext).now(), org.timeZone);
  return askedOnce(context, documentsEnding, org.id, today, daysAfter(today, SOON_DAYS));
}

/** What waits for somebody of staff, of what their role may open. */
export async function whatWaits(
  context: Readonly<RouterContextProvider>,
  { org, permissions }: StaffInOrg,
): Promise<Waiting[]> {
  const { store, now: clock } = context.get(servicesContext);
  const now = clock();
  const reviews = permissions.has("accounts:review");
  const [facts, ending] = await Promise.all([
    waitingFacts(store.read, org.id, dayIn(now, org.timeZone)),
    permissions.has("files:edit") ? documentsEndingSoon(context, org) : [],
  ]);
  const requests = reviews ? facts.requests : null;
  const questions = reviews ? facts.questions : null;
  const drafts = permissions.has("updates:publish") ? facts.drafts : null;
  const mails = permissions.has("settings:edit") ? facts.mails : 0;
  const expired = permissions.has("files:edit") ? facts.expired : 0;
  const oldest = (since: string | null) =>
    since === null ? null : `The oldest has been waiting for ${lasting(since, now)}`;
  const [soonest] = ending;
  const all: (Waiting | null)[] = [
    requests && {
      count: requests.count,
      what: counted(requests.count, "access request"),
      since: oldest(requests.oldest),
      action: "Review",
      to: "/requests",
    },
    questions && {
      count: questions.count,
      what: counted(questions.count, "question"),
      since: oldest(questions.oldest),
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
