import { formatMoment } from "#values/moments.ts";
import { PLAN_FAULTS, type PlanFault } from "#company/entitlements/rules/entitlements.ts";
import { staffLink } from "#platform/mail/brand.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Text } from "#platform/mail/parts.tsx";

export interface PlanFaultyFacts {
  fault: PlanFault;
  /** Until when the plan still counts, UTC ISO 8601; null: it counts no more. */
  until: string | null;
  timeZone: string;
}

/**
 * The token of the plan is no longer right: to owners and admins, with the first check and when the
 * plan ends.
 */
export const planFaulty: Message<PlanFaultyFacts> = {
  kind: "plan-faulty",
  title: "Plan is no longer valid",
  subject: (brand, { until }) =>
    until === null
      ? `Your plan has ended · ${brand.orgName}`
      : `Your plan is no longer valid · ${brand.orgName}`,
  preheader: (_brand, { until, timeZone }) =>
    until === null
      ? "Only the features turned on in your settings are available."
      : `Ask for a new token before ${formatMoment(until, timeZone)}.`,
  heading: (_brand, { until }) =>
    until === null ? "Your plan has ended" : "Your plan is no longer valid",
  Body: ({ brand, facts: { fault, until, timeZone } }) => (
    <>
      <Text>The token for your plan is no longer valid. {PLAN_FAULTS[fault]}</Text>
      <Text>
        {until === null
          ? "Only the features turned on in your settings are available now."
          : `Nothing changes until ${formatMoment(until, timeZone)}. After that, only the features turned on in your settings stay available. Ask your installation’s administrator for a new token.`}
      </Text>
      <Button href={staffLink(brand, "/settings/features")}>Open the features</Button>
    </>
  ),
  reason: (brand) =>
    `You’re receiving this because you are an owner or admin of ${brand.orgName}. Its plan is checked once a day.`,
  demo: () => ({ fault: "expired", until: "2026-12-01T06:00:00.000Z", timeZone: "UTC" }),
};
