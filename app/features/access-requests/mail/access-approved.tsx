import { portalLink } from "../../../mail/brand.ts";
import type { Message } from "../../../mail/message.ts";
import { Button, Facts, Text } from "../../../mail/parts.tsx";

/**
 * Somebody is let in, who asked for it unless `unasked` says otherwise. Whoever asked gets a link that signs them in
 * once; who did not, gets no token: the button leads to the login with the address filled in.
 */
export const accessApproved: Message<{
  firstName: string;
  email: string;
  products: readonly string[];
  expires: string | null;
  ndaRequired: boolean;
  message: string | null;
  /** The link that signs in; null leads to the login. */
  link: string | null;
  unasked?: boolean;
}> = {
  kind: "access-approved",
  title: "Access approved",
  priority: "prompt",
  secret: true,
  subject: (brand) => `You have access to ${brand.orgName}'s ${brand.portalTitle}`,
  Body: ({ brand, facts }) => (
    <>
      <Text>{facts.firstName === "" ? "Hello," : `Hello ${facts.firstName},`}</Text>
      <Text>
        {facts.unasked
          ? `${brand.orgName} has given you access to its ${brand.portalTitle}.`
          : `${brand.orgName} has approved your request for access to its ${brand.portalTitle}.`}
      </Text>
      {facts.message === null
        ? null
        : facts.message
            .split(/\n{2,}/)
            .map((paragraph) => <Text key={paragraph}>{paragraph}</Text>)}
      <Facts
        rows={[
          ...(facts.products.length === 0 ? [] : [["For", facts.products.join(", ")] as const]),
          ["Until", facts.expires ?? "no fixed date"],
        ]}
      />
      {facts.ndaRequired ? (
        <Text>
          Before you open confidential documents you will be asked to sign a non-disclosure
          agreement.
        </Text>
      ) : null}
      <Button
        href={
          facts.link ??
          portalLink(brand, "/", {
            loginRequest: "true",
            source: "approval-mail",
            email: facts.email,
          })
        }
      >
        Sign in
      </Button>
      <Text muted>
        {facts.link === null
          ? "Signing in takes your email address and no password: we send you a link."
          : "This button works once, for 24 hours, in the browser in which you asked for access. Later, or in another browser, you get a link by email."}
      </Text>
    </>
  ),
  reason: (brand, facts) =>
    facts.unasked
      ? `You get this because ${brand.orgName} gave ${facts.email} access to its ${brand.portalTitle}.`
      : `You get this because ${facts.email} asked for access to ${brand.orgName}'s ${brand.portalTitle}.`,
  demo: (brand) => ({
    link: portalLink(brand, "/sign-in-link", { token: "example" }),
    firstName: "Sam",
    email: "sam@prospect.example",
    products: ["Acme Platform"],
    expires: "November 20, 2027",
    ndaRequired: true,
    message: "Welcome. Our SOC 2 report is in the Reports card.",
  }),
};
