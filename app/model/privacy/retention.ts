import * as z from "zod";

/** How long each kind of record about people is kept: days after which the clock removes it. */
interface RetentionKindFacts {
  kind: string;
  label: string;
  hint: string;
  /** Days, unless the org chose others. */
  days: number;
  min: number;
  max: number;
}

const MAX_DAYS = 3_650;

export const RETENTION = [
  {
    kind: "approvedRequests",
    label: "Approved requests",
    hint: "Counted from the decision. The account, its access and the audit entries stay.",
    days: 730,
    min: 30,
    max: MAX_DAYS,
  },
  {
    kind: "declinedRequests",
    label: "Declined and withdrawn requests",
    hint: "Counted from the decision. Afterwards the person can request access again. Rules and blocks stay.",
    days: 365,
    min: 30,
    max: MAX_DAYS,
  },
  {
    kind: "events",
    label: "Events",
    hint: "Views, downloads and searches, including account activity.",
    days: 395,
    min: 30,
    max: MAX_DAYS,
  },
  {
    kind: "searches",
    label: "Search terms",
    hint: "Stored without the person’s name. Addresses and long numbers are never kept.",
    days: 90,
    min: 1,
    max: 90,
  },
  {
    kind: "traces",
    label: "Watermark traces",
    hint: "After that, a leaked page can’t be traced to its reader.",
    days: 1_095,
    min: 90,
    max: MAX_DAYS,
  },
  {
    kind: "mailBodies",
    label: "Email content",
    hint: "Counted from the day the email was sent. The record of who received it stays.",
    days: 30,
    min: 1,
    max: MAX_DAYS,
  },
  {
    kind: "mails",
    label: "Email log",
    hint: "Records of emails that were sent, failed or withdrawn. Queued emails are never deleted.",
    days: 365,
    min: 7,
    max: MAX_DAYS,
  },
  {
    kind: "signInLinks",
    label: "Sign-in links",
    hint: "Counted from when they expire. This is always one day.",
    days: 1,
    min: 1,
    max: 1,
  },
  {
    kind: "memberSessions",
    label: "Members’ ended sessions",
    hint: "Counted from when they end. At most one month, whatever you set.",
    days: 30,
    min: 1,
    max: 30,
  },
  {
    kind: "questionnaireFiles",
    label: "Files of finished questionnaires",
    hint: "Counted from when they were finished or released. The questions and their answers stay.",
    days: 365,
    min: 30,
    max: MAX_DAYS,
  },
  {
    kind: "unconfirmedSubscribers",
    label: "Subscribers who never confirmed",
    hint: "Counted from the last email to them.",
    days: 30,
    min: 3,
    max: MAX_DAYS,
  },
  {
    kind: "unsubscribed",
    label: "Subscribers who unsubscribed",
    hint: "After that, an import can add the address again.",
    days: 1_095,
    min: 30,
    max: MAX_DAYS,
  },
] as const satisfies readonly RetentionKindFacts[];

export type RetentionKind = (typeof RETENTION)[number]["kind"];
export type RetentionPeriods = Record<RetentionKind, number>;

/** The moment before which records of a kind are overdue, as ISO time. */
export function overdueBefore(days: number, now: Date): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString();
}

const daysOf = ({ min, max, days }: RetentionKindFacts) =>
  z.number().int().min(min).max(max).default(days);

/** As the org's settings keep them; a kind that was added later has its default. */
export const retentionSchema = z
  .object(
    Object.fromEntries(RETENTION.map((facts) => [facts.kind, daysOf(facts)])) as Record<
      RetentionKind,
      ReturnType<typeof daysOf>
    >,
  )
  .prefault({});

const dayField = ({ min, max }: RetentionKindFacts) => {
  const range = min === max ? `Enter ${min}` : `Enter a number of days from ${min} to ${max}`;
  return z
    .string({ error: range })
    .trim()
    .regex(/^\d{1,5}$/, range)
    .transform(Number)
    .pipe(z.number().min(min, range).max(max, range));
};

/** The form of the periods. */
export const retentionFormSchema = z.object({
  retention: z.object(
    Object.fromEntries(RETENTION.map((facts) => [facts.kind, dayField(facts)])) as Record<
      RetentionKind,
      ReturnType<typeof dayField>
    >,
  ),
});
