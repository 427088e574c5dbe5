import { hasPiledMarks, TOO_MANY_MARKS } from "#values/folding.ts";
import {
  AUDIENCE_SOURCES,
  MAX_LISTED,
  readAddresses,
  type UpdateRecipients,
} from "./recipients.ts";
import { AUDIENCES, TOPIC_CATEGORIES, type Audience, type TopicCategory } from "./words.ts";

/**
 * What a trust update must be. The form and the API each read their own spelling into
 * `UpdateWords`; the rules are one function over it.
 */

export const SUBJECT_MAX = 150;
export const MESSAGE_MAX = 20_000;
export const OBJECTION_DAYS_MAX = 365;
/** A moment that has passed by less than this is now: clocks differ, and forms know minutes only. */
const CLOCK_TOLERANCE_MS = 60_000;
/** How far ahead an update can be scheduled. */
export const SCHEDULE_DAYS_MAX = 366;

/** An update as it is saved: what belongs to its topic, its message, where it goes, when. */
export interface UpdateValues {
  /** The topic that it follows up; null: it begins a new one, with the fields of `topic`. */
  topicId: string | null;
  topic: TopicFields | null;
  message: string;
  audience: Audience;
  statusPage: boolean;
  /** null: not sent by email. */
  email: UpdateRecipients | null;
  /** null: as soon as it is published. */
  publishAt: Date | null;
}

export interface TopicFields {
  subject: string;
  category: TopicCategory;
  hidden: boolean;
  pinned: boolean;
  /** The products that it is about; none means all. */
  productIds: string[];
  /** YYYY-MM-DD; for changes of subprocessors alone, as the window is. */
  effectiveOn: string | null;
  objectionDays: number | null;
}

/** What someone sent, read into one shape and not yet judged. */
export interface UpdateWords {
  topicId: string | null;
  subject: string;
  category: string;
  hidden: boolean;
  pinned: boolean;
  productIds: readonly string[];
  effectiveOn: string;
  objectionDays: string;
  message: string;
  audience: string;
  statusPage: boolean;
  email: boolean;
  subscribers: boolean;
  /** Empty: nobody but the subscribers. */
  source: string;
  profileId: string;
  emails: readonly string[];
  /** null: not asked for; 'invalid' when what was written is no time. */
  publishAt: Date | "invalid" | null;
}

export type UpdateField = keyof UpdateWords;

export interface UpdateFault {
  field: UpdateField;
  message: string;
}

/**
 * Everything that is wrong with an update, in the order of the form.
 * @param asked.followsUp its topic exists already, so the fields of the topic are not asked for
 */
export function updateFaults(
  words: UpdateWords,
  { followsUp, now }: { followsUp: boolean; now: Date },
): UpdateFault[] {
  const faults: UpdateFault[] = [];
  const fault = (field: UpdateField, message: string) => void faults.push({ field, message });

  if (!followsUp) topicFaults(words, fault);
  if (words.message.trim() === "") fault("message", "Enter a message");
  else if (words.message.length > MESSAGE_MAX)
    fault("message", `Use at most ${MESSAGE_MAX} characters`);
  else if (hasPiledMarks(words.message)) fault("message", TOO_MANY_MARKS);
  if (!isOneOf(AUDIENCES, words.audience)) fault("audience", "Choose Public or Private");
  if (!words.statusPage && !words.email)
    fault("statusPage", "Choose at least one channel: the page, email, or both");
  if (words.email) recipientFaults(words, fault);
  if (words.publishAt === "invalid")
    fault("publishAt", "Enter a date and a time such as 2026-12-01T09:00");
  else if (
    words.publishAt !== null &&
    words.publishAt.getTime() > now.getTime() + SCHEDULE_DAYS_MAX * 86_400_000
  )
    fault("publishAt", "Choose a time within a year");
  return faults;
}

type Report = (field: UpdateField, message: string) => void;

