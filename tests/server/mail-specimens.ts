import type { RenderedMail } from "#model/mail/mail.ts";

/** A mail as `renderMail` would make it, in as few words as possible. */
export function renderedMail(values: Partial<RenderedMail> = {}): RenderedMail {
  return {
    kind: "specimen",
    subject: "A specimen",
    html: "<p>A specimen</p>",
    text: "A specimen\n",
    fromName: "Acme Cloud",
    replyTo: null,
    messageDomain: "trust.example",
    portalUrl: "http://localhost:3000/acme",
    headers: {},
    secret: false,
    requested: false,
    priority: "normal",
    ...values,
  };
}
