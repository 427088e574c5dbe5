import type { CatalogueItem } from "./item.ts";

/**
 * Seven answers by which reviewers tier a vendor. Custom times are stored as unit and number beside
 * these values.
 */
export const RISK_PROFILE: readonly CatalogueItem[] = [
  {
    uid: "RiskProfile.dataAccess",
    title: "Data Access Level",
    guidance:
      "The most sensitive class of customer data that the product handles. When in doubt choose the stricter. Reviewers tier you by it.",
    choices: [
      { value: "public", label: "Public" },
      { value: "internal", label: "Internal" },
      { value: "restricted", label: "Restricted" },
    ],
  },
  {
    uid: "RiskProfile.impact",
    title: "Impact Level",
    guidance:
      "The harm to a typical customer if the data leaked or the service stopped. Judge from their side, not from yours.",
    choices: [
      { value: "low", label: "Low" },
      { value: "moderate", label: "Moderate" },
      { value: "substantial", label: "Substantial" },
      { value: "severe", label: "Severe" },
    ],
  },
  {
    uid: "RiskProfile.recoveryTime",
    title: "Recovery Time Objective",
    guidance:
      "How soon the service is back after a disaster. Choose what tests have shown, and what the contract says.",
    choices: [
      { value: "immediate", label: "Immediate" },
      { value: "hours_24_48", label: "24-48 hours" },
      { value: "hours_48_72", label: "48-72 hours" },
      { value: "days_4_7", label: "4-7 days" },
    ],
  },
  {
    uid: "RiskProfile.recoveryPoint",
    title: "Recovery Point Objective",
    guidance:
      "How much recent data could be lost in a disaster, as your backups or replication guarantee it.",
    choices: [
      { value: "immediate", label: "Immediate" },
      { value: "hours_12", label: "12 hours" },
      { value: "hours_24", label: "24 hours" },
    ],
  },
  {
    uid: "RiskProfile.criticalDependence",
    title: "Critical Dependence",
    guidance:
      "Whether customers’ core operations stop without the product. A yes leads to deeper continuity questions, so prepare those items as well.",
    choices: [
      { value: "yes", label: "Yes" },
      { value: "no", label: "No" },
    ],
  },
  {
    uid: "RiskProfile.thirdPartyDependence",
    title: "Third Party Dependence",
    guidance:
      "Whether the service relies on other companies to work. Nearly every cloud product answers yes. Keep the subprocessor list in step.",
    choices: [
      { value: "yes", label: "Yes" },
      { value: "no", label: "No" },
    ],
  },
  {
    uid: "RiskProfile.hosting",
    title: "Hosting Type",
    guidance: "Where the product runs. Name provider and regions in the Infrastructure card.",
    choices: [
      { value: "major_cloud", label: "Major Cloud Provider" },
      { value: "on_premise", label: "On-Premise" },
      { value: "combination", label: "Combination" },
    ],
  },
];
