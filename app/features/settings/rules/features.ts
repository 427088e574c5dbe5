import * as z from "zod";
import { FEATURES, type Feature } from "./customization.ts";
import { box } from "./fields.ts";

/** The switches of an org: it has every feature that nobody switched off. */
export const FEATURE_WORDS: Readonly<Record<Feature, { label: string; hint: string }>> = {
  sectionCustomization: {
    label: "Re-order sections",
    hint: "Editors change the order of the portal’s sections.",
  },
  cardRenaming: {
    label: "Rename cards and items",
    hint: "Off: custom items alone can be renamed.",
  },
  cardIcons: {
    label: "Card icons",
    hint: "Editors with the right to edit assets choose a card’s icon.",
  },
  allowRestrictedFiles: {
    label: "Restricted files",
    hint: "Items can carry files that are not public.",
  },
  restrictedHiddenFiles: {
    label: "Restricted and hidden items",
    hint: "Items that only accounts see whose profile includes them.",
  },
  bridgeLetter: {
    label: "Bridge letters",
    hint: "Letters that cover the time after a report’s period.",
  },
  bulkDownload: {
    label: "Bulk download",
    hint: "Members download several documents as one archive.",
  },
  appLoginInstructions: {
    label: "‘Do you work at …?’ in the login dialog",
    hint: "The way to the sign-in of staff.",
  },
  genAi: {
    label: "AI answers",
    hint: "Members ask the portal questions and get answers from what they may see.",
  },
  growthIntegrations: {
    label: "Integrations",
    hint: "Items show live status and statistics from Statuspage and HackerOne.",
  },
  partnerImport: {
    label: "Send data to TPRM tools",
    hint: "Members send what they may see to the tools that you list under Partners.",
  },
};

/** One box a feature, and the tooltip that only staff see. */
export const featuresSchema = z.object({
  ...(Object.fromEntries(FEATURES.map((feature) => [feature, box])) as Record<Feature, typeof box>),
  multiProductTooltip: box,
});
