import type { CatalogueItem } from "./item.ts";

/** People and organisation: screening, agreements, teams and audits. */
export const INTERNAL_PRACTICES: readonly CatalogueItem[] = [
  {
    uid: "InternalPractices.backgroundChecks",
    title: "Background Checks",
    guidance:
      "State which checks are made, for whom and in which countries, and that they finish before access is given.",
    files: true,
    maturity: true,
  },
  {
    uid: "InternalPractices.securityTeam",
    title: "Security Team",
    guidance:
      "Give size, reporting line and who leads. A small team is fine when the duties are named.",
    files: true,
    link: true,
  },
  {
    uid: "InternalPractices.confidentiality",
    title: "Confidentiality Agreements",
    guidance:
      "Confirm that all employees and contractors sign before access, and that duties outlast employment.",
    files: true,
    maturity: true,
  },
  {
    uid: "InternalPractices.onboarding",
    title: "Employee Onboarding",
    guidance:
      "List what happens before the first day of access: screening, agreements, training, device.",
    files: true,
    maturity: true,
  },
  {
    uid: "InternalPractices.offboarding",
    title: "Employee Offboarding",
    guidance: "Say how soon access ends, how devices come back and who checks it.",
    files: true,
    maturity: true,
  },
  {
    uid: "InternalPractices.securityCommittee",
    title: "Security Committee",
    guidance: "Name the members by role, how often they meet, and what they decide.",
    files: true,
    recurrence: true,
  },
  {
    uid: "InternalPractices.internalAudit",
    title: "Internal Audit",
    guidance:
      "Give scope, interval and independence of the auditors, and how findings are followed up.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "InternalPractices.disciplinaryProcess",
    title: "Disciplinary Process",
    guidance: "Confirm that breaches of policy have defined consequences that staff know.",
    files: true,
  },
  {
    uid: "InternalPractices.contractors",
    title: "Contractors",
    guidance:
      "Say whether contractors can reach customer data, and that they meet the same checks as staff.",
    files: true,
    maturity: true,
  },
  {
    uid: "InternalPractices.cleanDesk",
    title: "Clean Desk",
    guidance: "State the rule, including for home offices, and how it is checked.",
    files: true,
  },
  {
    uid: "InternalPractices.organizationChart",
    title: "Organization Chart",
    guidance: "Show the line from security to the board. Names can be left out.",
    files: true,
    expiry: true,
  },
  {
    uid: "InternalPractices.securityContact",
    title: "Security Contact",
    guidance:
      "Give a monitored address with its PGP key if you have one, and the time in which it answers.",
    link: true,
  },
  {
    uid: "InternalPractices.remoteWork",
    title: "Remote Work",
    guidance:
      "Describe the rules for working from home and abroad: networks, devices, places that are excluded.",
    files: true,
    maturity: true,
  },
];
