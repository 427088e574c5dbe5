import { formatDate } from "../../../values/dates.ts";
import { portalLink } from "../../../mail/brand.ts";
import type { Message } from "../../../mail/message.ts";
import { Button, Facts, Text } from "../../../mail/parts.tsx";

export interface AccessExpiringFacts {
  firstName: string;
  email: string;
  grants: readonly { productName: string; lastDay: string; daysLeft: number }[];
}

/** A member's access ends soon. It carries no token: it leads to the login with the address filled in. */
export const accessExpiring: Message<AccessExpiringFacts> = {
  kind: "access-expiring",
  title: "Access ends soon",
  subject: (brand, { grants }) =>
    `Your access to ${brand.orgName}'s ${brand.portalTitle} ends ${soon(Math.min(...grants.map(({ daysLeft }) => daysLeft)))}`,
  heading: () => "Your access ends soon",
  Body: ({ brand, facts }) => (
    <>
      <Text>{facts.firstName === "" ? "Hello," : `Hello ${facts.firstName},`}</Text>
      <Text>
        until its last day you can read and download what {brand.orgName} has opened for you in its{" "}
        {brand.portalTitle}; after that you can ask for it again.
      </Text>
      {facts.grants.map(({ productName, lastDay, daysLeft }) => (
        <Facts
          key={productName}
          rows={[
            ["For", productName],
            ["Last day", `${formatDate(lastDay, brand.timeZone)}, ${soon(daysLeft)}`],
          ]}
        />
      ))}
      <Button
        href={portalLink(brand, "/", {
          loginRequest: "true",
          source: "expiry-mail",
          email: facts.email,
        })}
      >
        Sign in
      </Button>
      <Text muted>Signing in takes your email address and no password: we send you a link.</Text>
    </>
  ),
  reason: (brand, { email }) =>
    `You get this because ${email} has access to ${brand.orgName}'s ${brand.portalTitle}. Reminders come 14 days and one day before it ends.`,
  demo: () => ({
    firstName: "Riley",
    email: "riley@customer.example",
    grants: [{ productName: "Acme Platform", lastDay: "2026-12-04", daysLeft: 14 }],
  }),
};

function soon(daysLeft: number): string {
  if (daysLeft <= 0) return "today";
  return daysLeft === 1 ? "tomorrow" : `in ${daysLeft} days`;
}
