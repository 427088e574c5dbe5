import { staffLink } from "../../mail/brand.ts";
import type { Message } from "../../mail/message.ts";
import { Button, Facts, Text } from "../../mail/parts.tsx";

/** Tells the owners that their portal has another address, because the old one is the installation's own word now. */
export const addressChanged: Message<{ from: string; to: string }> = {
  kind: "address-changed",
  title: "Portal's address changed",
  subject: (brand) => `The address of ${brand.orgName}'s portal has changed`,
  heading: () => "Your portal has another address",
  Body: ({ brand, facts: { from, to } }) => (
    <>
      <Text>
        A new version of Open Trust Center uses “/{from}” for a page of its own, so your portal has
        moved. Who comes by the old address is led to the new one. A domain of your own is not
        affected.
      </Text>
      <Facts
        rows={[
          ["Old address", `${brand.staffOrigin}/${from}`],
          ["New address", `${brand.staffOrigin}/${to}`],
        ]}
      />
      <Text>Please change the old address where you give it out.</Text>
      <Button href={staffLink(brand, "/settings/general")}>Open the settings</Button>
    </>
  ),
  reason: (brand) => `You get this because you are an owner of ${brand.orgName}.`,
  demo: () => ({ from: "home", to: "home-portal" }),
};
