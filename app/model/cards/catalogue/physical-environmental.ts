import type { CatalogueItem } from "./item.ts";

/** Protection of buildings and equipment; much of it is inherited from data centres. */
export const PHYSICAL_ENVIRONMENTAL: readonly CatalogueItem[] = [
  {
    uid: "PhysicalEnvironmental.dataCenterSecurity",
    title: "Data Center Security",
    guidance: "Link the provider’s physical controls, and say which report you reviewed and when.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "PhysicalEnvironmental.officeSecurity",
    title: "Office Security",
    guidance:
      "Describe entry control, cameras and alarms. If there is no office, say so. It settles the section.",
    files: true,
    maturity: true,
  },
  {
    uid: "PhysicalEnvironmental.badgeAccess",
    title: "Badge Access",
    guidance: "Confirm individual badges, logged entry and prompt removal for leavers.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "PhysicalEnvironmental.visitorManagement",
    title: "Visitor Management",
    guidance:
      "State that visitors are registered, escorted and badged, and how long records are kept.",
    files: true,
    maturity: true,
  },
  {
    uid: "PhysicalEnvironmental.videoSurveillance",
    title: "Video Surveillance",
    guidance: "Say what is covered and how many days recordings are kept, within local law.",
    files: true,
    maturity: true,
  },
  {
    uid: "PhysicalEnvironmental.fireProtection",
    title: "Fire Protection",
    guidance:
      "Detection, suppression and maintenance interval, your own or inherited from the data center.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "PhysicalEnvironmental.powerBackup",
    title: "Power Backup",
    guidance:
      "Uninterruptible supply, generators and test interval, usually inherited from the data center.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "PhysicalEnvironmental.climateControl",
    title: "Climate Control",
    guidance:
      "Temperature and humidity control with alarms, usually inherited from the data center.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "PhysicalEnvironmental.equipmentDisposal",
    title: "Equipment Disposal",
    guidance: "Describe wiping or destruction with certificates for disks and laptops.",
    files: true,
    maturity: true,
  },
  {
    uid: "PhysicalEnvironmental.secureAreas",
    title: "Secure Areas",
    guidance: "Say which rooms need extra authorization, who has it and who reviews the list.",
    files: true,
    maturity: true,
  },
  {
    uid: "PhysicalEnvironmental.waterProtection",
    title: "Flood & Water Protection",
    guidance: "State leak detection and site choice, usually inherited from the data center.",
    files: true,
    link: true,
  },
];
