import { describe, expect, test } from "vitest";
import { accentPalettes } from "../../app/domain/colour.ts";
import type { Brand } from "../../app/mail/brand.ts";
import { MESSAGES } from "../../app/mail/messages.ts";

const BRAND: Brand = {
  orgId: "org1",
  orgName: "Acme Cloud",
  portalTitle: "Trust Center",
  portalUrl: "https://trust.acme.example",
  staffOrigin: "https://host.example",
  timeZone: "UTC",
  accent: accentPalettes("#ffdd00"),
  replyTo: null,
  messageDomain: "host.example",
};

describe("every message", () => {
  for (const message of MESSAGES) {
    const mail = message.preview(BRAND);
    test(message.kind, () => expect(mail.subject).toBeTruthy());
  }
});
