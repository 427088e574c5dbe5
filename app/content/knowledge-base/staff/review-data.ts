import type { RouterContextProvider } from "react-router";
import type { StaffInOrg } from "#auth/current-staff.ts";
import { dueOn, dueWords } from "#model/knowledge-base/reviews.ts";
import { servicesContext } from "#platform/context.ts";
import { formatDate } from "#values/dates.ts";
import { changeButton, NO_FIELDS, type StaffDesk } from "#web/forms/page-buttons.ts";
import { NEVER, NOBODY, reviewSchema } from "../forms/review-form.ts";
import type { FaqEntry } from "../store/faq.server.ts";
import {
  entryOwners,
  markReviewed,
  reviewsOf,
  setReviews,
  type EntryReview,
} from "../store/reviews.server.ts";

/** What the page of an entry says of its review. */
export async function loadReview(
  context: Readonly<RouterContextProvider>,
  { org, session }: Pick<StaffInOrg, "org" | "session">,
  entry: FaqEntry,
) {
  const { store, now } = context.get(servicesContext);
  const me = session.staff.id;
  const [reviews, owners] = await Promise.all([
    reviewsOf(store.read, org, [entry], now()),
    entryOwners(store.read, org.id),
  ]);
  const review = reviews.get(entry.id);
  return {
    owners: ownerOptions(owners, me),
    // Whoever left the team owns nothing.
    owner: owners.find(({ id }) => id === review?.ownerId)?.id ?? NOBODY,
    every: review?.everyMonths == null ? NEVER : String(review.everyMonths),
    due: review?.due == null ? null : dueWords(review.due),
    facts: review === undefined ? [] : factsOf(review, entry, org.timeZone),
  };
}

export type ShownReview = Awaited<ReturnType<typeof loadReview>>;

/** Those who can own entries, as a field offers them. */
export function ownerOptions(owners: readonly { id: string; name: string }[], me: string) {
  return owners.map(({ id, name }) => ({ value: id, label: id === me ? `${name} (you)` : name }));
}

function factsOf(review: EntryReview, entry: FaqEntry, timeZone: string): string[] {
  const { reviewedAt, reviewedBy, used, usedAt } = review;
  const next = dueOn({ ...entry, ...review });
  const day = (moment: string) => formatDate(moment, timeZone);
  return [
    reviewedAt === null
      ? "Not reviewed yet"
      : `Last reviewed by ${reviewedBy ?? ""} on ${day(reviewedAt)}`,
    ...(next === null ? [] : [`Next review on ${day(next)}`]),
    usedAt === null
      ? "Not used in a questionnaire yet"
      : `Used in ${used} ${used === 1 ? "answer" : "answers"} of questionnaires, last on ${day(usedAt)}`,
  ];
}

/** The buttons beside an entry's form. */
export const ENTRY_CHANGES = {
  review: changeButton({
    schema: reviewSchema,
    run: (write, { change }, { entryId }: StaffDesk & { entryId: string }) =>
      setReviews(write, [entryId], change),
    done: "Saved.",
  }),
  reviewed: changeButton({
    schema: NO_FIELDS,
    run: (write, _value, { entryId }: StaffDesk & { entryId: string }) =>
      markReviewed(write, [entryId]),
    done: "Marked as reviewed.",
    isAlone: true,
  }),
};
