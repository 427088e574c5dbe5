import type { MailingRecipients } from "#model/mail/mail.ts";
import type { Audience, TopicCategory } from "#model/updates/words.ts";
import type { UpdateRecipients } from "#model/updates/recipients.ts";
import { countRecipients } from "#platform/mail/store/mailings.server.ts";
import type { Reader } from "#db/store.ts";
import { countSubscribersFor } from "#platform/mail/store/subscriber-audience.server.ts";

interface About {
  audience: Audience;
  category: TopicCategory;
  productIds: readonly string[];
}

/**
 * Who gets the mail of an update, as a mailing knows it. A private one goes to active members
 * alone, and to listed addresses.
 */
export function mailingRecipients(
  { subscribers, audience }: UpdateRecipients,
  about: About,
): MailingRecipients {
  return {
    subscribers,
    audience,
    category: about.category,
    productIds: [...about.productIds],
    digest: "each",
    membersOnly: about.audience === "private",
  };
}

/** How many people an update's mail would go to, as things are now; shown before it is sent. */
export async function countUpdateRecipients(
  db: Reader,
  orgId: string,
  recipients: UpdateRecipients,
  about: About,
  now: Date,
): Promise<number> {
  const wanted = mailingRecipients(recipients, about);
  // Subscribers alone are counted by the database, however many they are.
  if (wanted.subscribers && wanted.audience === null && !wanted.membersOnly)
    return countSubscribersFor(db, orgId, {
      category: about.category,
      productIds: about.productIds,
      digest: "each",
    });
  return countRecipients(db, orgId, wanted, now);
}
