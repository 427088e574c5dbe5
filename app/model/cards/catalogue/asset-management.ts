import type { CatalogueItem } from "./item.ts";

/** What the company owns and uses, who owns it and how it ends. */
export const ASSET_MANAGEMENT: readonly CatalogueItem[] = [
  {
    uid: "AssetManagement.assetInventory",
    title: "Asset Inventory",
    guidance:
      "Say how hardware, cloud resources and software are discovered and how complete the inventory is.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "AssetManagement.softwareInventory",
    title: "Software Inventory",
    guidance: "Describe how applications in use are found, including those bought without asking.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "AssetManagement.assetOwnership",
    title: "Asset Ownership",
    guidance: "Confirm that every asset has a named owner, who is asked to confirm it regularly.",
    files: true,
    maturity: true,
  },
  {
    uid: "AssetManagement.dataInventory",
    title: "Data Inventory",
    guidance:
      "Say where a map of customer data is kept, and when it was last checked against reality.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "AssetManagement.assetDisposal",
    title: "Asset Disposal",
    guidance: "State the method of wiping, the standard and the certificate kept.",
    files: true,
    maturity: true,
  },
  {
    uid: "AssetManagement.assetReturn",
    title: "Asset Return",
    guidance: "Describe how devices come back at the end of employment, with the deadline.",
    files: true,
    maturity: true,
  },
  {
    uid: "AssetManagement.endOfLife",
    title: "End-of-Life Management",
    guidance: "Explain how unsupported systems are found and replaced before support ends.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "AssetManagement.cloudAssets",
    title: "Cloud Asset Management",
    guidance: "Say how accounts and resources are tagged, and how unknown ones raise an alarm.",
    files: true,
    maturity: true,
  },
  {
    uid: "AssetManagement.licenseManagement",
    title: "License Management",
    guidance: "Confirm that licenses are tracked, open source included.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "AssetManagement.assetClassification",
    title: "Asset Classification",
    guidance: "Explain how criticality is rated and what protection follows from it.",
    files: true,
    maturity: true,
  },
];
