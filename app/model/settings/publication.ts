import * as z from "zod";
import type { Customization } from "./customization.ts";

/** Before the portal goes public: what is there and what is missing. Nothing of it is forbidden. */
export const publicationSchema = z.object({
  intent: z.enum(["publish", "unpublish"], {
    error: "Something went wrong with this form. Reload the page and try again.",
  }),
});

export interface PublicationFacts {
  customization: Pick<Customization, "description" | "supportMailbox" | "securityMailbox">;
  /** The names of settings that somebody has set. */
  chosen: ReadonlySet<string>;
  hasLogo: boolean;
  products: number;
  enabledItems: number;
  certifications: number;
}

export interface Check {
  label: string;
  done: boolean;
  /** Where it is done, in the private area; null: on the portal itself. */
  to: string | null;
  /** A button that is sent there, in place of a way. */
  button?: { label: string; intent: string };
}

export function publicationChecks({
  customization,
  chosen,
  hasLogo,
  products,
  enabledItems,
  certifications,
}: PublicationFacts): readonly Check[] {
  return [
    {
      label: "Your own portal title",
      done: chosen.has("portalTitle"),
      to: "/settings/general",
    },
    {
      label: "A description for search engines",
      done: customization.description !== null,
      to: "/settings/general",
    },
    { label: "A logo", done: hasLogo, to: "/settings/look/logo" },
    { label: "An accent color", done: chosen.has("accentColour"), to: "/settings/look" },
    {
      label: "Access level reviewed",
      done: chosen.has("publicAccessLevel"),
      to: "/settings/visitors",
    },
    {
      label: "A support mailbox",
      done: customization.supportMailbox !== null,
      to: "/settings/help",
    },
    {
      label: "A security mailbox",
      done: customization.securityMailbox !== null,
      to: "/settings/help",
    },
    { label: "A product", done: products > 0, to: "/products" },
    { label: "Enabled items", done: enabledItems > 0, to: null },
    { label: "A certification", done: certifications > 0, to: null },
  ];
}