function topicFaults(words: UpdateWords, fault: Report): void {
  const subject = words.subject.trim();
  if (subject === "") fault("subject", "Enter a subject");
  else if (subject.length < 2) fault("subject", "Use 2 characters or more");
  else if (subject.length > SUBJECT_MAX) fault("subject", `Use at most ${SUBJECT_MAX} characters`);
  // It becomes the subject of a mail.
  else if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(subject))
    fault("subject", "Use one line, without control characters");
  else if (hasPiledMarks(subject)) fault("subject", TOO_MANY_MARKS);
  if (!isOneOf(TOPIC_CATEGORIES, words.category))
    fault(
      "category",
      words.category === "" ? "Choose a category" : "Choose one of the five categories",
    );
  const dated = words.effectiveOn !== "" || words.objectionDays !== "";
  if (dated && words.category !== "subprocessors") {
    fault(
      words.effectiveOn === "" ? "objectionDays" : "effectiveOn",
      "Only updates of the category Subprocessors have an effective date and an objection window",
    );
    return;
  }
  if (words.effectiveOn !== "" && !isDay(words.effectiveOn))
    fault("effectiveOn", "Enter a date such as 2026-12-31");
  if (
    words.objectionDays !== "" &&
    !(
      /^\d{1,3}$/.test(words.objectionDays) &&
      Number(words.objectionDays) >= 1 &&
      Number(words.objectionDays) <= OBJECTION_DAYS_MAX
    )
  ) {
    fault("objectionDays", `Enter a number of days from 1 to ${OBJECTION_DAYS_MAX}`);
  }
}

function recipientFaults(words: UpdateWords, fault: Report): void {
  if (words.source === "") {
    if (!words.subscribers)
      fault(
        "subscribers",
        "Choose who gets the email: subscribers, or an audience with at least one address",
      );
    return;
  }
  if (!isOneOf(AUDIENCE_SOURCES, words.source))
    return fault("source", "Choose accounts, a permission profile or listed emails");
  if (words.source === "profile" && words.profileId === "")
    fault("profileId", "Choose a permission profile");
  if (words.source !== "listed") return;
  if (words.emails.length === 0) fault("emails", "List at least one email address");
  else if (words.emails.length > MAX_LISTED)
    fault("emails", `List at most ${MAX_LISTED} addresses`);
  const { wrong } = readAddresses(words.emails);
  if (wrong.length > 0)
    fault(
      "emails",
      wrong
        .slice(0, 3)
        .map((email) => `"${email.slice(0, 100)}" is not a valid email`)
        .join("; "),
    );
}

/**
 * The values of words without faults. @throws never for words that `updateFaults` found nothing in
 */
export function valuesOf(words: UpdateWords, { followsUp }: { followsUp: boolean }): UpdateValues {
  return {
    topicId: words.topicId,
    topic: followsUp
      ? null
      : {
          subject: words.subject.trim(),
          category: words.category as TopicCategory,
          hidden: words.hidden,
          pinned: words.pinned,
          productIds: [...new Set(words.productIds)],
          effectiveOn: words.effectiveOn || null,
          objectionDays: words.objectionDays === "" ? null : Number(words.objectionDays),
        },
    message: words.message.replace(/\r\n?/g, "\n").trim(),
    audience: words.audience as Audience,
    statusPage: words.statusPage,
    email: words.email ? recipientsOf(words) : null,
    publishAt: words.publishAt === "invalid" ? null : words.publishAt,
  };
}

function recipientsOf({ subscribers, source, profileId, emails }: UpdateWords): UpdateRecipients {
  switch (source) {
    case "listed":
      return { subscribers, audience: { source, emails: readAddresses(emails).emails } };
    case "profile":
      return { subscribers, audience: { source, profileId } };
    case "accounts":
      return { subscribers, audience: { source } };
    default:
      // An audience of subscribers is the subscribers.
      return { subscribers: true, audience: null };
  }
}

/**
 * Whether a private update goes to addresses that someone typed: then sending asks for a
 * confirmation.
 */
export function needsConfirmation(audience: Audience, email: UpdateRecipients | null): boolean {
  return audience === "private" && email?.audience?.source === "listed";
}

/**
 * Whether the moment that an update was planned for is over. Who publishes it then is asked first:
 * a slip of the date must not send it now.
 */
export function isPlannedTimeOver(publishAt: Date | null, now: Date): boolean {
  return publishAt !== null && publishAt.getTime() < now.getTime() - CLOCK_TOLERANCE_MS;
}

/** What is said of a planned time that is over, to people and to programs. */
export const PLANNED_TIME_OVER = {
  form: "This time has already passed. Choose a later time, or confirm to publish now.",
  call: "This time has already passed. Send a later one, or publishNow: true.",
} as const;

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(day.getTime()) &&
    day.toISOString().startsWith(text)
  );
}

function isOneOf<T extends string>(list: readonly T[], value: string): value is T {
  return (list as readonly string[]).includes(value);
}
