import type { TopicCategory } from "#model/updates/words.ts";
import { deliverableEmail } from "#model/subscribers/email.ts";
import type { DigestChoice, UpdateChoice } from "#model/subscribers/subscriptions.ts";
import { choseExactly } from "./digest-choices.server.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** Who of the confirmed subscribers wants an update. */
export interface MailAudience {
  category: TopicCategory;
  /** The products that the topic is about; none: all. */
  productIds: readonly string[];
  /** Those who get each update at once, or those who get one mail a week. */
  digest: DigestChoice;
  /** Those who chose exactly this, whatever the category and the products are. */
  choice?: UpdateChoice;
}

export interface Recipient {
  id: string;
  /** As an envelope takes it: the domain in ASCII. */
  email: string;
}

/**
 * The next confirmed subscribers who want an update, by id, so that a mailing goes on where it
 * stopped.
 * @param page.after the last id of the page before; empty for the first
 */
export async function subscribersFor(
  db: Reader,
  orgId: string,
  audience: MailAudience,
  { after = "", limit }: { after?: string; limit: number },
): Promise<Recipient[]> {
  const rows = await matching(db, orgId, audience)
    .select(["subscribers.id", "subscribers.email"])
    .where("subscribers.id", ">", after)
    .orderBy("subscribers.id")
    .limit(limit)
    .execute();
  return rows.map(({ id, email }) => ({ id, email: deliverableEmail(email) }));
}

/** How many want an update: shown before it is sent. */
export async function countSubscribersFor(
  db: Reader,
  orgId: string,
  audience: MailAudience,
): Promise<number> {
  const { total } = await matching(db, orgId, audience)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function matching(
  db: Reader,
  orgId: string,
  { category, productIds, digest, choice }: MailAudience,
) {
  return inOrg(db, orgId)
    .selectFrom("subscribers")
    .where("subscribers.state", "=", "confirmed")
    .where("subscribers.digest", "=", digest)
    .where((eb) => {
      if (choice !== undefined) return choseExactly(eb, choice);
      const hasCategory = eb.exists(
        eb
          .selectFrom("subscriberCategories as c")
          .select("c.category")
          .whereRef("c.orgId", "=", "subscribers.orgId")
          .whereRef("c.subscriberId", "=", "subscribers.id")
          .where("c.category", "=", category),
      );
      const products = eb
        .selectFrom("subscriberProducts as p")
        .select("p.productId")
        .whereRef("p.orgId", "=", "subscribers.orgId")
        .whereRef("p.subscriberId", "=", "subscribers.id");
      const hasProduct =
        productIds.length === 0
          ? []
          : [
              eb.or([
                eb.not(eb.exists(products)),
                eb.exists(products.where("p.productId", "in", [...productIds])),
              ]),
            ];
      return eb.or([eb("subscribers.allUpdates", "=", 1), eb.and([hasCategory, ...hasProduct])]);
    });
}
