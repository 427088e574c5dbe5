import { renderToStaticMarkup } from "react-dom/server";
import { headerText, type RenderedMail } from "#model/mail/mail.ts";
import { Frame, OUTLOOK_WIDTH, type RecipientLinks } from "./frame.tsx";
import type { Brand } from "./brand.ts";
import type { Message } from "./message.ts";
import { AccentContext } from "./parts.tsx";
import { plainText } from "./plain-text.ts";

/*
 * How a mail is made and sent:
 *
 * 1. A message is one file in `messages/` that exports a `Message<Facts>`: subject, Body (of the
 * parts in parts.tsx), the footer's reason, and facts for its preview. It is named in messages.ts.
 * 2. A route takes the brand (`brandOf(store.read, org, config)`), renders (`renderMail(brand,
 * message, facts)`), and puts the result into the outbox in the transaction of its cause:
 * `store.write(async (trx) => { await verb(trx, …); await queueMail(trx, org.id, { to, mail, now
 * }); })`. Rendering is pure, so it may also happen inside, where the facts come from the verb. 3.
 * Links are made by `portalLink` and `staffLink` (brand.ts) alone. 4. A message to many is rendered
 * by `renderMailing` (mailing.ts) and started by `startMailing` (platform/mail/store/mailings).
 *
 * A message that holds a token is `secret`; one that somebody waits for is `priority: "prompt"`.
 */

/** A message as it leaves: subject, HTML, and the complete text of it. */
export function renderMail<Facts>(
  brand: Brand,
  message: Message<Facts>,
  facts: Facts,
): RenderedMail {
  const { html, text, subject } = renderBody(
    brand,
    message,
    facts,
    message.reason(brand, facts),
    null,
  );
  return {
    kind: message.kind,
    subject,
    html,
    text,
    fromName: brand.orgName,
    replyTo: brand.replyTo,
    messageDomain: brand.messageDomain,
    portalUrl: brand.portalUrl,
    headers: {},
    secret: message.secret ?? false,
    requested: message.requested ?? false,
    priority: message.priority ?? "normal",
  };
}

/** Subject and both parts of a message, with a footer of its own. */
export function renderBody<Facts>(
  brand: Brand,
  message: Message<Facts>,
  facts: Facts,
  reason: string,
  links: RecipientLinks | null,
) {
  const subject = headerText(message.subject(brand, facts));
  const { Body } = message;
  const page = renderToStaticMarkup(
    <AccentContext value={brand.accent.light}>
      <Frame
        brand={brand}
        subject={subject}
        preheader={headerText(message.preheader(brand, facts), 140)}
        heading={message.heading?.(brand, facts) ?? subject}
        reason={reason}
        links={links}
      >
        <Body brand={brand} facts={facts} />
      </Frame>
    </AccentContext>,
  );
  const html = `<!doctype html>\n${page.replace("</head>", `${OUTLOOK_WIDTH}</head>`)}`;
  return { subject, html, text: plainText(html) };
}
