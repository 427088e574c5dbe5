import type { CatalogueItem } from "./item.ts";

/** How the service and the company survive a disaster. */
export const BUSINESS_CONTINUITY: readonly CatalogueItem[] = [
  {
    uid: "BusinessContinuity.bcp",
    title: "Business Continuity Plan",
    guidance: "Share a summary with scope, owner and last review. Keep contact lists out of it.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "BusinessContinuity.drp",
    title: "Disaster Recovery Plan",
    guidance:
      "Name the scenarios and who declares a disaster, and give the date of the last full test.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "BusinessContinuity.rto",
    title: "Recovery Time Targets",
    guidance:
      "State hours per service tier and what tests have shown. Use the same figures as in the contract.",
    files: true,
  },
  {
    uid: "BusinessContinuity.rpo",
    title: "Recovery Point Targets",
    guidance:
      "State how much data could be lost at worst, and which replication or backup guarantees it.",
    files: true,
  },
  {
    uid: "BusinessContinuity.bia",
    title: "Business Impact Analysis",
    guidance:
      "List critical processes with tolerable outage, and when the analysis was last renewed.",
    files: true,
    recurrence: true,
  },
  {
    uid: "BusinessContinuity.drTesting",
    title: "Recovery Testing",
    guidance: "Give type (tabletop, partial, full), date and result, including what failed.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "BusinessContinuity.backupRestore",
    title: "Restore Testing",
    guidance: "Say how often restores are tried, of what, and how long they take.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "BusinessContinuity.crisisCommunication",
    title: "Crisis Communication",
    guidance: "Describe how customers and staff are reached when your usual systems are down.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "BusinessContinuity.highAvailability",
    title: "High Availability",
    guidance: "Explain redundancy of each tier and remaining single points of failure.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "BusinessContinuity.workforceContinuity",
    title: "Workforce Continuity",
    guidance: "Say how work goes on when offices or many people are unavailable.",
    files: true,
    maturity: true,
  },
  {
    uid: "BusinessContinuity.supplierContinuity",
    title: "Supplier Continuity",
    guidance: "Name the plan for the loss of a critical supplier, the cloud provider included.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "BusinessContinuity.softwareEscrow",
    title: "Software Escrow",
    guidance:
      "State whether an escrow or continuity agreement can be had, with which agent and release conditions.",
    files: true,
    link: true,
    expiry: true,
  },
];
