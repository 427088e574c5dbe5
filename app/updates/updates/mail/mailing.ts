import { PLACEHOLDERS, type RenderedMailing } from "#model/mail/mail.ts";
import type { Brand } from "#platform/mail/brand.ts";
import type { MailingMessage } from "#platform/mail/message.ts";
import { renderBody, renderMail } from "#platform/mail/render.tsx";
import { topicTerms } from "#model/updates/topic-states.ts";
import type { UpdateFacts } from "../store/topic-publication.server.ts";
import { topicUpdate } from "./topic-update.tsx";

/**
 * A message to many, rendered once: `startMailing` (platform/mail/store/mailings) stores it, and the worker puts
 * each recipient's own links and headers in as it sends. Who never subscribed has nothing to
 * choose, but can leave.
 */
export function renderMailing<Facts>(
  brand: Brand,
  message: MailingMessage<Facts>,
  facts: Facts,
): RenderedMailing {
  const forSubscribers = renderBody(
    brand,
    message,
    facts,
    message.reason(brand, facts),
    PLACEHOLDERS,
  );
  const forOthers = renderBody(brand, message, facts, message.reasonToOthers(brand, facts), {
    preferencesUrl: null,
    unsubscribeUrl: PLACEHOLDERS.unsubscribeUrl,
  });
  return {
    ...renderMail(brand, message, facts),
    html: forSubscribers.html,
    text: forSubscribers.text,
    othersHtml: forOthers.html,
    othersText: forOthers.text,
    headers: { "List-Id": `<${listId(brand.portalUrl)}>` },
    priority: "mass",
  };
}

/**
 * The list's name (RFC 2919), from the portal's address: `updates.trust.acme.example`,
 * `updates.acme.localhost`.
 */
export function listId(portalUrl: string): string {
  const { hostname, pathname } = new URL(portalUrl);
  const host = hostname.replace(/[^a-z0-9.-]/g, "");
  return [
    "updates",
    ...pathname
      .split("/")
      .filter((part) => part !== "")
      .toReversed(),
    host,
  ].join(".");
}

/**
 * The mail of an update that is about to be published. Pure: the verb that publishes calls it in
 * its transaction.
 */
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
