import type { RenderedMailing } from "../../../mail/rules/mail.ts";
import { topicTerms } from "../rules/topic-terms.ts";
import type { UpdateFacts } from "../store/topic-publication.server.ts";
import type { Brand } from "../../../mail/brand.ts";
import { renderMailing } from "./mailing.ts";
import { topicUpdate } from "./topic-update.tsx";

/** The mail of an update that is about to be published. Pure: the verb that publishes calls it in its transaction. */
export function updateMail(brand: Brand): (facts: UpdateFacts) => RenderedMailing {
  return (facts) =>
    renderMailing(brand, topicUpdate, {
      subject: facts.subject,
      category: facts.category,
      terms: topicTerms(facts, facts.beganAt.toISOString(), brand.timeZone),
      message: facts.tree,
      isPrivate: facts.audience === "private",
      followsUp: facts.followsUp,
      path: facts.statusPage && !facts.hidden ? `/updates/${facts.topicId}` : null,
    });
}
