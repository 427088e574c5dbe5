import { staffLink } from "#platform/mail/brand.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Facts, Text } from "#platform/mail/parts.tsx";

export interface DomainRecordGoneFacts {
  host: string;
  record: { name: string; value: string };
  /** How many more daily checks may fail; 0: the portal does not answer there any more. */
  left: number;
}

/**
 * The record that proves whose a domain is, is gone: to owners and admins, with the first check and
 * with the last.
 */
export const domainRecordGone: Message<DomainRecordGoneFacts> = {
  kind: "domain-record-gone",
  title: "DNS record missing",
  subject: (brand, { host, left }) =>
    left === 0
      ? `${host} is no longer the domain of your portal · ${brand.orgName}`
      : `The DNS record for ${host} is missing · ${brand.orgName}`,
  preheader: (_brand, { left }) =>
    left === 0
      ? "Add the domain again if you still own it."
      : `Restore the record within ${left === 1 ? "a day" : `${left} days`}.`,
  heading: (_brand, { left }) =>
    left === 0
      ? "A domain was removed from your portal"
      : "The DNS record for your domain is missing",
  Body: ({ brand, facts: { host, record, left } }) => (
    <>
      <Text>
        {left === 0
          ? `The TXT record that proves you own ${host} has been missing for a week. Your ${brand.portalTitle} no longer opens there, and links use its default address. If you still own the domain, add the record again, then press “Check now”.`
          : `The TXT record that proves you own ${host} is missing or wrong. Restore it within ${left} days, or your ${brand.portalTitle} will stop working on this domain.`}
      </Text>
      <Facts
        rows={[
          ["Type", "TXT"],
          ["Name", record.name],
          ["Value", record.value],
        ]}
      />
      <Button href={staffLink(brand, "/settings/domain")}>Open the domain settings</Button>
    </>
  ),
  reason: (brand) =>
    `You’re receiving this because you are an owner or admin of ${brand.orgName}. Its domains are checked once a day.`,
  demo: () => ({
    host: "trust.acme.example",
    record: { name: "_open-trust-center.trust.acme.example", value: "open-trust-center=3x4mpl3" },
    left: 6,
  }),
};
