import { keptMarkdownOf } from "#platform/files/store/markdown.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import type { Reader } from "#db/store.ts";
import type { TopicDraft } from "../store/topic-drafts.server.ts";
import { isSecondPerson, topicFacts } from "../store/topic-publication.server.ts";
import { countUpdateRecipients } from "../store/topic-recipients.server.ts";
import { findProfile } from "#auth/profiles/store/permission-profiles.server.ts";
import { PLACEHOLDERS } from "#model/mail/mail.ts";
import { formatMoment } from "#values/moments.ts";
import type { TopicEntry } from "#model/visibility/page.ts";
import { isPlannedTimeOver, needsConfirmation } from "#model/updates/topic-updates.ts";
import { topicTerms } from "#model/updates/topic-states.ts";
import { recipientsInWords } from "#model/updates/recipients.ts";
import type { Brand } from "#platform/mail/brand.ts";
import { updateMail } from "../mail/mailing.ts";

/** What a draft would look like and whom it would reach, if it were published now. */
export async function reviewOf(
  db: Reader,
  org: Org,
  draft: TopicDraft,
  { actor, brand, now }: { actor: string; brand: Brand; now: Date },
) {
  const about =
    draft.topicId === null || draft.updateId !== null
      ? { ...draft, beganAt: null }
      : await topicFacts(db, org.id, draft.topicId);
  const publishAt = draft.publishAt !== null && draft.publishAt > now ? draft.publishAt : now;
  const beganAt = about.beganAt !== null && about.beganAt < publishAt ? about.beganAt : publishAt;
  const names = new Map((await listProducts(db, org.id)).map(({ id, name }) => [id, name]));
  const { subject, category, effectiveOn, objectionDays } = about;
  const tree = await keptMarkdownOf(db, org.id, draft.message);
  const topic: TopicEntry = {
    id: "preview",
    subject,
    category,
    isPinned: draft.pinned,
    hidden: about.hidden,
    createdAt: publishAt.toISOString(),
    editedAt: null,
    terms: topicTerms({ effectiveOn, objectionDays }, beganAt.toISOString(), org.timeZone),
    updates: [
      {
        id: "preview",
        message: tree,
        isPrivate: draft.audience === "private",
        createdAt: publishAt.toISOString(),
        editedAt: null,
      },
    ],
  };
  const needed = org.customization.updatesNeedSecondPerson;
  return {
    topic,
    products: about.productIds.map((id) => names.get(id) ?? ""),
    statusPage: draft.statusPage,
    audience: draft.audience,
    /** The moment that it was planned for and that is over. */
    missed:
      draft.updateId === null && draft.publishAt !== null && isPlannedTimeOver(draft.publishAt, now)
        ? formatMoment(draft.publishAt.toISOString(), org.timeZone)
        : null,
    scheduledFor: publishAt > now ? formatMoment(publishAt.toISOString(), org.timeZone) : null,
    email:
      draft.recipients === null
        ? null
        : await emailOf(db, org, draft, {
            about: { ...about, audience: draft.audience },
            brand,
            beganAt,
            now,
          }),
    secondPerson: {
      needed,
      waiting: draft.submitted !== null,
      askedBy: draft.submitted?.by ?? null,
      mayApprove: !needed || (draft.submitted !== null && isSecondPerson(draft, actor)),
    },
  };
}

async function emailOf(
  db: Reader,
  org: Org,
  draft: TopicDraft,
  {
    about,
    brand,
    beganAt,
    now,
  }: {
    about: Awaited<ReturnType<typeof topicFacts>> & { audience: TopicDraft["audience"] };
    brand: Brand;
    beganAt: Date;
    now: Date;
  },
) {
  const { recipients } = draft;
  if (recipients === null) return null;
  const profile =
    recipients.audience?.profileId === undefined
      ? null
      : await findProfile(db, org.id, recipients.audience.profileId);
  const mail = updateMail(brand)({
    ...draft,
    ...about,
    tree: await keptMarkdownOf(db, org.id, draft.message),
    topicId: draft.topicId ?? draft.id,
    followsUp: draft.topicId !== null,
    beganAt,
  });
  return {
    count: await countUpdateRecipients(db, org.id, recipients, about, now),
    to: recipientsInWords(recipients, profile?.name),
    confirm: needsConfirmation(draft.audience, recipients)
      ? (recipients.audience?.emails ?? [])
      : null,
    subject: mail.subject,
    from: mail.fromName,
    text: recipients.subscribers ? withoutPlaceholders(mail.text) : mail.othersText,
  };
}

/** Each subscriber's own links are put in as the mail is sent. */
function withoutPlaceholders(text: string): string {
  return Object.values(PLACEHOLDERS).reduce(
    (rest, address) =>
      rest.replaceAll(`<${address}>`, "(their own link)").replaceAll(address, "(their own link)"),
    text,
  );
}

export type Review = Awaited<ReturnType<typeof reviewOf>>;
